// What the user is in the middle of, besides looking: connecting, placing a new component, drawing a marquee.
import { signal } from "@preact/signals";
import type { Box } from "../geometry/box";
import type { Point } from "../protocol/drawing";
import type { PaletteComponent } from "../protocol/messages";
import type { PortPlace } from "./diagram_index";
import type { Insertion } from "./insertion";

export interface Connecting {
  from: PortPlace;
  /** By the name of the port: undefined while the server has not answered. */
  verdicts: ReadonlyMap<string, { ok: boolean; reason?: string }> | undefined;
  /** The port that the line would end at. */
  target: PortPlace | undefined;
  /** Where the pointer is; undefined: the keyboard is used. */
  pointer: Point | undefined;
  /** Why it cannot end where the pointer is. */
  refusal: string | undefined;
}

export const connecting = signal<Connecting | null>(null);

/** Choosing one of several ports of a component by keyboard before connecting. */
export interface ChoosingPort {
  ports: readonly PortPlace[];
  chosen: number;
}

export const choosingPort = signal<ChoosingPort | null>(null);

/** A component on its way from the palette to the drawing. */
export interface Placing {
  component: PaletteComponent;
  /** Undefined while the pointer is not over the canvas. */
  at: Point | undefined;
  /** How it would go into a connection. */
  line: Insertion | undefined;
}

export const placing = signal<Placing | null>(null);

export const marquee = signal<Box | null>(null);

/** A line that would take in what is dropped on it. */
export const dropLine = signal<Insertion | null>(null);

/** Where a component is to be inserted by typing its name; null: not now. */
export const quickInsertAt = signal<Point | null>(null);
