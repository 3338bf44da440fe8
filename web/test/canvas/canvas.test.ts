import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, leastScale, mostScale, revealing, toDiagram, toScreen, zoomedAt } from "../../src/canvas/camera";
import { insertionAt, laidAlong } from "../../src/canvas/insertion";
import { connectedPorts, freeName, portsOf } from "../../src/canvas/diagram_index";
import { boxAround } from "../../src/geometry/box";
import type { Component, Connection, Diagram, Point } from "../../src/protocol/drawing";
import type { Diagnostic, Range } from "../../src/protocol/lsp";
import { standInForBrowser } from "../browser_stand_in";

standInForBrowser();
const { markersOf, ownerOf } = await import("../../src/canvas/markers");
const { movedLine } = await import("../../src/canvas/preview");
const { keepExisting, select } = await import("../../src/canvas/selection");
const { selection } = await import("../../src/app/state");
const { freePlace } = await import("../../src/palette/free_place");
const { treeOf, countOf } = await import("../../src/palette/tree");

const system = { extent: [[-100, -100], [100, 100]], preserve_aspect_ratio: true, initial_scale: 0.1, grid: [2, 2] } as const; // prettier-ignore
const icon = { coordinate_system: system, layers: [] };

const range = (line: number, from: number, to: number, lastLine = line): Range => ({ start: { line, character: from }, end: { line: lastLine, character: to } });

function component(name: string, at: Point, given: Partial<Component> = {}): Component {
  const transformation = { origin: at, has_origin: true, extent: [[-10, -10], [10, 10]] as const, rotation: 0, written: true }; // prettier-ignore
  const port = (side: "left" | "right", x: number) => ({
    name: side, type: "Port", present: true, visible: true, transformation, matrix: [1, 0, 0, 1, 0, 0] as const,
    in_icon: [10 * x, 0] as Point, position: [at[0] + x, at[1]] as Point, direction: side, icon,
  }); // prettier-ignore
  return {
    name, type: "P", written_type: "P", kind: "model", present: true, visible: true, transformation, matrix: [0.1, 0, 0, 0.1, at[0], at[1]],
    box: [[at[0] - 10, at[1] - 10], [at[0] + 10, at[1] + 10]], icon, ports: [port("left", -10), port("right", 10)], modifiers: [], ...given,
  }; // prettier-ignore
}

function connection(from: string, to: string, points: Point[], given: Partial<Connection> = {}): Connection {
  const end = (text: string, position: Point) => ({ text, component: text.split(".")[0]!, port: text.split(".")[1]!, position, direction: "left" as const });
  return {
    ends: [end(from, points[0]!), end(to, points[points.length - 1]!)],
    line: { type: "Line", points, smooth: "None", color: [0, 0, 0], pattern: "Solid", thickness: 0.25, arrow: ["None", "None"], arrow_size: 3 },
    written: true, routed: false, texts: [], set: 0, present: true, ...given,
  }; // prettier-ignore
}

function diagram(components: Component[], connections: Connection[] = []): Diagram {
  return { schema: "dashpot/drawing/1", class: "M", kind: "model", description: "", sources: [], icon, ports: [], diagram: icon, components, connections, junctions: [], values: [] };
}

// ---- the view

test("what is under the pointer stays there when one zooms", () => {
  const view = { x: 100, y: 50, scale: 3 };
  const pointer: Point = [321, 123];
  const before = toDiagram(view, pointer);
  for (const factor of [0.001, 0.5, 1.7, 1000]) {
    const zoomed = zoomedAt(view, pointer, factor);
    const after = toScreen(zoomed, before);
    assert.ok(Math.hypot(after[0] - pointer[0], after[1] - pointer[1]) < 1e-9);
    assert.ok(zoomed.scale >= leastScale && zoomed.scale <= mostScale);
  }
});

test("a fitted box is seen as a whole, in the middle of what the buttons below leave", () => {
  const size = { width: 800, height: 400 };
  const box = boxAround([[-300, -20], [500, 700]]); // prettier-ignore
  const view = fitted(box, size);
  const [left, top] = toScreen(view, [box.left, box.top]);
  const [right, bottom] = toScreen(view, [box.right, box.bottom]);
  assert.ok(left > 0 && top > 0 && right < size.width && bottom < size.height);
  assert.ok(Math.abs(left + right - size.width) < 1e-9);
  assert.ok(Math.abs(top - 48) < 1e-9 && Math.abs(size.height - bottom - 72) < 1e-9);
});

test("revealing moves the view no more than it must", () => {
  const size = { width: 800, height: 400 };
  const view = { x: 400, y: 200, scale: 2 };
  assert.deepEqual(revealing(view, boxAround([[0, 0], [10, 10]]), size), view); // prettier-ignore
  const moved = revealing(view, boxAround([[500, 0], [510, 10]]), size); // prettier-ignore
  assert.equal(moved.y, view.y);
  assert.ok(toScreen(moved, [510, 0])[0] < size.width);
});

// ---- questions about a diagram

test("a new name is the first that is free", () => {
  const shown = diagram([component("pump", [0, 0]), component("pump1", [40, 0])]);
  assert.equal(freeName(shown, "pump"), "pump2");
  assert.equal(freeName(shown, "tank"), "tank");
  assert.equal(freeName(null, "tank"), "tank");
});

test("ports are named as connections name them; a connector of the class is one by itself", () => {
  assert.deepEqual(portsOf(component("pump", [0, 0])).map(({ name }) => name), ["pump.left", "pump.right"]);
  assert.deepEqual(portsOf(component("port_a", [-100, 0], { connector: true, ports: [] })).map(({ name, direction }) => [name, direction]), [["port_a", "right"]]);
});

test("ports with a line are known", () => {
  const shown = diagram([], [connection("a.right", "b.left", [[10, 0], [30, 0]])]); // prettier-ignore
  assert.deepEqual([...connectedPorts(shown)], ["a.right", "b.left"]);
});

test("lines follow the components that they hang on", () => {
  const line = connection("a.right", "b.left", [[10, 0], [20, 0], [20, 8], [30, 8]]); // prettier-ignore
  assert.equal(movedLine(line, new Set(["c"]), [4, 4]), undefined);
  assert.deepEqual(movedLine(line, new Set(["a", "b"]), [4, 4]), [[14, 4], [24, 4], [24, 12], [34, 12]]); // prettier-ignore
  assert.deepEqual(movedLine(line, new Set(["a"]), [0, 4]), [[10, 4], [20, 4], [20, 8], [30, 8]]); // prettier-ignore
});

// ---- diagnostics

test("a diagnostic is shown on the smallest part of the drawing that it lies in, the worst first", () => {
  const shown = diagram(
    [component("pump", [0, 0], { range: range(1, 2, 60) }), component("base", [50, 0], { range: range(3, 0, 60), inherited: true })],
    [connection("pump.right", "tank.left", [[10, 0], [30, 0]], { range: range(5, 2, 40) })],
  ); // prettier-ignore
  const diagnostics: Diagnostic[] = [
    { range: range(1, 20, 25), severity: 2, message: "doubtful" },
    { range: range(1, 30, 35), severity: 1, message: "wrong" },
    { range: range(5, 4, 9), message: "no such port" },
    { range: range(3, 4, 9), message: "of the base class" },
    { range: range(0, 0, 5), message: "of the class" },
  ];
  const markers = markersOf(shown, diagnostics);
  assert.deepEqual(markers.map(({ key, severity, messages }) => [key, severity, messages]), [
    ["pump", "error", ["doubtful", "wrong"]],
    ["pump.right tank.left", "error", ["no such port"]],
  ]); // prettier-ignore
  assert.deepEqual(markers[0]?.at, [[10, 10]]);
  assert.deepEqual(markers[1]?.at, [[20, 0]]);
  assert.equal(ownerOf(shown, range(9, 0, 0)), undefined);
});

test("a line between ports that do not fit has a sign at each of them", () => {
  const shown = diagram([], [connection("mass.flange", "tank.port", [[10, 0], [20, 0], [20, 9]], { range: range(5, 2, 40) })]); // prettier-ignore
  const [marker] = markersOf(shown, [{ range: range(5, 4, 9), code: "connector-mismatch", message: "they do not fit" }]);
  assert.deepEqual(marker?.at, [[10, 0], [20, 9]]); // prettier-ignore
});

// ---- the palette

test("a new component covers no other", () => {
  const components: Component[] = [];
  for (let i = 0; i < 30; i++) {
    const at = freePlace(diagram(components), { icon }, [1, 1]);
    assert.ok(at[0] % 2 === 0 && at[1] % 2 === 0);
    for (const { box: [[x0, y0], [x1, y1]] } of components) assert.ok(at[0] - 10 >= x1 || at[0] + 10 <= x0 || at[1] - 10 >= y1 || at[1] + 10 <= y0); // prettier-ignore
    components.push(component(`c${i}`, at));
  }
});

test("packages become a tree without the library's own name", () => {
  const one = (name: string) => ({ name, kind: "model", description: "", default_component_name: name, icon, ports: [], keywords: [] });
  const tree = treeOf([
    { name: "Dashpot.Hydraulics.Pumps", description: "Pumps", components: [one("A"), one("B")] },
    { name: "Dashpot.Hydraulics", description: "", components: [one("C")] },
    { name: "Dashpot.Blocks", description: "", components: [one("D")] },
  ]);
  assert.deepEqual(tree.map((branch) => [branch.title, countOf(branch)]), [["Hydraulics", 3], ["Blocks", 1]]); // prettier-ignore
  assert.equal(tree[0]?.branches[0]?.description, "Pumps");
});

test("what has just been inserted stays selected while an older drawing comes in", () => {
  const drawn = (...names: string[]) => ({ components: names.map((name) => component(name, [0, 0])), connections: [] }) as unknown as Diagram;
  select(["valve"]);
  keepExisting(drawn("pump"), drawn("pump"));
  assert.deepEqual([...selection.value.components], ["valve"]);
  keepExisting(drawn("pump"), drawn("pump", "valve"));
  assert.deepEqual([...selection.value.components], ["valve"]);
  keepExisting(drawn("pump", "valve"), drawn("pump"));
  assert.deepEqual([...selection.value.components], []);
});

const portsAt = ([x, y]: Point) => [
  { name: "a", type: "Port_a", position: [x - 10, y] as Point },
  { name: "b", type: "Port_b", position: [x + 10, y] as Point },
] as const; // prettier-ignore

test("a component that is dropped on an upright line is turned into it, its first port towards the line's first end", () => {
  const up = laidAlong(portsAt([31, 0]), [31, 0], [30, -40], [30, 20]);
  assert.deepEqual(up, { inlet: "a", outlet: "b", turn: 90, at: [30, 0] });
  const down = laidAlong(portsAt([31, 0]), [31, 0], [30, 20], [30, -40]);
  assert.deepEqual(down, { inlet: "a", outlet: "b", turn: -90, at: [30, 0] });
});

test("along a level line it stays as it is, and lies on the line", () => {
  assert.deepEqual(laidAlong(portsAt([0, 2]), [0, 2], [-40, 0], [40, 0]), { inlet: "a", outlet: "b", turn: 0, at: [0, 0] });
  assert.deepEqual(laidAlong(portsAt([0, 2]), [0, 2], [40, 0], [-40, 0]), { inlet: "b", outlet: "a", turn: 0, at: [0, 0] });
});

test("a line takes in what fits and lies near, but not a part of its own", () => {
  const shown = { components: [component("p", [-60, 0]), component("q", [60, 0])], connections: [] as Connection[], ports: [] } as unknown as Diagram;
  const line = { points: [[-50, 0], [50, 0]] as Point[] };
  const end = (text: string) => ({ text, component: text.split(".")[0], port: text.split(".")[1] });
  (shown as { connections: unknown[] }).connections = [{ ends: [end("p.right"), end("q.left")], line, inherited: false }];
  const ports = (at: Point) => portsAt(at).map((port) => ({ ...port, type: "Port" }));
  assert.equal(insertionAt(shown, [0, 2], ports([0, 2]))?.from, "p.right");
  assert.equal(insertionAt(shown, [0, 9], ports([0, 9])), undefined, "too far away");
  assert.equal(insertionAt(shown, [0, 2], ports([0, 2]), "p"), undefined, "its own line");
  assert.equal(insertionAt(shown, [0, 2], ports([0, 2]).slice(1)), undefined, "one port is not enough");
});
