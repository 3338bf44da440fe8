// Figures of a curve between two times: extremes, mean and root mean square over time (not over rows, which lie as the method's steps did).

export interface Statistics {
  least: number;
  greatest: number;
  mean: number;
  rms: number;
}

/** Straight lines between rows; exact for them. All NaN where there is no row. */
export function statistics(time: ArrayLike<number>, values: ArrayLike<number>, from: number, to: number): Statistics {
  let least = Infinity;
  let greatest = -Infinity;
  let area = 0;
  let squares = 0;
  let duration = 0;
  const include = (y: number) => {
    least = Math.min(least, y);
    greatest = Math.max(greatest, y);
  };
  for (let i = 0; i < time.length; ++i) {
    const t1 = time[i]!;
    if (t1 >= from && t1 <= to && !Number.isNaN(values[i]!)) include(values[i]!);
    if (i === 0) continue;
    const t0 = time[i - 1]!;
    const [begin, end] = [Math.max(t0, from), Math.min(t1, to)];
    if (!(end > begin)) continue;
    const slope = (values[i]! - values[i - 1]!) / (t1 - t0);
    const [y0, y1] = [values[i - 1]! + slope * (begin - t0), values[i - 1]! + slope * (end - t0)];
    if (Number.isNaN(y0 + y1)) continue;
    include(y0);
    include(y1);
    area += ((y0 + y1) / 2) * (end - begin);
    squares += ((y0 * y0 + y0 * y1 + y1 * y1) / 3) * (end - begin);
    duration += end - begin;
  }
  if (least > greatest) return { least: NaN, greatest: NaN, mean: NaN, rms: NaN };
  if (duration === 0) return { least, greatest, mean: least, rms: Math.abs(least) };
  return { least, greatest, mean: area / duration, rms: Math.sqrt(squares / duration) };
}
