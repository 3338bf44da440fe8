// Latencies and frame rates of the workbench in a real browser, beside a baseline of the machine.
//
//   ./dev bench web                                             all
//   node bench/web.mjs --dashpot ../build/dashpot [WORD...]     those whose name contains the words
//
// Per measurement: median and 95th percentile by the clock, what is wanted, and the processor time of the page's own thread for each, which
// does not depend on what else the machine is doing. The baseline is a fixed piece of arithmetic in the same page: where it is twice as slow
// as elsewhere, so is everything below it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { closeBrowser, findBrowser, theBrowser } from "../e2e/support/browser.mjs";
import { page as builtPage, setProgram } from "../e2e/support/program.mjs";
import { startServer } from "../e2e/support/server.mjs";
import { until, Workbench } from "../e2e/support/workbench.mjs";
import { largeCircuit, longSignal, openCircuit } from "./circuits.mjs";

const repetitions = 20;
const frames = 60;
const skipped = 77;
const patience = 120_000; // milliseconds: a guard against hanging

const words = process.argv.slice(2);
const at = words.indexOf("--dashpot");
const program = resolve(at >= 0 ? words.splice(at, 2)[1] : "../build/dashpot");
const lacking = !existsSync(program)
  ? "no program"
  : !findBrowser()
    ? "no Chromium"
    : !existsSync(join(builtPage, "index.html"))
      ? "no page (npm run build)"
      : "";
if (lacking) {
  console.log(`skipped: there is ${lacking}`);
  process.exit(skipped);
}
setProgram(program, []);

// ---- reporting

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function report(name, { times, cpu }, wanted) {
  const shown = (value) => `${value.toFixed(1).padStart(7)}`;
  const own = cpu === undefined ? "" : `   of the page's thread ${shown(cpu)}`;
  console.log(
    `${name.padEnd(56)} median ${shown(quantile(times, 0.5))}   p95 ${shown(quantile(times, 0.95))}   wanted ${wanted.padEnd(9)}${own}`,
  );
}

async function withBench(options, body) {
  const server = await startServer(options);
  const context = await (await theBrowser()).newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true }); // measurements are scripts of their own
  context.setDefaultTimeout(patience);
  try {
    const bench = new Workbench(await context.newPage(), server, []);
    bench.processor = await context.newCDPSession(bench.page);
    await bench.processor.send("Performance.enable", { timeDomain: "threadTicks" });
    await body(bench);
  } finally {
    await context.close();
    await server.remove();
  }
}

/** Times of a measurement, and the processor time of the page's thread for each of them. */
async function measured(bench, measure) {
  const used = async () => {
    const { metrics } = await bench.processor.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const before = await used();
  const times = await measure();
  return { times, cpu: ((await used()) - before) / times.length };
}

async function repeated(once) {
  const times = [];
  for (let i = 0; i < repetitions; ++i) times.push(await once(i));
  return times;
}

// ---- what happens in the page, by its own clock

/**
 * Milliseconds from an event of the user to each of the moments: the first change beneath `within`, or, with `count`, the frame in which there
 * are so many elements of `selector`.
 */
async function untilMoments(page, event, moments, action) {
  await page.evaluate(
    ([type, wanted, most]) => {
      let start = 0;
      addEventListener(type, () => (start ||= performance.now()), { once: true, capture: true });
      const moment = ({ within, selector, count }) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`nothing happens in ${within}`)), most);
          const observer = new MutationObserver(() => {
            if (!start || (selector && document.querySelectorAll(selector).length < count)) return;
            observer.disconnect();
            clearTimeout(timer);
            if (selector) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
            else resolve(performance.now() - start);
          });
          observer.observe(document.querySelector(within), { childList: true, subtree: true, characterData: true, attributes: true });
        });
      window.moments = Promise.all(wanted.map(moment));
    },
    [event, moments, patience],
  );
  await action();
  return page.evaluate(() => window.moments);
}

/** Times between the frames of an animation that the page makes by moving something: a script with the number of the frame, i. */
function frameTimes(page, move) {
  return page.evaluate(
    ([body, count]) =>
      new Promise((resolve) => {
        const step = new Function("i", body);
        const times = [];
        let last = performance.now();
        let i = 0;
        requestAnimationFrame(function frame(now) {
          if (i > 0) times.push(now - last);
          last = now;
          if (i++ === count) return resolve(times);
          step(i);
          requestAnimationFrame(frame);
        });
      }),
    [move, frames],
  );
}

const wheelOn = (selector, dx, dy) =>
  `document.querySelector("${selector}").dispatchEvent(new WheelEvent("wheel", { deltaX: ${dx}, deltaY: ${dy}, bubbles: true, cancelable: true, clientX: 700, clientY: 300 }));`;

const stateIs = (page, run, state) =>
  page.locator(`[data-testid="run-state"][data-run="${run}"]${state.map((name) => `[data-state="${name}"]`).join()}`).waitFor();

// ---- measurements

async function baseline() {
  await withBench({}, async (bench) => {
    await bench.begin();
    const arithmetic = () =>
      bench.page.evaluate((count) => {
        const once = () => {
          const start = performance.now();
          let x = 0;
          for (let i = 1; i < 2e7; ++i) x += Math.sqrt(i) / i;
          return [performance.now() - start, x][0];
        };
        return Array.from({ length: count }, once);
      }, repetitions);
    report("baseline: 20 million square roots in the page", await measured(bench, arithmetic), "about 80");
  });
}

async function opened(bench, path) {
  await bench.begin();
  await bench.openFile(path);
  await bench.page.locator(".scene [data-component], .empty-hint").first().waitFor();
}

const circuit = { examples: ["cylinder_circuit.mo"] };

const measurements = {
  "W2 server ready (/api/health)": async (name) => {
    const times = await repeated(async () => {
      const start = performance.now();
      const server = await startServer();
      await fetch(new URL("/api/health", server.address));
      const time = performance.now() - start;
      await server.remove();
      return time;
    });
    report(name, { times }, "< 150");
  },
  "W2 cold page to palette and drawing of CylinderCircuit": async (name) => {
    const times = await repeated(async () => {
      let time;
      await withBench(circuit, async (bench) => {
        const start = performance.now();
        await bench.begin();
        await bench.openFile("cylinder_circuit.mo");
        await bench.component("cylinder").waitFor();
        await bench.page.locator(".palette-package").first().waitFor();
        time = performance.now() - start;
      });
      return time;
    });
    report(name, { times }, "< 1000");
  },
  "W7 component dropped": async (name) => {
    await withBench({ files: { "Open.mo": openCircuit } }, async (bench) => {
      const { page } = bench;
      await opened(bench, "Open.mo");
      await page.locator("#tab-problems .badge").waitFor();
      await page.locator(".palette input").first().fill("Orifice");
      const item = page.locator('.palette-item[data-type="Dashpot.Hydraulics.Resistances.Orifice"]');
      await item.waitFor();
      const sheet = await page.locator(".canvas").boundingBox();
      const drop = async (i) => {
        const count = await page.locator(".scene [data-component]").count();
        await page.mouse.move(...(await bench.middleOf(item)));
        await page.mouse.down();
        await page.mouse.move(sheet.x + 60 + 90 * (i % 8), sheet.y + 60 + 90 * Math.floor(i / 8), { steps: 3 });
        const moments = [{ within: ".scene-host" }, { within: "#tab-problems .badge" }];
        const found = await untilMoments(page, "pointerup", moments, () => page.mouse.up());
        await until(async () => (await page.locator(".scene [data-component]").count()) > count, "the component is drawn");
        return found;
      };
      let all;
      const { cpu } = await measured(bench, async () => (all = await repeated(drop)));
      report(`${name}: drawn with its text`, { times: all.map(([drawn]) => drawn), cpu }, "< 100");
      report(`${name}: checked, with its problems`, { times: all.map(([, told]) => told) }, "< 200");
    });
  },
  "W12 F5 to the first point of a curve": async (name) => {
    await withBench(circuit, async (bench) => {
      await opened(bench, "cylinder_circuit.mo");
      await bench.run();
      const once = async () => {
        const [time] = await untilMoments(bench.page, "keydown", [{ within: ".plot-legend" }], () => bench.page.keyboard.press("F5"));
        await bench.runEnds();
        return time;
      };
      report(name, await measured(bench, () => repeated(once)), "< 150");
    });
  },
  "W13 slider moved to the complete new curve": async (name) => {
    await withBench(circuit, async (bench) => {
      const { page } = bench;
      await opened(bench, "cylinder_circuit.mo");
      await bench.run();
      await bench.select("pump");
      await page.getByRole("button", { name: "A slider for pump.Q" }).click();
      await page.getByRole("slider", { name: "pump.Q" }).focus();
      const once = async (i) => {
        const selector = `[data-testid="run-state"][data-run="${i + 2}"][data-state="finished"]`;
        const press = () => page.keyboard.press(i % 2 ? "PageUp" : "PageDown");
        return (await untilMoments(page, "keydown", [{ within: ".run-controls", selector, count: 1 }], press))[0];
      };
      report(name, await measured(bench, () => repeated(once)), "< 200");
    });
  },
  "W14 Stop to the state cancelled": async (name) => {
    await withBench({ files: { "Long.mo": longSignal(1e5) } }, async (bench) => {
      const { page } = bench;
      await opened(bench, "Long.mo");
      const once = async (i) => {
        await page.keyboard.press("F5");
        await stateIs(page, i + 1, ["running"]);
        const start = performance.now();
        await page.keyboard.press("Shift+F5");
        await stateIs(page, i + 1, ["cancelled"]);
        return performance.now() - start;
      };
      report(name, await measured(bench, () => repeated(once)), "< 200");
    });
  },
  "W15 a frame while panning a million points": async (name) => {
    await withBench({ files: { "Million.mo": longSignal(1) } }, async (bench) => {
      await opened(bench, "Million.mo");
      await bench.run();
      await bench.page.locator(".time-plot .u-over").first().waitFor();
      const pan = wheelOn(".time-plot .u-over", "i % 40 < 20 ? 8 : -8", "i < 3 ? -200 : 0");
      report(name, await measured(bench, () => frameTimes(bench.page, pan)), "p95 < 20");
    });
  },
  "W16 500 components": async (name) => {
    await withBench({ files: { "Large.mo": largeCircuit(500) } }, async (bench) => {
      const { page } = bench;
      await opened(bench, "Large.mo");
      const isWhole = async () => (await page.locator(".scene [data-component]").count()) === 500;
      await until(isWhole, "all are drawn", patience);
      const still = () => page.waitForFunction(() => document.querySelector(".world").style.willChange === "auto");
      await still();
      const pan = wheelOn(".surface", "i % 40 < 20 ? 12 : -12", "0");
      report(`${name}: a frame while panning`, await measured(bench, () => frameTimes(page, pan)), "p95 < 20");
      await still();
      const zoom = wheelOn(".surface", "0", "i % 40 < 20 ? 60 : -60");
      report(`${name}: a frame while zooming`, await measured(bench, () => frameTimes(page, zoom)), "p95 < 20");
      await still();
      await page.keyboard.press("F6");
      await page.keyboard.press("f");
      const [x, y] = await bench.middleOf(bench.component("o212").locator(".frame"));
      const pointer = (type, dx) =>
        `document.querySelector(".surface").dispatchEvent(new PointerEvent("pointer${type}", { pointerId: 1, button: 0, buttons: 1, bubbles: true, cancelable: true, clientX: ${x} + ${dx}, clientY: ${y} }));`;
      await page.mouse.move(x, y);
      await page.mouse.down();
      report(`${name}: a frame while dragging one`, await measured(bench, () => frameTimes(page, pointer("move", "(i % 40)"))), "p95 < 33");
      await page.keyboard.press("Escape");
      await page.mouse.up();
    });
    await withBench({ files: { "Large.mo": largeCircuit(500) } }, async (bench) => {
      const { page } = bench;
      await bench.begin();
      const row = page.locator(".file-row, .recent .link").filter({ hasText: "Large.mo" }).first();
      await row.waitFor();
      const whole = { within: "body", selector: ".scene [data-component]", count: 500 };
      const first = await measured(bench, () => untilMoments(page, "click", [whole], () => row.click()));
      report(`${name}: opened to the first paint`, first, "< 300");
    });
  },
};

const version = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim();
console.log(`${version}, Chromium ${(await theBrowser()).version()}; milliseconds, of ${repetitions} or of ${frames} frames`);
await baseline();
const isWanted = (name) => words.every((word) => name.includes(word));
for (const [name, measure] of Object.entries(measurements)) if (isWanted(name)) await measure(name);
await closeBrowser();
