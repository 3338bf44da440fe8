// Where the ticks of an axis stand, and how numbers are written beside them.

/** Round values (1, 2 or 5 times a power of ten) that divide the range into about `count` parts. */
export function linearTicks(from: number, to: number, count: number): number[] {
  if (!(to > from)) return [from];
  const step = roundStep((to - from) / Math.max(1, count));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tidy((first + i) * step));
}

/** Powers of ten within the range; for a narrow range also 2 and 5 times them. */
export function logTicks(from: number, to: number): number[] {
  const [low, high] = [Math.log10(from), Math.log10(to)];
  const factors = high - low > 3 ? [1] : [1, 2, 5];
  const stride = Math.max(1, Math.ceil((high - low) / 10));
  const ticks: number[] = [];
  for (let decade = Math.floor(low); decade <= high + 1e-9; decade += stride)
    for (const factor of factors) {
      const tick = tidy(factor * 10 ** decade);
      if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) ticks.push(tick);
    }
  return ticks;
}

export function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const mantissa = raw / power;
  return power * (mantissa <= 1.0001 ? 1 : mantissa <= 2.0001 ? 2 : mantissa <= 5.0001 ? 5 : 10);
}

/** As short as the ticks' distance allows: 0.25, 1200, 3e-7. */
export function tickLabel(value: number, distance: number): string {
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e6 || magnitude < 1e-4)
    return tidy(value).toExponential().replace("e+", "e").replace("-", "\u2212").replace("e-", "e\u2212");
  const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(distance) + 1e-9)));
  return value.toFixed(decimals).replace("-", "\u2212");
}

/** 0.1 + 0.2 is 0.3 for whoever reads an axis. */
const tidy = (value: number) => Number(value.toPrecision(12));
