// Selecting, and saying so.
import { announce } from "../app/messages";
import { type ConnectionName, diagram, nothingSelected, type Selection, selection } from "../app/state";
import type { Diagram } from "../protocol/drawing";
import { findComponent, findConnection } from "./diagram_index";

export function select(components: Iterable<string>, connections: readonly ConnectionName[] = []): void {
  selection.value = { components: new Set(components), connections };
  announce(spoken(selection.peek(), diagram.peek()));
}

export function clearSelection(): void {
  selection.value = nothingSelected;
}

export function toggleComponent(name: string): void {
  const { components, connections } = selection.peek();
  const next = new Set(components);
  if (!next.delete(name)) next.add(name);
  select(next, connections);
}

export function isConnectionSelected(from: string, to: string): boolean {
  return selection.value.connections.some((connection) => connection.from === from && connection.to === to);
}

export function toggleConnection(connection: ConnectionName): void {
  const { components, connections } = selection.peek();
  const others = connections.filter(({ from, to }) => from !== connection.from || to !== connection.to);
  select(components, others.length < connections.length ? others : [...connections, connection]);
}

export function selectAll(): void {
  const shown = diagram.peek();
  if (shown) select(shown.components.map(({ name }) => name));
}

export function isEmpty({ components, connections }: Selection): boolean {
  return components.size === 0 && connections.length === 0;
}

/**
 * What was in the drawing before and is in it no longer is forgotten. What has just been inserted may be selected before it is drawn: a
 * drawing of the text before that does not take it away.
 */
export function keepExisting(before: Diagram | null, shown: Diagram): void {
  const { components, connections } = selection.peek();
  const left = [...components].filter((name) => !findComponent(before, name) || findComponent(shown, name));
  const lines = connections.filter(({ from, to }) => !findConnection(before, from, to) || findConnection(shown, from, to));
  if (left.length < components.size || lines.length < connections.length) {
    selection.value = { components: new Set(left), connections: lines };
  }
}

function spoken({ components, connections }: Selection, shown: Diagram | null): string {
  const [only] = components;
  if (components.size === 1 && connections.length === 0 && only !== undefined) {
    const component = findComponent(shown, only);
    return component ? `${component.name}, ${component.description ?? component.type}` : only;
  }
  const [line] = connections;
  if (components.size === 0 && connections.length === 1 && line) return `connection from ${line.from} to ${line.to}`;
  if (components.size + connections.length === 0) return "nothing selected";
  return `${components.size} components and ${connections.length} connections selected`;
}
