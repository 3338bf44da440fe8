// A line in horizontal and vertical pieces between two ports, as a preview while one connects: it leaves each port in the direction
// that the port looks, and goes round nothing. The line that stays is the server's, which knows what is in the way.
import type { Point, Side } from "../protocol/drawing";
import { add } from "./affine";
import { simplified } from "./polyline";

const stub = 4; // units that a line leaves a port before it turns

const outward: Record<Side, Point> = { left: [-1, 0], right: [1, 0], top: [0, 1], bottom: [0, -1] };

/** Without a side the far end is the pointer: the line may arrive from anywhere. */
export function previewRoute(from: Point, side: Side, to: Point, toSide?: Side): Point[] {
  const start = leave(from, side);
  const end = toSide ? leave(to, toSide) : to;
  return simplified([from, start, ...corners(start, side, end, toSide), end, to]);
}

function leave(p: Point, side: Side): Point {
  const [x, y] = outward[side];
  return add(p, [stub * x, stub * y]);
}

function isLevel(side: Side): boolean {
  return side === "left" || side === "right";
}

/** Whether going from `p` to `q` goes the way that the side looks. */
function isAhead(p: Point, side: Side, q: Point): boolean {
  const [x, y] = outward[side];
  return (q[0] - p[0]) * x + (q[1] - p[1]) * y >= 0;
}

function corners(start: Point, side: Side, end: Point, toSide?: Side): Point[] {
  const [sx, sy] = start;
  const [ex, ey] = end;
  const levelStart = isLevel(side);
  const ahead = isAhead(start, side, end);
  if (!toSide) {
    if (ahead) return [levelStart ? [ex, sy] : [sx, ey]];
    return [levelStart ? [sx, ey] : [ex, sy]];
  }
  const levelEnd = isLevel(toSide);
  const behindEnd = isAhead(end, toSide, start);
  if (levelStart !== levelEnd) {
    // One corner, if neither port would be entered from behind.
    if (ahead && behindEnd) return [levelStart ? [ex, sy] : [sx, ey]];
    return [levelStart ? [sx, ey] : [ex, sy]];
  }
  if (ahead && behindEnd) {
    const half = levelStart ? (sx + ex) / 2 : (sy + ey) / 2;
    return levelStart ? [[half, sy], [half, ey]] : [[sx, half], [ex, half]]; // prettier-ignore
  }
  const half = levelStart ? (sy + ey) / 2 : (sx + ex) / 2;
  return levelStart ? [[sx, half], [ex, half]] : [[half, sy], [half, ey]]; // prettier-ignore
}
