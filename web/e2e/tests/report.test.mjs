// The page that `dashpot compare --report` writes: it opens without a server, asks for nothing, shows values under the
// pointer, and prints.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { theBrowser } from "../support/browser.mjs";
import { isWanted, verb } from "../support/program.mjs";

let folder;

/** Written when it is first needed. */
async function report() {
  if (!folder) {
    folder = await mkdtemp(join(tmpdir(), "dashpot-report-"));
    const trials = ["--methods", "rodas4,radau,cvode", "--tolerances", "1e-3..1e-5", "--timing", "0.1"];
    verb("compare", "problem:van-der-pol", "problem:hires", ...trials, "--report", folder);
  }
  return pathToFileURL(join(folder, "index.html")).href;
}
after(() => folder && rm(folder, { recursive: true, force: true }));

if (isWanted("report")) {
  const pageTest = (name, options, body) =>
    test(`report: ${name}`, { timeout: 240_000 }, async () => {
      const address = await report();
      const context = await (await theBrowser()).newContext(options);
      const page = await context.newPage();
      const complaints = [];
      const requests = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(address);
      await body(page);
      assert.deepEqual(complaints, []);
      assert.deepEqual(requests.filter((url) => url !== address && !url.startsWith("data:")), [], "asks for nothing");
      await context.close();
    });

  pageTest("has its pictures with labels, and shows values under the pointer", { viewport: { width: 1000, height: 900 } }, async (page) => {
    const figures = page.locator("figure");
    assert.equal(await figures.count(), 1 + 2 * 6, "a profile; and six pictures for each problem, the orders of radau and cvode among them");
    for (const words of ["work and precision", "work over the least", "step sizes", "order and formula", "error over time", "phase plane"])
      assert.ok((await page.locator("figure svg", { hasText: words }).count()) > 0, words);
    const steps = page.locator("figure", { has: page.locator("svg", { hasText: "step sizes" }) }).first();
    await steps.scrollIntoViewIfNeeded();
    const box = await steps.locator("svg").boundingBox();
    const hint = page.locator("#hint");
    let words = "";
    // Somewhere along the middle of the picture the pointer meets a curve.
    for (let part = 0.1; part < 0.9 && !words.includes("time [s]"); part += 0.04) {
      await page.mouse.move(box.x + 0.4 * box.width, box.y + part * box.height);
      if (await hint.isVisible()) words = await hint.textContent();
    }
    assert.match(words, /^(rodas4|radau|cvode)\ntime \[s\]: [-0-9.e]+\nstep \[s\]: [-0-9.e]+$/);
    await page.mouse.move(5, 5);
    assert.equal(await hint.isVisible(), false);
  });

  pageTest("prints in light, on pages that tear no picture", { colorScheme: "dark", viewport: { width: 800, height: 600 } }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.notEqual(await background(), "rgb(255, 255, 255)", "dark on the screen");
    await page.emulateMedia({ media: "print" });
    assert.equal(await background(), "rgb(255, 255, 255)");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("figure")).breakInside), "avoid");
    const pdf = await page.pdf({ format: "A4" });
    assert.ok(pdf.length > 20_000);
  });
}
