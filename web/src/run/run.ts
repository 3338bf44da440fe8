// One run: a job of the server with what the page knows of it. The whole result stays with the server; here are the rows of the watched variables, and what was asked for.
import { signal, type Signal } from "@preact/signals";
import type { Frame } from "../protocol/frames";
import type { JobNotification, JobState, RecordedVariable, RunSettings, VariablesResult } from "../protocol/types";
import { Rows } from "./rows";

/** What a run was started with. */
export interface RunRequest {
  uri: string;
  model: string;
  settings: RunSettings;
  parameters: Readonly<Record<string, string>>; // other than the model has them
  inputs: Readonly<Record<string, number>>;
  pace: number | null; // simulated seconds per second; null: as fast as it goes
}

export class Run {
  readonly rows = new Rows();
  /** Counts up when rows have come; panels redraw then. */
  readonly received = signal(0);
  readonly status: Signal<JobNotification>;
  readonly variables = signal<VariablesResult | null>(null);
  /** The server no longer has the result (it was restarted); what is here stays. */
  readonly lost = signal(false);
  watched: readonly string[];
  private byName: Map<string, RecordedVariable> | undefined;

  constructor(
    readonly job: number,
    readonly number: number, // for people: "run 3"
    readonly request: RunRequest,
    watched: readonly string[],
  ) {
    this.status = signal({ job, state: "queued", time: 0, start: 0, stop: 0, rows: 0, compiled: false, seconds: 0 });
    this.watched = watched;
  }

  take(frame: Frame): void {
    this.rows.take(frame, this.watched);
    this.received.value++;
  }

  variable(name: string): RecordedVariable | undefined {
    const known = this.variables.value;
    if (!known) return undefined;
    this.byName ??= new Map(known.variables.map((variable) => [variable.name, variable]));
    return this.byName.get(name);
  }
}

export function isOver(state: JobState): boolean {
  return state === "finished" || state === "failed" || state === "cancelled";
}

/** Texts for people, one per line. */
export function messagesOf(status: JobNotification): string[] {
  const { messages } = status;
  return messages === undefined ? [] : typeof messages === "string" ? messages.split("\n") : messages;
}
