// The dock's panel "Plots": a bar of tools, the panels side by side, and the time cursor below them.
import { perform } from "../app/actions";
import { Icon } from "../app/icons";
import { report, toast } from "../app/messages";
import { showPanel } from "../app/panels";
import { currentClass, editable } from "../app/state";
import { shownRun } from "../run/runs";
import { ghosts } from "../run/settings";
import { dragType } from "./drag";
import { PlotPanel } from "./panel_view";
import { moved, toFigures } from "./panels";
import { addCurve, addPanel, panels, timeWindow } from "./plot_state";
import { TimeBar } from "./time_bar";

export function PlotsPanel() {
  const run = shownRun.value;
  return (
    <div class="plots" data-context="plot">
      <div class="plot-tools" role="toolbar" aria-label="Plots">
        <button class="button small" title="Choose variables" onClick={() => showPanel("variables")}>
          <Icon name="plus" size={14} /> Variables
        </button>
        <button class="button small" title="Add an empty panel" onClick={() => addPanel()}>
          <Icon name="chart" size={14} /> Panel
        </button>
        <button
          class="button small"
          title="Show the whole run (double-click in a plot)"
          disabled={timeWindow.value === null}
          onClick={() => (timeWindow.value = null)}
        >
          <Icon name="fit" size={14} /> All
        </button>
        <label class="check">
          <input type="checkbox" checked={ghosts.value} onChange={(event) => (ghosts.value = event.currentTarget.checked)} /> Earlier runs
        </label>
        <span class="stretch" />
        {run && !run.lost.value && (
          <>
            <a
              class="button small"
              href={`results/${run.job}.csv`}
              download={`${run.request.model}.csv`}
              title="All recorded variables as CSV"
            >
              <Icon name="download" size={14} /> CSV
            </a>
            <a
              class="button small"
              href={`results/${run.job}.mat`}
              download={`${run.request.model}.mat`}
              title="All recorded variables as MAT"
            >
              <Icon name="download" size={14} /> MAT
            </a>
          </>
        )}
        <button
          class="button small"
          title="Keep these panels in the model (Documentation(figures))"
          disabled={!editable.value || panels.value.length === 0}
          onClick={() => keepFigures().catch(report)}
        >
          <Icon name="save" size={14} /> Keep in model
        </button>
      </div>
      {panels.value.length === 0 ? (
        <p class="quiet pad" onDragOver={(event) => event.preventDefault()} onDrop={dropVariable}>
          {run ? "Choose variables on the right, or drag one here." : "Run the model (F5) to see its curves here while it computes."}
        </p>
      ) : (
        <div class="plot-grid" style={{ "--columns": String(columnsFor(panels.value.length)) }}>
          {panels.value.map((panel, i) => (
            <PlotPanel key={panel.id} panel={panel} onMoveHere={(id) => (panels.value = moved(panels.peek(), id, i))} />
          ))}
        </div>
      )}
      <TimeBar />
    </div>
  );
}

/** Rows are filled as evenly as can be: four panels are two and two. */
function columnsFor(count: number): number {
  const most = 3;
  return Math.ceil(count / Math.ceil(count / most));
}

function dropVariable(event: DragEvent): void {
  const name = event.dataTransfer?.getData(dragType);
  if (name) addCurve(name);
}

async function keepFigures(): Promise<void> {
  await perform([{ kind: "figures", figures: toFigures(panels.peek()) }], { label: "Keep the plots" });
  toast(`The plots are part of ${currentClass.peek() ?? "the model"} now.`);
}
