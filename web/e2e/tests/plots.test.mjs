// Curves measured against what is known of them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

/** A circle of radius 3, passed five times a second. */
const circle = `model Circle
  output Real x;
  output Real y;
  Real growth(start = 1, fixed = true);
equation
  x = 3*sin(2*3.14159265358979*5*time);
  y = 3*cos(2*3.14159265358979*5*time);
  der(growth) = 5*growth;
  annotation(experiment(StopTime = 2, Interval = 0.001));
end Circle;
`;
const ofCircle = { server: { files: { "Circle.mo": circle } } };

async function shown(bench, names) {
  const { page } = bench;
  await bench.openFile("Circle.mo");
  assert.equal(await bench.run(), "finished");
  await page.click("#tab-variables");
  await bench.at(`variable-${names[0]}`).waitFor();
  const checked = page.locator(".variables input[type=checkbox]:checked");
  while ((await checked.count()) > 0) await checked.first().click();
  for (const name of names) await bench.at(`variable-${name}`).check();
  await page.locator(".plot-legend li").nth(names.length - 1).waitFor();
  while ((await page.locator(".plot-panel").count()) > 1) await page.getByRole("button", { name: "Remove the panel" }).last().click();
}

const number = (text) => Number(text.replaceAll("−", "-"));

/** Points of the first curve of a chart, in values: axes are read off their labels. */
function curveOf(page) {
  return page.locator(".chart-view svg").evaluate((svg) => {
    const texts = [...svg.querySelectorAll("text:not([transform])")].filter((text) => /^[−\d.e]+$/.test(text.textContent));
    const value = (text) => Number(text.textContent.replaceAll("−", "-"));
    const scaleOf = (labels, name, offset) => {
      const [a, b] = [labels[0], labels.at(-1)];
      const at = (text) => Number(text.getAttribute(name)) + offset;
      return { at: at(a), value: value(a), slope: (value(b) - value(a)) / (at(b) - at(a)), decades: Math.log10(value(b) / value(a)) / (at(b) - at(a)) };
    };
    const across = scaleOf(texts.filter((text) => text.getAttribute("text-anchor") === "middle"), "x", 0);
    const up = scaleOf(texts.filter((text) => text.getAttribute("text-anchor") === "end"), "y", -4);
    const numbers = svg.querySelector('path[stroke-width="1.6"]').getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const points = [];
    for (let i = 0; i + 1 < numbers.length; i += 2)
      points.push({
        x: across.value + across.slope * (numbers[i] - across.at),
        frequency: across.value * 10 ** (across.decades * (numbers[i] - across.at)),
        y: up.value + up.slope * (numbers[i + 1] - up.at),
      });
    return points;
  });
}

workbenchTest("One variable over another, and a spectrum, are those of the circle that was computed", ofCircle, async (bench) => {
  const { page } = bench;
  await shown(bench, ["x", "y"]);
  await page.getByLabel("Kind of plot").selectOption("xy");
  await page.locator(".chart-view svg path[stroke-width='1.6']").waitFor({ state: "attached" });
  assert.equal(await bench.at("across").inputValue(), "x");
  for (const { x, y } of await curveOf(page)) assert.ok(Math.abs(Math.hypot(x, y) - 3) < 0.05, `${x}, ${y} is off the circle`);
  await bench.at("across").fill("time");
  await bench.at("across").press("Enter");
  await page.getByLabel("Kind of plot").selectOption("spectrum");
  const spectrum = await until(async () => {
    const points = await curveOf(page).catch(() => []);
    return points.some(({ frequency }) => frequency > 100) && points;
  }, "the spectrum is drawn");
  const peak = spectrum.reduce((best, point) => (point.y > best.y ? point : best));
  assert.ok(Math.abs(peak.frequency / 5 - 1) < 0.06 && Math.abs(peak.y / 3 - 1) < 0.06, `the peak is ${peak.y} at ${peak.frequency} Hz`);
});

workbenchTest("A variable can be dragged onto a plot; all plots over time show the same window", ofCircle, async (bench) => {
  const { page } = bench;
  await shown(bench, ["x"]);
  await page.locator(".plot-tools").getByRole("button", { name: "Panel" }).click();
  const panels = page.locator(".plot-panel");
  await panels.nth(1).waitFor();
  await page.locator(".variables li").filter({ has: bench.at("variable-y") }).dragTo(panels.nth(1));
  await panels.nth(1).locator(".plot-name").filter({ hasText: /^y$/ }).waitFor();
  const plots = bench.at("time-plot");
  await plots.nth(1).locator("canvas").waitFor();
  const windows = () => plots.evaluateAll((all) => all.map((plot) => plot.dataset.window));
  await until(async () => (await windows()).join() === "0 2,0 2", "both show all");
  await page.mouse.move(...(await bench.middleOf(plots.first().locator(".u-over"))));
  await page.mouse.wheel(0, -100);
  const zoomed = await until(async () => {
    const [first, second] = await windows();
    return first === second && first !== "0 2" && first.split(" ").map(Number);
  }, "both have followed the wheel");
  assert.ok(Math.abs(zoomed[1] - zoomed[0] - 2 / 1.2) < 1e-9, `${zoomed}`);
  await plots.nth(1).locator(".u-over").dblclick();
  await until(async () => (await windows()).join() === "0 2,0 2", "a double click shows all again");
});

workbenchTest("Cursors measure times and differences, and the table the values between them", ofCircle, async (bench) => {
  const { page } = bench;
  await shown(bench, ["x"]);
  const box = await page.locator(".time-plot .u-over").boundingBox();
  await page.mouse.click(box.x + 0.2 * box.width, box.y + 20);
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 20);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.locator(".cursor-readout").filter({ hasText: "B − A" }).waitFor();
  const [a, b, between, frequency] = (await page.locator(".cursor-readout > span").allInnerTexts()).map((text) => number(/[−\d.]+(?= )(?!.*[\d])|[−\d.e]+(?= (s|Hz))/.exec(text)[0]));
  assert.ok(Math.abs(a - 0.4) < 0.02 && Math.abs(b - 1.4) < 0.02 && Math.abs(between - 1) < 0.02 && Math.abs(frequency - 1) < 0.02, `${a} ${b} ${between} ${frequency}`);
  await page.getByTitle("Least, greatest and mean values").click();
  const row = page.locator(".curve-figures tbody tr");
  await row.waitFor();
  const cells = await until(async () => {
    const found = (await row.locator("td").allInnerTexts()).map(number);
    return found.length > 6 && found;
  }, "the table has all columns");
  const [atA, atB, difference, least, greatest, mean, rms] = cells;
  const exact = (time) => 3 * Math.sin(2 * Math.PI * 5 * time);
  assert.ok(Math.abs(atA - exact(a)) < 0.2 && Math.abs(atB - exact(b)) < 0.2, `${cells}`); // the readout of the time has four digits
  assert.ok(Math.abs(difference - (atB - atA)) < 1e-3, `${cells}`);
  assert.ok(Math.abs(least + 3) < 1e-3 && Math.abs(greatest - 3) < 1e-3, `${cells}`);
  assert.ok(Math.abs(mean) < 0.1 && Math.abs(rms - 3 / Math.SQRT2) < 0.05, `${cells}`);
});

workbenchTest("A logarithmic axis leaves out what it cannot show; a plot is exported as it is", ofCircle, async (bench) => {
  const { page } = bench;
  await shown(bench, ["growth", "x"]);
  await page.getByTitle("Logarithmic axis").click();
  for (const format of ["svg", "png"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByTitle(`This plot as ${format.toUpperCase()}`).click(),
    ]);
    assert.equal(download.suggestedFilename(), `Circle.${format}`);
    const bytes = await readFile(await download.path());
    if (format === "png") assert.deepEqual([...bytes.subarray(1, 4)], [..."PNG"].map((c) => c.charCodeAt(0)));
    else assert.ok(!/NaN|Infinity/.test(bytes.toString()) && bytes.toString().includes("growth"));
  }
  for (const format of ["csv", "mat"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: format.toUpperCase() }).click()]);
    assert.equal(download.suggestedFilename(), `Circle.${format}`);
    assert.ok((await readFile(await download.path())).length > 1000);
  }
});
