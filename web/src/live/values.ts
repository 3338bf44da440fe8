// The values of the variables that the living drawing needs, at any instant. Of a finished run they are fetched once, as one window over the whole; while it runs, those of the newest instant are asked for.
import { effect, signal } from "@preact/signals";
import { rpc } from "../app/connection";
import { isOver, type Run } from "../run/run";
import { askWindow } from "../run/runs";
import { firstAfter } from "../run/rows";

const resolution = 1500; // instants of a finished run: finer than a time cursor can be set

export class LiveValues {
  /** Counts up when there is something new to show. */
  readonly version = signal(0);
  private time = new Float64Array();
  private columns = new Map<string, Float64Array>();
  private newest = new Map<string, number>();
  private readonly constants = new Map<string, number>();
  private readonly variables: string[] = [];
  private asking = false;
  private readonly end: () => void;

  constructor(
    private readonly run: Run,
    names: readonly string[],
  ) {
    for (const name of names) {
      const variable = run.variable(name);
      if (variable?.kind === "parameter") this.constants.set(name, variable.value ?? NaN);
      else if (variable) this.variables.push(name);
    }
    this.end = effect(() => {
      const { state } = run.status.value;
      if (run.lost.value) return;
      if (isOver(state)) void this.fetchAll();
      else if (state !== "compiling" && state !== "queued") void this.fetchNewest();
    });
  }

  dispose(): void {
    this.end();
  }

  /** Held between instants of a finished run. */
  at(name: string, time: number): number | undefined {
    const constant = this.constants.get(name);
    if (constant !== undefined) return constant;
    const column = this.columns.get(name);
    if (!column) return this.newest.get(name);
    return column[Math.max(0, firstAfter(this.time, time) - 1)];
  }

  /** Least and greatest values of these variables so far. */
  range(names: readonly string[]): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    const include = (value: number | undefined) => {
      if (value === undefined || !Number.isFinite(value)) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    for (const name of names) {
      const column = this.columns.get(name);
      if (column) for (const value of column) include(value);
      else include(this.constants.get(name) ?? this.newest.get(name));
    }
    return low <= high ? [low, high] : [0, 1];
  }

  private async fetchAll(): Promise<void> {
    const { start, time } = this.run.status.peek();
    if (this.variables.length === 0 || !(time > start)) return;
    try {
      const window = await askWindow(this.run, this.variables, start, time, resolution);
      this.time = new Float64Array(window.time);
      this.columns = new Map(this.variables.map((name, i) => [name, window.columns[i]!]));
      this.version.value++;
    } catch {
      // The result is gone with the connection; the drawing stays as it is.
    }
  }

  private async fetchNewest(): Promise<void> {
    if (this.asking || this.variables.length === 0) return;
    this.asking = true;
    try {
      const { values } = await rpc.request("dashpot/values", {
        job: this.run.job,
        time: this.run.status.peek().time,
        variables: this.variables,
      });
      this.newest = new Map(this.variables.map((name, i) => [name, values[i] ?? NaN]));
      this.version.value++;
    } catch {
      // The run ended meanwhile: the window of the whole follows.
    } finally {
      this.asking = false;
    }
  }
}
