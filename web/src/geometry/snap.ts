// The grid of a diagram.
import type { Point } from "../protocol/drawing";
import { add, subtract } from "./affine";

export function snapped([x, y]: Point, [gridX, gridY]: Point): Point {
  return [onGrid(x, gridX), onGrid(y, gridY)];
}

function onGrid(value: number, grid: number): number {
  return grid > 0 ? Math.round(value / grid) * grid + 0 : value; // + 0: never -0
}

/** How far to move what stands at `anchor` so that it follows a drag by `moved` and comes to stand on the grid. */
export function snappedMove(anchor: Point, moved: Point, grid: Point): Point {
  if (moved[0] === 0 && moved[1] === 0) return moved;
  const target = snapped(add(anchor, moved), grid);
  // An axis along which nobody pulled stays as it is, on the grid or not.
  return subtract([moved[0] === 0 ? anchor[0] : target[0], moved[1] === 0 ? anchor[1] : target[1]], anchor);
}
