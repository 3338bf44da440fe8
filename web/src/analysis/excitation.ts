// A signal of a drawing as the input of a frequency response: a sum is put where it flows, whose second term comes from outside. The
// gestures are those of the drawing itself, made on a copy of the text: pure.
import type { Connection, Diagram } from "../protocol/drawing";
import type { Gesture } from "../protocol/messages";

/** Names of what is put in; the input is what the program calls the excitation. */
export const excitation = { input: "excitation__", sum: "excited__" };

const isOutput = (type: string) => /\bRealOutput$/.test(type);
const isInput = (type: string) => /\bRealInput$/.test(type);

/** By the name of its connector: the type of each signal. */
function signalTypes(shown: Diagram): Map<string, string> {
  const types = new Map<string, string>();
  for (const component of shown.components) {
    if (component.connector) types.set(component.name, component.type);
    for (const port of component.ports) types.set(`${component.name}.${port.name}`, port.type);
  }
  return types;
}

const endsOf = ({ ends }: Connection): [string, string] => [ends[0].text, ends[1].text];

/** Signals that lines carry: outputs of blocks, and inputs that one of them reaches. */
export function signalsOf(shown: Diagram | null): string[] {
  if (!shown) return [];
  const types = signalTypes(shown);
  const carried = shown.connections.flatMap(endsOf).filter((end) => isOutput(types.get(end) ?? "") || isInput(types.get(end) ?? ""));
  return [...new Set(carried)].sort();
}

/**
 * Adds an input to this signal: behind an output for all that it reaches, before an input for that one alone. The reason why not is thrown as an error.
 */
export function exciteGestures(shown: Diagram, signal: string): Gesture[] {
  const types = signalTypes(shown);
  const lines = shown.connections.filter((connection) => endsOf(connection).includes(signal));
  if (lines.length === 0) throw new Error(`No line carries a signal '${signal}' in ${shown.class}: name an input of the model, or the connector of a block.`);
  if (lines.some(({ inherited }) => inherited)) throw new Error(`The line of '${signal}' belongs to a base class of ${shown.class}: look at that one.`);
  const type = types.get(signal) ?? "";
  if (!isOutput(type) && !isInput(type)) throw new Error(`'${signal}' is no signal of blocks: it is a ${type || "connector"}.`);
  const cut = isOutput(type) ? lines : lines.slice(0, 1);
  const [first] = cut as [Connection, ...Connection[]];
  const [a, b] = endsOf(first);
  const other = (connection: Connection) => endsOf(connection).find((end) => end !== signal) ?? signal;
  const source = isOutput(type) ? signal : a === signal ? b : a;
  const sinks = isOutput(type) ? cut.map(other) : [signal];
  const at = first.ends[0].position;
  return [
    ...cut.map((connection): Gesture => ({ kind: "disconnect", from: connection.ends[0].text, to: connection.ends[1].text })),
    { kind: "add", type: "Dashpot.Blocks.Math.Add", at, name: excitation.sum },
    { kind: "add", type: "Dashpot.Interfaces.RealInput", at, name: excitation.input },
    { kind: "connect", from: source, to: `${excitation.sum}.u1` },
    { kind: "connect", from: excitation.input, to: `${excitation.sum}.u2` },
    ...sinks.map((sink): Gesture => ({ kind: "connect", from: `${excitation.sum}.y`, to: sink })),
  ];
}
