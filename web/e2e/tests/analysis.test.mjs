// Views of the verbs: what is drawn is what the command line says.
import assert from "node:assert/strict";
import { join } from "node:path";
import { verb } from "../support/program.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

workbenchTest(
  "W18: pointing at the chart of stability shows R(z) as the command line has it",
  { server: { examples: ["position_servo.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("position_servo.mo");
    await page.click("#tab-stability");
    const chart = bench.at("analysis-chart");
    await chart.locator("svg").waitFor();
    const box = await chart.boundingBox();
    for (const [x, y] of [
      [0.3, 0.4],
      [0.45, 0.6],
      [0.7, 0.3],
    ]) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      const shown = bench.at("r-of-z");
      await shown.waitFor();
      const z = await shown.getAttribute("data-z");
      for (const method of ["rodas4", "dopri5"]) {
        const [re, im] = (await shown.locator(`[data-method="${method}"]`).getAttribute("data-r")).split(",").map(Number);
        const { r } = JSON.parse(verb("stability", method, `--z=${z}`, "--json")).methods[0].points[0];
        const size = Math.hypot(...r);
        assert.ok(Math.hypot(re - r[0], im - r[1]) <= 1e-9 * Math.max(1, size), `${method} at ${z}: ${[re, im]} and ${r}`);
      }
    }
  },
);

workbenchTest(
  "W17: methods compared on the model have the rows and the curves of the command line",
  { server: { examples: ["position_servo.mo"] } },
  async (bench) => {
    const { page } = bench;
    const methods = ["rodas4", "radau", "cvode"];
    const tolerances = ["1e-3", "1e-4"];
    await bench.openFile("position_servo.mo");
    await page.click("#tab-compare");
    await bench.at("compare-methods").fill(methods.join(" "));
    await bench.at("compare-settings").fill(tolerances.join(", "));
    await bench.at("compare").click();
    const words = ["--methods", methods.join(), "--tolerances", tolerances.join(), "--timing", "0", "--json"];
    const [{ runs }] = JSON.parse(verb("compare", join(bench.server.root, "position_servo.mo"), ...words)).comparisons;
    assert.equal(runs.length, 6);
    const rows = bench.at("compare-row");
    await rows.nth(5).waitFor();
    assert.equal(await rows.count(), runs.length);
    for (const [i, run] of runs.entries()) {
      const cells = (await rows.nth(i).locator("th, td").allInnerTexts()).map((text) => text.trim());
      assert.deepEqual(
        [cells[0], Number(cells[1]), ...cells.slice(3, 6).map(Number)],
        [run.method, run.tolerance, run.steps + run.rejected, run.rhs_evals + run.rhs_evals_for_jacobian, run.lu],
      );
      assert.equal(Number(await rows.nth(i).locator("[data-error]").getAttribute("data-error")), run.errors.rms);
    }
    // Each mark of the diagram stands where the logarithms of error and work have it: on one line from its least to its greatest.
    for (const [title, workOf] of [
      ["evaluations of F", (run) => run.rhs_evals + run.rhs_evals_for_jacobian],
      ["steps", (run) => run.steps + run.rejected],
    ]) {
      await bench.at("compare-work").selectOption({ label: title });
      const chart = page.locator(`[data-testid="analysis-chart"][aria-label^="${title}"]`);
      await chart.locator("circle").nth(5).waitFor({ state: "attached" });
      const marks = await chart
        .locator("circle")
        .evaluateAll((all) =>
          all.map((mark) => ({ note: mark.textContent, x: Number(mark.getAttribute("cx")), y: Number(mark.getAttribute("cy")) })),
        );
      assert.equal(marks.length, runs.length);
      const points = runs.map((run) => {
        const mark = marks.find(({ note }) => note.startsWith(`${run.method}, ${run.tolerance.toExponential()}:`));
        return { error: Math.log10(run.errors.rms), work: Math.log10(workOf(run)), ...mark };
      });
      for (const [value, place] of [
        ["error", "x"],
        ["work", "y"],
      ]) {
        const inOrder = [...points].sort((a, b) => a[value] - b[value]);
        const [first, last] = [inOrder[0], inOrder.at(-1)];
        const slope = (last[place] - first[place]) / (last[value] - first[value]);
        assert.ok(value === "error" ? slope > 0 : slope < 0, "greater values stand to the right, and higher");
        for (const point of points) {
          const expected = first[place] + slope * (point[value] - first[value]);
          assert.ok(Math.abs(point[place] - expected) < 0.3, `${point.note}: ${value} at ${point[place]}, not at ${expected}`);
        }
      }
    }
  },
);

workbenchTest(
  "Eigenvalues and sorted equations are those of the command line",
  { server: { examples: ["position_servo.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("position_servo.mo");
    const file = join(bench.server.root, "position_servo.mo");
    await page.click("#tab-linear");
    await bench.at("linearize").click();
    const { eigenvalues } = JSON.parse(verb("linearize", file, "--json"));
    await page.locator(".eigenvalue-table tbody tr").first().waitFor();
    assert.equal(await page.locator(".eigenvalue-table tbody tr").count(), eigenvalues.length);
    const crosses = eigenvalues.reduce((count, value) => count + (value.pair ? 2 : 1), 0);
    const drawn = bench.at("analysis-chart").locator('path[stroke-width="1.8"]');
    await drawn.first().waitFor({ state: "attached" }); // after the table
    assert.equal(await drawn.count(), crosses);
    await page.click("#tab-structure");
    await bench.at("structure").click();
    const structure = JSON.parse(verb("structure", file, "--json"));
    await page.locator(".blocks li").first().waitFor();
    assert.equal(await page.locator(".blocks li").count(), structure.blocks.length);
    await page.locator(".incidence-entry").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".incidence-entry").count(), structure.jacobian_pattern.length);
  },
);

/** One state is a million times as fast as the other. */
const stiffModel = `model TinyPart
  Real slow(start = 1, fixed = true), fast(start = 0, fixed = true);
  parameter Real V = 1e-6;
equation
  der(slow) = -slow;
  V * der(fast) = slow - fast;
  annotation(experiment(StopTime = 5));
end TinyPart;
`;

workbenchTest("A run is explained in the words of the command line", { server: { files: { "TinyPart.mo": stiffModel } } }, async (bench) => {
  const { page } = bench;
  await bench.openFile("TinyPart.mo");
  await page.click("#tab-explain");
  await bench.at("explain").click();
  const told = JSON.parse(verb("explain", join(bench.server.root, "TinyPart.mo"), "--json"));
  await bench.at("survey-row").first().waitFor();
  const names = await bench.at("diagnosis").evaluateAll((all) => all.map((each) => each.dataset.name));
  assert.deepEqual(
    names,
    told.diagnoses.map(({ name }) => name),
  );
  for (const [i, { finding }] of told.diagnoses.entries())
    assert.equal((await bench.at("diagnosis").nth(i).locator("strong").innerText()).trim(), finding);
  assert.deepEqual(
    await page.locator('[data-testid="survey-row"] th').allInnerTexts(),
    told.survey.map(({ about }) => about),
  );
  assert.ok(names.length > 0, "a lone fast state is no healthy model");
});

const block = (type, name, x) =>
  `  Dashpot.Blocks.${type} ${name} annotation(Placement(transformation(origin = {${x}, 0}, extent = {{-10, -10}, {10, 10}})));`;

/** y' = 2 (1 - y): what is added behind the gain gives 1/(s + 2), what is added before it 2/(s + 2). */
const loop = `model Loop
${block("Sources.Constant", "reference(k = 1)", -80)}
${block("Math.Feedback", "error", -40)}
${block("Math.Gain", "gain(k = 2)", 0)}
${block("Continuous.Integrator", "integrator", 40)}
equation
  connect(reference.y, error.u1);
  connect(error.y, gain.u);
  connect(gain.y, integrator.u);
  connect(integrator.y, error.u2);
  annotation(experiment(StopTime = 1));
end Loop;
`;

workbenchTest(
  "The frequency response from any signal to any variable is that of the loop around it, and the text stays as it is",
  { server: { files: { "Loop.mo": loop } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Loop.mo");
    await bench.component("gain").waitFor();
    await page.click("#tab-linear");
    for (const [signal, gain] of [
      ["gain.y", 1],
      ["gain.u", 2],
    ]) {
      await bench.at("linear-input").fill(signal);
      await bench.at("linear-output").fill("integrator.y");
      await bench.at("linearize").click();
      const curve = page.locator('[aria-label="Gain over frequency"]');
      await curve.locator("text").filter({ hasText: `integrator.y / ${signal}` }).waitFor();
      const answer = await page.locator(".bode").getAttribute("data-response");
      const { frequencies, magnitude_db: decibels } = JSON.parse(answer);
      assert.ok(frequencies.length > 10);
      frequencies.forEach((frequency, i) => {
        const exact = 20 * Math.log10(gain / Math.hypot(2, 2 * Math.PI * frequency));
        assert.ok(Math.abs(decibels[i] - exact) < 1e-6, `${signal} at ${frequency} Hz: ${decibels[i]} dB, not ${exact}`);
      });
    }
    assert.equal(await page.locator(".place .dirty").count(), 0);
    assert.equal(await bench.savedText("Loop.mo"), loop);
  },
);
