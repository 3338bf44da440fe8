// The run controls in the top bar: run, stop, pause, pace, and how far it is.
import { Icon } from "../app/icons";
import { page } from "../app/state";
import { showPanel } from "../app/panels";
import { runCommand } from "../commands/registry";
import { showNumber } from "../units/display";
import { changePace } from "./commands";
import type { Run } from "./run";
import { shownRun } from "./runs";
import { pace } from "./settings";
import { canRun, isRunning } from "./start";

const paces: [label: string, value: number | null][] = [
  ["As fast as possible", null],
  ["Real time", 1],
  ["Slow motion 1:10", 0.1],
  ["Slow motion 1:100", 0.01],
];

const words = {
  queued: "waiting",
  compiling: "compiling",
  running: "running",
  paused: "paused",
  finished: "finished",
  failed: "failed",
  cancelled: "stopped",
} as const;

export function RunControls() {
  const run = shownRun.value;
  if (page.value === "start") return null;
  return (
    <div class="run-controls" role="group" aria-label="Run">
      {isRunning.value ? (
        <>
          <button class="run-button" data-testid="stop" title="Stop (Shift+F5, Esc)" onClick={() => runCommand("run.stop")}>
            <Icon name="stop" /> Stop
          </button>
          <button class="quiet-button" title="Pause or go on (F8)" aria-label="Pause or go on" onClick={() => runCommand("run.pause")}>
            <Icon name={run?.status.value.state === "paused" ? "run" : "pause"} />
          </button>
        </>
      ) : (
        <button
          class="run-button primary"
          data-testid="run"
          title="Run (F5, Ctrl+Enter)"
          disabled={!canRun.value}
          onClick={() => runCommand("run.start")}
        >
          <Icon name="run" /> Run
        </button>
      )}
      <select
        aria-label="Pace"
        title="How fast simulated time goes"
        value={String(pace.value)}
        onChange={(event) => changePace(event.currentTarget.value === "null" ? null : Number(event.currentTarget.value))}
      >
        {paces.map(([label, value]) => (
          <option key={label} value={String(value)}>
            {label}
          </option>
        ))}
      </select>
      {run && <Progress run={run} />}
    </div>
  );
}

function Progress({ run }: { run: Run }) {
  const { state, time, start, stop, seconds } = run.status.value;
  const share = state === "finished" ? 1 : stop > start ? Math.min(1, Math.max(0, (time - start) / (stop - start))) : 0;
  const detail =
    state === "finished"
      ? `${showNumber(seconds, 3)} s`
      : state === "running" || state === "paused"
        ? `${showNumber(time, 3)} of ${showNumber(stop, 3)} s`
        : "";
  return (
    <button
      class={`run-progress run-${state}`}
      data-testid="run-state"
      data-state={state}
      data-run={run.number}
      title="Show settings, sliders and earlier runs"
      onClick={() => showPanel("run")}
    >
      <span class="run-bar" style={{ transform: `scaleX(${share})` }} />
      <span class="run-word">
        {words[state]} {detail}
      </span>
    </button>
  );
}
