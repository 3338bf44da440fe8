// Primitives of Modelica's graphics as SVG shapes, in pixels of the scene: y downwards, `unit` pixels to a unit of the diagram, which is a
// millimetre. All maps are applied here, so that widths of lines and sizes of arrows are millimetres whatever the scale of the component.
import type { Theme } from "../app/theme";
import { apply, distance, multiply } from "../geometry/affine";
import { boxAround, boxOf, centre, height, width } from "../geometry/box";
import type {
  Arrow,
  BitmapPrimitive,
  Colour,
  FillPattern,
  Graphics,
  LinePattern,
  LinePrimitive,
  Matrix,
  Point,
  PolygonPrimitive,
  Primitive,
  RectanglePrimitive,
  EllipsePrimitive,
  TextPrimitive,
} from "../protocol/drawing";
import { themed } from "./colours";
import { fonts, type Measure } from "./measure";
import { number, outline, ownMap, pathData, point, polyline, shortened } from "./outline";
import { lineHeight, placeText, pointInMillimetres } from "./place_text";
import { type Shape, shape } from "./shape";

export const unit = 4;
/** From a diagram's coordinates to pixels of the scene. */
export const root: Matrix = [unit, 0, 0, -unit, 0, 0];

export interface Drawing {
  theme: Theme;
  measure: Measure;
  /** Pixels of a millimetre, for widths, arrows and points: `unit` in a diagram; icons are looked at from nearby. */
  millimetre: number;
  /** A name for a gradient or a hatch that no other has. */
  uniqueId(): string;
}

const thinnest = 0.7; // pixels
const baseline = 0.36; // of a font's size, below the middle of its letters

type Filled = PolygonPrimitive | RectanglePrimitive | EllipsePrimitive;

/** All layers, base classes first. `map` leads from the graphics' coordinates to pixels. */
export function graphicsShapes(graphics: Graphics, map: Matrix, drawing: Drawing): Shape[] {
  const shapes: Shape[] = [];
  graphics.layers.forEach((layer, l) => {
    const whole = multiply(map, layer.matrix);
    layer.primitives.forEach((primitive, i) => {
      const drawn = primitiveShapes(primitive, whole, drawing);
      // What may change while a model runs is a group that can be found and drawn anew, also while it is not visible.
      if (primitive.dynamic) shapes.push(shape("g", { "data-primitive": `${l}:${i}` }, drawn));
      else shapes.push(...drawn);
    });
  });
  return shapes.filter((drawn, i) => !isCovered(drawn, shapes[i + 1]));
}

/** A derived connector often has the shape of its base once more, with another filling: the lower one would never be seen. */
function isCovered(lower: Shape, upper: Shape | undefined): boolean {
  if (!upper || lower.tag !== upper.tag || lower.children || upper.attributes.fill === "none" || upper.attributes.stroke === "none") return false;
  const geometry = ["d", "cx", "cy", "rx", "ry", "stroke-width", "stroke-dasharray"];
  return lower.tag !== "text" && geometry.every((name) => lower.attributes[name] === upper.attributes[name]);
}

export function primitiveShapes(primitive: Primitive, map: Matrix, drawing: Drawing): Shape[] {
  if (primitive.visible === false) return [];
  switch (primitive.type) {
    case "Line":
      return lineShapes(primitive, map, drawing);
    case "Text":
      return textShapes(primitive, map, drawing);
    case "Bitmap":
      return bitmapShapes(primitive, map);
    default:
      return filledShapes(primitive, map, drawing);
  }
}

// ---- lines

function strokeWidth(millimetres: number, drawing: Drawing): number {
  return Math.max(thinnest, millimetres * drawing.millimetre);
}

const dashes: Partial<Record<LinePattern, readonly number[]>> = {
  Dash: [5, 3],
  Dot: [1, 2],
  DashDot: [7, 2.5, 1.2, 2.5],
  DashDotDot: [7, 2.5, 1.2, 2.5, 1.2, 2.5],
}; // multiples of the width

function stroke(colour: Colour, pattern: LinePattern, thickness: number, drawing: Drawing): Record<string, string | number> {
  if (pattern === "None") return { stroke: "none" };
  const wide = strokeWidth(thickness, drawing);
  const list = dashes[pattern];
  return {
    stroke: themed(colour, drawing.theme),
    "stroke-width": number(wide),
    ...(list ? { "stroke-dasharray": list.map((d) => number(d * Math.max(1, wide))).join(" "), "stroke-linecap": "butt" } : {}),
  };
}

function lineShapes(line: LinePrimitive, map: Matrix, drawing: Drawing): Shape[] {
  if (line.pattern === "None" || line.points.length < 2) return [];
  const whole = multiply(map, ownMap(line));
  const points = line.points.map((p) => apply(whole, p));
  const [head, second] = points as [Point, Point];
  const tail = points[points.length - 1] as Point;
  const secondLast = points[points.length - 2] as Point;
  const total = points.reduce((sum, p, i) => (i === 0 ? 0 : sum + distance(p, points[i - 1] as Point)), 0);
  const size = Math.min(line.arrow_size * drawing.millimetre, 0.6 * total);
  // A line ends inside of a filled arrow, not at its tip, where it would show.
  const path = outline(line).map((piece) => ({ ...piece, points: piece.points.map((p) => apply(whole, p)) }));
  const first = path[0];
  const last = path[path.length - 1];
  if (first && line.arrow[0] === "Filled") first.points = [shortened(head, second, 0.7 * size)];
  if (last && line.arrow[1] === "Filled") last.points = [...last.points.slice(0, -1), shortened(tail, secondLast, 0.7 * size)];
  const data = path.map(({ command, points: at }) => command + at.map(point).join(" ")).join("");
  return [
    shape("path", { d: data, fill: "none", ...stroke(line.color, line.pattern, line.thickness, drawing) }),
    ...arrowShapes(line.arrow[0], head, second, size, line, drawing),
    ...arrowShapes(line.arrow[1], tail, secondLast, size, line, drawing),
  ];
}

function arrowShapes(arrow: Arrow, tip: Point, from: Point, size: number, line: LinePrimitive, drawing: Drawing): Shape[] {
  const span = distance(tip, from);
  if (arrow === "None" || span === 0) return [];
  const back: Point = [((from[0] - tip[0]) * size) / span, ((from[1] - tip[1]) * size) / span];
  const side: Point = [-back[1] / 3, back[0] / 3];
  const a: Point = [tip[0] + back[0] + side[0], tip[1] + back[1] + side[1]];
  const b: Point = [tip[0] + back[0] - side[0], tip[1] + back[1] - side[1]];
  const colour = themed(line.color, drawing.theme);
  if (arrow === "Filled") return [shape("path", { d: `M${point(a)}L${point(tip)}L${point(b)}Z`, fill: colour, stroke: "none" })];
  const data = arrow === "Open" ? `M${point(a)}L${point(tip)}L${point(b)}` : `M${point(a)}L${point(tip)}`;
  return [shape("path", { d: data, fill: "none", stroke: colour, "stroke-width": number(strokeWidth(line.thickness, drawing)) })];
}

// ---- filled shapes

function filledShapes(primitive: Filled, map: Matrix, drawing: Drawing): Shape[] {
  const whole = multiply(map, ownMap(primitive));
  const path = outline(primitive);
  if (path.length < 2) return [];
  const { fill, definition } = fillOf(primitive, whole, drawing);
  const paint = { fill, ...stroke(primitive.line_color, primitive.pattern, primitive.thickness, drawing) };
  const body = uprightEllipse(primitive, whole, paint) ?? shape("path", { d: pathData(path, whole), ...paint });
  return [...(definition ? [definition] : []), body, ...borderShapes(primitive, whole, drawing)];
}

/** A whole ellipse whose axes are level and upright has an element of its own, which a browser draws sooner than a path. */
function uprightEllipse(primitive: Filled, map: Matrix, paint: Shape["attributes"]): Shape | undefined {
  if (primitive.type !== "Ellipse" || Math.abs(primitive.end_angle - primitive.start_angle) < 360) return undefined;
  const box = boxOf(primitive.extent);
  const [cx, cy] = centre(box);
  const [x0, y0] = apply(map, [cx, cy]);
  const [x1, y1] = apply(map, [box.right, cy]);
  const [x2, y2] = apply(map, [cx, box.top]);
  const isUpright = Math.abs(y1 - y0) < 1e-6 && Math.abs(x2 - x0) < 1e-6;
  const isTurned = Math.abs(x1 - x0) < 1e-6 && Math.abs(y2 - y0) < 1e-6;
  if (!isUpright && !isTurned) return undefined;
  const [rx, ry] = isUpright ? [x1 - x0, y2 - y0] : [x2 - x0, y1 - y0];
  return shape("ellipse", { cx: number(x0), cy: number(y0), rx: number(Math.abs(rx)), ry: number(Math.abs(ry)), ...paint });
}

function fillOf(primitive: Filled, map: Matrix, drawing: Drawing): { fill: string; definition?: Shape } {
  switch (primitive.fill_pattern) {
    case "None":
      return { fill: "none" };
    case "Solid":
      return { fill: themed(primitive.fill_color, drawing.theme) };
    default: {
      const id = drawing.uniqueId();
      const isGradient = ["HorizontalCylinder", "VerticalCylinder", "Sphere"].includes(primitive.fill_pattern);
      return { fill: `url(#${id})`, definition: isGradient ? gradient(primitive, map, id, drawing) : hatch(primitive, id, drawing) };
    }
  }
}

/** From the colour of the outline at the rim to that of the filling in the middle, before the item is turned. */
function gradient(primitive: Filled, map: Matrix, id: string, drawing: Drawing): Shape {
  const box = primitive.type === "Polygon" ? boxAround(primitive.points) : boxOf(primitive.extent);
  const rim = themed(primitive.line_color, drawing.theme);
  const middle = themed(primitive.fill_color, drawing.theme);
  const stop = (offset: number, colour: string) => shape("stop", { offset, "stop-color": colour });
  const at = (m: Matrix) => `matrix(${m.map((value) => Number(value.toPrecision(6))).join(" ")})`;
  if (primitive.fill_pattern === "Sphere") {
    const round: Matrix = [width(box) / 2, 0, 0, height(box) / 2, (box.left + box.right) / 2, (box.bottom + box.top) / 2];
    return shape("radialGradient", { id, gradientUnits: "userSpaceOnUse", cx: 0, cy: 0, r: 1, gradientTransform: at(multiply(map, round)) }, [
      stop(0, middle),
      stop(1, rim),
    ]);
  }
  const isLevel = primitive.fill_pattern === "HorizontalCylinder";
  const end: Point = isLevel ? [box.left, box.top] : [box.right, box.bottom];
  return shape(
    "linearGradient",
    { id, gradientUnits: "userSpaceOnUse", x1: number(box.left), y1: number(box.bottom), x2: number(end[0]), y2: number(end[1]), gradientTransform: at(map) },
    [stop(0, rim), stop(0.5, middle), stop(1, rim)],
  );
}

const hatchLines: Partial<Record<FillPattern, string>> = {
  Horizontal: "M0,4H8",
  Vertical: "M4,0V8",
  Cross: "M0,4H8M4,0V8",
  Forward: "M-2,2L2,-2M0,8L8,0M6,10L10,6",
  Backward: "M-2,6L2,10M0,0L8,8M6,-2L10,2",
  CrossDiag: "M-2,2L2,-2M0,8L8,0M6,10L10,6M-2,6L2,10M0,0L8,8M6,-2L10,2",
};

/** Lines in the colour of the outline on the colour of the filling. */
function hatch(primitive: Filled, id: string, drawing: Drawing): Shape {
  const pitch = 8; // pixels
  return shape("pattern", { id, width: pitch, height: pitch, patternUnits: "userSpaceOnUse" }, [
    shape("rect", { width: pitch, height: pitch, fill: themed(primitive.fill_color, drawing.theme) }),
    shape("path", { d: hatchLines[primitive.fill_pattern] ?? "", stroke: themed(primitive.line_color, drawing.theme), "stroke-width": 0.8 }),
  ]);
}

function mixed(a: Colour, b: Colour, share: number): Colour {
  return [0, 1, 2].map((i) => (a[i] as number) + share * ((b[i] as number) - (a[i] as number))) as unknown as Colour;
}

/** Light and dark edges; light comes from the upper left. */
function borderShapes(primitive: Filled, map: Matrix, drawing: Drawing): Shape[] {
  if (primitive.type !== "Rectangle" || primitive.border_pattern === "None") return [];
  const { left, bottom, right, top } = boxOf(primitive.extent);
  const ground: Colour = primitive.fill_pattern === "None" ? [200, 200, 200] : primitive.fill_color;
  let light = mixed(ground, [255, 255, 255], 0.7);
  let dark = mixed(ground, [0, 0, 0], 0.45);
  if (primitive.border_pattern !== "Raised") [light, dark] = [dark, light];
  const edge = (points: Point[], colour: Colour) =>
    shape("path", {
      d: pathData(polyline(points), map),
      fill: "none",
      stroke: themed(colour, drawing.theme),
      "stroke-width": number(Math.max(1.5, strokeWidth(0.5, drawing))),
    });
  return [
    edge([[left, bottom], [left, top], [right, top]], light),
    edge([[left, bottom], [right, bottom], [right, top]], dark),
  ]; // prettier-ignore
}

// ---- texts and images

function textShapes(text: TextPrimitive, map: Matrix, drawing: Drawing): Shape[] {
  if (text.text === "") return [];
  // `map` has y downwards: laid out upside up, then brought back.
  const upright = multiply([1, 0, 0, -1, 0, 0], map);
  const placed = placeText(text, upright, pointInMillimetres * drawing.millimetre, drawing.measure);
  if (placed.size < 0.5) return [];
  const [x, y] = [placed.centre[0], -placed.centre[1]];
  const anchor = { Left: "start", Center: "middle", Right: "end" }[text.horizontal_alignment];
  const shift = { Left: -1, Center: 0, Right: 1 }[text.horizontal_alignment] * (placed.width / 2);
  const first = baseline * placed.size - (lineHeight * placed.size * (placed.lines.length - 1)) / 2;
  // Only what is turned has a transform: the browser keeps a layer of its books for each.
  const at = (dx: number, dy: number) =>
    placed.angle === 0
      ? { x: number(x + dx), y: number(y + dy) }
      : { x: number(dx), y: number(dy), transform: `translate(${point([x, y])}) rotate(${number(-placed.angle)})` };
  return placed.lines.flatMap((line, i) =>
    line === ""
      ? []
      : [
          {
            tag: "text",
            text: line,
            attributes: {
              ...at(shift, first + i * lineHeight * placed.size),
              "font-size": number(placed.size),
              "text-anchor": anchor,
              fill: themed(text.text_color, drawing.theme),
              ...(placed.font.family === fonts ? {} : { "font-family": placed.font.family }),
              ...(placed.font.bold ? { "font-weight": "bold" } : {}),
              ...(placed.font.italic ? { "font-style": "italic" } : {}),
              ...(text.text_style.includes("UnderLine") ? { "text-decoration": "underline" } : {}),
            },
          },
        ],
  );
}

/** By how the base64 text of an image begins; others are not shown. */
const imageTypes: readonly (readonly [string, string])[] = [
  ["iVBORw0KGg", "image/png"],
  ["/9j/", "image/jpeg"],
  ["PHN2Z", "image/svg+xml"],
  ["PD94bWwg", "image/svg+xml"],
];

function bitmapShapes(bitmap: BitmapPrimitive, map: Matrix): Shape[] {
  const source = bitmap.image_source?.replace(/[^A-Za-z0-9+/=]/g, "");
  const type = imageTypes.find(([start]) => source?.startsWith(start))?.[1];
  if (!source || !type) return [];
  const box = boxOf(bitmap.extent);
  // The image stands upright in pixels: its upper left corner first.
  const whole = multiply(multiply(map, ownMap(bitmap)), [1, 0, 0, -1, box.left, box.top]);
  const place = whole.map((value) => Number(value.toPrecision(6))).join(" ");
  return [shape("image", { transform: `matrix(${place})`, width: number(width(box)), height: number(height(box)), href: `data:${type};base64,${source}` })];
}

