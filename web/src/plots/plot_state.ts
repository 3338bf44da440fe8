// What the plot area shows: panels, the common window of time, and the two measuring cursors.
import { computed, effect, signal } from "@preact/signals";
import { diagram, figures } from "../app/state";
import type { Run } from "../run/run";
import { runs, shownRun, watchedVariables } from "../run/runs";
import { ghosts } from "../run/settings";
import { displayUnitOf } from "../units/display";
import { changed, defaultPanels, fromFigures, newPanel, shownVariables, withCurve, type Panel } from "./panels";

export const panels = signal<readonly Panel[]>([]);
/** The panel that variables are added to. */
export const activePanelId = signal(0);

/** The window of time that all panels show; null: the whole run. */
export const timeWindow = signal<readonly [number, number] | null>(null);

export interface Cursors {
  a: number | null;
  b: number | null;
}
export const cursors = signal<Cursors>({ a: null, b: null });

/** The window in seconds. */
export const shownWindow = computed<readonly [number, number]>(() => {
  const run = shownRun.value;
  if (timeWindow.value) return timeWindow.value;
  if (!run) return [0, 1];
  const { start, stop, time } = run.status.value;
  return stop > start ? [start, stop] : [start, Math.max(time, start + 1e-9)];
});

export const keptGhosts = 3;
/** Earlier runs of the same model that are drawn behind the one that is shown; the newest last. */
export const ghostRuns = computed<readonly Run[]>(() => {
  const shown = shownRun.value;
  if (!shown || !ghosts.value) return [];
  return runs.value
    .filter((run) => run !== shown && run.request.model === shown.request.model && run.status.value.state === "finished" && !run.lost.value)
    .slice(-keptGhosts);
});

export function addCurve(name: string, panelId = activePanelId.peek()): void {
  const existing = panels.peek();
  const target = existing.find((panel) => panel.id === panelId) ?? existing[0];
  if (target) {
    panels.value = withCurve(existing, target.id, name);
    return;
  }
  const panel = newPanel(existing, "time", [name]);
  panels.value = [panel];
  activePanelId.value = panel.id;
}

export function addPanel(kind: Panel["kind"] = "time", curves: string[] = []): void {
  const panel = newPanel(panels.peek(), kind, curves);
  panels.value = [...panels.peek(), panel];
  activePanelId.value = panel.id;
}

export function changePanel(id: number, change: Partial<Panel>): void {
  panels.value = changed(panels.peek(), id, change);
}

export function removePanel(id: number): void {
  panels.value = panels.peek().filter((panel) => panel.id !== id);
}

/** Another model has other figures; a model without any gets panels of its principal variables once they are known. */
export function followModel(): void {
  let model = "";
  effect(() => {
    const shown = diagram.value;
    if (!shown || shown.class === model) return;
    model = shown.class;
    timeWindow.value = null;
    cursors.value = { a: null, b: null };
    panels.value = fromFigures(figures.peek());
  });
  effect(() => {
    const run = shownRun.value;
    const known = run?.variables.value;
    if (!run || !known || panels.peek().length > 0) return;
    panels.value = defaultPanels(known.principal, (name) => {
      const variable = run.variable(name);
      return variable ? displayUnitOf(variable).unit : "";
    });
  });
  effect(() => {
    watchedVariables.value = shownVariables(panels.value);
  });
}
