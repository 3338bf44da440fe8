// The points of curves for a window of time at the resolution of the screen. While a run goes on they come from the rows that are here; when it is over, from the server, which answers with the least
// and greatest value of each pixel. What is fetched reaches a window's width to both sides, so that panning shows something before the next answer is there.
import { isOver, type Run } from "../run/run";
import { askWindow } from "../run/runs";
import { firstAfter } from "../run/rows";
import { Pyramid, rowsToDraw } from "./envelope";

export interface Table {
  time: Float64Array;
  columns: Float64Array[];
}

const emptyTable: Table = { time: new Float64Array(), columns: [] };

interface Fetched {
  names: string;
  from: number;
  to: number;
  density: number; // pixels per second
  table: Table;
}

/** The curves of one panel of one run. */
export class CurveData {
  private readonly pyramids = new Map<string, Pyramid>();
  private fetched: Fetched | undefined;
  private asking = "";

  constructor(
    readonly run: Run,
    private readonly onArrival: () => void,
  ) {}

  /** What can be drawn now; better data may arrive later. */
  table(names: readonly string[], from: number, to: number, pixels: number): Table {
    const isLive = !isOver(this.run.status.peek().state) || this.run.lost.peek();
    if (isLive) return this.localTable(names, from, to, pixels);
    if (!this.suits(names, from, to, pixels)) void this.fetch(names, from, to, pixels);
    if (this.fetched?.names === names.join()) return this.fetched.table;
    return this.localTable(names, from, to, pixels);
  }

  private suits(names: readonly string[], from: number, to: number, pixels: number): boolean {
    const have = this.fetched;
    if (!have || have.names !== names.join()) return false;
    const density = pixels / (to - from);
    const { start, time } = this.run.status.peek();
    return (
      have.from <= Math.max(from, start) && have.to >= Math.min(to, time) && have.density >= 0.7 * density && have.density <= 8 * density
    );
  }

  private async fetch(names: readonly string[], from: number, to: number, pixels: number): Promise<void> {
    const { start, time } = this.run.status.peek();
    const known = names.filter((name) => this.run.variable(name));
    const span = to - from;
    const [begin, end] = [Math.max(start, from - span), Math.min(time, to + span)];
    const key = `${names.join()} ${begin} ${end} ${pixels}`;
    if (known.length === 0 || this.asking === key || !(end > begin)) return;
    this.asking = key;
    const density = pixels / span;
    try {
      const window = await askWindow(this.run, known, begin, end, Math.max(2, Math.ceil(density * (end - begin))));
      const columns = names.map((name) => window.columns[known.indexOf(name)] ?? new Float64Array(window.time.length).fill(NaN));
      if (this.asking !== key) return; // a newer question is under way
      this.fetched = { names: names.join(), from: begin, to: end, density, table: { time: window.time, columns } };
      this.onArrival();
    } catch {
      // The connection is gone: what is here stays on the screen.
    } finally {
      if (this.asking === key) this.asking = "";
    }
  }

  private localTable(names: readonly string[], from: number, to: number, pixels: number): Table {
    const { time } = this.run.rows;
    if (time.length === 0) return { ...emptyTable, columns: names.map(() => new Float64Array()) };
    const begin = Math.max(0, firstAfter(time, from) - 1);
    const end = Math.min(time.length, firstAfter(time, to) + 1);
    const wanted = new Set<number>();
    for (const name of names) {
      const values = this.run.rows.column(name);
      const last = Math.min(end, values.length);
      if (last > begin) for (const row of rowsToDraw(time, this.pyramidOf(name, values), begin, last, pixels)) wanted.add(row);
    }
    const rows = Int32Array.from(wanted).sort();
    return {
      time: Float64Array.from(rows, (row) => time[row]!),
      columns: names.map((name) => {
        const values = this.run.rows.column(name);
        return Float64Array.from(rows, (row) => values[row] ?? NaN);
      }),
    };
  }

  private pyramidOf(name: string, values: Float64Array): Pyramid {
    let pyramid = this.pyramids.get(name);
    if (!pyramid) this.pyramids.set(name, (pyramid = new Pyramid()));
    pyramid.grow(values);
    return pyramid;
  }
}
