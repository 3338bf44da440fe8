// Plots that are kept in the model.
import assert from "node:assert/strict";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const swing = `model Swing
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 10));
end Swing;
`;

workbenchTest(
  "Plots are kept in the model as figures, in one step that can be undone, and are there when it is opened again",
  { server: { files: { "Swing.mo": swing } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Swing.mo");
    assert.equal(await bench.run(), "finished");
    await page.locator(".plot-legend li").first().waitFor();
    await page.getByRole("button", { name: "Keep in model" }).click();
    await page.locator(".place .dirty").waitFor();
    const kept = await bench.savedText("Swing.mo");
    assert.match(kept, /Documentation\(figures = /);
    assert.match(kept, /Curve\(.*y = x/);
    await page.keyboard.press("F6");
    await page.keyboard.press("Control+z");
    await until(async () => (await bench.savedText("Swing.mo")) === swing, "undo takes them out again");
    await page.keyboard.press("Control+y");
    await until(async () => (await bench.savedText("Swing.mo")) === kept, "redo brings them back");
    await page.reload();
    await bench.openFile("Swing.mo");
    await page.locator(".plot-name").filter({ hasText: /^x$/ }).waitFor(); // before any run
  },
);
