// Figures of a panel's curves between the measuring cursors, or in the window that is shown.
import { useEffect, useState } from "preact/hooks";
import { theme } from "../app/theme";
import { isOver } from "../run/run";
import { askWindow, shownRun } from "../run/runs";
import { displayUnitOf, plainNumber, prettyUnit, showNumber, toShown } from "../units/display";
import type { Panel } from "./panels";
import { cursors, shownWindow } from "./plot_state";
import { seriesColour } from "./series_colours";
import { type Statistics, statistics } from "./statistics";

/** With more rows than this between the limits, means are taken from least and greatest values per part. */
const mostRows = 200_000;

export function CurveTable({ panel }: { panel: Panel }) {
  const run = shownRun.value;
  const { a, b } = cursors.value;
  const [from, to] = a !== null && b !== null ? [Math.min(a, b), Math.max(a, b)] : shownWindow.value;
  const isMeasuring = a !== null && b !== null;
  const isReady = run !== null && isOver(run.status.value.state) && !run.lost.value;
  const [rows, setRows] = useState<[string, Statistics][]>([]);
  useEffect(() => {
    if (!run || !isReady) return;
    let current = true;
    const names = panel.curves.filter((name) => run.variable(name));
    void askWindow(run, names, from, to, mostRows / 2).then(({ time, columns }) => {
      if (current) setRows(names.map((name, i) => [name, statistics(time, columns[i]!, from, to)]));
    });
    return () => {
      current = false;
    };
  }, [panel, run, isReady, from, to]);
  if (!run) return null;
  return (
    <div class="curve-figures">
      <table class="curve-table">
        <thead>
          <tr>
            <th>{isMeasuring ? "between A and B" : "variable"}</th>
            {isMeasuring && (
              <>
                <th>A</th>
                <th>B</th>
                <th>Δ</th>
              </>
            )}
            <th>least</th>
            <th>greatest</th>
            <th>mean</th>
            <th>rms</th>
            <th>unit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, values], i) => {
            const variable = run.variable(name);
            const unit = variable ? displayUnitOf(variable) : plainNumber;
            const shown = (value: number) => showNumber(toShown(value, unit), 5);
            return (
              <tr key={name}>
                <th>
                  <span class="swatch" style={{ background: seriesColour(i, theme.value) }} /> {name}
                </th>
                {isMeasuring && (
                  <>
                    <td>{shown(run.rows.at(name, a))}</td>
                    <td>{shown(run.rows.at(name, b))}</td>
                    <td>{showNumber((run.rows.at(name, b) - run.rows.at(name, a)) * unit.factor, 5)}</td>
                  </>
                )}
                <td>{shown(values.least)}</td>
                <td>{shown(values.greatest)}</td>
                <td>{shown(values.mean)}</td>
                <td>{unit.offset === 0 ? shown(values.rms) : "–"}</td>
                <td>{prettyUnit(unit.unit)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
