// The pointer on the canvas: what a press begins, how it goes on, and how it ends. Each way of dragging is an object of its own.
import { report } from "../app/messages";
import { diagram, editable, selection } from "../app/state";
import { add, subtract } from "../geometry/affine";
import { boxAround, encloses, meets } from "../geometry/box";
import { nearest, withSegmentMoved } from "../geometry/polyline";
import { snapped, snappedMove } from "../geometry/snap";
import type { Component, Connection, Diagram, Point } from "../protocol/drawing";
import { panned, toDiagram } from "./camera";
import { aimAt, aimAtLine, beginConnecting, endConnecting, finishConnecting } from "./connect_mode";
import { boxOfComponent, findComponent, findConnection, findPort, gridOf, middleOf } from "./diagram_index";
import { connecting, dropLine, marquee } from "./modes";
import { type Insertion, insertionAt } from "./insertion";
import { insertIntoLine, moveComponents, selectedComponents } from "./operations";
import { perform } from "../app/actions";
import type { Preview } from "./preview";
import { clearSelection, select, toggleComponent, toggleConnection } from "./selection";
import { view } from "./view_state";

export interface Drag {
  move(at: Point, event: PointerEvent): void;
  end(at: Point, event: PointerEvent): void;
  cancel(): void;
}

/** What lies under the pointer, outermost last. */
export interface Target {
  port: string | undefined;
  component: string | undefined;
  connection: { from: string; to: string } | undefined;
}

const threshold = 4; // pixels that a press may wander and still be a click

export function targetOf(element: Element | null): Target {
  const read = (name: string) => element?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? undefined;
  const [from, to] = read("connection")?.split(" ") ?? [];
  return { port: read("port"), component: read("component"), connection: from !== undefined && to !== undefined ? { from, to } : undefined };
}

/** The drawing's element that the pointer is on: a surface above it takes the events in its place. */
export function elementUnder(event: { clientX: number; clientY: number }): Element | null {
  return document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.closest(".drawing") !== null) ?? null;
}

/** What a press with the first button begins. `at` is in the diagram. */
export function beginDrag(at: Point, event: PointerEvent, preview: Preview): Drag {
  const shown = diagram.peek();
  const target = targetOf(elementUnder(event));
  if (!shown) return panDrag(event);
  if (target.port !== undefined && editable.peek() && !event.shiftKey) {
    const drag = connectDrag(shown, target.port, at, event);
    if (drag) return drag;
  }
  if (target.component !== undefined) return pressComponent(shown, target.component, at, event, preview);
  if (target.connection) return pressConnection(shown, target.connection, at, event, preview);
  return event.pointerType === "touch" ? panDrag(event) : marqueeDrag(shown, at, event);
}

// ---- the view

export function panDrag(down: PointerEvent): Drag {
  const start = view.peek();
  return {
    move: (_at, event) => {
      view.value = panned(start, event.clientX - down.clientX, event.clientY - down.clientY);
    },
    end: (_at, event) => {
      if (down.button === 0 && isClick(down, event)) clearSelection();
    },
    cancel: () => {
      view.value = start;
    },
  };
}

function isClick(down: PointerEvent, up: PointerEvent): boolean {
  return Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) < threshold;
}

// ---- selecting

/** To the right: what lies inside; to the left: what is touched. */
function marqueeDrag(shown: Diagram, from: Point, down: PointerEvent): Drag {
  const before = selection.peek();
  const keep = down.shiftKey ? before : undefined;
  if (!keep) clearSelection();
  return {
    move(at) {
      const box = boxAround([from, at]);
      marquee.value = box;
      const hits = at[0] >= from[0] ? encloses : meets;
      const inside = shown.components.filter((component) => hits(box, boxOfComponent(component))).map(({ name }) => name);
      const lines = shown.connections
        .filter(({ line }) => line.points.length > 0 && encloses(box, boxAround(line.points)))
        .map(({ ends }) => ({ from: ends[0].text, to: ends[1].text }));
      selection.value = { components: new Set([...(keep?.components ?? []), ...inside]), connections: [...(keep?.connections ?? []), ...lines] };
    },
    end() {
      marquee.value = null;
      if (selection.peek().components.size > 0) select(selection.peek().components, selection.peek().connections);
    },
    cancel() {
      marquee.value = null;
      selection.value = before;
    },
  };
}

// ---- components

function pressComponent(shown: Diagram, name: string, at: Point, down: PointerEvent, preview: Preview): Drag {
  const wasSelected = selection.peek().components.has(name);
  if (down.shiftKey || down.ctrlKey || down.metaKey) toggleComponent(name);
  else if (!wasSelected) select([name]);
  const onClick = () => {
    if (wasSelected && !down.shiftKey && !down.ctrlKey && !down.metaKey) select([name]);
  };
  return afterThreshold(down, onClick, () => {
    const anchor = findComponent(shown, name);
    const components = selectedComponents();
    return editable.peek() && anchor && components.includes(anchor) ? moveDrag(shown, anchor, components, at, preview) : undefined;
  });
}

function moveDrag(shown: Diagram, anchor: Component, components: Component[], from: Point, preview: Preview): Drag {
  const names = new Set(components.map(({ name }) => name));
  const grid = gridOf(shown);
  let by: Point = [0, 0];
  return {
    move(at, event) {
      const step: Point = event.altKey ? [grid[0] / 4, grid[1] / 4] : grid;
      by = snappedMove(middleOf(anchor), subtract(at, from), step);
      preview.moveComponents(shown, names, by);
      dropLine.value = components.length === 1 ? (lineUnder(shown, anchor, by) ?? null) : null;
    },
    end() {
      const line = dropLine.peek();
      dropLine.value = null;
      const moved = by[0] !== 0 || by[1] !== 0;
      if (!moved) return preview.clear();
      const done = line ? insertIntoLine(anchor, line) : moveComponents(components.map((component) => [component, by] as const));
      done.catch((error: unknown) => {
        preview.clear();
        report(error);
      });
    },
    cancel() {
      dropLine.value = null;
      preview.clear();
    },
  };
}

/** How a component would go into a connection if it were dropped there. */
function lineUnder(shown: Diagram, component: Component, by: Point): Insertion | undefined {
  const ports = component.ports.map(({ name, type, position }) => ({ name, type, position: add(position, by) }));
  return insertionAt(shown, add(middleOf(component), by), ports, component.name);
}

// ---- connections

function pressConnection(shown: Diagram, name: { from: string; to: string }, at: Point, down: PointerEvent, preview: Preview): Drag {
  if (down.shiftKey || down.ctrlKey || down.metaKey) toggleConnection(name);
  else select([], [name]);
  return afterThreshold(
    down,
    () => undefined,
    () => {
      const connection = findConnection(shown, name.from, name.to);
      return connection && !connection.inherited && editable.peek() ? segmentDrag(shown, connection, at, preview) : undefined;
    },
  );
}

function segmentDrag(shown: Diagram, connection: Connection, from: Point, preview: Preview): Drag | undefined {
  const hit = nearest(connection.line.points, from);
  if (!hit) return undefined;
  let points: Point[] = [];
  return {
    move(at) {
      points = withSegmentMoved(connection.line.points, hit.segment, snapped(at, gridOf(shown)));
      preview.showLine(connection, points);
    },
    end() {
      const [{ text: start }, { text: stop }] = connection.ends;
      if (points.length < 2) return preview.clear();
      perform([{ kind: "reroute", from: start, to: stop, points }], { label: "Move line" }).catch((error: unknown) => {
        preview.clear();
        report(error);
      });
    },
    cancel: () => preview.clear(),
  };
}

/** From a port: by dragging, or by one click on each end. */
function connectDrag(shown: Diagram, port: string, at: Point, down: PointerEvent): Drag | undefined {
  const from = findPort(shown, port);
  if (!from) return undefined;
  beginConnecting(from, at);
  return {
    move: (point, event) => aimUnder(point, event),
    end(point, event) {
      aimUnder(point, event);
      if (!isClick(down, event)) return connecting.peek()?.target ? finishConnecting() : endConnecting();
      // A click: the line follows the pointer until the next one.
    },
    cancel: endConnecting,
  };
}

/** Aims at what is under the pointer. */
export function aimUnder(at: Point, event: PointerEvent): void {
  const { port, connection } = targetOf(elementUnder(event));
  if (port === undefined && connection) aimAtLine(connection.from, connection.to, at);
  else aimAt(port, at);
}

// ---- clicks that become drags

function afterThreshold(down: PointerEvent, onClick: () => void, begin: () => Drag | undefined): Drag {
  let drag: Drag | undefined;
  let begun = false;
  return {
    move(at, event) {
      if (!begun && isClick(down, event)) return;
      if (!begun) drag = begin();
      begun = true;
      drag?.move(at, event);
    },
    end: (at, event) => (begun ? drag?.end(at, event) : onClick()),
    cancel: () => drag?.cancel(),
  };
}

/** The pointer's place in the diagram. */
export function placeOf(event: { clientX: number; clientY: number }, canvas: Element): Point {
  const box = canvas.getBoundingClientRect();
  return toDiagram(view.peek(), [event.clientX - box.left, event.clientY - box.top]);
}

/** Whether the pointer is over the canvas, for what comes from elsewhere. */
export function isOver(event: { clientX: number; clientY: number }, canvas: Element): boolean {
  const { left, right, top, bottom } = canvas.getBoundingClientRect();
  return left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
}
