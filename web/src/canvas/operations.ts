// What can be done to a drawing, each as one step of the history: gestures for the server, with a name for the menu.
import { openLibraryClass, perform, show } from "../app/actions";
import { rpc } from "../app/connection";
import { announce, ask } from "../app/messages";
import { breadcrumb, classes, currentClass, currentDocument, diagram, editable, type Place, selection } from "../app/state";
import { add } from "../geometry/affine";
import { type Alignment, alignMoves, type Direction, distributeMoves } from "../geometry/align";
import { snapped } from "../geometry/snap";
import type { Component, Point } from "../protocol/drawing";
import type { Fragment, Gesture, PaletteComponent } from "../protocol/messages";
import { boxOfComponent, findComponent, findConnection, freeName, gridOf, middleOf, portsOf } from "./diagram_index";
import type { Insertion, PortAt } from "./insertion";
import { clearSelection, select } from "./selection";

/** Those of the selected components that belong to this class: what is inherited is changed where it was written. */
export function selectedComponents(): Component[] {
  const shown = diagram.peek();
  return [...selection.peek().components].map((name) => findComponent(shown, name)).filter((c): c is Component => c !== undefined && !c.inherited);
}

export function canChangeSelection(): boolean {
  return editable.value && selection.value.components.size > 0;
}

function named(verb: string, components: readonly { name: string }[]): string {
  return components.length === 1 ? `${verb} ${components[0]?.name}` : `${verb} ${components.length} components`;
}

/** Each component by its own amount; a component that does not move is left alone. */
export async function moveComponents(moves: readonly (readonly [Component, Point])[], group?: string): Promise<void> {
  const real = moves.filter(([, [dx, dy]]) => dx !== 0 || dy !== 0);
  const gestures: Gesture[] = real.map(([component, by]) => ({ kind: "move", component: component.name, to: add(middleOf(component), by) }));
  const label = named(
    "Move",
    real.map(([component]) => component),
  );
  await perform(gestures, group === undefined ? { label } : { label, group });
}

export async function nudge(direction: Point, steps: number): Promise<void> {
  const [gx, gy] = gridOf(diagram.peek());
  const by: Point = [direction[0] * gx * steps, direction[1] * gy * steps];
  const components = selectedComponents();
  await moveComponents(
    components.map((component) => [component, by] as const),
    `nudge ${components.map(({ name }) => name).join(" ")}`,
  );
}

export async function rotateSelection(degrees: number): Promise<void> {
  const components = selectedComponents();
  await perform(
    components.map(({ name }) => ({ kind: "rotate", component: name, degrees })),
    { label: named("Rotate", components) },
  );
}

export async function flipSelection(direction: "horizontal" | "vertical"): Promise<void> {
  const components = selectedComponents();
  await perform(
    components.map(({ name }) => ({ kind: "flip", component: name, direction })),
    { label: named("Flip", components) },
  );
}

export async function alignSelection(alignment: Alignment): Promise<void> {
  const components = selectedComponents();
  const moves = alignMoves(components.map(boxOfComponent), alignment);
  await moveComponents(components.map((component, i) => [component, moves[i] ?? [0, 0]] as const));
}

export async function distributeSelection(along: Direction): Promise<void> {
  const components = selectedComponents();
  const moves = distributeMoves(components.map(boxOfComponent), along);
  await moveComponents(components.map((component, i) => [component, moves[i] ?? [0, 0]] as const));
}

export async function deleteSelection(): Promise<void> {
  const shown = diagram.peek();
  const components = selectedComponents();
  const gone = new Set(components.map(({ name }) => name));
  const gestures: Gesture[] = selection
    .peek()
    .connections.filter(({ from, to }) => {
      const connection = findConnection(shown, from, to);
      return connection && !connection.inherited && !connection.ends.some((end) => end.component !== undefined && gone.has(end.component));
    })
    .map(({ from, to }) => ({ kind: "disconnect", from, to }));
  const lines = gestures.length;
  gestures.push(...components.map(({ name }): Gesture => ({ kind: "remove", component: name })));
  if (gestures.length === 0) return;
  const label = components.length > 0 ? named("Delete", components) : lines === 1 ? "Delete connection" : `Delete ${lines} connections`;
  await perform(gestures, { label });
  clearSelection();
  announce(label.replace("Delete", "Deleted"));
}

export async function renameComponent(): Promise<void> {
  const [component] = selectedComponents();
  if (!component) return;
  const answer = await ask({
    title: `Rename ${component.name}`,
    text: "Everything in the class that refers to it follows.",
    choices: [{ id: "rename", title: "Rename", kind: "primary" }],
    field: { label: "Name", value: component.name, check: (name) => nameFault(name, component.name) },
  });
  if (!answer || answer.value === component.name) return;
  await perform([{ kind: "rename", component: component.name, to: answer.value }], { label: `Rename ${component.name}` });
  select([answer.value]);
}

function nameFault(name: string, own?: string): string | undefined {
  if (!/^([A-Za-z_]\w*|'[^']+')$/.test(name)) return "A name consists of letters, digits and _, and begins with a letter.";
  return name !== own && findComponent(diagram.peek(), name) ? "There is a component of this name." : undefined;
}

// ---- connections

export async function connect(from: string, to: string): Promise<void> {
  await perform([{ kind: "connect", from, to }], { label: `Connect ${from} with ${to}` });
  announce(`${from} connected with ${to}`);
}

export async function rerouteSelection(): Promise<void> {
  const shown = diagram.peek();
  const ofComponents = (shown?.connections ?? []).filter(({ ends }) => ends.some((end) => end.component !== undefined && selection.peek().components.has(end.component)));
  const lines = [...selection.peek().connections, ...ofComponents.map(({ ends }) => ({ from: ends[0].text, to: ends[1].text }))];
  await perform(
    lines.map(({ from, to }) => ({ kind: "reroute", from, to })),
    { label: "Route anew" },
  );
}

// ---- new components

/** How large a new component is: its icon times its initial scale. */
export function placedPorts(component: PaletteComponent, at: Point): PortAt[] {
  const { extent, initial_scale: scale } = component.icon.coordinate_system;
  const [cx, cy] = [(extent[0][0] + extent[1][0]) / 2, (extent[0][1] + extent[1][1]) / 2];
  return component.ports.map((port) => ({
    name: port.name,
    type: port.type,
    position: [at[0] + scale * (port.in_icon[0] - cx), at[1] + scale * (port.in_icon[1] - cy)],
  }));
}

export async function addComponent(component: PaletteComponent, at: Point, line?: Insertion): Promise<void> {
  const shown = diagram.peek();
  const name = freeName(shown, component.default_component_name);
  const prefixes = component.default_component_prefixes;
  const gestures: Gesture[] = [
    {
      kind: "add",
      type: component.name,
      at: line?.at ?? snapped(at, gridOf(shown)),
      name,
      ...(line?.turn ? { rotation: line.turn } : {}),
      ...(prefixes ? { prefixes } : {}),
    },
  ];
  if (line) gestures.push(insertGesture(name, line));
  const result = await perform(gestures, { label: `Add ${name}` });
  select(result?.names.length ? result.names : [name]);
  announce(`${name} added`);
}

export async function insertIntoLine({ name }: Component, line: Insertion): Promise<void> {
  const gestures: Gesture[] = [{ kind: "move", component: name, to: line.at }];
  if (line.turn !== 0) gestures.push({ kind: "rotate", component: name, degrees: line.turn });
  await perform([...gestures, insertGesture(name, line)], { label: `Insert ${name}` });
}

function insertGesture(component: string, { from, to, inlet, outlet }: Insertion): Gesture {
  return { kind: "insert", component, from, to, inlet, outlet };
}

// ---- copies

const clipboardKey = "dashpot.clipboard"; // of the browser: other documents and other tabs can paste from it

async function fragmentOfSelection(): Promise<Fragment | undefined> {
  const document = currentDocument.peek();
  const names = [...selection.peek().components];
  if (!document || names.length === 0) return undefined;
  const className = currentClass.peek();
  const question = { textDocument: { uri: document.uri }, ...(className === null ? {} : { class: className }), components: names };
  const { fragment } = await document.inTurn(() => rpc.request("dashpot/fragment", question)); // of the text with all gestures before it
  return fragment;
}

let pastes = 0;

export async function copySelection(): Promise<void> {
  const fragment = await fragmentOfSelection();
  if (fragment === undefined) return;
  localStorage.setItem(clipboardKey, JSON.stringify(fragment));
  pastes = 0;
  announce(named("Copied", [...selection.peek().components].map((name) => ({ name }))));
}

export async function cutSelection(): Promise<void> {
  await copySelection();
  await deleteSelection();
}

export function canPaste(): boolean {
  return editable.value && localStorage.getItem(clipboardKey) !== null;
}

async function pasteFragment(fragment: Fragment, offset: Point, label: string): Promise<void> {
  const result = await perform([{ kind: "paste", fragment, offset }], { label });
  if (result) select(result.names);
}

function offsetBy(times: number): Point {
  const [gx, gy] = gridOf(diagram.peek());
  return [5 * gx * times, -5 * gy * times];
}

export async function paste(): Promise<void> {
  const text = localStorage.getItem(clipboardKey);
  if (text === null) return;
  await pasteFragment(JSON.parse(text) as Fragment, offsetBy(++pastes), "Paste");
}

export async function duplicateSelection(): Promise<void> {
  const fragment = await fragmentOfSelection();
  if (fragment !== undefined) await pasteFragment(fragment, offsetBy(1), named("Duplicate", [...selection.peek().components].map((name) => ({ name }))));
}

// ---- classes

export async function groupSelection(): Promise<void> {
  const components = selectedComponents();
  if (components.length === 0) return;
  const answer = await ask({
    title: "Group into a subcircuit",
    text: `${components.length} components become a class of their own, with connectors where lines cross its border.`,
    choices: [{ id: "group", title: "Group", kind: "primary" }],
    field: {
      label: "Name of the class",
      value: "Subcircuit",
      check: (name) => nameFault(name) ?? (classes.peek().includes(name) ? "There is a class of this name." : undefined),
    },
  });
  if (!answer) return;
  const result = await perform([{ kind: "group", components: components.map(({ name }) => name), name: answer.value }], { label: `Group into ${answer.value}` });
  if (result) select(result.names);
}

export async function arrange(): Promise<void> {
  await perform([{ kind: "arrange" }], { label: "Arrange" });
}

/** Looks into the class of a component; the way back is the breadcrumb. */
export async function openSelected(): Promise<void> {
  const shown = diagram.peek();
  const document = currentDocument.peek();
  const [name] = selection.peek().components;
  const component = name === undefined ? undefined : findComponent(shown, name);
  if (!shown || !document || !component || component.unresolved) return;
  const way: Place[] = [...(breadcrumb.peek().length > 0 ? breadcrumb.peek() : [{ document, class: shown.class }])];
  if (classes.peek().includes(component.type)) {
    show(document, component.type, [...way, { document, class: component.type, component: component.name }]);
    return;
  }
  const opened = await openLibraryClass(component.type);
  breadcrumb.value = [...way, { document: opened, class: component.type, component: component.name }];
}

export function canGoUp(): boolean {
  return breadcrumb.value.length > 1;
}

export function goUp(): void {
  const way = breadcrumb.peek().slice(0, -1);
  const place = way[way.length - 1];
  if (place) show(place.document, place.class, way.length > 1 ? way : []);
}

/** All ports of the selected component, for connecting by keyboard. */
export function portsOfSelection() {
  const [name] = selection.peek().components;
  const component = name === undefined ? undefined : findComponent(diagram.peek(), name);
  return component ? portsOf(component) : [];
}
