// The rows of one run that the page holds: a column per watched variable, growing while the run goes on.

import type { Frame } from "../protocol/frames";

/** A column that grows by doubling; `values` is a view of what is there. */
class GrowingColumn {
  private store = new Float64Array(1024);
  private length = 0;

  get values(): Float64Array {
    return this.store.subarray(0, this.length);
  }

  /** Rows that were never received are NaN, so that a gap is drawn as a gap. */
  write(firstRow: number, rows: Float64Array): void {
    const end = firstRow + rows.length;
    if (end > this.store.length) {
      const larger = new Float64Array(Math.max(end, 2 * this.store.length));
      larger.set(this.values);
      this.store = larger;
    }
    if (firstRow > this.length) this.store.fill(NaN, this.length, firstRow);
    this.store.set(rows, firstRow);
    this.length = Math.max(this.length, end);
  }
}

export class Rows {
  private readonly timeColumn = new GrowingColumn();
  private readonly byName = new Map<string, GrowingColumn>();

  get count(): number {
    return this.timeColumn.values.length;
  }

  get time(): Float64Array {
    return this.timeColumn.values;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** As long as `time`, or shorter while the first rows of a new variable are on their way. Empty if it is not watched. */
  column(name: string): Float64Array {
    return this.byName.get(name)?.values ?? new Float64Array();
  }

  /** Takes a frame whose columns belong to these variables. */
  take(frame: Frame, watched: readonly string[]): void {
    const [time, ...columns] = frame.columns;
    if (!time || columns.length !== watched.length) return; // of an order that is no longer the one in use
    this.timeColumn.write(frame.firstRow, time);
    watched.forEach((name, i) => {
      let column = this.byName.get(name);
      if (!column) this.byName.set(name, (column = new GrowingColumn()));
      column.write(frame.firstRow, columns[i]!);
    });
  }

  /** The value at a time, linear between rows; at an event the value after it. NaN outside of what is known. */
  at(name: string, time: number): number {
    const times = this.time;
    const values = this.column(name);
    const after = firstAfter(times, time);
    if (after === 0) return NaN;
    if (after >= values.length)
      return after === values.length && times[after - 1] === time ? values[after - 1]! : (values[values.length - 1] ?? NaN);
    const t0 = times[after - 1]!;
    const t1 = times[after]!;
    const y0 = values[after - 1]!;
    const y1 = values[after]!;
    return t0 === time ? y0 : y0 + ((time - t0) / (t1 - t0)) * (y1 - y0);
  }
}

/** Number of entries of an ascending array that are <= x. */
export function firstAfter(ascending: Float64Array, x: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
