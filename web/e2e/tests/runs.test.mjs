// Runs and curves.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { verb } from "../support/program.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const circuit = { server: { examples: ["cylinder_circuit.mo"] } };

workbenchTest("W12: F5 runs the model; the samples are those of the command line, bit for bit", circuit, async (bench) => {
  await bench.openFile("cylinder_circuit.mo");
  await bench.component("cylinder").waitFor();
  assert.equal(await bench.run(), "finished");
  await bench.at("time-plot").first().locator("canvas").waitFor();
  await until(async () => (await bench.page.locator(".plot-legend li").count()) >= 2, "principal variables are shown");
  const [download] = await Promise.all([bench.page.waitForEvent("download"), bench.page.getByRole("link", { name: /CSV/ }).click()]);
  const ours = await readFile(await download.path(), "utf8");
  const model = await bench.page.locator(".class-choice select").inputValue();
  const theirs = join(bench.server.root, "cli.csv");
  verb("simulate", join(bench.server.root, "cylinder_circuit.mo"), "--model", model, "-o", theirs);
  assert.equal(ours, await readFile(theirs, "utf8"));
});

workbenchTest("W13: a slider runs the model anew without compiling it", circuit, async (bench) => {
  const { page } = bench;
  await bench.openFile("cylinder_circuit.mo");
  await bench.component("cylinder").waitFor();
  assert.equal(await bench.run(), "finished");
  await bench.select("pump");
  await page.getByRole("button", { name: "A slider for pump.Q" }).click();
  const slider = page.getByRole("slider", { name: "pump.Q" });
  await slider.press("PageDown");
  await until(async () => (await page.locator(".run-list li").count()) >= 2, "there is a second run");
  assert.equal(await bench.runEnds(), "finished");
  const [newest, first] = await page.locator(".run-list li small:first-of-type").allInnerTexts();
  assert.match(first, /compiled/);
  assert.doesNotMatch(newest, /compiled/);
});

const driven = `model Driven
  input Real u(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = 10*(u - x);
  annotation(experiment(StopTime = 10000));
end Driven;
`;

workbenchTest("A run keeps pace, can be paused, and its inputs be changed meanwhile", { server: { files: { "Driven.mo": driven } } }, async (bench) => {
  const { page } = bench;
  const timeReached = async () => Number(/[\d.]+/.exec(await bench.at("run-state").innerText())?.[0]);
  const valueOfX = async () => Number((await page.locator(".plot-legend output").first().innerText()).replace("−", "-"));
  await bench.openFile("Driven.mo");
  await page.getByLabel("Pace").selectOption("1");
  await page.keyboard.press("F5");
  await page.locator('[data-testid="run-state"][data-state="running"]').waitFor();
  await page.click("#tab-run");
  await bench.at("input-u").fill("7");
  await page.keyboard.press("Enter");
  await until(async () => Math.abs((await valueOfX()) - 7) < 0.01, "the input acts");
  await page.keyboard.press("F8");
  await page.locator('[data-testid="run-state"][data-state="paused"]').waitFor();
  const held = await timeReached();
  await bench.at("input-u").fill("1");
  await page.keyboard.press("Enter");
  await page.getByLabel("Pace").selectOption("0.1");
  assert.equal(await timeReached(), held, "time stands still");
  await page.keyboard.press("F8");
  await page.locator('[data-testid="run-state"][data-state="running"]').waitFor();
  await until(async () => Math.abs((await valueOfX()) - 1) < 0.01, "the input that was changed during the pause acts");
  await page.keyboard.press("Shift+F5");
  assert.equal(await bench.runEnds(), "cancelled");
});

workbenchTest(
  "Sliders belong to their model: another one runs without them",
  { server: { examples: ["cylinder_circuit.mo"], files: { "Driven.mo": driven.replace("10000", "1") } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("pump").waitFor();
    await bench.select("pump");
    await page.getByRole("button", { name: "A slider for pump.Q" }).click();
    await page.getByRole("slider", { name: "pump.Q" }).press("PageDown");
    assert.equal(await bench.runEnds(), "finished");
    await bench.openFile("Driven.mo");
    await until(async () => (await page.getByRole("slider", { name: "pump.Q" }).count()) === 0, "it has no slider");
    assert.equal(await bench.run(), "finished");
    await bench.openFile("cylinder_circuit.mo");
    await page.getByRole("slider", { name: "pump.Q" }).waitFor();
  },
);

const endless = `function spin
  input Real x;
  output Real y;
algorithm
  y := x;
  while true loop
    y := y + 1;
  end while;
end spin;

model Endless
  Real x(start = 1, fixed = true);
equation
  der(x) = if time > 0.5 then spin(x) else -x;
  annotation(experiment(StopTime = 1));
end Endless;
`;

const long = `model Long
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e6*x;
  annotation(experiment(StopTime = 1e4));
end Long;
`;

workbenchTest(
  "W14: a run can be stopped; its curve stays, and the next run works",
  { server: { files: { "Long.mo": long } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Long.mo");
    await page.keyboard.press("F5");
    await until(
      async () =>
        Number(
          (
            await bench
              .at("run-state")
              .innerText()
              .catch(() => "")
          ).match(/running ([\d.e]+)/)?.[1],
        ) > 0,
      "time goes on",
    );
    await page.keyboard.press("Shift+F5");
    assert.equal(await bench.runEnds(), "cancelled");
    const curve = await page.locator(".time-plot canvas").first().screenshot();
    assert.ok(curve.length > 0);
    assert.notEqual(await page.locator(".plot-legend output").first().innerText(), "–", "the partial curve has values");
    await page.click("#tab-run");
    await page.locator('[data-testid="experiment-stop"]').fill("0.01 s");
    await page.keyboard.press("Enter");
    await until(async () => /StopTime = 0\.01/.test(await bench.savedText("Long.mo")), "the stop time is written");
    assert.equal(await bench.run(), "finished");
  },
);

workbenchTest(
  "W14: an endless loop in a function costs the run, not the text",
  { server: { files: { "Endless.mo": endless } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Endless.mo");
    await page.keyboard.press("F5");
    await page.locator('[data-testid="run-state"][data-state="running"]').waitFor(); // the loop begins some steps later
    await page.keyboard.press("Shift+F5");
    assert.match(await bench.runEnds(), /cancelled|failed/);
    assert.equal(await bench.savedText("Endless.mo"), endless);
    const { ok } = await page.evaluate(async () => (await fetch("api/health")).json());
    assert.equal(ok, true);
  },
);

const spike = `model Spike
  Real x(start = 0, fixed = true);
  output Real y;
equation
  der(x) = 1;
  y = if time > 0.37209 and time < 0.37209 + 1.5e-6 then 1 else 0;
  annotation(experiment(StopTime = 1, Interval = 1e-6));
end Spike;
`;

workbenchTest(
  "W15: a spike of a single sample among a million is seen at every zoom",
  { server: { files: { "Spike.mo": spike } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Spike.mo");
    assert.equal(await bench.run(), "finished");
    await page.click("#tab-variables");
    const shown = page.locator(".variables input[type=checkbox]:checked");
    while ((await shown.count()) > 0) await shown.first().click();
    await bench.at("variable-y").check();
    const plot = bench.at("time-plot").first();
    await plot.locator("canvas").waitFor();
    const box = await plot.locator(".u-over").boundingBox();
    const widthOfWindow = async () => {
      const [from, to] = (await plot.getAttribute("data-window")).split(" ").map(Number);
      return to - from;
    };
    for (let zoom = 0; zoom < 9; ++zoom) {
      await until(() => hasHighPixels(page), `the spike is seen at zoom ${zoom}`);
      // Four notches of the wheel at the place of the spike, each 1.2 times as near.
      const at = await columnOfSpike(page);
      const before = await widthOfWindow();
      await page.mouse.move(box.x + at, box.y + box.height / 2);
      for (let notch = 0; notch < 4; ++notch) await page.mouse.wheel(0, -100);
      await until(async () => (await widthOfWindow()) < before / 1.2 ** 3.5, `zoom ${zoom} is drawn`);
    }
  },
);

/** Whether the curve has pixels in the upper part of the plot. */
const hasHighPixels = async (page) => (await columnOfSpike(page)) >= 0;

/** The column, in CSS pixels of the plotting area, in which the curve stands highest; -1 if it is low everywhere. */
function columnOfSpike(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector(".time-plot canvas");
    const over = document.querySelector(".time-plot .u-over");
    const context = canvas.getContext("2d");
    const ratio = canvas.width / canvas.clientWidth;
    const left = (over.getBoundingClientRect().left - canvas.getBoundingClientRect().left) * ratio;
    const top = (over.getBoundingClientRect().top - canvas.getBoundingClientRect().top) * ratio;
    const [width, height] = [over.clientWidth * ratio, over.clientHeight * ratio];
    const { data } = context.getImageData(left, top + 0.15 * height, width, 0.3 * height);
    const isCurve = (i) => data[i + 3] > 100 && data[i + 2] > 150 && data[i] < 90; // the first colour of curves is blue
    for (let i = 0; i < data.length; i += 4) if (isCurve(i)) return ((i / 4) % Math.round(width)) / ratio;
    return -1;
  });
}
