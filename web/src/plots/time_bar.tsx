// The time cursor: one handle for plots and circuit, and a finished run played again.
import { Icon } from "../app/icons";
import { shownRun } from "../run/runs";
import { cursorTime, heldTime, holdTime, isPlaying, playSpeed, togglePlay } from "../run/time_cursor";
import { showNumber, showQuantity } from "../units/display";
import { cursors } from "./plot_state";

const steps = 1000;
const speeds = [0.001, 0.01, 0.1, 0.5, 1, 2, 10, 100];

export function TimeBar() {
  const run = shownRun.value;
  const time = cursorTime.value;
  if (!run || time === null) return null;
  const { start, stop } = run.status.value;
  const end = stop > start ? stop : run.status.value.time;
  const choices = speeds.includes(playSpeed.value) ? speeds : [...speeds, playSpeed.value].sort((a, b) => a - b);
  return (
    <div class="time-bar" role="group" aria-label="Time">
      <button
        class="quiet-button"
        aria-label={isPlaying.value ? "Pause" : "Play"}
        title={isPlaying.value ? "Pause" : "Play the run"}
        data-testid="play"
        onClick={togglePlay}
      >
        <Icon name={isPlaying.value ? "pause" : "run"} />
      </button>
      <select
        aria-label="Speed of playing"
        title="Speed of playing"
        value={String(playSpeed.value)}
        onChange={(event) => (playSpeed.value = Number(event.currentTarget.value))}
      >
        {choices.map((speed) => (
          <option key={speed} value={String(speed)}>
            {showNumber(speed, 3)}×
          </option>
        ))}
      </select>
      <input
        type="range"
        aria-label="Time cursor"
        aria-valuetext={`${showNumber(time)} s`}
        data-testid="time-cursor"
        min={start}
        max={end}
        step={(end - start) / steps || 1e-9}
        value={time}
        onInput={(event) => holdTime(Number(event.currentTarget.value))}
      />
      <CursorReadout />
      <output>{showNumber(time)} s</output>
      <button class="quiet-button" title="Follow the newest instant" disabled={heldTime.value === null} onClick={() => holdTime(null)}>
        end
      </button>
    </div>
  );
}

const seconds = { unit: "s", factor: 1, offset: 0 };

/** Where the measuring cursors are, and the time between them. */
function CursorReadout() {
  const { a, b } = cursors.value;
  if (a === null && b === null) return null;
  return (
    <span class="cursor-readout">
      {a !== null && <span>A {showQuantity(a, seconds)}</span>}
      {b !== null && <span>B {showQuantity(b, seconds)}</span>}
      {a !== null && b !== null && (
        <>
          <span>B − A {showQuantity(b - a, seconds)}</span>
          {a !== b && <span>{showQuantity(1 / Math.abs(b - a), { unit: "Hz", factor: 1, offset: 0 })}</span>}
        </>
      )}
      <button
        class="quiet-button"
        aria-label="Remove the cursors"
        title="Remove the cursors"
        onClick={() => (cursors.value = { a: null, b: null })}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
