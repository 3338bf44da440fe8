// Every action of the workbench, once. Keyboard, menus, the command palette and the list of keys are all made from this registry.
import { signal, type ReadonlySignal } from "@preact/signals";

/** Where the focus must be for a key to count. "global" counts everywhere; the others where an element says data-context="...". */
export type Context = "global" | "canvas" | "text" | "plot";

/** Commands stand together in the list of keys by their group. */
export type Group = "File" | "Edit" | "Draw" | "View" | "Run" | "Plot" | "Analyse" | "Help";

export interface Command {
  id: string;
  title: string;
  group: Group;
  /** The first one is shown. */
  keys?: readonly string[];
  context?: Context;
  /** False: it cannot be done now; menus show it greyed. */
  when?: () => boolean;
  run: () => void | Promise<void>;
  /** The place in a menu: "canvas" is the context menu, "file", "edit", "view", "run", "help" those of the top bar. */
  menus?: readonly string[];
  /** False: not in the command palette (arrow keys, Escape). */
  listed?: boolean;
  /** Commands that are the same but for a direction are one line in the list of keys, by this title. */
  family?: string;
}

const all = signal<ReadonlyMap<string, Command>>(new Map());
export const commands: ReadonlySignal<ReadonlyMap<string, Command>> = all;

let onFault: (error: unknown) => void = (error) => console.error(error);
/** Who tells the user when a command fails. */
export function reportFaultsTo(report: (error: unknown) => void): void {
  onFault = report;
}

export function registerCommands(...added: Command[]): void {
  const map = new Map(all.peek());
  for (const command of added) map.set(command.id, command);
  all.value = map;
}

export function isEnabled(command: Command): boolean {
  return command.when?.() ?? true;
}

/** Whether the command was there and could be done. */
export function runCommand(id: string): boolean {
  const command = all.peek().get(id);
  if (!command || !isEnabled(command)) return false;
  try {
    const done = command.run();
    if (done instanceof Promise) done.catch(onFault);
  } catch (error) {
    onFault(error);
  }
  return true;
}

export function commandsOfMenu(menu: string): Command[] {
  return [...all.value.values()].filter((command) => command.menus?.includes(menu));
}

/** The command for a key where the focus is in `contexts` (innermost first). */
export function commandFor(key: string, contexts: readonly Context[]): Command | undefined {
  for (const context of [...contexts.filter((c) => c !== "global"), "global" as const]) {
    for (const command of all.peek().values()) {
      if ((command.context ?? "global") === context && command.keys?.includes(key) && isEnabled(command)) return command;
    }
  }
  return undefined;
}
