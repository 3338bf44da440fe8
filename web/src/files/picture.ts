// A diagram as one picture: for cards, and as a file.
import type { Theme } from "../app/theme";
import { type Box, boxAround, boxOf, height, union, width } from "../geometry/box";
import type { Diagram } from "../protocol/types";
import { backgroundShape, componentShape, connectionShape, junctionShape } from "../scene/diagram_shapes";
import { measure } from "../scene/measure";
import { unit } from "../scene/primitives";
import { type Shape, shape, toText } from "../scene/shape";

const margin = 8; // units around what is drawn
const emptySheet: Box = { left: -100, bottom: -100, right: 100, top: 100 };
let ids = 0;

/** What is drawn, with its lines; of an empty diagram the sheet. */
export function drawnBox(diagram: Diagram): Box {
  const boxes = [
    ...diagram.components.map((component) => boxOf(component.box)),
    ...diagram.connections.map((connection) => boxAround(connection.line.points)),
  ];
  const box = union(boxes) ?? emptySheet;
  return { left: box.left - margin, bottom: box.bottom - margin, right: box.right + margin, top: box.top + margin };
}

/** Frames that only the pointer needs are left out; nothing refers outside of the picture. */
export function pictureOf(diagram: Diagram, theme: Theme, ground?: string): Shape {
  const drawing = { theme, measure, millimetre: unit, uniqueId: () => `picture-${++ids}` };
  const box = drawnBox(diagram);
  const [x, y, w, h] = [unit * box.left, -unit * box.top, unit * width(box), unit * height(box)];
  const parts = [
    ...(ground === undefined ? [] : [shape("rect", { x, y, width: w, height: h, fill: ground })]),
    backgroundShape(diagram, drawing),
    ...diagram.connections.map((connection) => connectionShape(connection, drawing)),
    ...diagram.junctions.map((junction) => junctionShape(junction, drawing)),
    ...diagram.components.map((component) => componentShape(component, drawing)),
  ];
  const attributes = { xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${w} ${h}`, width: w, height: h };
  return shape("svg", attributes, parts.map(withoutTargets));
}

const targets = ["frame", "reach", "port-target"];

function withoutTargets(of: Shape): Shape {
  if (!of.children) return of;
  return { ...of, children: of.children.filter((child) => !targets.includes(String(child.attributes.class))).map(withoutTargets) };
}

export function pictureText(diagram: Diagram): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toText(pictureOf(diagram, "light", "#ffffff"))}\n`;
}
