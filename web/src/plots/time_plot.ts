// One panel of curves over time, drawn by uPlot: an axis per unit, linked window and pointer, measuring cursors, the time cursor.
import uPlot from "uplot";
import type { Theme } from "../app/theme";
import { type DisplayUnit, displayUnitOf, plainNumber, prettyUnit } from "../units/display";
import { isOver, type Run } from "../run/run";
import { type Cursors, keptGhosts } from "./plot_state";
import { CurveData } from "./curve_data";
import { seriesColour } from "./series_colours";
import { logTicks } from "./ticks";

export interface TimePlotInput {
  run: Run | null;
  ghosts: readonly Run[];
  curves: readonly string[];
  window: readonly [number, number];
  logY: boolean;
  theme: Theme;
  cursors: Cursors;
  time: number | null; // of the time cursor
}

export interface TimePlotEvents {
  onWindow(window: readonly [number, number] | null): void;
  onPick(time: number, which: "a" | "b"): void;
}

const wheelFactor = 1.2;
const liveInterval = 50; // milliseconds between drawings of a run that goes on
const logDecades = 8; // what lies further below the greatest value would leave no room for the rest
/** In display units; null: not to be seen. */
interface ShownTable {
  time: Float64Array;
  columns: (Float64Array | (number | null)[])[];
}

const ghostWidth = 1;
const curveWidth = 1.6;

export class TimePlot {
  private plot: uPlot | undefined;
  private shape = ""; // what the axes and series were made for
  private input: TimePlotInput | undefined;
  private readonly data = new Map<Run, CurveData>();
  private readonly units = new Map<string, DisplayUnit>(); // as they were last known: a new run has the same before it says so
  private pending = 0;
  private drawnAt = 0;
  private readonly resize = new ResizeObserver(() => this.fit());

  constructor(
    private readonly host: HTMLElement,
    private readonly events: TimePlotEvents,
  ) {
    this.resize.observe(host);
    host.addEventListener("wheel", this.onWheel, { passive: false });
    host.addEventListener("dblclick", () => events.onWindow(null));
  }

  destroy(): void {
    cancelAnimationFrame(this.pending);
    this.resize.disconnect();
    this.host.removeEventListener("wheel", this.onWheel);
    this.plot?.destroy();
    this.plot = undefined;
  }

  /** Drawn with the next frame, once, however often it is called before; rows of a run that goes on wait for one another. */
  update(input: TimePlotInput): void {
    this.input = input;
    this.schedule();
  }

  private schedule = (): void => {
    if (this.pending) return;
    this.pending = requestAnimationFrame((now) => {
      this.pending = 0;
      const run = this.input?.run;
      const isLive = run && !isOver(run.status.peek().state);
      if (isLive && now - this.drawnAt < liveInterval) return this.schedule();
      this.drawnAt = now;
      this.draw();
    });
  };

  private draw(): void {
    const { input, host } = this;
    if (!input || host.clientWidth < 40 || host.clientHeight < 40) return;
    const shape = this.shapeOf(input);
    if (!this.plot || shape !== this.shape) this.make(shape, input);
    const plot = this.plot!;
    const [min, max] = input.window;
    plot.batch(() => {
      plot.setData(this.tables(input), false);
      plot.setScale("x", { min, max });
    });
    host.dataset.window = `${min} ${max}`; // what is drawn, for whoever looks from outside
  }

  private shapeOf({ run, curves, logY, theme }: TimePlotInput): string {
    const units = curves.map((name) => this.unitOf(run, name).unit);
    return JSON.stringify([curves, units, logY, theme]);
  }

  private unitOf(run: Run | null, name: string): DisplayUnit {
    const variable = run?.variable(name);
    if (variable) this.units.set(name, displayUnitOf(variable));
    return this.units.get(name) ?? plainNumber;
  }

  private make(shape: string, input: TimePlotInput): void {
    this.plot?.destroy();
    this.shape = shape;
    const { theme, curves, run } = input;
    const style = getComputedStyle(this.host);
    const ink = style.getPropertyValue("--text-quiet").trim();
    const grid = { stroke: style.getPropertyValue("--border").trim(), width: 1 };
    const scaleOf = (name: string) => this.unitOf(run, name).unit || "number";
    const units = [...new Set(curves.map(scaleOf))];
    const curveSeries = (faint: boolean) =>
      curves.map((name, i): uPlot.Series => {
        const colour = seriesColour(i, theme);
        return {
          label: name,
          scale: scaleOf(name),
          stroke: faint ? `${colour}59` : colour,
          width: faint ? ghostWidth : curveWidth,
          spanGaps: !input.logY, // what a logarithmic axis cannot show is a gap
          points: { show: false },
        };
      });
    const font = `11px ${style.fontFamily}`;
    const options: uPlot.Options = {
      width: this.host.clientWidth,
      height: this.host.clientHeight,
      padding: [8, units.length > 1 ? 0 : 12, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: true, y: false, setScale: false }, sync: { key: "dashpot" }, points: { size: 6 } },
      scales: {
        x: { time: false, auto: false },
        ...Object.fromEntries(units.map((unit) => [unit, input.logY ? { distr: 3 as const, range: logRange } : { range: linearRange }])),
      },
      axes: [
        { stroke: ink, grid, ticks: grid, font, size: 32, values: (_, ticks) => ticks.map((tick) => shortNumber(tick)) },
        ...units.map((unit, i): uPlot.Axis => ({
          scale: unit,
          side: i === 0 ? 3 : 1,
          stroke: ink,
          grid: i === 0 ? grid : { show: false },
          ticks: grid,
          font,
          labelFont: font,
          ...(input.logY ? { splits: logSplits, filter: (_: uPlot, splits: number[]) => splits } : {}),
          label: unit === "number" ? "" : prettyUnit(unit),
          labelSize: 16,
          size: 52,
          values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : shortNumber(tick))),
        })),
      ],
      series: [{}, ...Array.from({ length: keptGhosts }, () => curveSeries(true)).flat(), ...curveSeries(false)],
      hooks: {
        setSelect: [(plot) => this.select(plot)],
        draw: [(plot) => this.drawCursors(plot)],
      },
    };
    this.plot = new uPlot(options, this.tables(input), this.host);
    this.plot.over.addEventListener("click", this.onClick);
    this.plot.over.addEventListener("pointerdown", this.onPanStart);
  }

  /** The curves of all runs on one axis of time, in display units: places for ghosts first, empty ones too. */
  private tables(input: TimePlotInput): uPlot.AlignedData {
    const runs = input.run ? [...input.ghosts.slice(-keptGhosts), input.run] : [];
    for (const run of this.data.keys()) if (!runs.includes(run)) this.data.delete(run);
    const tables = runs.map((run) => this.shownTable(run, input));
    const empty = (): unknown[][] => input.curves.map(() => []);
    if (tables.length === 0) return [[], ...Array.from({ length: keptGhosts + 1 }, empty).flat()] as unknown as uPlot.AlignedData;
    const aligned = tables.map((table) => [table.time, ...table.columns] as unknown as uPlot.AlignedData);
    const [time, ...columns] = aligned.length === 1 ? aligned[0]! : uPlot.join(aligned);
    const idle = Array.from({ length: keptGhosts + 1 - runs.length }, empty).flat();
    return [time, ...idle, ...columns] as unknown as uPlot.AlignedData;
  }

  private shownTable(run: Run, input: TimePlotInput): ShownTable {
    let data = this.data.get(run);
    if (!data) this.data.set(run, (data = new CurveData(run, this.schedule)));
    const table = data.table(input.curves, input.window[0], input.window[1], Math.max(100, this.host.clientWidth));
    const columns = table.columns.map((column, i) => {
      const { factor, offset } = this.unitOf(run, input.curves[i]!);
      const shown = factor === 1 && offset === 0 ? column : column.map((value) => value * factor + offset);
      return input.logY ? Array.from(shown, (value) => (value > 0 ? value : null)) : shown;
    });
    return { time: table.time, columns };
  }

  private fit(): void {
    if (this.plot && this.host.clientWidth > 40 && this.host.clientHeight > 40)
      this.plot.setSize({ width: this.host.clientWidth, height: this.host.clientHeight });
    this.schedule();
  }

  private select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width > 4) this.events.onWindow([plot.posToVal(left, "x"), plot.posToVal(left + width, "x")]);
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  private onWheel = (event: WheelEvent): void => {
    const { plot, input } = this;
    if (!plot || !input) return;
    event.preventDefault();
    const [from, to] = input.window;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = ((event.deltaX || event.deltaY) / plot.over.clientWidth) * (to - from);
      return this.events.onWindow([from + by, to + by]);
    }
    const at = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x");
    const factor = event.deltaY < 0 ? 1 / wheelFactor : wheelFactor;
    this.events.onWindow([at - (at - from) * factor, at + (to - at) * factor]);
  };

  private onClick = (event: MouseEvent): void => {
    const { plot } = this;
    if (!plot || event.detail > 1) return;
    const time = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x");
    this.events.onPick(time, event.shiftKey ? "b" : "a");
  };

  /** The middle button, or Alt, pans. */
  private onPanStart = (down: PointerEvent): void => {
    if (down.button !== 1 && !(down.button === 0 && down.altKey)) return;
    const { input, plot } = this;
    if (!input || !plot) return;
    down.preventDefault();
    down.stopImmediatePropagation();
    const [from, to] = input.window;
    const perPixel = (to - from) / plot.over.clientWidth;
    const move = (event: PointerEvent) => {
      const by = (down.clientX - event.clientX) * perPixel;
      this.events.onWindow([from + by, to + by]);
    };
    plot.over.setPointerCapture(down.pointerId);
    plot.over.addEventListener("pointermove", move);
    plot.over.addEventListener("pointerup", () => plot.over.removeEventListener("pointermove", move), { once: true });
  };

  private drawCursors(plot: uPlot): void {
    const { input } = this;
    if (!input) return;
    const style = getComputedStyle(this.host);
    const line = (time: number | null, colour: string, dashed: boolean, label: string) => {
      if (time === null) return;
      const x = plot.valToPos(time, "x", true);
      const { left, top, width, height } = plot.bbox;
      if (x < left || x > left + width) return;
      const { ctx } = plot;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.lineWidth = devicePixelRatio;
      if (dashed) ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
      ctx.stroke();
      ctx.font = `${11 * devicePixelRatio}px ${style.fontFamily}`;
      ctx.textAlign = "left";
      ctx.textBaseline = "top";
      ctx.fillText(label, x + 4 * devicePixelRatio, top + 2 * devicePixelRatio);
      ctx.restore();
    };
    const ink = style.getPropertyValue("--text").trim();
    line(input.time, style.getPropertyValue("--accent").trim(), false, "");
    line(input.cursors.a, ink, true, "A");
    line(input.cursors.b, ink, true, "B");
  }
}

/** Some room above and below; a curve that stands still is in the middle. */
function linearRange(_plot: uPlot, least: number | null, greatest: number | null): uPlot.Range.MinMax {
  if (least === null || greatest === null) return [0, 1];
  const room = greatest > least ? 0.06 * (greatest - least) : 0.1 * Math.abs(least) || 1;
  return [least - room, greatest + room];
}

function logRange(_plot: uPlot, least: number | null, greatest: number | null): uPlot.Range.MinMax {
  if (least === null || greatest === null || !(greatest > 0)) return [1, 10];
  const low = Math.max(least, greatest / 10 ** logDecades);
  return [low / 1.2, greatest * 1.2];
}

function logSplits(plot: uPlot, _axis: number, low: number, high: number): number[] {
  return logTicks(low, high, Math.max(2, Math.floor(plot.over.clientHeight / 26)));
}

/** Ticks are round already: as short as they can be written. */
function shortNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (value !== 0 && (magnitude >= 1e6 || magnitude < 1e-4)) return value.toExponential().replace("e+", "e").replace("-", "−");
  return String(Number(value.toPrecision(10))).replace("-", "−");
}
