// A place for a new component near a point, where it covers no other.
import { type Box, boxOf, height, meets, shifted, width } from "../geometry/box";
import { snapped } from "../geometry/snap";
import type { Diagram, Point } from "../protocol/drawing";
import type { PaletteComponent } from "../protocol/messages";
import { boxOfComponent, gridOf } from "../canvas/diagram_index";

const gap = 4; // units between components
const rings = 12; // how far to look

export function freePlace(shown: Diagram | null, { icon }: Pick<PaletteComponent, "icon">, near: Point): Point {
  const grid = gridOf(shown);
  const start = snapped(near, grid);
  const extent = boxOf(icon.coordinate_system.extent);
  const scale = icon.coordinate_system.initial_scale;
  const half: Point = [(scale * width(extent)) / 2 + gap / 2, (scale * height(extent)) / 2 + gap / 2];
  const own: Box = { left: -half[0], right: half[0], bottom: -half[1], top: half[1] };
  const others = shown?.components.map(boxOfComponent) ?? [];
  for (let ring = 0; ring <= rings; ring++) {
    for (const [i, j] of squareRing(ring)) {
      const at = snapped([start[0] + i * 2 * half[0], start[1] + j * 2 * half[1]], grid);
      if (!others.some((other) => meets(shifted(own, at), other))) return at;
    }
  }
  return start;
}

/** Steps to the right and up that lie on a square around the middle, the right ones first. */
function squareRing(ring: number): Point[] {
  if (ring === 0) return [[0, 0]];
  const steps: Point[] = [];
  for (let i = -ring; i <= ring; i++) for (let j = -ring; j <= ring; j++) if (Math.max(Math.abs(i), Math.abs(j)) === ring) steps.push([i, j]);
  return steps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || b[0] - a[0]);
}
