// Where panels go. A part of the page registers its panels once, at start; the shell shows them as tabs of the place they name.
import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { type ComponentType, type FunctionComponent, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { OpenDocument } from "../document/open_document";

export type PanelPlace = "left" | "right" | "dock";

export interface Panel {
  id: string;
  title: string;
  place: PanelPlace;
  /** Tabs stand in ascending order. */
  order: number;
  view: ComponentType;
  /** A short text beside the title, such as a count. */
  badge?: ReadonlySignal<string | undefined>;
  /** The tab is there only while this is true. */
  when?: ReadonlySignal<boolean>;
}

const all = signal<readonly Panel[]>([]);
export const panels: ReadonlySignal<readonly Panel[]> = all;

/** The panel that is shown in each place. */
export const activePanel: Record<PanelPlace, Signal<string>> = {
  left: signal("palette"),
  right: signal("parameters"),
  dock: signal("plots"),
};
/** Places can be closed to make room. */
export const isOpen: Record<PanelPlace, Signal<boolean>> = {
  left: signal(true),
  right: signal(true),
  dock: signal(true),
};

export function registerPanel(panel: Panel): void {
  all.value = [...all.peek().filter((other) => other.id !== panel.id), panel].sort((a, b) => a.order - b.order);
}

export function showPanel(id: string): void {
  const panel = all.peek().find((other) => other.id === id);
  if (!panel) return;
  activePanel[panel.place].value = id;
  isOpen[panel.place].value = true;
}

/** What the centre shows while no document is open. */
export const startView = signal<ComponentType | null>(null);
/** What the centre shows while one is. */
export const canvasView = signal<ComponentType | null>(null);
/** What the banner of a file that somebody else has changed offers besides its choices. */
export const conflictView = signal<ComponentType<{ document: OpenDocument }> | null>(null);
/** What the top bar shows besides name and history: runs, above all. */
export const topBarItems = signal<readonly { id: string; order: number; view: ComponentType }[]>([]);

export function registerTopBarItem(item: { id: string; order: number; view: ComponentType }): void {
  topBarItems.value = [...topBarItems.peek().filter((other) => other.id !== item.id), item].sort((a, b) => a.order - b.order);
}

const retryDelay = 1000; // milliseconds

/** A view whose code is fetched when it is first shown, again and again until it is there. */
export function lazyView(load: () => Promise<ComponentType>): FunctionComponent {
  let loaded: ComponentType | undefined;
  return function LazyView() {
    const [view, setView] = useState<ComponentType | undefined>(() => loaded);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isWanted = true;
      const attempt = () =>
        load().then(
          (found) => setView(() => (loaded = found)),
          () => isWanted && (timer = setTimeout(attempt, retryDelay)), // the server was away just then
        );
      if (!loaded) void attempt();
      return () => {
        isWanted = false;
        clearTimeout(timer);
      };
    }, []);
    return view ? h(view, {}) : h("p", { class: "quiet pad" }, "Loading…");
  };
}
