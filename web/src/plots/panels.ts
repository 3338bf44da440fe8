// The panels of the plot area as data: what each shows, and how they are kept in the model as figures. Lists are values: each change is a new list.
import type { Figure } from "../protocol/types";

export type PanelKind = "time" | "xy" | "spectrum";

export interface Panel {
  id: number;
  kind: PanelKind;
  title: string;
  curves: string[]; // names of variables
  x: string | undefined; // of an x-y plot
  logX: boolean;
  logY: boolean;
}

export function newPanel(panels: readonly Panel[], kind: PanelKind = "time", curves: string[] = []): Panel {
  const id = 1 + Math.max(0, ...panels.map((panel) => panel.id));
  return { id, kind, title: "", curves, x: undefined, logX: kind === "spectrum", logY: false };
}

export function changed(panels: readonly Panel[], id: number, change: Partial<Panel>): Panel[] {
  return panels.map((panel) => (panel.id === id ? { ...panel, ...change } : panel));
}

export function withCurve(panels: readonly Panel[], id: number, name: string): Panel[] {
  return panels.map((panel) => (panel.id === id && !panel.curves.includes(name) ? { ...panel, curves: [...panel.curves, name] } : panel));
}

export function withoutCurve(panels: readonly Panel[], id: number, name: string): Panel[] {
  return panels.map((panel) => (panel.id === id ? { ...panel, curves: panel.curves.filter((curve) => curve !== name) } : panel));
}

/** Takes a panel to another place in the list. */
export function moved(panels: readonly Panel[], id: number, to: number): Panel[] {
  const rest = panels.filter((panel) => panel.id !== id);
  const panel = panels.find((p) => p.id === id);
  return panel ? [...rest.slice(0, to), panel, ...rest.slice(to)] : rest;
}

/** All variables that are needed to draw the panels. */
export function shownVariables(panels: readonly Panel[]): string[] {
  return [...new Set(panels.flatMap((panel) => (panel.x === undefined ? panel.curves : [panel.x, ...panel.curves])))];
}

const defaultCount = 3;

/**
 * The panels that a model gets when it has no figures: one for each unit among its principal variables, so that curves which can be
 * compared share an axis. Numbers without a unit, coefficients mostly, come last.
 */
export function defaultPanels(principal: readonly string[], unitOf: (name: string) => string): Panel[] {
  const byUnit = new Map<string, string[]>();
  for (const name of principal) {
    const unit = unitOf(name);
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), name]);
  }
  const inOrder = [...byUnit].sort(([a], [b]) => Number(a === "") - Number(b === ""));
  let panels: Panel[] = [];
  for (const [, curves] of inOrder.slice(0, defaultCount)) panels = [...panels, newPanel(panels, "time", curves.slice(0, 6))];
  return panels;
}

/** Spectra and logarithmic axes are not part of Modelica's figures (3.6, 18.2.2); such a panel is kept as its curves over time. */
export function toFigures(panels: readonly Panel[]): Figure[] {
  return panels
    .filter((panel) => panel.curves.length > 0)
    .map((panel, i) => {
      const plot = { curves: panel.curves.map((y) => ({ y })) };
      return {
        title: panel.title || panel.curves.join(", "),
        identifier: `panel${i + 1}`,
        plots: [panel.kind === "xy" && panel.x !== undefined ? { ...plot, x: panel.x } : plot],
      };
    });
}

export function fromFigures(figures: readonly Figure[]): Panel[] {
  let panels: Panel[] = [];
  for (const figure of figures)
    for (const plot of figure.plots) {
      const panel = newPanel(
        panels,
        plot.x === undefined || plot.x === "time" ? "time" : "xy",
        plot.curves.map((curve) => curve.y),
      );
      panels = [...panels, { ...panel, title: plot.title || figure.title, x: panel.kind === "xy" ? plot.x : undefined }];
    }
  return panels;
}
