// Views of the verbs: what is drawn is what the command line says.
import assert from "node:assert/strict";
import { join } from "node:path";
import { verb } from "../support/program.mjs";
import { workbenchTest } from "../support/workbench.mjs";

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
  "Eigenvalues and sorted equations are those of the command line",
  { server: { examples: ["position_servo.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("position_servo.mo");
    const file = join(bench.server.root, "position_servo.mo");
    await page.click("#tab-linear");
    await bench.at("linearize").click();
    const { eigenvalues } = JSON.parse(verb("linearize", file, "--json"));
    await page.locator(".analysis .curve-table tbody tr").first().waitFor();
    assert.equal(await page.locator(".analysis .curve-table tbody tr").count(), eigenvalues.length);
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
