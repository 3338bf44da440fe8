// Where a component that is dropped on a line goes into it: between which ends, with which of its ports, turned into the line's direction.
import { isHorizontal, nearest } from "../geometry/polyline";
import type { Diagram, Point } from "../protocol/drawing";
import { connectedPorts, findPort } from "./diagram_index";

export interface Insertion {
  /** The ends of the connection that takes it in. */
  from: string;
  to: string;
  /** The port that is joined with `from`, and the one that is joined with `to`. */
  inlet: string;
  outlet: string;
  /** Degrees to turn it by, counter-clockwise. */
  turn: number;
  /** Where its middle goes, so that its ports lie on the line. */
  at: Point;
}

export interface PortAt {
  name: string;
  type: string;
  position: Point;
}

const reach = 3; // units between a component's middle and a line that takes it in

/** For a component whose middle is at a point and whose ports lie as given. `name` is its own, if it is in the drawing already. */
export function insertionAt(shown: Diagram, at: Point, ports: readonly PortAt[], name?: string): Insertion | undefined {
  for (const { ends, line, inherited } of shown.connections) {
    if (inherited || ends.some((end) => end.component !== undefined && end.component === name)) continue;
    const hit = nearest(line.points, at);
    if (!hit || hit.distance > reach) continue;
    const [from, to] = [ends[0].text, ends[1].text];
    const pair = fittingPorts(shown, ports, from, to, name);
    const [a, b] = [line.points[hit.segment], line.points[hit.segment + 1]];
    if (pair && a && b) return { from, to, ...laidAlong(pair, at, a, b) };
  }
  return undefined;
}

/** The two free ports of the connection's own kind, if there are just two. */
function fittingPorts(shown: Diagram, ports: readonly PortAt[], from: string, to: string, name?: string): [PortAt, PortAt] | undefined {
  const ends = [findPort(shown, from), findPort(shown, to)];
  const kinds = new Set(ends.map((end) => end && portKind(end.type)));
  const taken = name === undefined ? new Set<string>() : connectedPorts(shown);
  const [first, second, third] = ports.filter((port) => kinds.has(portKind(port.type)) && !taken.has(`${name}.${port.name}`));
  return ends.every(Boolean) && first && second && !third ? [first, second] : undefined;
}

/** Port_a and Port_b of a library are of one kind. */
function portKind(type: string): string {
  return type.replace(/_?[ab]$/i, "");
}

/**
 * Along a segment from a to b. A component that lies along it already stays as it is; one that lies across is turned, its first port
 * towards the line's first end.
 */
export function laidAlong([first, second]: readonly [PortAt, PortAt], at: Point, a: Point, b: Point): Omit<Insertion, "from" | "to"> {
  const along: Point = [b[0] - a[0], b[1] - a[1]];
  const axis: Point = [second.position[0] - first.position[0], second.position[1] - first.position[1]];
  const isLevel = isHorizontal(a, b);
  const isAcross = isLevel ? Math.abs(axis[0]) < Math.abs(axis[1]) : Math.abs(axis[1]) < Math.abs(axis[0]);
  const turn = !isAcross ? 0 : dot(turned(axis, 90), along) > 0 ? 90 : -90;
  const isForward = isAcross || dot(axis, along) >= 0;
  const ports = { inlet: isForward ? first.name : second.name, outlet: isForward ? second.name : first.name };
  const [one, other] = [first, second].map(({ position: [x, y] }) => turned([x - at[0], y - at[1]], turn)) as [Point, Point];
  const across = isLevel ? 1 : 0; // the coordinate in which the ports must lie on the line
  const place: [number, number] = [...at];
  if (one[across] === other[across]) place[across] = a[across] - one[across];
  return { ...ports, turn, at: place };
}

function turned([x, y]: Point, degrees: number): Point {
  return degrees === 90 ? [-y, x] : degrees === -90 ? [y, -x] : [x, y];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}
