// The circuit that comes alive: what moves, colours and numbers are those of a lift that can be computed by hand.
import assert from "node:assert/strict";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const Q = 25e-3 / 60; // m3/s
const area = (Math.PI * 0.06 ** 2) / 4;
const stroke = 0.5;
const friction = 2e4; // N s/m: the load soon comes to rest on its oil
const loadPressure = (800 * 9.80665 + (friction * Q) / area) / area + 101325; // Pa
const place = (x, y, rest = "extent = {{-10, -10}, {10, 10}}") => `annotation(Placement(transformation(origin = {${x}, ${y}}, ${rest})))`;

/** A pump lifts 800 kg until the piston is at its end, after 3.4 s; from then on the relief valve lets the oil off to the tank. */
const lift = `model Lift
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid ${place(-80, 60)};
  Sources.FlowSource pump(Q = ${Q}) ${place(-50, -30)};
  Valves.ReliefValve relief(p_set = 150e5) ${place(0, -30, "extent = {{-10, -10}, {10, 10}}, rotation = 270")};
  Actuators.SingleActingCylinder cylinder(bore = 0.06, m = 800, stroke = ${stroke}, inclination = ${Math.PI / 2},
    redeclare model Friction = Actuators.Friction.Viscous(b = ${friction})) ${place(40, 30, "extent = {{-12, -6}, {12, 6}}")};
  Sources.Tank tank ${place(40, -60, "extent = {{-6, -6}, {6, 6}}")};
equation
  connect(pump.port, relief.port_a) annotation(Line(points = {{-50, -20}, {-50, 0}, {0, 0}, {0, -20}}));
  connect(pump.port, cylinder.port) annotation(Line(points = {{-50, -20}, {-50, 0}, {30, 0}, {30, 24}}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{0, -40}, {0, -50}, {40, -50}, {40, -54}}));
  annotation(experiment(StopTime = 5, Interval = 0.01));
end Lift;
`;
const ofLift = { server: { files: { "Lift.mo": lift } } };

async function runLift(bench) {
  await bench.openFile("Lift.mo");
  await bench.component("cylinder").waitFor();
  assert.equal(await bench.run(), "finished");
  await bench.at("live-legend").filter({ hasText: "pressure" }).waitFor();
}

/** Puts the time cursor there; it moves in steps of a thousandth or so. */
async function scrub(bench, time) {
  await bench.at("time-cursor").evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, time);
  await until(async () => Math.abs(await shownTime(bench) - time) < 0.02, `the cursor is at ${time} s`);
}

const shownTime = async (bench) => parseFloat(await bench.page.locator(".time-bar > output").innerText());

/** Where the piston is drawn, in units of the diagram: it is what is four by eight large. */
const pistonAt = (bench) =>
  bench.component("cylinder").evaluate((component) => {
    const pixels = 4; // of the scene, per unit
    const boxes = [...component.querySelectorAll("path")].map((path) => path.getBBox());
    const pistons = boxes.filter(({ width, height }) => Math.hypot(width / pixels - 4, height / pixels - 8) < 0.01);
    if (pistons.length !== 1) throw new Error(`there are ${pistons.length} pistons`);
    return pistons[0].x / pixels;
  });

/** Red and blue of a line. */
const colourOf = async (bench, from, to) => {
  const [red, , blue] = await bench
    .connection(from, to)
    .locator(".line path")
    .first()
    .evaluate((line) => getComputedStyle(line).stroke.match(/\d+/g).map(Number));
  return { red, blue };
};

/** Arrows that are seen, with place and direction. */
const arrows = (bench) =>
  bench.page.locator(".flow-arrow").evaluateAll((all) =>
    all
      .filter((arrow) => arrow.style.display !== "none")
      .map((arrow) => {
        const [x, y, turn] = arrow.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
        return { x, y, turn };
      }),
  );

workbenchTest("The piston, the colours and the arrows are those of the instant under the time cursor", ofLift, async (bench) => {
  await runLift(bench);
  await scrub(bench, 0);
  const start = await pistonAt(bench);
  for (const time of [1, 2, 3]) {
    await scrub(bench, time);
    const expected = start + 10 * ((Q * time) / area / stroke); // the whole stroke is ten units long
    await until(async () => Math.abs((await pistonAt(bench)) - expected) < 0.15, `the piston is at ${expected} after ${time} s`);
    assert.ok(!(await arrows(bench)).some(({ y }) => y < -41), "nothing flows to the tank");
  }
  await scrub(bench, 5);
  await until(async () => Math.abs((await pistonAt(bench)) - start - 10) < 0.15, "the piston is at its end");
  const pressed = await colourOf(bench, "pump.port", "relief.port_a");
  const relieved = await colourOf(bench, "relief.port_b", "tank.port");
  assert.ok(pressed.red > pressed.blue, "high pressure is red");
  assert.ok(relieved.blue > relieved.red, "low pressure is blue");
  const flowing = await arrows(bench);
  assert.ok(flowing.some(({ y }) => y < -41), "now it flows to the tank");
  const fromPump = flowing.filter(({ x, y }) => x < -49.9 && y < -0.1);
  assert.ok(fromPump.length > 0 && fromPump.every(({ turn }) => turn === 90), "away from the pump");
});

workbenchTest("A port tells its values, plots them, and the run can be played again", ofLift, async (bench) => {
  const { page } = bench;
  await runLift(bench);
  await scrub(bench, 2);
  await page.mouse.move(...(await bench.middleOf(bench.port("pump.port"))));
  const told = bench.at("hover-values").filter({ hasText: "pump.port" });
  const pressure = await until(async () => /\bp\s+([\d.]+) bar/.exec(await told.innerText())?.[1], "the pressure is told");
  assert.ok(Math.abs((Number(pressure) * 1e5) / loadPressure - 1) < 0.05, `${pressure} bar bear the load`);
  await page.keyboard.press("F6");
  await page.keyboard.press("p");
  await page.locator(".plot-name").filter({ hasText: "pump.port.p" }).first().waitFor();

  await scrub(bench, 0);
  await bench.at("play").click();
  await until(async () => (await shownTime(bench)) > 0.2, "time goes on");
  await bench.at("play").click();

  await page.keyboard.press("F6");
  await page.keyboard.press("Shift+L");
  await bench.at("live-legend").waitFor({ state: "detached" });
  assert.equal((await arrows(bench)).length, 0);
  await page.keyboard.press("Shift+L");
  await bench.at("live-legend").waitFor();
  await bench.select("tank");
  await page.keyboard.press("ArrowRight");
  await bench.at("live-legend").waitFor({ state: "detached" }); // who draws wants to see the drawing at rest
});
