// Least and greatest values per column of pixels, so that a curve of any length is drawn from a few thousand points and no spike disappears.
//
// A pyramid keeps, for runs of 4, 16, 64, ... rows, where the least and the greatest value stand. A window of n rows then costs a few look-ups per pixel instead of n.
// It grows with the rows of a run that is still going on.

const fanOut = 4;

/** Rows of the least and the greatest value in [begin, end); -1 where all values are NaN. */
interface Extremes {
  least: number;
  greatest: number;
}

export class Pyramid {
  private levels: { least: Int32Array; greatest: Int32Array; count: number }[] = [];

  constructor(private values: Float64Array = new Float64Array()) {
    this.grow(values);
  }

  /** The same column with more rows behind; earlier values are unchanged. */
  grow(values: Float64Array): void {
    this.values = values;
    let childCount = values.length;
    for (let k = 0; childCount >= fanOut; ++k) {
      const count = Math.floor(childCount / fanOut);
      this.extendLevel(k, count);
      childCount = count;
    }
  }

  extremes(begin: number, end: number): Extremes {
    const found: Extremes = { least: -1, greatest: -1 };
    let at = begin;
    while (at < end) {
      // The largest block that starts here and does not reach past the end.
      let level = 0;
      let size = 1;
      while (at % (size * fanOut) === 0 && at + size * fanOut <= end && at / (size * fanOut) < (this.levels[level]?.count ?? 0)) {
        size *= fanOut;
        ++level;
      }
      if (level === 0) this.include(found, at, at);
      else {
        const { least, greatest } = this.levels[level - 1]!;
        this.include(found, least[at / size]!, greatest[at / size]!);
      }
      at += size;
    }
    return found;
  }

  private extendLevel(k: number, count: number): void {
    const level = (this.levels[k] ??= { least: new Int32Array(256), greatest: new Int32Array(256), count: 0 });
    if (count > level.least.length) {
      const size = Math.max(count, 2 * level.least.length);
      level.least = enlarged(level.least, size);
      level.greatest = enlarged(level.greatest, size);
    }
    const below = k === 0 ? undefined : this.levels[k - 1]!;
    for (let i = level.count; i < count; ++i) {
      const found: Extremes = { least: -1, greatest: -1 };
      for (let child = fanOut * i; child < fanOut * (i + 1); ++child)
        this.include(found, below ? below.least[child]! : child, below ? below.greatest[child]! : child);
      level.least[i] = found.least;
      level.greatest[i] = found.greatest;
    }
    level.count = count;
  }

  private include(found: Extremes, least: number, greatest: number): void {
    if (least >= 0 && (found.least < 0 || this.values[least]! < this.values[found.least]!) && !Number.isNaN(this.values[least]!))
      found.least = least;
    if (
      greatest >= 0 &&
      (found.greatest < 0 || this.values[greatest]! > this.values[found.greatest]!) &&
      !Number.isNaN(this.values[greatest]!)
    )
      found.greatest = greatest;
  }
}

function enlarged(old: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(old);
  return larger;
}

/**
 * Rows of [begin, end) to draw on so many pixels: all, where there are at most two per pixel; else the first, the last, and per pixel those of the least and the greatest value, in
 * the order in which they occur.
 */
export function rowsToDraw(time: Float64Array, pyramid: Pyramid, begin: number, end: number, pixels: number): Int32Array {
  const count = end - begin;
  if (count <= 2 * pixels) return Int32Array.from({ length: count }, (_, i) => begin + i);
  const rows: number[] = [begin];
  const t0 = time[begin]!;
  const span = time[end - 1]! - t0 || 1;
  let at = begin;
  for (let pixel = 0; pixel < pixels && at < end; ++pixel) {
    let next = at;
    const limit = t0 + (span * (pixel + 1)) / pixels;
    // Galloping search: columns of pixels hold similar numbers of rows.
    let stride = Math.max(1, Math.floor(count / pixels));
    while (stride >= 1) {
      while (next + stride <= end && time[next + stride - 1]! <= limit) next += stride;
      stride = Math.floor(stride / 2);
    }
    if (pixel === pixels - 1) next = end;
    if (next > at) {
      const { least, greatest } = pyramid.extremes(at, next);
      if (least >= 0) rows.push(Math.min(least, greatest));
      if (least >= 0 && least !== greatest) rows.push(Math.max(least, greatest));
      at = next;
    }
  }
  rows.push(end - 1);
  return Int32Array.from(rows.filter((row, i) => i === 0 || row > rows[i - 1]!));
}
