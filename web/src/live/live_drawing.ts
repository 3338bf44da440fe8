// The drawing comes alive: shapes follow their DynamicSelect, lines take the colour of their potential, arrows move with the flow. All at the instant of the time cursor.
import { computed, effect, signal } from "@preact/signals";
import { currentClass, currentDocument, diagram } from "../app/state";
import { theme } from "../app/theme";
import { sceneView, svgOverlay } from "../canvas/view_state";
import type { Diagram } from "../protocol/types";
import { isOver, type Run } from "../run/run";
import { shownRun } from "../run/runs";
import { cursorTime, isPlaying } from "../run/time_cursor";
import { displayUnitOf, type DisplayUnit, plainNumber } from "../units/display";
import { LineArrows } from "./arrows";
import { potentialColour } from "./colours";
import { kindOf, type Plan, planOf, primitiveAt } from "./plan";
import { LiveValues } from "./values";

/** Whether the user wants to see it. */
export const wanted = signal(true);
/** Someone is editing: shapes that move would be in the way. */
const editedSince = signal(false);

export const liveRun = computed<Run | null>(() => {
  const run = shownRun.value;
  if (!wanted.value || editedSince.value || !run?.variables.value) return null;
  const isShownHere = run.request.model === currentClass.value && run.request.uri === currentDocument.value?.uri;
  return isShownHere ? run : null;
});

export interface Scale {
  kind: string; // "p"
  unit: DisplayUnit;
  low: number; // SI
  high: number;
}
/** What the colours mean, one entry per kind of potential. */
export const scales = signal<readonly Scale[]>([]);

export function toggleLive(): void {
  if (liveRun.peek()) {
    wanted.value = false;
    return;
  }
  wanted.value = true;
  editedSince.value = false;
}

const liveWidth = "2.4"; // pixels of the scene: a colour must be seen on a line

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class LiveDrawing {
  private readonly plan: Plan;
  private readonly values: LiveValues;
  private readonly arrows = new Map<number, LineArrows>();
  private lastFrame = 0;
  private greatestFlow = new Map<string, number>();
  private readonly end: () => void;

  constructor(
    private readonly run: Run,
    drawn: Diagram,
  ) {
    this.plan = planOf(drawn, (name) => run.variable(name) !== undefined);
    this.values = new LiveValues(run, this.plan.variables);
    this.end = this.follow();
  }

  dispose(): void {
    this.end();
    this.values.dispose();
    for (const arrows of this.arrows.values()) arrows.remove();
    for (const { connection } of this.plan.lines) this.lineOf(connection.ends)?.removeAttribute("style");
    sceneView.peek()?.reset(diagram.peek());
    scales.value = [];
  }

  private follow(): () => void {
    const ends = [
      effect(() => {
        void this.values.version.value;
        void theme.value;
        this.measure();
      }),
      effect(() => {
        const time = cursorTime.value;
        void this.values.version.value;
        if (time !== null && scales.value) this.show(time);
      }),
      effect(() => (isPlaying.value || !isOver(this.run.status.value.state) ? this.keepMoving() : undefined)),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Arrows move between the instants that the server sends, too. */
  private keepMoving(): () => void {
    let request = requestAnimationFrame(
      function step(this: LiveDrawing, now: number) {
        this.moveArrows(cursorTime.peek() ?? 0, Math.min(0.1, (now - (this.lastFrame || now)) / 1000));
        this.lastFrame = now;
        request = requestAnimationFrame(step.bind(this));
      }.bind(this),
    );
    return () => {
      cancelAnimationFrame(request);
      this.lastFrame = 0;
    };
  }

  private measure(): void {
    const kinds = [...new Set(this.plan.lines.flatMap((line) => (line.potential === undefined ? [] : [kindOf(line.potential)])))];
    scales.value = kinds.map((kind) => {
      const names = this.plan.lines.flatMap(({ potential }) => (potential !== undefined && kindOf(potential) === kind ? [potential] : []));
      const [low, high] = this.values.range([...new Set(names)]);
      const variable = this.run.variable(names[0]!);
      return { kind, unit: variable ? displayUnitOf(variable) : plainNumber, low, high };
    });
    this.greatestFlow.clear();
    for (const { flow } of this.plan.lines)
      for (const name of flow ?? []) {
        const [low, high] = this.values.range([name]);
        const kind = kindOf(name);
        this.greatestFlow.set(kind, Math.max(this.greatestFlow.get(kind) ?? 0, Math.abs(low), Math.abs(high)));
      }
  }

  private show(time: number): void {
    const scene = sceneView.peek();
    if (!scene) return;
    for (const live of this.plan.primitives) {
      const primitive = primitiveAt(live, (name) => this.values.at(name, time));
      if (primitive) scene.showPrimitive(live.component, live.layer, live.index, primitive);
    }
    for (const { connection, potential } of this.plan.lines) {
      const scale = potential === undefined ? undefined : scales.peek().find((other) => other.kind === kindOf(potential));
      const value = potential === undefined ? undefined : this.values.at(potential, time);
      const line = this.lineOf(connection.ends);
      if (!line || !scale || value === undefined) continue;
      line.style.strokeWidth = liveWidth;
      line.style.stroke = potentialColour((value - scale.low) / (scale.high - scale.low || 1), theme.peek());
    }
    this.moveArrows(time, 0);
  }

  private moveArrows(time: number, seconds: number): void {
    const overlay = svgOverlay.peek();
    if (!overlay) return;
    this.plan.lines.forEach(({ connection, flow }, i) => {
      if (!flow) return;
      let arrows = this.arrows.get(i);
      if (!arrows) this.arrows.set(i, (arrows = new LineArrows(connection.line.points, overlay)));
      const through = flow.reduce((sum, name) => sum + (this.values.at(name, time) ?? 0), 0);
      const greatest = this.greatestFlow.get(kindOf(flow[0]!)) || 1;
      arrows.show(through / greatest, reducedMotion.matches ? 0 : seconds);
    });
  }

  private lineOf(ends: Diagram["connections"][number]["ends"]): SVGPathElement | undefined {
    return sceneView.peek()?.lineOf(ends[0].text, ends[1].text);
  }
}

export function followLive(): void {
  // A new run is shown alive; the first change of the text afterwards ends it.
  effect(() => {
    const run = shownRun.value;
    if (!run) return;
    editedSince.value = false;
    return currentDocument.value?.onChange(() => (editedSince.value = true));
  });
  effect(() => {
    const run = liveRun.value;
    const drawn = diagram.value;
    if (!run || !drawn || !sceneView.value || !svgOverlay.value) return;
    const drawing = new LiveDrawing(run, drawn);
    return () => drawing.dispose();
  });
}
