// Starting a run of the class that is shown, and doing it again when a slider moves: the newest wish counts, older runs that are still under way are given up.
import { computed, signal } from "@preact/signals";
import { currentClass, currentDocument, diagram } from "../app/state";
import type { RunSettings } from "../protocol/types";
import { isOver, type Run, type RunRequest } from "./run";
import { dropRun, runs, shownRun, startRun, stopRun } from "./runs";
import { fixedStep, inputValues, method, overrides, pace } from "./settings";

export const canRun = computed(() => currentDocument.value !== null && diagram.value !== null);
export const isRunning = computed(() => shownRun.value !== null && !isOver(shownRun.value.status.value.state));

/** Why the last run could not even be started. */
export const startFault = signal<string | null>(null);

function requestNow(): RunRequest | undefined {
  const uri = currentDocument.peek()?.uri;
  const model = currentClass.peek();
  if (uri === undefined || model === null) return undefined;
  const settings: RunSettings = {};
  if (method.peek() !== null) settings.method = method.peek() as string;
  if (fixedStep.peek() !== "") settings.step = fixedStep.peek();
  return { uri, model, settings, parameters: overrides.peek(), inputs: inputValues.peek(), pace: pace.peek() };
}

export async function runNow(): Promise<Run | undefined> {
  const request = requestNow();
  if (!request) return undefined;
  startFault.value = null;
  try {
    await stopAll();
    return await startRun(request);
  } catch (error) {
    startFault.value = (error as Error).message;
    throw error;
  }
}

export async function stopAll(): Promise<void> {
  await Promise.all(
    runs
      .peek()
      .filter((run) => !isOver(run.status.peek().state))
      .map(stopRun),
  );
}

let starting = false;
let again = false;

/** Runs with the values of this moment; calls that come meanwhile are one more run at the end. */
export async function rerun(): Promise<void> {
  if (starting) {
    again = true;
    return;
  }
  starting = true;
  try {
    do {
      again = false;
      for (const run of runs.peek().filter((other) => !isOver(other.status.peek().state))) {
        await stopRun(run);
        dropRun(run); // half a curve for a value that is passed already is no ghost worth keeping
      }
      await runNow();
    } while (again);
  } finally {
    starting = false;
  }
}
