// Charts as SVG text: for export, and for all plots that do not run along with time (x-y, spectra, eigenvalues, Bode, stability).
//
// A chart is described by data alone; `layoutOf` says where things lie, so that a view can find the value under the pointer.
import { linearTicks, logTicks, signedLogTicks, tickLabel } from "./ticks";

export interface Axis {
  label: string;
  log?: boolean;
  signedLog?: number; // logarithmic to both sides of zero, linear within about this
  range?: readonly [number, number]; // else what the data needs
  includes?: number; // a value that is to be seen in any case
}

export interface Series {
  label: string;
  colour: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  kind?: "line" | "crosses" | "dots" | "marked" | "area"; // a line unless told otherwise; marked: with its points; areas are filled, with gaps between them
  notes?: readonly string[]; // on the points of a marked line
  dashed?: boolean;
  faint?: boolean; // a ghost of an earlier run
}

export interface Chart {
  title?: string;
  width: number;
  height: number;
  x: Axis;
  y: Axis;
  series: Series[];
  equalScales?: boolean; // one unit is as long across as upwards
  rules?: { x?: number; y?: number }[]; // thin lines, such as the imaginary axis
  legend?: boolean; // names of the series above the frame, unless false
}

export interface Theme {
  ground: string;
  ink: string;
  grid: string;
}

export const paper: Theme = { ground: "#ffffff", ink: "#20242c", grid: "#dde1e8" };

export interface Layout {
  left: number;
  top: number;
  width: number; // of the frame
  height: number;
  xRange: [number, number];
  yRange: [number, number];
  toX(value: number): number;
  toY(value: number): number;
  fromX(pixel: number): number;
  fromY(pixel: number): number;
}

const margins = { left: 62, right: 16, top: 12, bottom: 42, title: 20, legend: 18 };

export function layoutOf(chart: Chart): Layout {
  const top = margins.top + (chart.title ? margins.title : 0) + margins.legend * rowsOf(legendOf(chart));
  const width = Math.max(20, chart.width - margins.left - margins.right);
  const height = Math.max(20, chart.height - top - margins.bottom);
  const hasMarks = chart.series.some((s) => s.kind === "marked");
  let xRange = rangeOf(
    chart.x,
    chart.series.map((s) => s.x),
    hasMarks,
  );
  let yRange = rangeOf(
    chart.y,
    chart.series.map((s) => s.y),
    hasMarks,
  );
  if (chart.equalScales) [xRange, yRange] = equalScales(xRange, yRange, width / height);
  const x = scale(xRange, chart.x, margins.left, width);
  const y = scale(yRange, chart.y, top + height, -height);
  return { left: margins.left, top, width, height, xRange, yRange, toX: x.to, toY: y.to, fromX: x.from, fromY: y.from };
}

export function chartSvg(chart: Chart, theme: Theme = paper): string {
  const layout = layoutOf(chart);
  const parts = [
    `<rect width="${chart.width}" height="${chart.height}" fill="${theme.ground}"/>`,
    gridSvg(chart, layout, theme),
    `<clipPath id="frame"><rect x="${layout.left}" y="${layout.top}" width="${layout.width}" height="${layout.height}"/></clipPath>`,
    `<g clip-path="url(#frame)">${(chart.rules ?? []).map((rule) => ruleSvg(rule, layout, theme)).join("")}${chart.series.map((s) => seriesSvg(s, chart, layout)).join("")}</g>`,
    `<rect x="${layout.left}" y="${layout.top}" width="${layout.width}" height="${layout.height}" fill="none" stroke="${theme.ink}" stroke-opacity="0.5"/>`,
    titlesSvg(chart, layout, theme),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chart.width}" height="${chart.height}" viewBox="0 0 ${chart.width} ${chart.height}" font-family="system-ui, sans-serif" font-size="12">${parts.join("")}</svg>`;
}

interface LegendEntry {
  series: Series;
  x: number;
  row: number;
}

const rowsOf = (legend: readonly LegendEntry[]) => (legend.at(-1)?.row ?? -1) + 1;
const widthOfLetter = 6.6; // about, in a font of 11 pixels

/** Names of the series in rows above the frame, as many to a row as fit. */
function legendOf({ series, legend, width }: Pick<Chart, "series" | "legend" | "width">): LegendEntry[] {
  const named = legend === false ? [] : series.filter((s) => s.label !== "" && !s.faint);
  let [x, row] = [margins.left, 0];
  return named.map((each) => {
    const needed = 18 + widthOfLetter * each.label.length;
    if (x > margins.left && x + needed > width) [x, row] = [margins.left, row + 1];
    const entry = { series: each, x, row };
    x += needed + 16;
    return entry;
  });
}

/** Linear axes, and those with marks, have some room around the data. */
function rangeOf(axis: Axis, columns: ArrayLike<number>[], hasMarks: boolean): [number, number] {
  if (axis.range) return [axis.range[0], axis.range[1]];
  let low = axis.includes ?? Infinity;
  let high = axis.includes ?? -Infinity;
  for (const column of columns)
    for (let i = 0; i < column.length; ++i) {
      const value = column[i]!;
      if (!Number.isFinite(value) || (axis.log && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  if (low > high) return axis.log ? [1, 10] : [0, 1];
  const { to, from } = transformOf(axis);
  const [a, b] = [to(low), to(high)];
  const isTight = axis.log && !hasMarks;
  const room = a < b ? (isTight ? 0 : 0.05 * (b - a)) : axis.log ? Math.log10(2) : 0.1 * Math.abs(a) || 1;
  return room === 0 ? [low, high] : [from(a - room), from(b + room)];
}

/** Widens the range that is too narrow. */
function equalScales(x: [number, number], y: [number, number], aspect: number): [[number, number], [number, number]] {
  const wantedWidth = (y[1] - y[0]) * aspect;
  const widen = ([low, high]: [number, number], size: number): [number, number] => [(low + high - size) / 2, (low + high + size) / 2];
  return x[1] - x[0] < wantedWidth ? [widen(x, wantedWidth), y] : [x, widen(y, (x[1] - x[0]) / aspect)];
}

function scale([low, high]: [number, number], axis: Axis, begin: number, length: number) {
  const { to: transform, from: back } = transformOf(axis);
  const [a, b] = [transform(low), transform(high)];
  return {
    to: (value: number) => begin + ((transform(value) - a) / (b - a)) * length,
    from: (pixel: number) => back(a + ((pixel - begin) / length) * (b - a)),
  };
}

function transformOf({ log, signedLog }: Axis): { to(value: number): number; from(value: number): number } {
  if (log) return { to: (v) => Math.log10(Math.max(v, 1e-300)), from: (t) => 10 ** t };
  if (signedLog !== undefined) return { to: (v) => Math.asinh(v / signedLog), from: (t) => signedLog * Math.sinh(t) };
  return { to: (v) => v, from: (t) => t };
}

/** One tick says nothing of the scale: where there is little room there are two at least, if need be closer than usual. */
function ticksOf(axis: Axis, range: [number, number], pixels: number, perTick: number): number[] {
  const count = Math.max(3, Math.floor(pixels / perTick));
  const usual = ticksFor(axis, range, count);
  return usual.length > 1 ? usual : ticksFor(axis, range, 2 * count);
}

function ticksFor(axis: Axis, range: [number, number], count: number): number[] {
  if (axis.log) return logTicks(...range, count);
  return axis.signedLog === undefined ? linearTicks(...range, count) : signedLogTicks(...range, axis.signedLog, count);
}

function gridSvg(chart: Chart, layout: Layout, theme: Theme): string {
  const xs = ticksOf(chart.x, layout.xRange, layout.width, chart.x.log || chart.x.signedLog ? 48 : 80);
  const ys = ticksOf(chart.y, layout.yRange, layout.height, 26);
  const bottom = layout.top + layout.height;
  const label = (axis: Axis, values: number[], i: number) =>
    escaped(tickLabel(values[i]!, axis.log || axis.signedLog || values.length < 2 ? undefined : values[1]! - values[0]!));
  const vertical = xs.map((tick, i) => {
    const at = rounded(layout.toX(tick));
    return `<path d="M${at} ${layout.top}V${bottom}" stroke="${theme.grid}"/><text x="${at}" y="${bottom + 16}" text-anchor="middle" fill="${theme.ink}">${label(chart.x, xs, i)}</text>`;
  });
  const horizontal = ys.map((tick, i) => {
    const at = rounded(layout.toY(tick));
    return `<path d="M${layout.left} ${at}H${layout.left + layout.width}" stroke="${theme.grid}"/><text x="${layout.left - 6}" y="${at + 4}" text-anchor="end" fill="${theme.ink}">${label(chart.y, ys, i)}</text>`;
  });
  return vertical.join("") + horizontal.join("");
}

function ruleSvg(rule: { x?: number; y?: number }, layout: Layout, theme: Theme): string {
  const path =
    rule.x !== undefined
      ? `M${rounded(layout.toX(rule.x))} ${layout.top}v${layout.height}`
      : `M${layout.left} ${rounded(layout.toY(rule.y ?? 0))}h${layout.width}`;
  return `<path d="${path}" stroke="${theme.ink}" stroke-opacity="0.6"/>`;
}

function seriesSvg(series: Series, chart: Chart, layout: Layout): string {
  const stroke = `stroke="${series.colour}"${series.faint ? ' stroke-opacity="0.35"' : ""}`;
  const points = pointsOf(series, chart, layout);
  if (series.kind === "crosses")
    return points.map(([x, y]) => `<path d="M${rounded(x - 4)} ${rounded(y - 4)}l8 8m0 -8l-8 8" ${stroke} stroke-width="1.8"/>`).join("");
  if (series.kind === "dots")
    return points.map(([x, y]) => `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="3.5" fill="${series.colour}"/>`).join("");
  const path = points.map(([x, y, starts]) => `${starts ? "M" : "L"}${rounded(x)} ${rounded(y)}`).join("");
  if (series.kind === "area") return `<path d="${path}" fill="${series.colour}" fill-opacity="0.4" shape-rendering="crispEdges"/>`;
  const line = `<path d="${path}" fill="none" ${stroke} stroke-width="1.6" stroke-linejoin="round"${series.dashed ? ' stroke-dasharray="6 4"' : ""}/>`;
  return series.kind === "marked" ? line + marksSvg(series, points) : line;
}

function marksSvg(series: Series, points: readonly DrawnPoint[]): string {
  const mark = ([x, y, , i]: DrawnPoint) => {
    const note = series.notes?.[i];
    return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="4" fill="${series.colour}">${note ? `<title>${escaped(note)}</title>` : ""}</circle>`;
  };
  return points.map(mark).join("");
}

type DrawnPoint = [x: number, y: number, starts: boolean, index: number];

/** Pixels of the points that can be drawn; `starts`: a gap lies before it. */
function pointsOf(series: Series, chart: Chart, layout: Layout): DrawnPoint[] {
  const points: DrawnPoint[] = [];
  let gap = true;
  for (let i = 0; i < series.x.length; ++i) {
    const [x, y] = [series.x[i]!, series.y[i]!];
    if (!Number.isFinite(x) || !Number.isFinite(y) || (chart.x.log && x <= 0) || (chart.y.log && y <= 0)) {
      gap = true;
      continue;
    }
    points.push([layout.toX(x), layout.toY(y), gap, i]);
    gap = false;
  }
  return points;
}

function titlesSvg(chart: Chart, layout: Layout, theme: Theme): string {
  const middle = layout.top + layout.height / 2;
  const parts = [
    `<text x="${layout.left + layout.width / 2}" y="${chart.height - 8}" text-anchor="middle" fill="${theme.ink}">${escaped(chart.x.label)}</text>`,
    `<text transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle" fill="${theme.ink}">${escaped(chart.y.label)}</text>`,
  ];
  if (chart.title)
    parts.push(`<text x="${layout.left}" y="${margins.top + 10}" font-weight="600" fill="${theme.ink}">${escaped(chart.title)}</text>`);
  const legend = legendOf(chart);
  for (const { series, x, row } of legend) {
    const y = layout.top - 8 - margins.legend * (rowsOf(legend) - 1 - row);
    parts.push(
      `<path d="M${rounded(x)} ${y - 4}h14" stroke="${series.colour}" stroke-width="2.5"/><text x="${rounded(x + 18)}" y="${y}" fill="${theme.ink}">${escaped(series.label)}</text>`,
    );
  }
  return parts.join("");
}

export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** A tenth of a pixel is enough for the eye, and keeps files small. */
const rounded = (x: number) => Math.round(10 * x) / 10;
