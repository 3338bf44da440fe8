// Where the ticks of an axis stand, and how numbers are written beside them.

/** Round values (1, 2 or 5 times a power of ten) that divide the range into about `count` parts. */
export function linearTicks(from: number, to: number, count: number): number[] {
  if (!(to > from)) return [from];
  const step = roundStep((to - from) / Math.max(1, count));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tidy((first + i) * step));
}

/** Powers of ten within the range, at most about so many; where there is room also 2 and 5 times them, and round numbers within a decade. */
export function logTicks(from: number, to: number, most = 12): number[] {
  const [low, high] = [Math.log10(from), Math.log10(to)];
  const factors = 3 * (high - low) > most ? [1] : [1, 2, 5];
  const stride = Math.max(1, Math.ceil((high - low) / most));
  const ticks: number[] = [];
  for (let decade = Math.floor(low); decade <= high + 1e-9; decade += stride)
    for (const factor of factors) {
      const tick = tidy(factor * 10 ** decade);
      if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) ticks.push(tick);
    }
  return ticks.length > 1 ? ticks : linearTicks(from, to, Math.min(3, most));
}

/** Zero, and powers of ten to both sides of it, of which the smallest is about `smallest`. */
export function signedLogTicks(from: number, to: number, smallest: number, most: number): number[] {
  const first = Math.ceil(Math.log10(smallest) - 1e-9);
  const last = Math.floor(Math.log10(Math.max(Math.abs(from), Math.abs(to), smallest)) + 1e-9);
  const sides = (from < 0 ? 1 : 0) + (to > 0 ? 1 : 0);
  const stride = Math.max(1, Math.ceil((sides * (last - first + 1)) / Math.max(1, most - 1)));
  const powers: number[] = [];
  for (let decade = last; decade >= first; decade -= stride) powers.push(tidy(10 ** decade));
  return [...powers.map((power) => -power), 0, ...powers.reverse()].filter((tick) => tick >= from && tick <= to);
}

export function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const mantissa = raw / power;
  return power * (mantissa <= 1.0001 ? 1 : mantissa <= 2.0001 ? 2 : mantissa <= 5.0001 ? 5 : 10);
}

/** As short as the ticks' distance allows: 0.25, 1200, 3e-7; without one as short as the number itself. */
export function tickLabel(value: number, distance?: number): string {
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e6 || magnitude < 1e-4)
    return tidy(value).toExponential().replace("e+", "e").replace("-", "\u2212").replace("e-", "e\u2212");
  if (distance === undefined) return String(tidy(value)).replace("-", "\u2212");
  const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(distance) + 1e-9)));
  return value.toFixed(decimals).replace("-", "\u2212");
}

/** 0.1 + 0.2 is 0.3 for whoever reads an axis. */
const tidy = (value: number) => Number(value.toPrecision(12));
