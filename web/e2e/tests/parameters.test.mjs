// Values with units, choices, sets of data.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { verb } from "../support/program.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const circuit = `model Circuit
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 80}, extent = {{-10, -10}, {10, 10}})));
  Valves.ReliefValve relief annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.PressureSource source annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {60, 0}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(source.port, relief.port_a);
  connect(relief.port_b, tank.port);
  annotation(experiment(StopTime = 1));
end Circuit;
`;

const writtenValue = (text) => Number(/relief\(.*?p_set = ([^,)]+)/.exec(text)?.[1]);

workbenchTest(
  "W11: pressures may be typed in any unit; the text is in SI, the field in bar",
  { server: { files: { "Circuit.mo": circuit } } },
  async (bench) => {
    await bench.openFile("Circuit.mo");
    await bench.select("relief");
    for (const [typed, si] of [
      ["210 bar", 210e5],
      ["21 MPa", 21e6],
      ["3e3 psi", 3e3 * 6894.757293168361],
    ]) {
      await bench.set("p_set", typed);
      const value = await until(async () => {
        const written = writtenValue(await bench.savedText("Circuit.mo"));
        return Math.abs(written / si - 1) < 1e-6 ? written : undefined;
      }, `${typed} is written`);
      assert.ok(Math.abs(value / si - 1) < 1e-12, `${typed}: ${value}`);
      await until(async () => /bar$/.test(await bench.at("field-p_set").inputValue()), "the field shows bar");
    }
    const before = await bench.savedText("Circuit.mo");
    await bench.set("p_set", "5 kg");
    const fault = bench.at("parameter-p_set").locator(".fault");
    await fault.waitFor();
    assert.match(await fault.innerText(), /kg|unit/);
    assert.equal(await bench.savedText("Circuit.mo"), before);
  },
);

workbenchTest("W11: a value can be reset to its default, and undone", { server: { files: { "Circuit.mo": circuit } } }, async (bench) => {
  await bench.openFile("Circuit.mo");
  await bench.select("relief");
  await bench.set("p_set", "210 bar");
  await until(async () => (await bench.at("parameter-p_set").getAttribute("class")).includes("is-set"), "it is set");
  await bench.at("parameter-p_set").getByRole("button", { name: /Reset/ }).click();
  await until(async () => !(await bench.at("parameter-p_set").getAttribute("class")).includes("is-set"), "it is reset");
  assert.equal(await bench.savedText("Circuit.mo"), circuit);
  await bench.page.keyboard.press("F6");
  await bench.page.keyboard.press("Control+z");
  await until(async () => (await bench.at("field-p_set").inputValue()) === "210 bar", "undo brings it back");
});

workbenchTest(
  "Sets of data are kept beside the model and laid over it for a run",
  { server: { files: { "Circuit.mo": circuit } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Circuit.mo");
    assert.equal(await bench.run(), "finished");
    await bench.select("relief");
    await page.getByRole("button", { name: "A slider for relief.p_set" }).click();
    await page.getByRole("slider", { name: "relief.p_set" }).press("Home");
    await until(async () => (await page.locator(".run-list li").count()) >= 2, "there is a second run");
    assert.equal(await bench.runEnds(), "finished");
    await page.keyboard.press("F6");
    await page.keyboard.press("Escape");
    await page.click("#tab-parameters");
    await page.getByRole("button", { name: /Keep 1 value as a set/ }).click();
    await page.locator("dialog[open] input").fill("low");
    await page.keyboard.press("Enter");
    await until(
      async () =>
        (await readFile(join(bench.server.root, "Circuit.sets.csv"), "utf8").catch(() => "")) === "parameter,low\nrelief.p_set,5000000\n",
      "the table is written",
    );
    assert.equal(await readFile(join(bench.server.root, "Circuit.mo"), "utf8"), circuit, "the model is as it was");
  },
);

const choosable = `model Sheet
  type Speed = enumeration(slow "with care", fast "with haste");
  model Part
    parameter Speed speed = Speed.slow "How fast";
    Real x = if speed == Speed.fast then 2 else 1;
  end Part;
  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 80}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Hydraulics.Actuators.Cylinder cylinder annotation(Placement(transformation(origin = {0, 0}, extent = {{-12, -6}, {12, 6}})));
  Part part annotation(Placement(transformation(origin = {50, 0}, extent = {{-10, -10}, {10, 10}})));
end Sheet;
`;

workbenchTest(
  "Parameters come in groups and tabs, with defaults, documentation, and lists for what can be chosen",
  { server: { files: { "Sheet.mo": choosable } } },
  async (bench) => {
    const { page } = bench;
    const writes = (pattern) => until(async () => pattern.test(await bench.savedText("Sheet.mo")), `${pattern} is written`);
    await bench.openFile("Sheet.mo");
    await bench.component("cylinder").waitFor();
    await bench.select("cylinder");
    for (const group of ["Load", "Geometry", "End stops"]) await page.locator(".parameters legend").filter({ hasText: group }).waitFor();
    const mass = bench.at("field-m");
    assert.deepEqual([await mass.inputValue(), await mass.getAttribute("placeholder")], ["", "10 kg"], "a default is shown, not written");
    await page.locator(".parameters details, .parameters .documentation").first().waitFor();
    await page.getByLabel("Friction").selectOption({ label: await optionWith(page.getByLabel("Friction"), "Stribeck") });
    await writes(/cylinder\(redeclare model Friction = Dashpot\.Hydraulics\.Actuators\.Friction\.Stribeck/);
    await page.locator(".parameter-tabs").getByRole("tab", { name: "Start" }).click();
    await bench.at("parameter-x_fixed").locator("select").selectOption("true");
    await writes(/x_fixed = true/);
    await bench.select("part");
    await bench.at("parameter-speed").locator("select").selectOption("fast");
    await writes(/part\(speed = (Sheet\.)?Speed\.fast\)/);
    assert.equal(JSON.parse(verb("check", join(bench.server.root, "Sheet.mo"), "--json")).ok, true);
  },
);

/** The label of the entry that begins with the word. */
const optionWith = async (list, word) => (await list.locator("option").allInnerTexts()).find((label) => label.startsWith(word));
