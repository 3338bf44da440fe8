// Lines from point to point: where they are touched, and how they change when a segment is dragged or an end moves.
import type { Point } from "../protocol/drawing";
import { add, distance, same, subtract } from "./affine";

export interface Hit {
  /** Number of the segment: it goes from points[segment] to points[segment + 1]. */
  segment: number;
  distance: number;
  /** The point of the line that is nearest. */
  at: Point;
}

export function nearest(points: readonly Point[], p: Point): Hit | undefined {
  let best: Hit | undefined;
  for (let i = 0; i + 1 < points.length; i++) {
    const at = nearestOnSegment(points[i] as Point, points[i + 1] as Point, p);
    const d = distance(at, p);
    if (!best || d < best.distance) best = { segment: i, distance: d, at };
  }
  return best;
}

function nearestOnSegment(a: Point, b: Point, p: Point): Point {
  const [dx, dy] = subtract(b, a);
  const squared = dx * dx + dy * dy;
  if (squared === 0) return a;
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared));
  return [a[0] + t * dx, a[1] + t * dy];
}

export function isHorizontal(a: Point, b: Point): boolean {
  return Math.abs(a[1] - b[1]) <= Math.abs(a[0] - b[0]);
}

/** The same line without points that stand in the middle of a straight piece or on one another. */
export function simplified(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const p of points) {
    if (kept.length > 0 && same(kept[kept.length - 1] as Point, p)) continue;
    while (kept.length >= 2 && isBetween(kept[kept.length - 2] as Point, kept[kept.length - 1] as Point, p)) kept.pop();
    kept.push(p);
  }
  return kept;
}

function isBetween(a: Point, b: Point, c: Point): boolean {
  const [ux, uy] = subtract(b, a);
  const [vx, vy] = subtract(c, b);
  return Math.abs(ux * vy - uy * vx) < 1e-9 && ux * vx + uy * vy >= 0;
}

/**
 * A segment moved across its direction. Its neighbours stretch; the first and the last segment hang on ports, so that
 * moving them puts a new corner between the port and them.
 */
export function withSegmentMoved(points: readonly Point[], segment: number, to: Point): Point[] {
  const a = points[segment];
  const b = points[segment + 1];
  if (!a || !b) return [...points];
  const across: Point = isHorizontal(a, b) ? [0, to[1] - a[1]] : [to[0] - a[0], 0];
  const moved: Point[] = [];
  points.forEach((p, i) => {
    const isOfSegment = i === segment || i === segment + 1;
    const isEnd = i === 0 || i === points.length - 1;
    if (!isOfSegment) moved.push(p);
    else if (!isEnd) moved.push(add(p, across));
    else if (i === 0) moved.push(p, add(p, across));
    else moved.push(add(p, across), p);
  });
  return simplified(moved);
}

/** A line one end of which has moved: points between the ends stay, the piece at the end stays upright or level. */
export function withEndMoved(points: readonly Point[], end: "first" | "last", to: Point): Point[] {
  const line = end === "first" ? [...points] : [...points].reverse();
  const [from, next] = line;
  if (!from || !next) return [...points];
  const level = isHorizontal(from, next);
  line[0] = to;
  if (line.length === 2) {
    if (to[0] !== next[0] && to[1] !== next[1]) {
      const half = level ? (to[0] + next[0]) / 2 : (to[1] + next[1]) / 2;
      line.splice(1, 0, ...(level ? [[half, to[1]], [half, next[1]]] : [[to[0], half], [next[0], half]]) as Point[]); // prettier-ignore
    }
  } else {
    line[1] = level ? [next[0], to[1]] : [to[0], next[1]];
  }
  const result = simplified(line);
  return end === "first" ? result : result.reverse();
}

/** The point half-way along. */
export function halfWay(points: readonly Point[]): Point | undefined {
  let length = 0;
  for (let i = 0; i + 1 < points.length; i++) length += distance(points[i] as Point, points[i + 1] as Point);
  let left = length / 2;
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i] as Point;
    const b = points[i + 1] as Point;
    const piece = distance(a, b);
    if (left <= piece && piece > 0) return [a[0] + ((b[0] - a[0]) * left) / piece, a[1] + ((b[1] - a[1]) * left) / piece];
    left -= piece;
  }
  return points[0];
}
