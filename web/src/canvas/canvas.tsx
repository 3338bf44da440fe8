// The drawing that one can touch.
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../app/messages";
import { showPanel } from "../app/panels";
import { currentDocument, currentModels, diagram, diagramFault, editable, isBusy } from "../app/state";
import { theme } from "../app/theme";
import { CommandButton } from "../app/top_bar";
import { openMenu } from "../commands/menu";
import { runCommand } from "../commands/registry";
import type { Diagram, Point } from "../protocol/drawing";
import { unit } from "../scene/primitives";
import { SceneView } from "../scene/scene_view";
import { fitted, panned, zoomedAt } from "./camera";
import { endConnecting, finishConnecting } from "./connect_mode";
import { decorate } from "./decorations";
import { boxOfDiagram, gridOf } from "./diagram_index";
import { aimUnder, beginDrag, type Drag, elementUnder, panDrag, placeOf, targetOf } from "./interactions";
import { choosingPort, connecting, placing, quickInsertAt } from "./modes";
import { Overlay, showProblem } from "./overlay";
import { Preview } from "./preview";
import { QuickInsert } from "./quick_insert";
import { clearSelection, keepExisting, select } from "./selection";
import { DiagramTree } from "./tree";
import { hovered, sceneView, svgOverlay, type View, view } from "./view_state";

const emptySheet = { left: -100, bottom: -60, right: 100, top: 60 };

/** The element of the canvas, for whoever must know its size or its place. */
export const canvasElement: { current: HTMLElement | null } = { current: null };

let lastFit: View | undefined;

export function fitView(): void {
  const canvas = canvasElement.current;
  const shown = diagram.peek();
  if (!canvas || !shown) return;
  const box = boxOfDiagram(shown) ?? emptySheet;
  lastFit = fitted(box, { width: canvas.clientWidth, height: canvas.clientHeight });
  view.value = lastFit;
}

/** A drawing that fitted goes on fitting when the canvas gets another size; a view that the user chose stays. */
function keepFitting(canvas: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    if (view.peek() === lastFit) fitView();
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

export function zoomBy(factor: number): void {
  const canvas = canvasElement.current;
  if (canvas) view.value = zoomedAt(view.peek(), [canvas.clientWidth / 2, canvas.clientHeight / 2], factor);
}

/** The middle of what is shown, in the diagram. */
export function middleOfView(): Point {
  const canvas = canvasElement.current;
  if (!canvas) return [0, 0];
  const box = canvas.getBoundingClientRect();
  return placeOf({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }, canvas);
}

export function focusCanvas(): void {
  document.getElementById("diagram-tree")?.focus({ preventScroll: true });
}

export function Canvas() {
  const canvas = useRef<HTMLDivElement>(null);
  useEffect(() => (canvas.current ? attach(canvas.current) : undefined), []);
  return (
    <div ref={canvas} class="canvas" data-context="canvas">
      <div class="paper" aria-hidden="true" />
      <div role="application" aria-roledescription="diagram editor" aria-label="Diagram" class="canvas-focus">
        <DiagramTree />
      </div>
      <div class="world" aria-hidden="true">
        <svg class="drawing" width="1" height="1">
          <g class="scene-host" />
          <g class="live-overlay" transform={`scale(${unit} ${-unit})`} />
          <g class="overlay">
            <Overlay />
          </g>
        </svg>
      </div>
      <div class="surface" />
      <Hint />
      <EmptyHint />
      <ViewButtons />
      <QuickInsert />
    </div>
  );
}

/** Why a line cannot end here, beside the pointer. */
function Hint() {
  const now = connecting.value;
  const choice = choosingPort.value;
  if (choice) return <div class="canvas-hint">From which port? {choice.ports[choice.chosen]?.name}</div>;
  if (!now) return null;
  if (now.refusal !== undefined) {
    return (
      <div class="canvas-hint refused" role="status">
        {now.refusal}
      </div>
    );
  }
  return (
    <div class="canvas-hint">
      {now.from.name} → {now.target?.name ?? "…"}
    </div>
  );
}

function EmptyHint() {
  const shown = diagram.value;
  if (!currentDocument.value || diagramFault.value !== null || !shown || shown.components.length > 0 || placing.value) return null;
  if (!editable.value) return null;
  const model = currentModels.value.find(({ name }) => name === shown.class);
  if (model?.equations) {
    return (
      <div class="empty-hint">
        <p>This model is written as equations: there is nothing to draw.</p>
        <button class="button small" onClick={() => showPanel("text")}>
          Show its text
        </button>
      </div>
    );
  }
  return (
    <div class="empty-hint">
      <p>Drag a component from the left, or double-click here and type its name.</p>
      <p class="quiet">
        <kbd>/</kbd> inserts by name, <kbd>?</kbd> shows all keys
      </p>
    </div>
  );
}

function ViewButtons() {
  return (
    <div class="view-buttons" role="toolbar" aria-label="View">
      <CommandButton id="view.zoom_out" icon="minus" />
      <button class="zoom-level" title="Fit the drawing" onClick={fitView}>
        {Math.round((100 * view.value.scale) / unit)} %
      </button>
      <CommandButton id="view.zoom_in" icon="plus" />
      <CommandButton id="view.fit" icon="fit" />
    </div>
  );
}

// ---- the life of the canvas

function attach(canvas: HTMLElement): () => void {
  canvasElement.current = canvas;
  const world = canvas.querySelector<HTMLElement>(".world") as HTMLElement;
  const paper = canvas.querySelector<HTMLElement>(".paper") as HTMLElement;
  const scene = new SceneView();
  const preview = new Preview(scene);
  canvas.querySelector(".scene-host")?.append(scene.element);
  sceneView.value = scene;
  svgOverlay.value = canvas.querySelector<SVGGElement>(".live-overlay");
  const ends = [
    followDiagram(scene, preview),
    followView(world, paper),
    decorate(scene),
    keepFitting(canvas),
    listen(canvas, preview),
    effect(() => canvas.setAttribute("aria-busy", String(isBusy.value))),
    () => {
      canvasElement.current = null;
      sceneView.value = null;
      svgOverlay.value = null;
    },
  ];
  focusCanvas();
  return () => {
    for (const end of ends) end();
  };
}

function followDiagram(scene: SceneView, preview: Preview): () => void {
  let fittedFor: string | undefined;
  let before: Diagram | null = null;
  return effect(() => {
    const shown = diagram.value;
    preview.clear();
    scene.update(shown, theme.value);
    placing.value = null; // a new component is in the drawing now
    if (!shown) return;
    keepExisting(before, shown);
    before = shown;
    const key = `${currentDocument.peek()?.uri} ${shown.class}`;
    if (key === fittedFor) return;
    fittedFor = key;
    fitView();
    announce(`${shown.class}: ${shown.components.length} components, ${shown.connections.length} connections`);
  });
}

const settleTime = 200; // milliseconds after which a moving view is drawn sharp again

const dotsOfGrid = 5; // a dot at every fifth line of the grid, and fewer where they would stand too close
const closestDots = 18; // pixels
const farthestDots = 2 * closestDots * dotsOfGrid;

function dotPitch(scale: number): number {
  let pitch = dotsOfGrid * gridOf(diagram.peek())[0] * scale;
  while (pitch < closestDots) pitch *= 2;
  while (pitch > farthestDots) pitch /= 2;
  return pitch;
}

function mod(a: number, b: number): number {
  return ((a % b) + b) % b;
}

function followView(world: HTMLElement, paper: HTMLElement): () => void {
  const signs = world.querySelector<SVGGElement>(".overlay") as SVGGElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let signScale = 0;
  let shownPitch = 0;
  return effect(() => {
    const { x, y, scale } = view.value;
    world.style.transform = `translate(${x}px, ${y}px) scale(${scale / unit})`;
    // While it moves, the browser moves a picture of it; when it rests, it is drawn anew for its size.
    world.style.willChange = "transform";
    clearTimeout(timer);
    timer = setTimeout(() => (world.style.willChange = "auto"), settleTime);
    // On the signs' own group: a property of the whole drawing would make the browser look at every shape of it.
    if (signScale !== unit / scale) signs.style.setProperty("--sign-scale", String((signScale = unit / scale)));
    const pitch = dotPitch(scale);
    if (pitch !== shownPitch) paper.style.backgroundSize = `${pitch}px ${pitch}px`;
    shownPitch = pitch;
    // The dots repeat, so that the paper moves by less than one pitch: it is moved, never painted anew.
    paper.style.transform = `translate(${mod(x - pitch / 2, pitch)}px, ${mod(y - pitch / 2, pitch)}px)`;
  });
}

function listen(canvas: HTMLElement, preview: Preview): () => void {
  const events = new AbortController();
  const { signal } = events;
  // Takes all input in the drawing's place: for touches and wheels the browser would else keep a region for each of its shapes, and go
  // through all of them for every frame of a pan (measured with 500 components: 200 ms instead of 0.2 ms).
  const surface = canvas.querySelector<HTMLElement>(".surface") as HTMLElement;
  let drag: Drag | undefined;
  let pinch: Pinch | undefined;
  const fingers = new Map<number, PointerEvent>();

  const down = (event: PointerEvent) => {
    if (isControl(event.target)) return;
    focusCanvas();
    event.preventDefault();
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      drag?.cancel();
      drag = undefined;
      pinch = new Pinch([...fingers.values()], canvas);
      return;
    }
    if (connecting.peek() && event.button === 0) {
      aimUnder(placeOf(event, canvas), event);
      return connecting.peek()?.target ? finishConnecting() : connecting.peek()?.refusal === undefined ? endConnecting() : undefined;
    }
    const marker = elementUnder(event)?.closest<SVGElement>("[data-marker]")?.dataset.marker;
    if (marker !== undefined && event.button === 0) return showProblem(marker);
    canvas.setPointerCapture(event.pointerId);
    drag = event.button === 0 ? beginDrag(placeOf(event, canvas), event, preview) : panDrag(event);
  };
  const move = (event: PointerEvent) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
    if (pinch) return pinch.move([...fingers.values()]);
    if (drag) return drag.move(placeOf(event, canvas), event);
    if (connecting.peek()?.pointer) aimUnder(placeOf(event, canvas), event);
    hover(surface, elementUnder(event));
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    pinch = undefined;
    const ended = drag;
    drag = undefined;
    ended?.end(placeOf(event, canvas), event);
  };
  const cancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    drag?.cancel();
    drag = pinch = undefined;
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag) return;
    drag.cancel();
    drag = undefined;
    event.stopPropagation();
  };
  const doubleClick = (event: MouseEvent) => {
    if (isControl(event.target)) return;
    const target = targetOf(elementUnder(event));
    if (target.component !== undefined) {
      select([target.component]);
      runCommand("draw.open");
    } else if (!target.connection && editable.peek()) {
      quickInsertAt.value = placeOf(event, canvas);
    }
  };
  const menu = (event: MouseEvent) => {
    if (isControl(event.target)) return;
    event.preventDefault();
    const target = targetOf(elementUnder(event));
    if (target.component !== undefined) select([target.component]);
    else if (target.connection) select([], [target.connection]);
    else clearSelection();
    openMenu(["canvas-component", "canvas", "canvas-view"], { x: event.clientX, y: event.clientY });
  };

  canvas.addEventListener("pointerdown", down, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", cancel, { signal });
  canvas.addEventListener("pointerleave", () => hover(surface, null), { signal });
  canvas.addEventListener("dblclick", doubleClick, { signal });
  canvas.addEventListener("contextmenu", menu, { signal });
  surface.addEventListener("wheel", (event) => wheel(event, canvas), { signal, passive: false });
  addEventListener("keydown", escape, { signal, capture: true });
  return () => events.abort();
}

/** What the pointer is on gets the class "hover", and the surface its tooltip. */
function hover(surface: HTMLElement, element: Element | null): void {
  const { port, component } = targetOf(element);
  hovered.value = port ?? component ?? null;
  const on = element?.closest(".port, .connection, .component, .marker") ?? null;
  for (const other of surface.parentElement?.querySelectorAll(".hover") ?? []) if (other !== on) other.classList.remove("hover");
  on?.classList.add("hover");
  surface.title = on?.querySelector(":scope > title")?.textContent ?? "";
}

/** Buttons and fields that lie over the drawing. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, input, dialog, .view-buttons") !== null;
}

const wheelZoom = 0.0015; // of the logarithm, per pixel

/** A mouse's wheel zooms; two fingers on a touch pad pan, and pinching zooms. */
function wheel(event: WheelEvent, canvas: HTMLElement): void {
  if (isControl(event.target)) return;
  event.preventDefault();
  const lineHeight = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  const [dx, dy] = [event.deltaX * lineHeight, event.deltaY * lineHeight];
  const box = canvas.getBoundingClientRect();
  const at: Point = [event.clientX - box.left, event.clientY - box.top];
  const isPinch = event.ctrlKey || event.metaKey;
  const isMouse = dx === 0 && Math.abs(dy) >= 40;
  if (isPinch) view.value = zoomedAt(view.peek(), at, Math.exp(-dy * 6 * wheelZoom));
  else if (event.shiftKey && isMouse) view.value = panned(view.peek(), -dy, 0);
  else if (isMouse) view.value = zoomedAt(view.peek(), at, Math.exp(-dy * wheelZoom));
  else view.value = panned(view.peek(), -dx, -dy);
}

/** Two fingers. */
class Pinch {
  private readonly start = view.peek();
  private readonly box: DOMRect;
  private readonly first: { x: number; y: number; spread: number };

  constructor(fingers: readonly PointerEvent[], canvas: HTMLElement) {
    this.box = canvas.getBoundingClientRect();
    this.first = this.read(fingers);
  }

  move(fingers: readonly PointerEvent[]): void {
    if (fingers.length < 2) return;
    const now = this.read(fingers);
    const zoomed = zoomedAt(this.start, [this.first.x, this.first.y], now.spread / this.first.spread);
    view.value = panned(zoomed, now.x - this.first.x, now.y - this.first.y);
  }

  private read([a, b]: readonly PointerEvent[]) {
    if (!a || !b) return { x: 0, y: 0, spread: 1 };
    return {
      x: (a.clientX + b.clientX) / 2 - this.box.left,
      y: (a.clientY + b.clientY) / 2 - this.box.top,
      spread: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
    };
  }
}
