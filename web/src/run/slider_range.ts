// The range that a slider has when it is made.

/** From half to twice the value, unless the parameter has bounds; from 0 to 1 around nothing. */
export function sliderRange(value: number, least?: number, greatest?: number): [number, number] {
  const [low, high] = value === 0 ? [0, 1] : value > 0 ? [value / 2, value * 2] : [value * 2, value / 2];
  return [Math.max(low, least ?? -Infinity), Math.min(high, greatest ?? Infinity)];
}
