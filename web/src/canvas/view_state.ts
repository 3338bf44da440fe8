// What others may know of the canvas: how the drawing lies on the screen, and where one can draw over it.
import { signal } from "@preact/signals";
import type { SceneView } from "../scene/scene_view";

/** From Modelica's coordinates to pixels of the canvas: (x + scale X, y - scale Y). */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export const view = signal<View>({ x: 0, y: 0, scale: 3 });

/** A group in Modelica's coordinates (y upwards) above the drawing, which pans and zooms with it; null while no canvas is shown. */
export const svgOverlay = signal<SVGGElement | null>(null);

/** The drawing itself: for whoever gives its shapes other attributes while a model runs. */
export const sceneView = signal<SceneView | null>(null);

/** A component or port under the pointer: "pump", "pump.port". */
export const hovered = signal<string | null>(null);
