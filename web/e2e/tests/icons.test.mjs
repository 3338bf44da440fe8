// The symbols of the library, all on one sheet: the page draws what the program draws.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verb } from "../support/program.mjs";
import { differingShares, sceneAsSvg } from "../support/raster.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const pitch = 44; // units between the middles of symbols
const perRow = 16;
const pixels = 4; // per unit, in the page and in the program's pictures

/** A model with each component of the library once, at the size it is dropped with. */
function contactSheet() {
  const { components } = JSON.parse(verb("library", "--json"));
  const parts = components.map(({ name, icon }, i) => {
    const [[x0, y0], [x1, y1]] = icon?.coordinateSystem?.extent ?? icon?.coordinate_system?.extent ?? [[-100, -100], [100, 100]]; // prettier-ignore
    const [w, h] = [Math.abs(x1 - x0) / 20, Math.abs(y1 - y0) / 20];
    const at = [pitch * (i % perRow), -pitch * Math.floor(i / perRow)];
    return { name, at, text: `  ${name} c${i} annotation(Placement(transformation(origin = {${at}}, extent = {{${-w}, ${-h}}, {${w}, ${h}}})));` };
  });
  return { parts, text: `model Sheet\n${parts.map(({ text }) => text).join("\n")}\nend Sheet;\n` };
}

workbenchTest("W24: all symbols of the library look in the page as the program draws them", { server: {} }, async (bench) => {
  const { page } = bench;
  const { parts, text } = contactSheet();
  assert.ok(parts.length > 150);
  const file = join(bench.server.root, "Sheet.mo");
  writeFileSync(file, text);
  const picture = join(bench.server.root, "sheet.svg");
  verb("draw", file, "-o", picture);
  await page.reload();
  await bench.openFile("Sheet.mo");
  await until(async () => (await page.locator(".scene [data-component]").count()) === parts.length, "all are drawn");
  const rows = Math.ceil(parts.length / perRow);
  const side = pixels * pitch;
  const viewBox = [-side / 2, -side / 2, perRow * side, rows * side].join(" ");
  const onScreen = await page.evaluate(sceneAsSvg, viewBox);
  const boxes = parts.map(({ at: [x, y] }) => [pixels * x - side / 2, -pixels * y - side / 2, side, side]);
  const found = await page.evaluate(differingShares, { pictures: [onScreen, readFileSync(picture, "utf8")], viewBox, boxes, withoutTexts: true });
  const wrong = parts.flatMap(({ name }, i) => (found[i].share > 0.004 ? [`${name}: ${(100 * found[i].share).toFixed(2)} %`] : []));
  assert.deepEqual(wrong, [], "symbols that differ");
  const empty = parts.filter((_, i) => found[i].inked < 20).map(({ name }) => name);
  assert.deepEqual(empty, [], "symbols without anything drawn");
});
