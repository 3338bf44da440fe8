// Points and affine maps in Modelica's coordinates. A matrix [a, b, c, d, e, f] takes (x, y) to (a x + c y + e, b x + d y + f), as SVG has it.
import type { Matrix, Point } from "../protocol/drawing";

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function add(p: Point, q: Point): Point {
  return [p[0] + q[0], p[1] + q[1]];
}
export function subtract(p: Point, q: Point): Point {
  return [p[0] - q[0], p[1] - q[1]];
}
export function scaled(factor: number, p: Point): Point {
  return [factor * p[0], factor * p[1]];
}
export function distance(p: Point, q: Point): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
export function middle(p: Point, q: Point): Point {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
}
export function same(p: Point, q: Point): boolean {
  return p[0] === q[0] && p[1] === q[1];
}

export function apply(m: Matrix, [x, y]: Point): Point {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** The image of a difference of two points. */
export function direction(m: Matrix, [x, y]: Point): Point {
  return [m[0] * x + m[2] * y, m[1] * x + m[3] * y];
}

/** First the right one, then the left one. */
export function multiply(left: Matrix, right: Matrix): Matrix {
  const [a, b] = direction(left, [right[0], right[1]]);
  const [c, d] = direction(left, [right[2], right[3]]);
  const [e, f] = apply(left, [right[4], right[5]]);
  return [a, b, c, d, e, f];
}

export function translation([x, y]: Point): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** About (0, 0), counter-clockwise; exact for multiples of a right angle. */
export function rotation(degrees: number): Matrix {
  const turn = ((degrees % 360) + 360) % 360;
  const quarter = turn / 90;
  const [c, s] = Number.isInteger(quarter)
    ? ([[1, 0], [0, 1], [-1, 0], [0, -1]] as const)[quarter as 0 | 1 | 2 | 3] // prettier-ignore
    : [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return [c, s, -s, c, 0, 0];
}

export function determinant(m: Matrix): number {
  return m[0] * m[3] - m[1] * m[2];
}

/** Undefined if it takes the plane to a line. */
export function inverse(m: Matrix): Matrix | undefined {
  const det = determinant(m);
  if (det === 0) return undefined;
  const a = m[3] / det;
  const b = -m[1] / det;
  const c = -m[2] / det;
  const d = m[0] / det;
  return [a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5])];
}
