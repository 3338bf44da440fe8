// Drawing: what is on the sheet, and what becomes of the text.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { distance, overlaps, readDrawing } from "../support/drawing.mjs";
import { repository, verb } from "../support/program.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const examples = readdirSync(join(repository, "examples")).filter((name) => name.endsWith(".mo"));

workbenchTest(
  "W3: every example is drawn whole, without overlaps, its lines at right angles and ending on ports",
  { server: { examples } },
  async (bench) => {
    for (const name of examples) {
      await bench.openFile(name);
      const expected = JSON.parse(verb("draw", join(bench.server.root, name), "--json"));
      await until(async () => (await readDrawing(bench.page)).components.length === expected.components.length, `${name} is drawn`);
      const { components, ports, connections } = await readDrawing(bench.page);
      const visible = new Set(
        expected.components.filter((component) => component.visible && component.present).map((component) => component.name),
      );
      const drawn = components.filter((component) => visible.has(component.name));
      for (const component of drawn) assert.ok(component.isDrawn, `${name}: ${component.name} is drawn`);
      drawn.forEach((a, i) =>
        drawn.slice(i + 1).forEach((b) => assert.ok(!overlaps(a.box, b.box), `${name}: ${a.name} and ${b.name} overlap`)),
      );
      assert.equal(connections.length, expected.connections.length, `${name}: all connections`);
      for (const { ends, points } of connections) {
        for (let i = 1; i < points.length; ++i) {
          const [dx, dy] = [Math.abs(points[i][0] - points[i - 1][0]), Math.abs(points[i][1] - points[i - 1][1])];
          assert.ok(Math.min(dx, dy) < 0.01, `${name}: ${ends.join(" to ")} is slanted`);
        }
        for (const [end, point] of [
          [ends[0], points[0]],
          [ends[1], points.at(-1)],
        ])
          if (ports[end]) assert.ok(distance(ports[end], point) <= 0.5, `${name}: ${ends.join(" to ")} ends on ${end}`);
      }
    }
  },
);

workbenchTest("W4: opening and saving without a change keeps every byte", { server: { examples } }, async (bench) => {
  for (const name of examples) {
    await bench.openFile(name);
    const before = await readFile(join(bench.server.root, name));
    await bench.page.keyboard.press("Control+s");
    await until(async () => (await bench.page.locator(".toast-fault").count()) === 0, "no fault");
    assert.ok(before.equals(await readFile(join(bench.server.root, name))), name);
  }
});

/** All Modelica files beneath `source`, copied into the served folder, read and saved over the socket: which of them are another file then. */
async function savedOtherwise(bench, source, name) {
  const { root } = bench.server;
  await cp(source, join(root, name), { recursive: true, filter: (path) => !path.includes("/Resources/") });
  const files = readdirSync(join(root, name), { recursive: true })
    .filter((path) => String(path).endsWith(".mo"))
    .map((path) => `${name}/${path}`);
  const before = new Map(files.map((path) => [path, readFileSync(join(root, path))]));
  await bench.page.evaluate(async (paths) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const answers = new Map();
    socket.onmessage = ({ data }) => typeof data === "string" && answers.get(JSON.parse(data).id)?.(JSON.parse(data));
    let id = 0;
    const ask = (method, params) =>
      new Promise((resolve) => (answers.set(++id, resolve), socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }))));
    await ask("initialize", { processId: null, rootUri: null, capabilities: {} });
    for (const path of paths) {
      const { result } = await ask("dashpot/read", { path });
      const saved = await ask("dashpot/save", { path, text: result.text, hash: result.hash });
      if (saved.error) throw new Error(`${path}: ${saved.error.message}`);
    }
    socket.close();
  }, files);
  return { count: files.length, changed: files.filter((path) => !before.get(path).equals(readFileSync(join(root, path)))) };
}

workbenchTest("W4: the library's files go through the page unchanged", { server: {} }, async (bench) => {
  const { count, changed } = await savedOtherwise(bench, join(repository, "library/Dashpot"), "Dashpot");
  assert.ok(count > 20);
  assert.deepEqual(changed, []);
});

const standardLibrary = process.env.DASHPOT_MSL;

workbenchTest(
  "W4: the files of the Modelica Standard Library go through the page unchanged",
  { server: {}, skip: standardLibrary ? false : "DASHPOT_MSL does not name its folder" },
  async (bench) => {
    const { count, changed } = await savedOtherwise(bench, join(standardLibrary, "Modelica"), "Modelica");
    assert.ok(count > 500);
    assert.deepEqual(changed, []);
  },
);

workbenchTest(
  "W5: moving a component touches its place and the lines at it, nothing else",
  { server: { examples: ["cylinder_circuit.mo"] } },
  async (bench) => {
    const path = "cylinder_circuit.mo";
    const before = await readFile(join(bench.server.root, path), "utf8");
    await bench.openFile(path);
    await bench.page.locator(".class-choice select").selectOption("CylinderCircuitBase");
    await bench.component("relief").waitFor();
    const from = await bench.middleOf(bench.component("relief").locator(".frame"));
    await bench.drag(from, [from[0] - 3, from[1] + 40]);
    await bench.page.locator(".place .dirty").waitFor();
    const after = await bench.savedText(path);
    const [old, now] = [before.split("\n"), after.split("\n")];
    assert.equal(old.length, now.length, "no line comes or goes");
    const changed = old.flatMap((line, i) => (line === now[i] ? [] : [[line, now[i]]]));
    assert.ok(changed.length >= 1);
    for (const [was, is] of changed) {
      const isPlace = /^\s*Relief relief\(/.test(was) && was.replace(/Placement\(.*$/, "") === is.replace(/Placement\(.*$/, "");
      const isLine = /connect\(.*relief\./.test(was) && was.replace(/points = \{.*?\}\}/, "") === is.replace(/points = \{.*?\}\}/, "");
      assert.ok(isPlace || isLine, `${was}\n${is}`);
    }
  },
);

workbenchTest(
  "W6: after many gestures, undoing all gives the first text and redoing all the last",
  { server: { examples: ["small_circuit_1.mo"] } },
  async (bench) => {
    const path = "small_circuit_1.mo";
    const { page } = bench;
    await bench.openFile(path);
    await page.locator(".scene [data-component]").first().waitFor();
    const first = await readFile(join(bench.server.root, path), "utf8");
    let seed = 7;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const gestures = ["ArrowLeft", "ArrowUp", "Shift+ArrowDown", "r", "Shift+R", "h", "v", "Control+d", "Delete", "Alt+ArrowRight"];
    const names = () =>
      page.locator(".scene [data-component]").evaluateAll((all) => all.map((element) => element.getAttribute("data-component")));
    for (let i = 0; i < 200; ++i) {
      await bench.settled();
      await page.keyboard.press("F6"); // a Tab too many leaves the drawing
      const count = (await names()).length;
      const key = count < 3 ? "Control+d" : count > 14 ? "Delete" : gestures[random(gestures.length)];
      for (let k = random(4); k >= 0; --k) await page.keyboard.press("Tab");
      await page.keyboard.press("F6");
      await page.keyboard.press(key);
    }
    const last = await bench.savedText(path);
    assert.notEqual(last, first);
    const undo = page.getByRole("button", { name: /^Undo/ });
    const redo = page.getByRole("button", { name: /^Redo/ });
    for (let i = 0; (await undo.isEnabled()) && i < 1000; ++i) await page.keyboard.press("Control+z");
    assert.equal(await bench.savedText(path), first);
    for (let i = 0; (await redo.isEnabled()) && i < 1000; ++i) await page.keyboard.press("Control+y");
    assert.equal(await bench.savedText(path), last);
  },
);

const upright = `model Circuit
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 60}, extent = {{-10, -10}, {10, 10}})));
  Resistances.Orifice orifice(d = 1e-3) annotation(Placement(transformation(origin = {-20, -40}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume volume(V = 1e-3) annotation(Placement(transformation(origin = {30, 30}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {60, -40}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(orifice.port_b, volume.port) annotation(Line(points = {{-10, -40}, {30, -40}, {30, 20}}));
end Circuit;
`;

workbenchTest(
  "What is dropped on an upright line is put into it, turned into its direction",
  { server: { files: { "Circuit.mo": upright } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Circuit.mo");
    await bench.component("volume").waitFor();
    await page.locator(".palette input").first().fill("CheckValve");
    const [x, top] = await bench.middleOf(bench.port("volume.port"));
    const [, bottom] = await bench.middleOf(bench.component("orifice").locator(".frame"));
    const item = page.locator('.palette-item[data-type="Dashpot.Hydraulics.Valves.CheckValve"]');
    await bench.drag(await bench.middleOf(item), [x + 5, (top + bottom) / 2]);
    await bench.connection("check.port_b", "volume.port").waitFor({ state: "attached" });
    await bench.connection("orifice.port_b", "check.port_a").waitFor({ state: "attached" });
    const { connections } = await readDrawing(page);
    const points = connections.find(({ ends }) => ends.includes("check.port_b")).points;
    assert.ok(points.every(([px]) => px === points[0][0]), "the line goes straight on");
    assert.match(await bench.savedText("Circuit.mo"), /CheckValve check annotation\(Placement\(transformation\(origin = \{30, [^)]*rotation = 90\)/);
  },
);

workbenchTest(
  "Components can be aligned, copied into another file, and grouped into a subcircuit that computes the same",
  { server: { files: { "Circuit.mo": upright, "Other.mo": "model Other\nend Other;\n" } } },
  async (bench) => {
    const { page } = bench;
    const count = () => page.locator(".scene [data-component]").count();
    const choose = async (...names) => {
      await bench.select(names[0]);
      await page.keyboard.down("Shift");
      for (const name of names.slice(1)) await page.mouse.click(...(await bench.middleOf(bench.component(name).locator(".frame"))));
      await page.keyboard.up("Shift");
      await until(async () => (await page.locator(".component.selected").count()) === names.length, `${names} are selected`);
    };
    await bench.openFile("Circuit.mo");
    await bench.component("volume").waitFor();
    await choose("volume", "tank");
    await page.keyboard.press("Alt+v");
    const middles = async () => {
      const { components } = await readDrawing(page);
      return ["volume", "tank"].map((name) => components.find((component) => component.name === name)?.box).map((box) => box && (box.left + box.right) / 2);
    };
    await until(async () => (await middles())[0] === (await middles())[1], "they stand on one vertical");
    await choose("orifice", "volume");
    await page.keyboard.press("Control+c");
    await page.locator(".announcer, [aria-live]").filter({ hasText: "Copied" }).first().waitFor({ state: "attached" });
    await bench.openFile("Other.mo");
    await until(async () => (await count()) === 0, "the drawing is that of the other file");
    await page.keyboard.press("F6");
    await page.keyboard.press("Control+v");
    await bench.connection("orifice.port_b", "volume.port").waitFor({ state: "attached" });
    assert.match(await bench.savedText("Other.mo"), /Dashpot\.Hydraulics\.Resistances\.Orifice orifice\(d = 1e-3\)/);

    await bench.openFile("Circuit.mo");
    await bench.component("orifice").waitFor();
    await choose("orifice", "volume");
    await page.keyboard.press("Control+g");
    await page.locator("dialog[open] input").fill("Stage");
    await page.keyboard.press("Enter");
    await until(async () => (await count()) === 3, "two are one now");
    const text = await bench.savedText("Circuit.mo");
    assert.match(text, /model Stage[^]*Orifice orifice[^]*connect\(orifice\.port_b, volume\.port\)[^]*end Stage;[^]*Stage stage/);
    assert.equal(JSON.parse(verb("check", join(bench.server.root, "Circuit.mo"), "--json")).states, 1);
  },
);

workbenchTest(
  "A piece of a line can be dragged; drawing and typing are undone by one history, and a double click inserts by name",
  { server: { files: { "Circuit.mo": upright } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Circuit.mo");
    await bench.component("volume").waitFor();
    const pointsOfLine = async () => (await readDrawing(page)).connections.find(({ ends }) => ends.includes("volume.port"))?.points ?? [];
    const before = await pointsOfLine();
    const [left, y] = await bench.middleOf(bench.port("orifice.port_b"));
    const [right] = await bench.middleOf(bench.port("volume.port"));
    await bench.drag([(left + right) / 2, y], [(left + right) / 2, y - 40]);
    await page.locator(".place .dirty").waitFor();
    const after = await until(async () => {
      const points = await pointsOfLine();
      return points.length > before.length && points;
    }, "the line has a way of its own");
    assert.deepEqual([after[0], after.at(-1)], [before[0], before.at(-1)], "it ends where it did");
    for (let i = 1; i < after.length; ++i) assert.ok(after[i].some((value, axis) => value === after[i - 1][axis]), "all pieces are level or upright");
    const drawn = await bench.savedText("Circuit.mo");

    await page.click("#tab-text");
    await page.locator(".text-editor .cm-line").filter({ hasText: "import Dashpot" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" // typed");
    await until(async () => (await bench.savedText("Circuit.mo")) === drawn.replace("Hydraulics.*;", "Hydraulics.*; // typed"), "both are in the text");
    await page.keyboard.press("F6");
    await page.keyboard.press("Control+z");
    await until(async () => (await bench.savedText("Circuit.mo")) === drawn, "the last change is undone first, wherever it was made");
    await page.keyboard.press("Control+z");
    await until(async () => (await bench.savedText("Circuit.mo")) === upright, "then the one before it");

    const sheet = await page.locator(".canvas").boundingBox();
    await page.mouse.dblclick(sheet.x + 0.5 * sheet.width, sheet.y + 30);
    await page.locator(".pick-list input:focus").waitFor();
    await page.keyboard.type("Accumulator");
    await page.locator(".pick-list li[aria-selected=true]").filter({ hasText: "Accumulator" }).waitFor();
    await page.keyboard.press("Enter");
    await until(async () => (await page.locator(".scene [data-component]").count()) === 5, "it is on the sheet");
  },
);

workbenchTest(
  "A button beside a problem mends it",
  { server: { files: { "Wrong.mo": "model Wrong\n  Real speed(start = 1, fixed = true);\nequation\n  der(speed) = -sped;\nend Wrong;\n" } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Wrong.mo");
    await page.click("#tab-problems");
    await bench.at("problem").getByRole("button", { name: "Replace by 'speed'" }).click();
    await bench.at("problem").waitFor({ state: "detached" });
    await bench.at("counts").filter({ hasText: "1 equation, 1 state." }).waitFor();
    assert.match(await bench.savedText("Wrong.mo"), /der\(speed\) = -speed;/);
  },
);

workbenchTest(
  "A finger selects, connects, moves, pans and places; two zoom",
  { server: { files: { "Circuit.mo": upright } }, context: { hasTouch: true } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Circuit.mo");
    await bench.component("volume").waitFor();
    const browser = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      browser.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const drag = async (from, to) => {
      await touch("touchStart", from);
      for (const share of [0.1, 0.4, 0.7, 1]) await touch("touchMove", [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      await touch("touchEnd");
    };
    await page.touchscreen.tap(...(await bench.middleOf(bench.component("orifice").locator(".frame"))));
    await page.locator(".parameters h2").filter({ hasText: "orifice" }).waitFor();
    await drag(await bench.middleOf(bench.port("volume.port")), await bench.middleOf(bench.port("tank.port")));
    await bench.connection("volume.port", "tank.port").waitFor({ state: "attached" });
    const tank = await bench.middleOf(bench.component("tank").locator(".frame"));
    await drag([tank[0], tank[1] + 12], [tank[0] + 60, tank[1] + 12]);
    const place = (name) => bench.middleOf(bench.component(name).locator(".frame")).catch(() => [0, 0]); // it may be drawn anew just now
    await until(async () => (await place("tank"))[0] > tank[0] + 40, "the tank has moved");
    const sheet = await page.locator(".canvas").boundingBox();
    const empty = [sheet.x + 0.45 * sheet.width, sheet.y + 40];
    const before = await place("volume");
    await drag(empty, [empty[0] - 60, empty[1] + 30]);
    const hasFollowed = async () => {
      const [x, y] = await place("volume");
      return Math.abs(x - before[0] + 60) < 8 && Math.abs(y - before[1] - 30) < 8;
    };
    await until(hasFollowed, "the sheet follows the finger");
    const zoom = () => page.locator(".zoom-level").innerText();
    const level = await zoom();
    await touch("touchStart", empty, [empty[0] + 100, empty[1]]);
    for (const by of [10, 30, 50]) await touch("touchMove", [empty[0] - by, empty[1]], [empty[0] + 100 + by, empty[1]]);
    await touch("touchEnd");
    await until(async () => parseInt(await zoom()) > 1.5 * parseInt(level), "it is larger");
    await page.locator(".palette input").first().fill("Tank");
    const count = await page.locator(".scene [data-component]").count();
    await drag(await bench.middleOf(page.locator(".palette-item").first()), [sheet.x + 0.5 * sheet.width, sheet.y + 0.5 * sheet.height]);
    await until(async () => (await page.locator(".scene [data-component]").count()) > count, "it is placed");
  },
);
