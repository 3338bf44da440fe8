// What runs can be told by keys and menus.
import { registerCommands } from "../commands/registry";
import { report } from "../app/messages";
import { shownRun, setPace } from "./runs";
import { pace } from "./settings";
import { canRun, isRunning, runNow, stopAll } from "./start";

/** Pauses a run that goes on, and lets one that is paused go on. */
export async function togglePause(): Promise<void> {
  const run = shownRun.peek();
  if (run) await setPace(run, pace.peek(), run.status.peek().state !== "paused");
}

/** Takes effect on a run that is under way, and on the next ones. */
export function changePace(value: number | null): void {
  pace.value = value;
  const run = shownRun.peek();
  if (run && isRunning.peek()) setPace(run, value, run.status.peek().state === "paused").catch(report);
}

registerCommands(
  {
    id: "run.start",
    title: "Run",
    group: "Run",
    keys: ["F5", "Ctrl+Enter"],
    menus: ["run"],
    when: () => canRun.peek(),
    run: () => void runNow().catch(report),
  },
  {
    id: "run.stop",
    title: "Stop",
    group: "Run",
    keys: ["Shift+F5", "Escape"],
    menus: ["run"],
    when: () => isRunning.peek(),
    run: stopAll,
  },
  {
    id: "run.pause",
    title: "Pause or go on",
    group: "Run",
    keys: ["F8"],
    menus: ["run"],
    when: () => isRunning.peek(),
    run: togglePause,
  },
);
