// One panel: title, curves with their values, tools, and the drawing of its kind.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { theme } from "../app/theme";
import type { Run } from "../run/run";
import { shownRun } from "../run/runs";
import { cursorTime } from "../run/time_cursor";
import { type DisplayUnit, displayUnitOf, plainNumber, showDifference, showNumber, showQuantity, toShown } from "../units/display";
import { ChartView } from "./chart_view";
import { CurveTable } from "./curve_table";
import { dragType, panelDragType } from "./drag";
import { exportPanel } from "./export";
import { type Panel, type PanelKind, withoutCurve } from "./panels";
import { activePanelId, addCurve, changePanel, cursors, ghostRuns, panels, removePanel, shownWindow, timeWindow } from "./plot_state";
import { seriesColour } from "./series_colours";
import { TimePlot } from "./time_plot";

export function PlotPanel({ panel, onMoveHere }: { panel: Panel; onMoveHere: (id: number) => void }) {
  const [hasTable, setTable] = useState(false);
  const drop = (event: DragEvent) => {
    const variable = event.dataTransfer?.getData(dragType);
    const other = event.dataTransfer?.getData(panelDragType);
    if (variable) addCurve(variable, panel.id);
    if (other) onMoveHere(Number(other));
    if (variable || other) event.preventDefault();
  };
  return (
    <section
      class={`plot-panel ${activePanelId.value === panel.id ? "active" : ""}`}
      data-testid="plot-panel"
      aria-label={panel.title || panel.curves.join(", ") || "Empty plot"}
      onPointerDown={() => (activePanelId.value = panel.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <header draggable onDragStart={(event) => event.dataTransfer?.setData(panelDragType, String(panel.id))}>
        <input
          class="plot-title"
          aria-label="Title of the plot"
          placeholder="Title"
          value={panel.title}
          onChange={(event) => changePanel(panel.id, { title: event.currentTarget.value.trim() })}
        />
        <Tools panel={panel} hasTable={hasTable} onTable={() => setTable(!hasTable)} />
      </header>
      {hasTable ? <CurveTable panel={panel} /> : <Legend panel={panel} />}
      {panel.curves.length === 0 ? (
        <p class="quiet pad">Drag a variable here, or choose one on the right.</p>
      ) : !shownRun.value ? (
        <p class="quiet pad">Run the model (F5) to see it.</p>
      ) : panel.kind === "time" ? (
        <TimePlotView panel={panel} />
      ) : (
        <ChartView panel={panel} />
      )}
    </section>
  );
}

const kinds: [PanelKind, string][] = [
  ["time", "Over time"],
  ["xy", "x-y"],
  ["spectrum", "Spectrum"],
];

function Tools({ panel, hasTable, onTable }: { panel: Panel; hasTable: boolean; onTable: () => void }) {
  const toKind = (kind: PanelKind) =>
    changePanel(panel.id, {
      kind,
      logX: kind === "spectrum",
      x: kind === "xy" ? (panel.x ?? panel.curves[0]) : undefined,
      curves: kind === "xy" && panel.x === undefined && panel.curves.length > 1 ? panel.curves.slice(1) : panel.curves,
    });
  return (
    <div class="plot-panel-tools">
      <select aria-label="Kind of plot" value={panel.kind} onChange={(event) => toKind(event.currentTarget.value as PanelKind)}>
        {kinds.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      <button
        class="quiet-button"
        aria-pressed={panel.logY}
        title="Logarithmic axis"
        onClick={() => changePanel(panel.id, { logY: !panel.logY })}
      >
        log
      </button>
      <button class="quiet-button" aria-pressed={hasTable} title="Least, greatest and mean values" onClick={onTable}>
        Σ
      </button>
      {(["svg", "png"] as const).map((format) => (
        <button
          key={format}
          class="quiet-button"
          title={`This plot as ${format.toUpperCase()}`}
          onClick={() => exportPanel(panel, format).catch(report)}
        >
          {format}
        </button>
      ))}
      <button class="quiet-button" title="Remove the panel" aria-label="Remove the panel" onClick={() => removePanel(panel.id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** With one unit for all curves the axis has it, and the legend the room for more of them. */
function Legend({ panel }: { panel: Panel }) {
  const run = shownRun.value;
  void run?.variables.value;
  const units = new Set(panel.curves.map((name) => unitOf(run, name).unit));
  return (
    <ul class="plot-legend">
      {panel.kind === "xy" && <Across panel={panel} />}
      {panel.curves.map((name, i) => (
        <li key={name}>
          <span class="swatch" style={{ background: seriesColour(i, theme.value) }} />
          <span class="plot-name" title={run?.variable(name)?.description ?? ""}>
            {name}
          </span>
          {run && <ValueAt run={run} name={name} hasUnit={units.size > 1 || panel.kind !== "time"} />}
          <button
            class="quiet-button"
            aria-label={`Remove ${name}`}
            title="Remove the curve"
            onClick={() => (panels.value = withoutCurve(panels.peek(), panel.id, name))}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What an x-y plot has across: any variable. */
function Across({ panel }: { panel: Panel }) {
  const names = shownRun.value?.variables.value?.variables.filter(({ kind }) => kind !== "parameter").map(({ name }) => name) ?? [];
  return (
    <li class="across">
      <label>
        across{" "}
        <input
          list={`across-${panel.id}`}
          value={panel.x ?? "time"}
          data-testid="across"
          onChange={(event) => {
            const name = event.currentTarget.value.trim();
            changePanel(panel.id, { x: names.includes(name) ? name : undefined });
          }}
        />
      </label>
      <datalist id={`across-${panel.id}`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </li>
  );
}

function unitOf(run: Run | null, name: string): DisplayUnit {
  const variable = run?.variable(name);
  return variable ? displayUnitOf(variable) : plainNumber;
}

/** The value at the time cursor or at a measuring cursor, or the difference between both of these. */
function ValueAt({ run, name, hasUnit }: { run: Run; name: string; hasUnit: boolean }) {
  void run.received.value;
  const unit = unitOf(run, name);
  const { a, b } = cursors.value;
  if (!run.rows.has(name)) return null;
  const at = (time: number) => run.rows.at(name, time);
  if (a !== null && b !== null) {
    return (
      <output title={`A ${showQuantity(at(a), unit)}, B ${showQuantity(at(b), unit)}`}>Δ {showDifference(at(b) - at(a), unit)}</output>
    );
  }
  const time = a ?? b ?? cursorTime.value;
  if (time === null) return null;
  const shown = showQuantity(at(time), unit);
  return <output title={shown}>{hasUnit ? shown : showNumber(toShown(at(time), unit))}</output>;
}

function TimePlotView({ panel }: { panel: Panel }) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(panel);
  latest.current = panel;
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
    const plot = new TimePlot(host.current!, {
      onWindow: (window) => (timeWindow.value = window),
      onPick: (time, which) => (cursors.value = { ...cursors.peek(), [which]: time }),
    });
    const draw = () => {
      const run = shownRun.value;
      void run?.received.value;
      void run?.status.value.state;
      void run?.variables.value;
      plot.update({
        run,
        ghosts: ghostRuns.value,
        curves: latest.current.curves,
        window: shownWindow.value,
        logY: latest.current.logY,
        theme: theme.value,
        cursors: cursors.value,
        time: cursorTime.value,
      });
    };
    refresh.current = draw;
    const end = effect(draw);
    return () => {
      end();
      plot.destroy();
    };
  }, []);
  useEffect(() => refresh.current(), [panel]);
  return <div class="time-plot" ref={host} data-testid="time-plot" />;
}
