// The canvas and its commands.
import { announce } from "../app/messages";
import { canvasView, registerPanel, showPanel } from "../app/panels";
import { awaitedParameters, diagram, editable, page, selectedComponent, selection } from "../app/state";
import { type Command, registerCommands } from "../commands/registry";
import { centre } from "../geometry/box";
import { type Arrow, nextInDirection } from "../geometry/walk";
import type { Point } from "../protocol/drawing";
import { revealing } from "./camera";
import { Canvas, canvasElement, fitView, focusCanvas, middleOfView, zoomBy } from "./canvas";
import { chooseInDirection, connectFromSelection, endConnecting, finishConnecting, isConnecting } from "./connect_mode";
import { boxOfComponent, findComponent } from "./diagram_index";
import { connecting, quickInsertAt } from "./modes";
import * as operations from "./operations";
import { OutlinePanel } from "./outline_panel";
import { clearSelection, isEmpty, select, selectAll } from "./selection";
import { view } from "./view_state";

canvasView.value = Canvas;
registerPanel({ id: "outline", title: "Outline", place: "left", order: 30, view: OutlinePanel });

const hasDiagram = () => page.value === "workbench" && diagram.value !== null;
const canChange = () => operations.canChangeSelection() && !isConnecting();
const canDelete = () => editable.value && !isEmpty(selection.value) && !isConnecting();
const hasSeveral = () => canChange() && selection.value.components.size > 1;

// ---- walking

function reveal(name: string): void {
  const component = findComponent(diagram.peek(), name);
  const canvas = canvasElement.current;
  if (component && canvas) view.value = revealing(view.peek(), boxOfComponent(component), { width: canvas.clientWidth, height: canvas.clientHeight });
}

function goTo(name: string | undefined): void {
  if (name === undefined) return;
  select([name]);
  reveal(name);
}

/** The component before or after the selected one, in the order of the text. */
function neighbour(step: 1 | -1): string | undefined {
  const names = diagram.peek()?.components.map(({ name }) => name) ?? [];
  const [selected] = selection.peek().components;
  if (selected === undefined) return step === 1 ? names[0] : names[names.length - 1];
  return names[names.indexOf(selected) + step];
}

function walkTo(arrow: Arrow): void {
  const shown = diagram.peek();
  if (!shown) return;
  const selected = selectedComponent.peek();
  const here = selected === null ? undefined : findComponent(shown, selected);
  if (!here) return goTo(neighbour(1));
  const others = shown.components.filter((component) => component !== here);
  goTo(nextInDirection(centre(boxOfComponent(here)), arrow, others.map((other) => [other.name, centre(boxOfComponent(other))] as const)));
}

const arrows: readonly (readonly [Arrow, Point, string])[] = [
  ["ArrowLeft", [-1, 0], "left"],
  ["ArrowRight", [1, 0], "right"],
  ["ArrowUp", [0, 1], "up"],
  ["ArrowDown", [0, -1], "down"],
];

/** An arrow means, in this order: another port to connect with, a step of what is selected, the next component. */
function arrowCommands(): Command[] {
  return arrows.flatMap(([arrow, by, word]): Command[] => [
    {
      id: `draw.choose_port_${word}`,
      family: "While connecting: choose a port",
      title: `Choose a port ${word}`,
      group: "Draw",
      context: "canvas",
      keys: [arrow],
      listed: false,
      when: isConnecting,
      run: () => chooseInDirection(arrow),
    },
    {
      id: `draw.nudge_${word}`,
      family: "Move",
      title: `Move ${word}`,
      group: "Draw",
      context: "canvas",
      keys: [arrow],
      listed: false,
      when: canChange,
      run: () => operations.nudge(by, 1),
    },
    {
      id: `draw.nudge_far_${word}`,
      family: "Move five times as far",
      title: `Move ${word}, five times as far`,
      group: "Draw",
      context: "canvas",
      keys: [`Shift+${arrow}`],
      listed: false,
      when: canChange,
      run: () => operations.nudge(by, 5),
    },
    {
      id: `draw.nudge_little_${word}`,
      family: "Move half as far",
      title: `Move ${word}, half as far`,
      group: "Draw",
      context: "canvas",
      keys: [`Alt+${arrow}`],
      listed: false,
      when: canChange,
      run: () => operations.nudge(by, 0.5),
    },
    {
      id: `draw.walk_${word}`,
      family: "To the next component",
      title: `To the next component ${word}`,
      group: "Draw",
      context: "canvas",
      keys: [`Ctrl+${arrow}`, arrow],
      listed: false,
      when: () => hasDiagram() && !isConnecting(),
      run: () => walkTo(arrow),
    },
  ]);
}

registerCommands(
  // ---- inserting and connecting
  {
    id: "draw.insert",
    title: "Insert a component by name",
    group: "Draw",
    context: "canvas",
    keys: ["/"],
    menus: ["canvas"],
    when: () => hasDiagram() && editable.value,
    run: () => {
      quickInsertAt.value = middleOfView();
    },
  },
  {
    id: "draw.connect",
    title: "Connect",
    group: "Draw",
    context: "canvas",
    keys: ["C"],
    menus: ["canvas-component"],
    when: () => editable.value && selectedComponent.value !== null && !isConnecting(),
    run: connectFromSelection,
  },
  {
    id: "draw.connect_here",
    title: "Take this port",
    group: "Draw",
    context: "canvas",
    keys: ["Enter"],
    listed: false,
    when: isConnecting,
    run: finishConnecting,
  },
  {
    id: "draw.parameters",
    title: "Parameters",
    group: "Draw",
    context: "canvas",
    keys: ["Enter"],
    menus: ["canvas-component"],
    when: () => selectedComponent.value !== null && !isConnecting(),
    run: () => {
      showPanel("parameters");
      awaitedParameters.value = selectedComponent.peek();
    },
  },
  {
    id: "draw.escape",
    title: "End connecting, or select nothing",
    group: "Draw",
    context: "canvas",
    keys: ["Escape"],
    listed: false,
    when: () => isConnecting() || !isEmpty(selection.value),
    run: () => {
      if (connecting.peek() || isConnecting()) endConnecting();
      else clearSelection();
      announce("");
    },
  },

  // ---- changing
  { id: "draw.rotate", title: "Rotate right", group: "Draw", context: "canvas", keys: ["R", "Ctrl+R"], menus: ["canvas-component"], when: canChange, run: () => operations.rotateSelection(-90) },
  { id: "draw.rotate_left", title: "Rotate left", group: "Draw", context: "canvas", keys: ["Shift+R", "Ctrl+Shift+R"], menus: ["canvas-component"], when: canChange, run: () => operations.rotateSelection(90) },
  { id: "draw.flip_horizontal", title: "Flip horizontally", group: "Draw", context: "canvas", keys: ["H"], menus: ["canvas-component"], when: canChange, run: () => operations.flipSelection("horizontal") },
  { id: "draw.flip_vertical", title: "Flip vertically", group: "Draw", context: "canvas", keys: ["V"], menus: ["canvas-component"], when: canChange, run: () => operations.flipSelection("vertical") },
  { id: "draw.rename", title: "Rename", group: "Draw", context: "canvas", keys: ["F2"], menus: ["canvas-component"], when: () => canChange() && selectedComponent.value !== null, run: operations.renameComponent },
  { id: "draw.open", title: "Look inside", group: "Draw", context: "canvas", keys: ["O"], menus: ["canvas-component"], when: () => selectedComponent.value !== null, run: operations.openSelected },
  { id: "draw.up", title: "Back to the class around", group: "Draw", context: "canvas", keys: ["U"], menus: ["canvas-view"], when: operations.canGoUp, run: operations.goUp },
  { id: "edit.delete", title: "Delete", group: "Edit", context: "canvas", keys: ["Delete", "Backspace"], menus: ["canvas-component", "edit"], when: canDelete, run: operations.deleteSelection },
  { id: "edit.duplicate", title: "Duplicate", group: "Edit", context: "canvas", keys: ["Ctrl+D"], menus: ["canvas-component", "edit"], when: canChange, run: operations.duplicateSelection },
  { id: "edit.copy", title: "Copy", group: "Edit", context: "canvas", keys: ["Ctrl+C"], menus: ["canvas-component", "edit"], when: () => selection.value.components.size > 0, run: operations.copySelection },
  { id: "edit.cut", title: "Cut", group: "Edit", context: "canvas", keys: ["Ctrl+X"], menus: ["canvas-component", "edit"], when: canChange, run: operations.cutSelection },
  { id: "edit.paste", title: "Paste", group: "Edit", context: "canvas", keys: ["Ctrl+V"], menus: ["canvas", "edit"], when: () => hasDiagram() && operations.canPaste(), run: operations.paste },
  { id: "edit.select_all", title: "Select all", group: "Edit", context: "canvas", keys: ["Ctrl+A"], menus: ["canvas", "edit"], when: hasDiagram, run: selectAll },
  { id: "draw.group", title: "Group into a subcircuit", group: "Draw", context: "canvas", keys: ["Ctrl+G"], menus: ["canvas-component"], when: canChange, run: operations.groupSelection },
  { id: "draw.reroute", title: "Route lines anew", group: "Draw", context: "canvas", keys: ["L"], menus: ["canvas-component"], when: canDelete, run: operations.rerouteSelection },
  { id: "draw.arrange", title: "Arrange everything anew", group: "Draw", menus: ["canvas"], when: () => hasDiagram() && editable.value, run: operations.arrange },
  { id: "draw.align_left", title: "Align left sides", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("left") },
  { id: "draw.align_centre", title: "Align on one vertical", group: "Draw", context: "canvas", keys: ["Alt+V"], menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("centre") },
  { id: "draw.align_right", title: "Align right sides", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("right") },
  { id: "draw.align_top", title: "Align upper sides", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("top") },
  { id: "draw.align_middle", title: "Align on one horizontal", group: "Draw", context: "canvas", keys: ["Alt+H"], menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("middle") },
  { id: "draw.align_bottom", title: "Align lower sides", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.alignSelection("bottom") },
  { id: "draw.distribute_horizontal", title: "Equal gaps, side by side", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.distributeSelection("horizontal") },
  { id: "draw.distribute_vertical", title: "Equal gaps, one above the other", group: "Draw", menus: ["edit"], when: hasSeveral, run: () => operations.distributeSelection("vertical") },

  // ---- looking
  { id: "view.fit", title: "Fit the drawing", group: "View", context: "canvas", keys: ["F", "Space", "0"], menus: ["canvas-view", "view"], when: hasDiagram, run: fitView },
  { id: "view.zoom_in", title: "Zoom in", group: "View", context: "canvas", keys: ["+", "="], menus: ["canvas-view", "view"], when: hasDiagram, run: () => zoomBy(1.25) },
  { id: "view.zoom_out", title: "Zoom out", group: "View", context: "canvas", keys: ["-"], menus: ["canvas-view", "view"], when: hasDiagram, run: () => zoomBy(0.8) },
  { id: "draw.focus", title: "To the drawing", group: "View", keys: ["F6"], menus: ["view"], when: hasDiagram, run: focusCanvas },
  { id: "draw.next", title: "Next component", group: "Draw", context: "canvas", keys: ["Tab"], listed: false, when: () => hasDiagram() && !isConnecting() && neighbour(1) !== undefined, run: () => goTo(neighbour(1)) },
  { id: "draw.previous", title: "Component before", group: "Draw", context: "canvas", keys: ["Shift+Tab"], listed: false, when: () => hasDiagram() && !isConnecting() && neighbour(-1) !== undefined, run: () => goTo(neighbour(-1)) },
  ...arrowCommands(),
);
