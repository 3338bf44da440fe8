// What of a drawing can come alive, and which variables that needs: pure. Made once for a diagram and the variables of a run.
import type { Connection, Diagram, Primitive } from "../protocol/types";
import { portsBehind } from "./flows";
import { type Expression, ExpressionError, parseExpression, type Value } from "./expression";

/** Members of connectors, as the Modelica Standard Library and Dashpot's own name them. */
const potentials = ["p", "v", "T", "s", "phi"] as const;
const flows = ["m_flow", "i", "Q_flow", "f", "tau"] as const;

export interface LivePrimitive {
  component: string;
  layer: number;
  index: number;
  primitive: Primitive;
  attributes: { key: string; expression: Expression }[];
}

export interface LiveLine {
  connection: Connection;
  potential: string | undefined; // a variable
  flow: string[] | undefined; // variables whose sum goes from the first end to the second
}

export interface Plan {
  primitives: LivePrimitive[];
  lines: LiveLine[];
  variables: string[];
}

export function planOf(diagram: Diagram, isKnown: (variable: string) => boolean): Plan {
  const primitives = diagram.components.flatMap((component) =>
    component.icon.layers.flatMap((layer, i) =>
      layer.primitives.flatMap((primitive, k) => livePrimitive(component.name, i, k, primitive, isKnown)),
    ),
  );
  const lines = linesOf(diagram, isKnown);
  const needed = new Set<string>();
  for (const { component, attributes } of primitives)
    for (const { expression } of attributes) for (const name of expression.names) needed.add(`${component}.${name}`);
  for (const { potential, flow } of lines)
    for (const name of [...(potential === undefined ? [] : [potential]), ...(flow ?? [])]) needed.add(name);
  return { primitives, lines, variables: [...needed].filter(isKnown) };
}

/** Nothing if none of its dynamic attributes can be evaluated: then it stays as it is drawn. */
function livePrimitive(
  component: string,
  layer: number,
  index: number,
  primitive: Primitive,
  isKnown: (variable: string) => boolean,
): LivePrimitive[] {
  const attributes = (primitive.dynamic ?? []).flatMap(({ attribute, expression: text }) => {
    const expression = tryParse(text);
    return expression && expression.names.every((name) => isKnown(`${component}.${name}`))
      ? [{ key: snakeCase(attribute), expression }]
      : [];
  });
  return attributes.length > 0 ? [{ component, layer, index, primitive, attributes }] : [];
}

function tryParse(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function linesOf(diagram: Diagram, isKnown: (variable: string) => boolean): LiveLine[] {
  const present = diagram.connections.filter((connection) => connection.present);
  const behind = portsBehind(present.map(({ ends }) => ({ ends: [ends[0].text, ends[1].text] as const })));
  return present.map((connection, i) => {
    const potential = connection.ends.flatMap((end) => potentials.map((member) => `${end.text}.${member}`)).find(isKnown);
    const member = flows.find((name) => isKnown(`${connection.ends[0].text}.${name}`) || isKnown(`${connection.ends[1].text}.${name}`));
    const sum = member === undefined ? undefined : behind[i]?.map((port) => `${port}.${member}`);
    return { connection, potential, flow: sum?.every(isKnown) ? sum : undefined };
  });
}

/** The primitive with the values that its dynamic attributes have now; undefined if one of them has none. */
export function primitiveAt(live: LivePrimitive, valueOf: (variable: string) => number | undefined): Primitive | undefined {
  const changed: Record<string, Value> = {};
  for (const { key, expression } of live.attributes) {
    const value = expression.evaluate((name) => valueOf(`${live.component}.${name}`));
    if (value === undefined) return undefined;
    if (key === "text_string") changed.text = value;
    changed[key] = key === "visible" ? Boolean(value) : value;
  }
  return { ...live.primitive, ...changed } as Primitive;
}

/** Lines of one kind of potential share a scale of colours: pressures with pressures. */
export function kindOf(variable: string): string {
  return variable.slice(variable.lastIndexOf(".") + 1);
}
