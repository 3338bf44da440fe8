// Upright regions: the lower left corner first.
import type { Extent, Matrix, Point } from "../protocol/drawing";
import { apply } from "./affine";

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export function boxOf(extent: Extent): Box {
  return boxAround(extent);
}

/** The smallest one that holds all points; there must be one. */
export function boxAround(points: readonly Point[]): Box {
  let left = Infinity;
  let bottom = Infinity;
  let right = -Infinity;
  let top = -Infinity;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return { left, bottom, right, top };
}

/** Undefined of nothing. */
export function union(boxes: Iterable<Box>): Box | undefined {
  let all: Box | undefined;
  for (const box of boxes) {
    all = all
      ? {
          left: Math.min(all.left, box.left),
          bottom: Math.min(all.bottom, box.bottom),
          right: Math.max(all.right, box.right),
          top: Math.max(all.top, box.top),
        }
      : box;
  }
  return all;
}

/** The upright box around what an extent becomes. */
export function mapped(m: Matrix, extent: Extent): Box {
  const [[x0, y0], [x1, y1]] = extent;
  return boxAround([apply(m, [x0, y0]), apply(m, [x1, y0]), apply(m, [x1, y1]), apply(m, [x0, y1])]);
}

export function grown(box: Box, margin: number): Box {
  return { left: box.left - margin, bottom: box.bottom - margin, right: box.right + margin, top: box.top + margin };
}

export function shifted(box: Box, [dx, dy]: Point): Box {
  return { left: box.left + dx, bottom: box.bottom + dy, right: box.right + dx, top: box.top + dy };
}

export function width(box: Box): number {
  return box.right - box.left;
}
export function height(box: Box): number {
  return box.top - box.bottom;
}
export function centre(box: Box): Point {
  return [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
}

/** Whether they have a point in common; touching counts. */
export function meets(a: Box, b: Box): boolean {
  return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

export function encloses(outer: Box, inner: Box): boolean {
  return outer.left <= inner.left && inner.right <= outer.right && outer.bottom <= inner.bottom && inner.top <= outer.top;
}

export function holds(box: Box, [x, y]: Point): boolean {
  return box.left <= x && x <= box.right && box.bottom <= y && y <= box.top;
}
