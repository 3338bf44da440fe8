// Bringing several things into line: how far each has to move.
import type { Point } from "../protocol/drawing";
import { type Box, centre, height, union, width } from "./box";

export type Alignment = "left" | "centre" | "right" | "top" | "middle" | "bottom";
export type Direction = "horizontal" | "vertical";

/** The left-most (right-most, ...) one stays; for "centre" and "middle" all come to the middle of the whole. */
export function alignMoves(boxes: readonly Box[], alignment: Alignment): Point[] {
  const all = union(boxes);
  if (!all) return [];
  const [cx, cy] = centre(all);
  return boxes.map((box) => {
    switch (alignment) {
      case "left":
        return [all.left - box.left, 0];
      case "right":
        return [all.right - box.right, 0];
      case "centre":
        return [cx - centre(box)[0], 0];
      case "top":
        return [0, all.top - box.top];
      case "bottom":
        return [0, all.bottom - box.bottom];
      case "middle":
        return [0, cy - centre(box)[1]];
    }
  });
}

/** Equal gaps between neighbours; the outermost two stay. */
export function distributeMoves(boxes: readonly Box[], along: Direction): Point[] {
  const level = along === "horizontal";
  const start = (box: Box) => (level ? box.left : box.bottom);
  const size = (box: Box) => (level ? width(box) : height(box));
  const order = boxes.map((_, i) => i).sort((a, b) => start(boxes[a] as Box) - start(boxes[b] as Box));
  const moves: Point[] = boxes.map(() => [0, 0]);
  const all = union(boxes);
  if (!all || boxes.length < 3) return moves;
  const taken = boxes.reduce((sum, box) => sum + size(box), 0);
  const gap = ((level ? width(all) : height(all)) - taken) / (boxes.length - 1);
  let at = level ? all.left : all.bottom;
  for (const i of order) {
    const box = boxes[i] as Box;
    moves[i] = level ? [at - box.left, 0] : [0, at - box.bottom];
    at += size(box) + gap;
  }
  return moves;
}
