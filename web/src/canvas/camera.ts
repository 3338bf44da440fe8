// How the drawing lies on the screen: pure functions of a view.
import { type Box, centre, height, width } from "../geometry/box";
import type { Point } from "../protocol/drawing";
import type { View } from "./view_state";

export const leastScale = 0.3; // pixels per unit
export const mostScale = 60;
const fitMargin = 48; // pixels
const bottomMargin = 72; // the buttons of the view lie there
const mostFitScale = 6; // a small circuit is not blown up to fill the screen

export interface Size {
  width: number;
  height: number;
}

/** From pixels of the canvas to the diagram. */
export function toDiagram({ x, y, scale }: View, [px, py]: Point): Point {
  return [(px - x) / scale, (y - py) / scale];
}

export function toScreen({ x, y, scale }: View, [dx, dy]: Point): Point {
  return [x + scale * dx, y - scale * dy];
}

/** What is under the pointer stays there. */
export function zoomedAt(view: View, [px, py]: Point, factor: number): View {
  const scale = Math.min(mostScale, Math.max(leastScale, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: px - ratio * (px - view.x), y: py - ratio * (py - view.y) };
}

export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

export function fitted(box: Box, size: Size): View {
  const room = { width: Math.max(1, size.width - 2 * fitMargin), height: Math.max(1, size.height - fitMargin - bottomMargin) };
  const fitting = Math.min(room.width / Math.max(1, width(box)), room.height / Math.max(1, height(box)));
  const scale = Math.min(mostFitScale, Math.max(leastScale, fitting));
  const [cx, cy] = centre(box);
  return { scale, x: size.width / 2 - scale * cx, y: (size.height + fitMargin - bottomMargin) / 2 + scale * cy };
}

/** The least change that brings a box into sight. */
export function revealing(view: View, box: Box, size: Size): View {
  const [left, top] = toScreen(view, [box.left, box.top]);
  const [right, bottom] = toScreen(view, [box.right, box.bottom]);
  const shift = (low: number, high: number, room: number) =>
    low < fitMargin ? fitMargin - low : high > room - fitMargin ? Math.max(fitMargin - low, room - fitMargin - high) : 0;
  return panned(view, shift(left, right, size.width), shift(top, bottom, size.height));
}
