// Walking over a drawing with the arrow keys: to what lies next in a direction.
import type { Point } from "../protocol/drawing";
import { subtract } from "./affine";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const ahead: Record<Arrow, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const sidewaysCost = 2; // what lies straight ahead is nearer than what lies aside

/** The one of `places` to go to from `from`; undefined if there is none in that direction. */
export function nextInDirection<T>(from: Point, arrow: Arrow, places: Iterable<readonly [T, Point]>): T | undefined {
  const [ax, ay] = ahead[arrow];
  let best: T | undefined;
  let least = Infinity;
  for (const [name, at] of places) {
    const [dx, dy] = subtract(at, from);
    const along = dx * ax + dy * ay;
    const aside = Math.abs(dx * ay - dy * ax);
    if (along <= 1e-9) continue;
    const cost = along + sidewaysCost * aside;
    if (cost < least) {
      least = cost;
      best = name;
    }
  }
  return best;
}
