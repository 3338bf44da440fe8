// Outlines of primitives, of straight lines and Bezier curves: they stay what they are under an affine map (Modelica 3.6, chapter 18.6).
import { add, apply, middle, multiply, rotation, same, scaled, translation } from "../geometry/affine";
import { boxOf, centre, height, width } from "../geometry/box";
import type { EllipsePrimitive, Matrix, Point, Primitive, RectanglePrimitive } from "../protocol/drawing";

/** "M" and "L" have one point, "Q" two, "C" three, "Z" none. */
export interface Piece {
  command: "M" | "L" | "Q" | "C" | "Z";
  points: readonly Point[];
}

export type Path = readonly Piece[];

const piece = (command: Piece["command"], ...points: Point[]): Piece => ({ command, points });

/** From the coordinates of a primitive's points to those of its layer. */
export function ownMap({ origin = [0, 0], rotation: degrees = 0 }: Primitive): Matrix {
  return multiply(translation(origin), rotation(degrees));
}

export function polyline(points: readonly Point[]): Piece[] {
  return points.map((p, i) => piece(i === 0 ? "M" : "L", p));
}

/** Straight halves at both ends, between them quadratic curves from middle to middle with the points as controls. */
function bezierLine(points: readonly Point[]): Path {
  const [first, second] = points as [Point, Point];
  const path = [piece("M", first), piece("L", middle(first, second))];
  for (let i = 1; i + 1 < points.length; i++) path.push(piece("Q", points[i] as Point, middle(points[i] as Point, points[i + 1] as Point)));
  path.push(piece("L", points[points.length - 1] as Point));
  return path;
}

/** The same all the way round. */
function bezierPolygon(given: readonly Point[]): Path {
  const points = same(given[0] as Point, given[given.length - 1] as Point) ? given.slice(0, -1) : given;
  const half = (i: number) => middle(points[i % points.length] as Point, points[(i + 1) % points.length] as Point);
  return [piece("M", half(points.length - 1)), ...points.map((p, i) => piece("Q", p, half(i))), piece("Z")];
}

const quarterCircle = 0.5522847498; // handle of a cubic that is a quarter of a circle of radius 1

function rectangle({ extent, radius }: Pick<RectanglePrimitive, "extent" | "radius">): Path {
  const { left: l, bottom: b, right, top: t } = boxOf(extent);
  const r = Math.min(radius, (right - l) / 2, (t - b) / 2);
  if (r <= 0) return [...polyline([[l, b], [right, b], [right, t], [l, t]]), piece("Z")]; // prettier-ignore
  const k = r * (1 - quarterCircle);
  return [
    piece("M", [l + r, b]),
    piece("L", [right - r, b]),
    piece("C", [right - k, b], [right, b + k], [right, b + r]),
    piece("L", [right, t - r]),
    piece("C", [right, t - k], [right - k, t], [right - r, t]),
    piece("L", [l + r, t]),
    piece("C", [l + k, t], [l, t - k], [l, t - r]),
    piece("L", [l, b + r]),
    piece("C", [l, b + k], [l + k, b], [l + r, b]),
    piece("Z"),
  ];
}

function ellipse({ extent, start_angle, end_angle, closure }: EllipsePrimitive): Path {
  const box = boxOf(extent);
  const middlePoint = centre(box);
  const at = (x: number, y: number): Point => add(middlePoint, [(width(box) / 2) * x, (height(box) / 2) * y]);
  const sweep = (Math.min(360, Math.max(-360, end_angle - start_angle)) * Math.PI) / 180;
  const start = (start_angle * Math.PI) / 180;
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 4) - 1e-9));
  const step = sweep / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  const path = [piece("M", at(Math.cos(start), Math.sin(start)))];
  for (let i = 0; i < count; i++) {
    const a = start + i * step;
    const b = a + step;
    path.push(
      piece(
        "C",
        at(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a)),
        at(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b)),
        at(Math.cos(b), Math.sin(b)),
      ),
    );
  }
  const isFull = Math.abs(sweep) >= 2 * Math.PI - 1e-9;
  const isRadial = closure === "Radial" || closure === "Automatic";
  if (isRadial && !isFull) path.push(piece("L", middlePoint));
  if (closure !== "None" || isFull) path.push(piece("Z"));
  return path;
}

/** Relative to the primitive's origin; nothing of texts and bitmaps. */
export function outline(primitive: Primitive): Path {
  switch (primitive.type) {
    case "Line":
      return primitive.smooth === "Bezier" && primitive.points.length > 2 ? bezierLine(primitive.points) : polyline(primitive.points);
    case "Polygon":
      if (primitive.points.length === 0) return [];
      if (primitive.smooth === "Bezier" && primitive.points.length > 2) return bezierPolygon(primitive.points);
      return [...polyline(primitive.points), piece("Z")];
    case "Rectangle":
      return rectangle(primitive);
    case "Ellipse":
      return ellipse(primitive);
    default:
      return [];
  }
}

/** Two decimals at most: a hundredth of a pixel is not seen. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

export function point([x, y]: Point): string {
  return `${number(x)},${number(y)}`;
}

export function pathData(path: Path, map: Matrix): string {
  return path.map(({ command, points }) => command + points.map((p) => point(apply(map, p))).join(" ")).join("");
}

/** From `tip` back towards `from`. */
export function shortened(tip: Point, from: Point, by: number): Point {
  const d: Point = [tip[0] - from[0], tip[1] - from[1]];
  const span = Math.hypot(d[0], d[1]);
  return span === 0 ? tip : add(from, scaled(Math.max(0, span - by) / span, d));
}
