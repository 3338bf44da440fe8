// Pictures and links.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { differingShares, sceneAsSvg } from "../support/raster.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

async function command(bench, title) {
  await bench.page.keyboard.press("Control+k");
  await bench.page.locator(".pick-list input").fill(title);
  await bench.page.locator(".pick-list li").filter({ hasText: title }).first().click();
}

workbenchTest(
  "W23: the exported SVG is whole, refers to nothing outside, and looks like the screen",
  { server: { examples: ["cylinder_circuit.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("cylinder").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), command(bench, "Circuit as SVG")]);
    const svg = await readFile(await download.path(), "utf8");
    assert.ok(!/(href|src)\s*=\s*"(?!#|data:)|url\((?!["']?#)|@import/.test(svg), "no reference outside");
    const viewBox = /viewBox="([^"]*)"/.exec(svg)[1];
    const boxes = [viewBox.split(" ").map(Number)];
    const onScreen = await page.evaluate(sceneAsSvg, viewBox);
    const [{ share, inked }] = await page.evaluate(differingShares, { pictures: [onScreen, svg], viewBox, boxes, withoutTexts: false });
    assert.ok(share < 0.01 && inked > 1000, `${(100 * share).toFixed(2)} % of the pixels differ`);
  },
);

workbenchTest(
  "W23: a link carries the whole text to another workbench",
  { server: { examples: ["small_circuit_1.mo"] } },
  async (bench) => {
    const { page } = bench;
    const text = await readFile(join(bench.server.root, "small_circuit_1.mo"), "utf8");
    await bench.openFile("small_circuit_1.mo");
    await command(bench, "Copy a link to this circuit");
    const fragment = await until(async () => new URL(page.url()).hash, "the link is in the address bar");
    assert.match(fragment, /^#m=[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(new URL(fragment, page.url()).href);
    await other.locator(".place").waitFor();
    await other.locator(".scene [data-component]").first().waitFor();
    const name = await other.locator(".file-name").innerText();
    await other.keyboard.press("Control+s");
    await until(
      async () => (await readFile(join(bench.server.root, name.trim()), "utf8").catch(() => "")) === text,
      "the copy has the same bytes",
    );
    await other.close();
  },
);
