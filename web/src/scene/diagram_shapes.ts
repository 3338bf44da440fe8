// The parts of a diagram as shapes: what stands behind, lines, junctions, components with their ports.
import { apply, multiply } from "../geometry/affine";
import { boxOf, height, width } from "../geometry/box";
import type { Component, Connection, Diagram, Junction, Matrix, Port } from "../protocol/drawing";
import { themed } from "./colours";
import { number, pathData, polyline } from "./outline";
import { type Drawing, graphicsShapes, primitiveShapes, root, unit } from "./primitives";
import { type Shape, shape } from "./shape";

const absent = 0.3; // opacity of what a condition takes out
const dotRadius = 0.9; // units
const portReach = 2.4; // units around a port's middle that belong to it for the pointer

/** How a connection is called in the page: its ends as they are written. */
export function connectionKey(connection: Pick<Connection, "ends">): string {
  return `${connection.ends[0].text} ${connection.ends[1].text}`;
}

/** How the end of a connection would name this port. */
export function portName(component: Pick<Component, "name" | "connector">, port?: Pick<Port, "name">): string {
  return port ? `${component.name}.${port.name}` : component.name;
}

export function componentShape(component: Component, drawing: Drawing): Shape {
  const map = multiply(root, component.matrix);
  const box = boxOf(component.box);
  const frame = {
    x: number(unit * box.left),
    y: number(-unit * box.top),
    width: number(unit * width(box)),
    height: number(unit * height(box)),
  };
  const marks = [component.present ? "" : "absent", component.inherited ? "inherited" : ""].filter(Boolean);
  return shape("g", { class: ["component", ...marks].join(" "), "data-component": component.name, ...(component.present ? {} : { opacity: absent }) }, [
    shape("rect", { class: "frame", ...frame, rx: 3 }),
    ...(component.visible ? [shape("g", { class: "icon-layer" }, graphicsShapes(component.icon, map, drawing))] : []),
    ...(component.connector ? [connectorTarget(component)] : component.ports.flatMap((port) => portShapes(component, port, map, drawing))),
  ]);
}

function portShapes(component: Component, port: Port, map: Matrix, drawing: Drawing): Shape[] {
  if (!port.visible || !port.present) return [];
  const [x, y] = apply(root, port.position);
  return [
    shape("g", { class: "port", "data-port": portName(component, port) }, [
      ...graphicsShapes(port.icon, multiply(map, port.matrix), drawing),
      shape("circle", { class: "port-target", cx: number(x), cy: number(y), r: portReach * unit }),
    ]),
  ];
}

/** A connector of the class itself is one port. */
function connectorTarget(component: Component): Shape {
  const [x, y] = apply(root, [component.matrix[4], component.matrix[5]]);
  return shape("g", { class: "port own-port", "data-port": component.name }, [
    shape("circle", { class: "port-target", cx: number(x), cy: number(y), r: portReach * unit }),
  ]);
}

export function connectionShape(connection: Connection, drawing: Drawing): Shape {
  const data = pathData(polyline(connection.line.points), root);
  const marks = connection.inherited ? " inherited" : "";
  return shape(
    "g",
    { class: `connection${marks}`, "data-connection": connectionKey(connection), "data-set": connection.set, ...(connection.present ? {} : { opacity: absent }) },
    [
      shape("path", { class: "reach", d: data }),
      shape("g", { class: "line" }, primitiveShapes(connection.line, root, drawing)),
      ...connection.texts.flatMap((text) => primitiveShapes(text, root, drawing)),
    ],
  );
}

export function junctionShape(junction: Junction, drawing: Drawing): Shape {
  const [x, y] = apply(root, junction.at);
  return shape("circle", { class: "junction", cx: number(x), cy: number(y), r: number(dotRadius * unit), fill: themed(junction.color, drawing.theme) });
}

export function backgroundShape(diagram: Diagram, drawing: Drawing): Shape {
  return shape("g", { class: "background" }, graphicsShapes(diagram.diagram, root, drawing));
}

/** An icon with its ports, for palettes and cards; `map` leads from the icon's coordinates to pixels. */
export function iconShapes(of: Pick<Diagram, "icon" | "ports">, map: Matrix, drawing: Drawing): Shape[] {
  const ports = of.ports.filter((port) => port.visible && port.present);
  return [...graphicsShapes(of.icon, map, drawing), ...ports.flatMap((port) => graphicsShapes(port.icon, multiply(map, port.matrix), drawing))];
}

