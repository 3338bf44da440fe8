// Connecting: from a port, with the server's word on which others it may be joined with, by pointer or by keyboard.
import { rpc } from "../app/connection";
import { announce, report } from "../app/messages";
import { currentClass, currentDocument, diagram } from "../app/state";
import { distance } from "../geometry/affine";
import { type Arrow, nextInDirection } from "../geometry/walk";
import type { Point } from "../protocol/drawing";
import { allPorts, findPort, type PortPlace } from "./diagram_index";
import { choosingPort, connecting } from "./modes";
import { connect, portsOfSelection } from "./operations";

export function beginConnecting(from: PortPlace, pointer?: Point): void {
  choosingPort.value = null;
  connecting.value = { from, verdicts: undefined, target: undefined, pointer, refusal: undefined };
  if (!pointer) announce(`Connecting from ${from.name}. Arrow keys choose a port, Enter connects, Escape ends.`);
  void askForVerdicts(from).catch(report);
}

async function askForVerdicts(from: PortPlace): Promise<void> {
  const document = currentDocument.peek();
  if (!document) return;
  const className = currentClass.peek();
  const { ports } = await rpc.request("dashpot/connectable", {
    textDocument: { uri: document.uri },
    ...(className === null ? {} : { class: className }),
    from: from.name,
  });
  const now = connecting.peek();
  if (now?.from.name !== from.name) return;
  const verdicts = new Map(ports.map(({ name, ok, reason }) => [name, reason === undefined ? { ok } : { ok, reason }] as const));
  connecting.value = { ...now, verdicts };
  if (now.pointer === undefined) chooseNearest(now.from.position);
}

export function legalPorts(): PortPlace[] {
  const now = connecting.peek();
  const shown = diagram.peek();
  if (!now?.verdicts || !shown) return [];
  return allPorts(shown).filter((port) => port.name !== now.from.name && now.verdicts?.get(port.name)?.ok === true);
}

/** The pointer is over this port, or over none. */
export function aimAt(portName: string | undefined, pointer: Point): void {
  const now = connecting.peek();
  if (!now) return;
  const port = portName === undefined || portName === now.from.name ? undefined : findPort(diagram.peek(), portName);
  const verdict = port && now.verdicts?.get(port.name);
  const isRefused = verdict !== undefined && !verdict.ok;
  connecting.value = {
    ...now,
    pointer,
    target: port && !isRefused ? port : undefined,
    refusal: isRefused ? (verdict.reason ?? `${port?.name} does not fit.`) : undefined,
  };
}

/** A line stands for its ends: the nearest one that fits. */
export function aimAtLine(from: string, to: string, pointer: Point): void {
  const ends = legalPorts().filter(({ name }) => name === from || name === to);
  const nearest = ends.sort((a, b) => distance(a.position, pointer) - distance(b.position, pointer))[0];
  aimAt(nearest?.name, pointer);
}

/** Of another component, if one of them fits. */
function chooseNearest(to: Point): void {
  const now = connecting.peek();
  if (!now) return;
  const isOwn = (port: PortPlace) => Number(port.component === now.from.component);
  const nearest = legalPorts().sort((a, b) => isOwn(a) - isOwn(b) || distance(a.position, to) - distance(b.position, to))[0];
  if (!nearest) return announce(`No port fits ${now.from.name}.`);
  connecting.value = { ...now, target: nearest };
  announce(nearest.name);
}

export function chooseInDirection(arrow: Arrow): void {
  const now = connecting.peek();
  if (now) {
    const from = now.target?.position ?? now.from.position;
    const next = nextInDirection(from, arrow, legalPorts().map((port) => [port, port.position] as const));
    if (next) {
      connecting.value = { ...now, target: next, pointer: undefined };
      announce(next.name);
    }
    return;
  }
  const choice = choosingPort.peek();
  if (!choice) return;
  const step = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
  const chosen = (choice.chosen + step + choice.ports.length) % choice.ports.length;
  choosingPort.value = { ...choice, chosen };
  announce(choice.ports[chosen]?.name ?? "");
}

/** With several ports, the keyboard chooses one first. */
export function connectFromSelection(): void {
  const ports = portsOfSelection();
  const [first] = ports;
  if (!first) return;
  if (ports.length === 1) return beginConnecting(first);
  choosingPort.value = { ports, chosen: 0 };
  announce(`From which port? ${first.name}. Arrow keys choose, Enter takes it.`);
}

/** Enter, or the pointer let go: the line is made if it has an end. */
export function finishConnecting(): void {
  const choice = choosingPort.peek();
  if (choice) {
    const port = choice.ports[choice.chosen];
    if (port) beginConnecting(port);
    return;
  }
  const now = connecting.peek();
  connecting.value = null;
  if (now?.target) void connect(now.from.name, now.target.name).catch(report);
}

export function endConnecting(): void {
  connecting.value = null;
  choosingPort.value = null;
}

export function isConnecting(): boolean {
  return connecting.value !== null || choosingPort.value !== null;
}
