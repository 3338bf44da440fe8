// The instant that plots and circuit show. It follows the newest row until somebody takes hold of it; a finished run can be played again.
import { computed, effect, signal } from "@preact/signals";
import { isOver } from "./run";
import { shownRun } from "./runs";

/** Null: the newest instant there is. */
export const heldTime = signal<number | null>(null);
export const isPlaying = signal(false);
/** Simulated seconds per second of playing. */
export const playSpeed = signal(1);

export const cursorTime = computed<number | null>(() => {
  const run = shownRun.value;
  if (!run) return null;
  const { start, time } = run.status.value;
  return Math.min(Math.max(heldTime.value ?? time, start), time);
});

export function holdTime(time: number | null): void {
  isPlaying.value = false;
  heldTime.value = time;
}

/** Begins anew where the end was reached. */
export function togglePlay(): void {
  const run = shownRun.peek();
  if (!run) return;
  const { start, time } = run.status.peek();
  if (!isPlaying.peek() && (heldTime.peek() === null || (heldTime.peek() as number) >= time)) heldTime.value = start;
  isPlaying.value = !isPlaying.peek();
}

/** Speeds that bring a run of this length to its end within a few seconds, and real time. */
export function sensibleSpeed(duration: number): number {
  const playedWithin = 8; // seconds
  return duration > 2 && duration < 30 ? 1 : duration / playedWithin;
}

function play(): () => void {
  let last = performance.now();
  let request = requestAnimationFrame(function step(now: number) {
    const run = shownRun.peek();
    if (!run) return;
    const { time } = run.status.peek();
    const next = (heldTime.peek() ?? time) + ((now - last) / 1000) * playSpeed.peek();
    last = now;
    heldTime.value = Math.min(next, time);
    if (next >= time && isOver(run.status.peek().state)) isPlaying.value = false;
    else request = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(request);
}

export function followTime(): void {
  effect(() => (isPlaying.value ? play() : undefined));
  // Another run begins at its newest instant, at a speed that suits it.
  effect(() => {
    const stop = shownRun.value?.variables.value;
    heldTime.value = null;
    isPlaying.value = false;
    if (stop) playSpeed.value = sensibleSpeed(stop.stop - stop.start);
  });
}
