// The circuit of docs/library.md, built by hand: once with the mouse, once with keys alone.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository, verb } from "../support/program.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

/** The flat model of the circuit in the documentation: its lines, in any order. */
function documentedLift(folder) {
  const text = readFileSync(join(repository, "docs/library.md"), "utf8");
  const model = /^    (model Lift\n[\s\S]*?end Lift;)/m.exec(text)[1].replace(/^    /gm, "");
  writeFileSync(join(folder, "documented.mo"), model);
  return flatLines(join(folder, "documented.mo"));
}

/** Values that were typed are written with 15 digits; "25*l_min" is evaluated to the last bit. */
const rounded = (line) => line.replace(/\b\d+\.\d{8,}(e[-+]?\d+)?/g, (number) => Number(number).toPrecision(13));

const flatLines = (path) =>
  verb("flatten", path, "--model", "Lift")
    .split("\n")
    .map((line) => rounded(line.trim()))
    .filter(Boolean)
    .sort();

const parts = [
  { type: "Dashpot.Hydraulics.Fluids.MineralOil_VG46", name: "fluid", at: [-80, 80], values: {} },
  { type: "Dashpot.Hydraulics.Sources.FlowSource", name: "pump", at: [-70, -40], values: { Q: "25 l/min" } },
  { type: "Dashpot.Hydraulics.Volumes.FixedVolume", name: "line", at: [-20, 30], values: { V: "0.5 l" } },
  { type: "Dashpot.Hydraulics.Valves.ReliefValve", name: "relief", at: [20, -20], values: { p_set: "150 bar" } },
  {
    type: "Dashpot.Hydraulics.Actuators.SingleActingCylinder",
    name: "cylinder",
    at: [60, 50],
    values: { bore: "60 mm", m: "800", inclination: "90 deg" },
  },
  { type: "Dashpot.Hydraulics.Sources.Tank", name: "tank", at: [70, -60], values: {} },
];
const joints = [
  ["pump.port", "line.port"],
  ["line.port", "relief.port_a"],
  ["relief.port_b", "tank.port"],
  ["line.port", "cylinder.port"],
];

const emptySheet = { "Lift.mo": "model Lift\n  annotation(experiment(StopTime = 2));\nend Lift;\n" };

async function renameTo(bench, name) {
  const { page } = bench;
  await page.keyboard.press("F2");
  const field = page.locator("dialog[open] input");
  await field.fill(name);
  await field.press("Enter");
  await bench.component(name).waitFor();
}

async function nameOfNewest(bench, before) {
  const names = () =>
    bench.page.locator(".scene [data-component]").evaluateAll((all) => all.map((element) => element.getAttribute("data-component")));
  return until(async () => (await names()).find((name) => !before.includes(name)), "a component is on the sheet");
}

const names = (bench) =>
  bench.page.locator(".scene [data-component]").evaluateAll((all) => all.map((element) => element.getAttribute("data-component")));

async function check(bench) {
  await bench.savedText("Lift.mo");
  assert.deepEqual(flatLines(join(bench.server.root, "Lift.mo")), documentedLift(bench.server.root));
}

workbenchTest("W8: the documented circuit can be built with the mouse", { server: { files: emptySheet } }, async (bench) => {
  const { page } = bench;
  await bench.openFile("Lift.mo");
  await page.click("#tab-palette");
  const sheet = await page.locator(".canvas").boundingBox();
  const place = ([x, y]) => [sheet.x + sheet.width / 2 + 2.2 * x, sheet.y + sheet.height / 2 - 2.2 * y];
  for (const { type, name, at, values } of parts) {
    const before = await names(bench);
    await page.locator(".palette input[type=search], .palette input").first().fill(type.split(".").at(-1));
    await bench.drag(await bench.middleOf(page.locator(`.palette-item[data-type="${type}"]`)), place(at));
    const given = await nameOfNewest(bench, before);
    await bench.select(given);
    if (given !== name) await renameTo(bench, name);
    for (const [parameter, value] of Object.entries(values)) {
      await bench.set(parameter, value);
      await until(async () => (await bench.at(`parameter-${parameter}`).getAttribute("class")).includes("is-set"), `${parameter} is set`);
    }
  }
  for (const [from, to] of joints) {
    await bench.drag(await bench.middleOf(bench.port(from)), await bench.middleOf(bench.port(to)));
    await bench.connection(from, to).first().waitFor({ state: "attached" });
  }
  await check(bench);
});

workbenchTest("W8: the documented circuit can be built with keys alone", { server: { files: emptySheet } }, async (bench) => {
  const { page } = bench;
  await bench.openFile("Lift.mo");
  const focusSheet = () => page.keyboard.press("F6");
  for (const { type, name, values } of parts) {
    const before = await names(bench);
    await focusSheet();
    await page.keyboard.press("/");
    await page.locator(".pick-list input:focus").waitFor();
    await page.keyboard.type(type.split(".").at(-1));
    await page
      .locator(`.pick-list li[aria-selected=true]`)
      .filter({ hasText: type.split(".").at(-1) })
      .waitFor();
    await page.keyboard.press("Enter");
    const given = await nameOfNewest(bench, before);
    await focusSheet();
    if (given !== name) await renameTo(bench, name);
    for (const [parameter, value] of Object.entries(values)) {
      await focusSheet();
      await page.keyboard.press("Enter");
      await page.locator(".parameters input:focus, .parameters select:focus").waitFor();
      await tabTo(page, `field-${parameter}`);
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
      await until(async () => (await bench.at(`parameter-${parameter}`).getAttribute("class")).includes("is-set"), `${parameter} is set`);
    }
  }
  for (const [from, to] of joints) {
    await focusSheet();
    await selectByKeys(bench, from.split(".")[0]);
    await page.keyboard.press("c");
    if (/From which port/.test(await page.locator(".canvas-hint").innerText())) {
      await chooseByKeys(bench, from);
      await page.keyboard.press("Enter");
    }
    await chooseByKeys(bench, to);
    await page.keyboard.press("Enter");
    await bench.connection(from, to).first().waitFor({ state: "attached" });
  }
  await check(bench);
});

async function tabTo(page, testId) {
  for (let i = 0; i < 200; ++i) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))) === testId) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${testId} was not reached by Tab`);
}

async function selectByKeys(bench, name) {
  const { page } = bench;
  for (let i = 0; i < 20; ++i) {
    const selected = await page.evaluate(() => document.querySelector(".scene .component.selected")?.getAttribute("data-component"));
    if (selected === name) return;
    await page.keyboard.press(i === 0 ? "Escape" : "Tab");
  }
  throw new Error(`${name} was not reached by Tab`);
}

/** Arrow keys until the port is aimed at; a component with one port needs none. */
async function chooseByKeys(bench, port) {
  const { page } = bench;
  const isAimed = async () => (await page.locator(`[data-port="${port}"].aimed`).count()) > 0;
  const keys = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
  for (let i = 0; i < 40; ++i) {
    if (await isAimed()) return;
    await page.keyboard.press(keys[Math.floor(i / 3) % 4]);
    await bench.painted();
  }
  throw new Error(`${port} was not reached by arrow keys`);
}
