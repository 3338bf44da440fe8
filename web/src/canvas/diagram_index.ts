// Questions about a diagram: where things are, what is joined with what.
import { apply } from "../geometry/affine";
import { type Box, boxAround, boxOf, union } from "../geometry/box";
import { halfWay } from "../geometry/polyline";
import type { Component, Connection, Diagram, Point, Side } from "../protocol/drawing";
import { portName } from "../scene/diagram_shapes";

/** Where a connection can end. */
export interface PortPlace {
  /** As a connection names it: "pump.port". */
  name: string;
  component: string;
  type: string;
  position: Point;
  direction: Side;
  description: string | undefined;
}

export function findComponent(diagram: Diagram | null, name: string): Component | undefined {
  return diagram?.components.find((component) => component.name === name);
}

export function portsOf(component: Component): PortPlace[] {
  if (component.connector) {
    const [port] = component.ports;
    return [
      {
        name: component.name,
        component: component.name,
        type: component.type,
        position: port?.position ?? middleOf(component),
        direction: port?.direction ?? sideOfOwnConnector(component),
        description: component.description,
      },
    ];
  }
  return component.ports
    .filter((port) => port.present && port.visible)
    .map((port) => ({
      name: portName(component, port),
      component: component.name,
      type: port.type,
      position: port.position,
      direction: port.direction,
      description: port.description,
    }));
}

/** A connector of the class itself stands at its border and is reached from within. */
function sideOfOwnConnector(component: Component): Side {
  const [x, y] = middleOf(component);
  return Math.abs(x) >= Math.abs(y) ? (x < 0 ? "right" : "left") : y < 0 ? "top" : "bottom";
}

export function allPorts(diagram: Diagram): PortPlace[] {
  return diagram.components.flatMap(portsOf);
}

export function findPort(diagram: Diagram | null, name: string): PortPlace | undefined {
  return diagram ? allPorts(diagram).find((port) => port.name === name) : undefined;
}

/** The middle of the icon, about which a component is turned and which a move names. */
export function middleOf(component: Component): Point {
  const [[x0, y0], [x1, y1]] = component.icon.coordinate_system.extent;
  return apply(component.matrix, [(x0 + x1) / 2, (y0 + y1) / 2]);
}

export function boxOfComponent(component: Component): Box {
  return boxOf(component.box);
}

/** All that is drawn; undefined of an empty diagram. */
export function boxOfDiagram(diagram: Diagram): Box | undefined {
  const lines = diagram.connections.filter(({ line }) => line.points.length > 0).map(({ line }) => boxAround(line.points));
  const graphics = diagram.diagram.layers.some((layer) => layer.primitives.length > 0) ? [boxOf(diagram.diagram.coordinate_system.extent)] : [];
  return union([...diagram.components.map(boxOfComponent), ...lines, ...graphics]);
}

export function findConnection(diagram: Diagram | null, from: string, to: string): Connection | undefined {
  return diagram?.connections.find(({ ends }) => ends[0].text === from && ends[1].text === to);
}

export function connectionsOf(diagram: Diagram, component: string): Connection[] {
  return diagram.connections.filter(({ ends }) => ends.some((end) => end.component === component));
}

export function connectedPorts(diagram: Diagram): Set<string> {
  return new Set(diagram.connections.flatMap(({ ends }) => ends.map((end) => end.text)));
}

export function middleOfConnection(connection: Connection): Point | undefined {
  return halfWay(connection.line.points);
}

/** "pump", "pump1", "pump2", ...: the first that no component has. */
export function freeName(diagram: Diagram | null, base: string): string {
  const taken = new Set(diagram?.components.map(({ name }) => name));
  if (!taken.has(base)) return base;
  for (let i = 1; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}

/** The grid that things stand on. */
export function gridOf(diagram: Diagram | null): Point {
  return diagram?.diagram.coordinate_system.grid ?? [2, 2];
}
