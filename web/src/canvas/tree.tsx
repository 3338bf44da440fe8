// The drawing for those who do not see it: a tree of components and connections that holds the focus of the canvas.
import { useMemo } from "preact/hooks";
import { diagram, selection } from "../app/state";
import type { Component, Connection, Diagram } from "../protocol/drawing";
import { portsOf } from "./diagram_index";
import { markers } from "./markers";
import { isConnectionSelected } from "./selection";

export function itemId(kind: "component" | "connection", name: string): string {
  return `tree-${kind}-${name.replace(/[^\w]/g, "_")}`;
}

function activeItem(): string | undefined {
  const { components, connections } = selection.value;
  const [component] = components;
  if (component !== undefined) return itemId("component", component);
  const [connection] = connections;
  return connection && itemId("connection", `${connection.from} ${connection.to}`);
}

/** What each port is connected with. */
function connectedWith(shown: Diagram | null): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>();
  const note = (port: string, other: string) => others.set(port, [...(others.get(port) ?? []), other]);
  for (const { ends } of shown?.connections ?? []) {
    note(ends[0].text, ends[1].text);
    note(ends[1].text, ends[0].text);
  }
  return others;
}

export function DiagramTree() {
  const shown = diagram.value;
  const others = useMemo(() => connectedWith(shown), [shown]);
  return (
    <div class="diagram-tree" role="tree" tabIndex={0} aria-multiselectable="true" aria-label={label(shown)} aria-activedescendant={activeItem()} id="diagram-tree">
      {shown?.components.map((component) => (
        <ComponentItem key={component.name} component={component} others={others} />
      ))}
      {shown?.connections.map((connection) => (
        <ConnectionItem key={`${connection.ends[0].text} ${connection.ends[1].text}`} connection={connection} />
      ))}
    </div>
  );
}

function label(shown: Diagram | null): string {
  if (!shown) return "Diagram";
  return `Diagram of ${shown.class}: ${shown.components.length} components, ${shown.connections.length} connections`;
}

function ComponentItem({ component, others }: { component: Component; others: ReadonlyMap<string, readonly string[]> }) {
  const problems = markers.value.find((marker) => marker.component === component.name)?.messages ?? [];
  return (
    <div role="treeitem" id={itemId("component", component.name)} aria-selected={selection.value.components.has(component.name)} aria-expanded="true">
      {component.name}: {component.description ?? component.type}
      {problems.length > 0 && `; ${problems.join("; ")}`}
      <div role="group">
        {portsOf(component).map((port) => {
          const connected = others.get(port.name);
          return (
            <div role="treeitem" key={port.name} aria-selected="false">
              {port.name}, {connected ? `connected with ${connected.join(", ")}` : "not connected"}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function ConnectionItem({ connection }: { connection: Connection }) {
  const [from, to] = [connection.ends[0].text, connection.ends[1].text];
  return (
    <div role="treeitem" id={itemId("connection", `${from} ${to}`)} aria-selected={isConnectionSelected(from, to)}>
      Connection from {from} to {to}
    </div>
  );
}
