// Pictures of the main views for docs/workbench.md and README.
//
//   node screenshots.mjs --dashpot ../build/dashpot             writes ../docs/workbench/*.png
//   node screenshots.mjs --dashpot ../build/dashpot text dark   only those that are made together with these
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { closeBrowser, theBrowser } from "./e2e/support/browser.mjs";
import { repository, setProgram } from "./e2e/support/program.mjs";
import { startServer } from "./e2e/support/server.mjs";
import { Workbench } from "./e2e/support/workbench.mjs";
import { withPalette } from "./png_palette.mjs";

const words = process.argv.slice(2);
const at = words.indexOf("--dashpot");
setProgram(resolve(at >= 0 ? words.splice(at, 2)[1] : "../build/dashpot"), []);
const wanted = words;
const folder = join(repository, "docs/workbench");
const largest = 150_000; // bytes of a picture
await mkdir(folder, { recursive: true });

const lift = `model Lift "A pump lifts a load"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 60}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSource pump(Q = 4.16667e-4) annotation(Placement(transformation(origin = {-50, -30}, extent = {{-10, -10}, {10, 10}})));
  Valves.ReliefValve relief annotation(Placement(transformation(origin = {0, -30}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Actuators.SingleActingCylinder cylinder(bore = 0.06, m = 800, inclination = 1.5707963) annotation(Placement(transformation(origin = {40, 30}, extent = {{-12, -6}, {12, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {40, -60}, extent = {{-6, -6}, {6, 6}})));
equation
  connect(pump.port, relief.port_a) annotation(Line(points = {{-50, -20}, {-50, 0}, {0, 0}, {0, -20}}, color = {0, 60, 160}));
  annotation(experiment(StopTime = 2));
end Lift;
`;

async function picture(bench, name) {
  await bench.page.mouse.move(5, 700);
  await bench.page.evaluate(() => document.activeElement?.blur());
  await bench.page.waitForTimeout(300);
  await keep(bench, name);
}

async function keep(bench, name) {
  const file = withPalette(await bench.page.screenshot());
  console.log(`${name}.png ${(file.length / 1000).toFixed(0)} KB`);
  if (file.length > largest) throw new Error(`${name}.png is larger than ${largest / 1000} KB`);
  await writeFile(join(folder, `${name}.png`), file);
}

/** `names`: of the pictures that are made there; none of them wanted, nothing is done. */
async function show(names, options, body, colorScheme = "light") {
  if (wanted.length > 0 && !names.some((name) => wanted.includes(name))) return;
  const server = await startServer(options);
  const context = await (await theBrowser()).newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
  context.setDefaultTimeout(300_000);
  const bench = new Workbench(await context.newPage(), server, []);
  try {
    await bench.begin();
    await body(bench, bench.page);
  } finally {
    await context.close();
    await server.remove();
  }
}

async function finishedRun(bench) {
  await bench.run();
  await bench.at("time-plot").first().locator("canvas").waitFor();
  await bench.page.waitForTimeout(500);
}

await show(["start"], {}, async (bench, page) => {
  await page.locator(".card-picture svg").nth(7).waitFor();
  await picture(bench, "start");
});

await show(["connect", "parameters"], { files: { "Lift.mo": lift } }, async (bench, page) => {
  await bench.openFile("Lift.mo");
  await bench.component("cylinder").waitFor();
  await page.locator(".palette input").first().fill("relief");
  await page.mouse.move(...(await bench.middleOf(bench.port("pump.port"))));
  await page.mouse.down();
  await page.mouse.move(...(await bench.middleOf(bench.port("cylinder.port"))), { steps: 8 });
  await page.locator(".legal").first().waitFor({ state: "attached" });
  await page.waitForTimeout(400);
  await keep(bench, "connect");
  await page.mouse.up();
  await page.keyboard.press("Escape");
  await bench.select("relief");
  await bench.set("p_set", "5 kg");
  await bench.at("parameter-p_set").locator(".fault").waitFor();
  await page.click("#tab-problems");
  await picture(bench, "parameters");
});

await show(["sliders"], { examples: ["cylinder_circuit.mo"] }, async (bench, page) => {
  await bench.openFile("cylinder_circuit.mo");
  await bench.component("cylinder").waitFor();
  await finishedRun(bench);
  await bench.select("pump");
  await page.getByRole("button", { name: "A slider for pump.Q" }).click();
  for (const run of [2, 3, 4]) {
    await page.getByRole("slider", { name: "pump.Q" }).press("PageDown");
    await page.locator(`[data-testid="run-state"][data-run="${run}"][data-state="finished"]`).waitFor();
  }
  await page.waitForTimeout(600);
  await picture(bench, "sliders");
});

await show(["run", "linear", "compare"], { examples: ["position_servo.mo"] }, async (bench, page) => {
  await bench.openFile("position_servo.mo");
  await bench.component("controller").waitFor();
  await finishedRun(bench);
  await bench.at("time-cursor").press("Home");
  await bench.at("time-cursor").press("PageUp"); // the load is on its way
  await picture(bench, "run");
  await page.click("#tab-linear");
  await page.getByLabel("Operating point").selectOption("steady");
  await bench.at("linear-input").fill("controller.y");
  await bench.at("linear-output").fill("sensor.y");
  await bench.at("linearize").click();
  await page.locator(".bode svg").nth(1).waitFor();
  await picture(bench, "linear");
  await page.click("#tab-compare");
  await bench.at("compare-methods").fill("rodas5p rodas3 radau cvode");
  await bench.at("compare").click();
  await bench.at("compare-row").nth(15).waitFor({ timeout: 300_000 });
  await picture(bench, "compare");
});

await show(["explain"], { examples: ["press_cycle.mo"] }, async (bench, page) => {
  await bench.openFile("press_cycle.mo");
  await bench.component("ram").waitFor();
  await page.click("#tab-explain");
  await bench.at("explain-try").click();
  await bench.at("survey-row").first().waitFor({ timeout: 300_000 });
  await picture(bench, "explain");
});

await show(["text"], { examples: ["position_servo.mo"] }, async (bench, page) => {
  await bench.openFile("position_servo.mo");
  await bench.component("controller").waitFor();
  await page.click("#tab-text");
  await page.locator(".cm-line").first().waitFor();
  await page.click("#tab-stability");
  await bench.at("analysis-chart").locator("svg").waitFor();
  await page.getByRole("button", { name: "Add the model’s eigenvalues" }).click();
  await page.locator('[data-testid="analysis-chart"] path[stroke-width="1.8"]').first().waitFor({ state: "attached" });
  await picture(bench, "text");
});

await show(
  ["dark"],
  { examples: ["cylinder_circuit.mo"] },
  async (bench) => {
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("cylinder").waitFor();
    await finishedRun(bench);
    await bench.at("time-cursor").press("Home");
    for (let i = 0; i < 6; ++i) await bench.at("time-cursor").press("PageUp");
    await picture(bench, "dark");
  },
  "dark",
);
await closeBrowser();
