// Panels that do not run along with time: one variable over another, and spectra. They show the same window of time as the other panels.
import { useEffect, useRef, useState } from "preact/hooks";
import { theme } from "../app/theme";
import { isOver, type Run } from "../run/run";
import { askWindow, shownRun } from "../run/runs";
import { displayUnitOf, plainNumber, prettyUnit, toShown } from "../units/display";
import { type Chart, chartSvg, type Series, type Theme } from "./chart";
import { spectrum } from "./fourier";
import { type Panel, shownVariables } from "./panels";
import { shownWindow } from "./plot_state";
import { seriesColour } from "./series_colours";

/** Rows for a portrait or a spectrum; more would not be seen. */
const resolution = 8192;

export function ChartView({ panel }: { panel: Panel }) {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [size, setSize] = useState<[number, number]>([400, 160]);
  const run = shownRun.value;
  const [from, to] = shownWindow.value;
  const isReady = run !== null && isOver(run.status.value.state) && run.variables.value !== null && !run.lost.value;
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize([entry.contentRect.width, entry.contentRect.height]));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!run || !isReady) return;
    let current = true;
    void chartOf(panel, run, from, to).then((made) => current && setChart(made));
    return () => {
      current = false;
    };
  }, [panel, run, isReady, from, to, theme.value]);
  const svg =
    chart && size[0] > 80 && size[1] > 60
      ? chartSvg({ ...chart, legend: false, width: size[0], height: size[1] }, screenTheme(host.current!))
      : "";
  return (
    <div class="chart-view" ref={host} data-testid="chart" {...(svg ? { dangerouslySetInnerHTML: { __html: svg } } : {})}>
      {svg ? undefined : <p class="quiet pad">{isReady ? "" : "Drawn when the run is over."}</p>}
    </div>
  );
}

export function screenTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { ground: colour("--surface"), ink: colour("--text"), grid: colour("--border") };
}

/** The panel as data, at no size yet. */
export async function chartOf(panel: Panel, run: Run, from: number, to: number): Promise<Chart> {
  const names = shownVariables([panel]).filter((name) => run.variable(name));
  const { start, time } = run.status.peek();
  const [begin, end] = [Math.max(from, start), Math.min(to, time)];
  const window = await askWindow(run, names, begin, end, resolution);
  const unit = (name: string) => {
    const variable = run.variable(name);
    return variable ? displayUnitOf(variable) : plainNumber;
  };
  const column = (name: string) => (window.columns[names.indexOf(name)] ?? new Float64Array()).map((value) => toShown(value, unit(name)));
  const label = (name: string) => (unit(name).unit ? `${name} [${prettyUnit(unit(name).unit)}]` : name);
  const units = [...new Set(panel.curves.map((name) => prettyUnit(unit(name).unit)))].join(", ");
  const series = (name: string, i: number): Series => {
    const colour = seriesColour(i, theme.peek());
    if (panel.kind === "spectrum") {
      const { frequency, amplitude } = spectrum(window.time, column(name), begin, end);
      return { label: name, colour, x: frequency.subarray(1), y: amplitude.subarray(1) };
    }
    return { label: name, colour, x: panel.kind === "xy" && panel.x !== undefined ? column(panel.x) : window.time, y: column(name) };
  };
  const xLabel = panel.kind === "spectrum" ? "frequency [Hz]" : panel.kind === "xy" && panel.x !== undefined ? label(panel.x) : "time [s]";
  return {
    ...(panel.title ? { title: panel.title } : {}),
    width: 720,
    height: 360,
    x: { label: xLabel, log: panel.logX, ...(panel.kind === "time" ? { range: [from, to] as const } : {}) },
    y: { label: units, log: panel.logY },
    series: panel.curves.filter((name) => run.variable(name)).map(series),
  };
}
