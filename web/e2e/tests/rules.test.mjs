// What the workbench says about a circuit while it is drawn.
import assert from "node:assert/strict";
import { distance } from "../support/drawing.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const sheet = (body, equations = "") => `model Circuit
  import Dashpot.Hydraulics.*;
${body}
equation
${equations}
  annotation(experiment(StopTime = 1));
end Circuit;
`;

const mixed = sheet(
  `  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 80}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Mechanics.Translational.Mass mass(m = 10) annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Blocks.Sources.Constant one(k = 1) annotation(Placement(transformation(origin = {-40, 60}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Blocks.Sources.Constant two(k = 2) annotation(Placement(transformation(origin = {40, 60}, extent = {{-10, -10}, {10, 10}})));`,
);

workbenchTest("W9: ports that do not fit are not offered, and tell why", { server: { files: { "Circuit.mo": mixed } } }, async (bench) => {
  const { page } = bench;
  await bench.openFile("Circuit.mo");
  await bench.component("mass").waitFor();
  for (const [from, to] of [
    ["mass.flange_a", "tank.port"],
    ["one.y", "two.y"],
  ]) {
    await page.mouse.move(...(await bench.middleOf(bench.port(from))));
    await page.mouse.down();
    const target = await bench.middleOf(bench.port(to));
    await page.mouse.move(target[0] - 40, target[1] - 30, { steps: 4 });
    await page.locator(`[data-port="${to}"].illegal`).waitFor({ state: "attached" });
    assert.equal(await page.locator(`[data-port="${to}"].legal`).count(), 0);
    await page.mouse.move(...target, { steps: 3 });
    await page.locator(".canvas-hint.refused").waitFor();
    assert.ok((await page.locator(".canvas-hint.refused").innerText()).length > 10, "the reason is told");
    await page.mouse.up();
    assert.equal(await bench.connection(from, to).count(), 0);
    await page.keyboard.press("Escape");
  }
});

workbenchTest(
  "W9: forbidden connections in the text are reported with the reason, at both of their ports",
  {
    server: {
      files: { "Circuit.mo": mixed.replace("equation\n", "equation\n  connect(mass.flange_a, tank.port);\n  connect(one.y, two.y);\n") },
    },
  },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Circuit.mo");
    for (const { code, ends, reason } of [
      { code: "connector-mismatch", ends: ["mass.flange_a", "tank.port"], reason: /their variables differ/ },
      { code: "two-sources", ends: ["one.y", "two.y"], reason: /both of them give a value/ },
    ]) {
      const problem = await until(async () => (await bench.problems()).find((one) => one.code === code), `${code} is reported`);
      assert.match(problem.text, reason);
      for (const end of ends) assert.ok(problem.text.includes(end), problem.text);
      const signs = page.locator(`.marker[data-marker="${ends.join(" ")}"]`);
      await until(async () => (await signs.count()) === ends.length, `${code} has a sign for each port`);
      const places = await Promise.all([0, 1].map((i) => bench.middleOf(signs.nth(i))));
      for (const end of ends) {
        const [x, y] = await bench.middleOf(bench.port(end));
        assert.ok(places.some((place) => distance(place, [x, y]) < 12), `${code} has a sign at ${end}`);
      }
    }
  },
);

const faults = [
  {
    code: "open-port",
    component: "relief",
    text: sheet(
      "  inner Fluids.MineralOil_VG46 fluid;\n  Sources.FlowSource pump(Q = 1e-4);\n  Volumes.FixedVolume line(V = 1e-3);\n  Valves.ReliefValve relief(p_set = 150e5);",
      "  connect(pump.port, line.port);\n  connect(line.port, relief.port_a);",
    ),
  },
  {
    code: "no-inner",
    component: "pump",
    text: sheet(
      "  Sources.FlowSource pump(Q = 1e-4);\n  Volumes.FixedVolume line(V = 1e-3);\n  Valves.ReliefValve relief(p_set = 150e5);\n  Sources.Tank tank;",
      "  connect(pump.port, line.port);\n  connect(line.port, relief.port_a);\n  connect(relief.port_b, tank.port);",
    ),
  },
  {
    code: "no-relief",
    component: "pump",
    text: sheet(
      "  inner Fluids.MineralOil_VG46 fluid;\n  Sources.FlowSource pump(Q = 1e-4);\n  Volumes.FixedVolume line(V = 1e-3);",
      "  connect(pump.port, line.port);",
    ),
  },
  {
    code: "no-reference",
    component: "a",
    text: sheet(
      "  inner Fluids.MineralOil_VG46 fluid;\n  Resistances.Orifice a(d = 1e-3);\n  Resistances.Orifice b(d = 1e-3);",
      "  connect(a.port_b, b.port_a);\n  connect(b.port_b, a.port_a);",
    ),
  },
];

/** One component that by itself has an equation too few, or too many. */
const unbalanced = (equations) => `model Circuit
  model Part
    Real x;
    Real y;
  equation
    ${equations}
  end Part;
  Part part annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}})));
end Circuit;
`;
faults.push(
  { code: "unbalanced", component: "part", text: unbalanced("der(x) = y;"), name: "few", says: /missing/ },
  { code: "unbalanced", component: "part", text: unbalanced("x = 1; x = 2*time; y = 3;"), name: "many", says: /too many/ },
);

workbenchTest(
  "W10: faults of a circuit are shown on the component, and listed with a hint",
  { server: { files: Object.fromEntries(faults.map(({ code, text, name }) => [`${name ?? code}.mo`, text])) } },
  async (bench) => {
    for (const { code, component, name, says = /./ } of faults) {
      await bench.openFile(`${name ?? code}.mo`);
      const problem = await until(async () => (await bench.problems()).find((one) => one.code === code && says.test(one.text)), `${name ?? code} is reported`);
      assert.ok(problem.text.includes(component), `${code} names ${component}: ${problem.text}`);
      assert.ok(problem.text.split("\n").length > 1, `${code} has a hint: ${problem.text}`);
      await bench.page.locator(`.marker[data-marker="${component}"]`).waitFor({ state: "attached" });
    }
  },
);
