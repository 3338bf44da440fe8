// The runs of this page: starting, stopping, pacing; what the server says of them, and the rows it sends.
import { batch, computed, signal } from "@preact/signals";
import { rpc } from "../app/connection";
import { FrameKind, type Frame } from "../protocol/frames";
import type { JobNotification } from "../protocol/types";
import { isOver, Run, type RunRequest } from "./run";

const keptRuns = 8; // older results are dropped, there and here

const all = signal<readonly Run[]>([]);
/** Oldest first. */
export const runs = computed(() => all.value);

const chosen = signal<Run | null>(null);
/** The run that plots and circuit show: the newest, or the one that was chosen from the list. */
export const shownRun = computed(() => chosen.value ?? all.value.at(-1) ?? null);

/** The variables that plots show. Runs that are under way send their rows. */
export const watchedVariables = signal<readonly string[]>([]);

let count = 0;
/** What came for a job before the answer that names it. */
const early = new Map<number, (Frame | JobNotification)[]>();

export async function startRun(request: RunRequest): Promise<Run> {
  const watched = [...watchedVariables.peek()];
  const { job } = await rpc.request("dashpot/run", {
    textDocument: { uri: request.uri },
    class: request.model,
    settings: request.settings,
    parameters: { ...request.parameters },
    inputs: { ...request.inputs },
    ...(request.pace === null ? {} : { pace: request.pace }),
    watch: watched,
  });
  const run = new Run(job, ++count, request, watched);
  batch(() => {
    chosen.value = null;
    all.value = [...all.peek(), run];
  });
  for (const message of early.get(job) ?? []) "columns" in message ? takeRows(run, message) : takeStatus(run, message);
  early.delete(job);
  dropOldest();
  return run;
}

export async function stopRun(run: Run): Promise<void> {
  if (!isOver(run.status.peek().state)) await rpc.request("dashpot/cancel", { job: run.job });
}

export async function setPace(run: Run, pace: number | null, paused: boolean): Promise<void> {
  await rpc.request("dashpot/pace", { job: run.job, pace, paused });
}

export async function setInput(run: Run, name: string, value: number): Promise<void> {
  await rpc.request("dashpot/input", { job: run.job, name, value });
}

export function showRun(run: Run): void {
  chosen.value = run === all.peek().at(-1) ? null : run;
}

export function dropRun(run: Run): void {
  if (chosen.peek() === run) chosen.value = null;
  all.value = all.peek().filter((other) => other !== run);
  if (!run.lost.peek()) rpc.request("dashpot/drop", { job: run.job }).catch(() => undefined);
}

function dropOldest(): void {
  for (const run of all.peek().slice(0, -keptRuns)) if (isOver(run.status.peek().state) && run !== chosen.peek()) dropRun(run);
}

function runOf(job: number): Run | undefined {
  return all.peek().find((run) => run.job === job && !run.lost.peek());
}

function takeStatus(run: Run, status: JobNotification): void {
  run.status.value = { ...run.status.peek(), ...status };
  const compiled = status.state !== "queued" && status.state !== "compiling";
  if (compiled && run.variables.peek() === null) void askVariables(run);
}

const asked = new WeakSet<Run>();

async function askVariables(run: Run): Promise<void> {
  if (asked.has(run)) return;
  asked.add(run);
  try {
    run.variables.value = await rpc.request("dashpot/variables", { job: run.job });
  } catch {
    return; // it failed before it was compiled: there are none
  }
  await watch(run);
}

function takeRows(run: Run, frame: Frame): void {
  run.take(frame);
  rpc.notify("dashpot/received", { job: run.job, row: frame.firstRow + frame.rows });
}

/** Frames are in the order of the list that the server has confirmed. */
async function watch(run: Run): Promise<void> {
  if (run.lost.peek() || !run.variables.peek()) return;
  const wanted = watchedVariables.peek().filter((name) => run.variable(name));
  if (wanted.length === run.watched.length && wanted.every((name, i) => name === run.watched[i])) return;
  await rpc.request("dashpot/watch", { job: run.job, variables: wanted });
  run.watched = wanted;
}

/** Call after the list of watched variables has changed: only runs that still go on send rows by themselves. */
export function followWatched(): void {
  for (const run of all.peek()) if (!isOver(run.status.peek().state)) watch(run).catch(() => undefined);
}

// ---- windows of results

export interface ResultWindow {
  time: Float64Array;
  columns: Float64Array[]; // in the order that was asked for
}

const windows = new Map<number, (frame: Frame) => void>();
const unclaimed = new Map<number, Frame>();

/** Least and greatest values per pixel between two times, or all rows where there are fewer. */
export async function askWindow(run: Run, variables: readonly string[], from: number, to: number, pixels: number): Promise<ResultWindow> {
  const { frame: id } = await rpc.request("dashpot/window", { job: run.job, variables: [...variables], from, to, pixels });
  const frame = unclaimed.get(id) ?? (await new Promise<Frame>((resolve) => windows.set(id, resolve)));
  unclaimed.delete(id);
  const [time = new Float64Array(), ...columns] = frame.columns;
  return { time, columns };
}

function takeWindow(frame: Frame): void {
  const waiting = windows.get(frame.id);
  windows.delete(frame.id);
  if (waiting) waiting(frame);
  else unclaimed.set(frame.id, frame);
}

// ---- what the server sends

export function followRuns(): void {
  rpc.on("dashpot/job", (status) => {
    const run = runOf(status.job);
    if (run) takeStatus(run, status);
    else early.set(status.job, [...(early.get(status.job) ?? []), status]);
  });
  rpc.onFrame((frame) => {
    if (frame.kind === FrameKind.window) return takeWindow(frame);
    const run = runOf(frame.id);
    if (run) takeRows(run, frame);
    else early.set(frame.id, [...(early.get(frame.id) ?? []), frame]);
  });
  rpc.onOnline(() => {
    early.clear();
    unclaimed.clear();
    windows.clear();
    for (const run of all.peek()) loseRun(run);
  });
}

/** A new connection knows nothing of the jobs of the old one. */
function loseRun(run: Run): void {
  if (run.lost.peek()) return;
  run.lost.value = true;
  const status = run.status.peek();
  if (!isOver(status.state)) run.status.value = { ...status, state: "failed", messages: ["The connection to the server was lost."] };
}
