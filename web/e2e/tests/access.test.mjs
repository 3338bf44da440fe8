// For everybody: contrast, names, keys, forced colours.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** In the whole page, or in what `selector` names. */
async function seriousFindings(page, selector = "html") {
  // Evaluated by the test's own connection to the browser: the page's policy forbids it to anybody else.
  await page.evaluate(axe);
  const { violations } = await page.evaluate((where) => window.axe.run(where, { resultTypes: ["violations"] }), selector);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(" "))
          .slice(0, 4)
          .join("; ")}`,
    );
}

for (const colorScheme of ["light", "dark"])
  workbenchTest(
    `W19: axe finds nothing serious (${colorScheme})`,
    { server: { examples: ["cylinder_circuit.mo"] }, context: { colorScheme } },
    async (bench) => {
      const { page } = bench;
      await page.locator(".card-picture svg").first().waitFor();
      assert.deepEqual(await seriousFindings(page), [], "the first page");
      await bench.openFile("cylinder_circuit.mo");
      await bench.component("pump").waitFor();
      await bench.run();
      await bench.select("pump");
      assert.deepEqual(await seriousFindings(page), [], "the workbench");
      for (const tab of [
        "palette",
        "files",
        "outline",
        "parameters",
        "run",
        "variables",
        "text",
        "plots",
        "problems",
        "linear",
        "structure",
        "stability",
        "compare",
        "methods",
      ]) {
        await page.click(`#tab-${tab}`);
        await page.locator(`#panel-${tab} :is(button, input, summary, p, .cm-line):visible`).first().waitFor();
        assert.deepEqual(await seriousFindings(page, `#panel-${tab}`), [], `the panel ${tab}`);
      }
      await page.keyboard.press("F6");
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      assert.deepEqual(await seriousFindings(page), [], "the list of keys");
    },
  );

workbenchTest(
  "W19: every control can be reached by keys, and every command found by name",
  { server: { examples: ["cylinder_circuit.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("pump").waitFor();
    await bench.run();
    const unreachable = await page.evaluate(() => {
      const isShown = (element) => element.checkVisibility();
      const controls = [...document.querySelectorAll("button, input, select, a[href], summary")].filter(
        (element) => isShown(element) && !element.disabled,
      );
      return controls
        .filter(
          (element) =>
            element.tabIndex < 0 &&
            !element.closest("[role=tablist], [role=listbox], [role=tree], [role=menu], [role=toolbar], [role=application]"),
        )
        .map((element) => element.outerHTML.slice(0, 80));
    });
    assert.deepEqual(unreachable, []);
    await bench.select("pump");
    await page.keyboard.press("Control+k");
    for (const title of ["Run", "Rotate right", "Save", "Circuit as SVG", "Light or dark", "Your first circuit"]) {
      await page.locator(".pick-list input").fill(title);
      await page.locator(".pick-list li").filter({ hasText: title }).first().waitFor();
    }
  },
);

workbenchTest(
  "W19: with forced colours the drawing and its ports can still be seen",
  { server: { examples: ["cylinder_circuit.mo"] }, context: { forcedColors: "active", reducedMotion: "reduce" } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("pump").waitFor();
    const contrast = await page.evaluate(() => {
      const ground = getComputedStyle(document.querySelector(".stage")).backgroundColor;
      const strokes = [...document.querySelectorAll('.scene [data-component="pump"] path, .scene [data-component="pump"] ellipse')]
        .map((element) => getComputedStyle(element).stroke)
        .filter((stroke) => stroke !== "none");
      return { ground, differing: strokes.filter((stroke) => stroke !== ground).length };
    });
    assert.ok(contrast.differing > 0);
    await page.keyboard.press("F6");
    await page.keyboard.press("Tab");
    await until(async () => (await page.locator(".component.selected").count()) === 1, "a component is selected by keys");
    await bench.run();
    await page.locator(".flow-arrow").first().waitFor({ state: "attached" });
  },
);
