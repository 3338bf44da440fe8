// Latencies and frame rates of the workbench in a real browser: median and 95th percentile of 20, beside a baseline of the machine.
//
//   node bench/web.mjs --dashpot ../build/dashpot [WORD...]     all, or those whose name contains the words
//
// The baseline is a fixed piece of arithmetic in the same page: where it is twice as slow as elsewhere, so is everything below it.
import { resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { closeBrowser, findBrowser, theBrowser } from "../e2e/support/browser.mjs";
import { page as builtPage, setProgram } from "../e2e/support/program.mjs";
import { startServer } from "../e2e/support/server.mjs";
import { until, Workbench } from "../e2e/support/workbench.mjs";
import { largeCircuit, longSignal } from "./circuits.mjs";

const repetitions = 20;
const skipped = 77;

const words = process.argv.slice(2);
const at = words.indexOf("--dashpot");
const program = resolve(at >= 0 ? words.splice(at, 2)[1] : "../build/dashpot");
const lacking = !existsSync(program)
  ? "no program"
  : !findBrowser()
    ? "no Chromium"
    : !existsSync(builtPage)
      ? "no page (npm run build)"
      : "";
if (lacking) {
  console.log(`skipped: there is ${lacking}`);
  process.exit(skipped);
}
setProgram(program, []);

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function report(name, milliseconds, budget) {
  const shown = (value) => `${value.toFixed(1).padStart(8)} ms`;
  console.log(
    `${name.padEnd(58)} median ${shown(quantile(milliseconds, 0.5))}   p95 ${shown(quantile(milliseconds, 0.95))}   wanted < ${budget} ms`,
  );
}

const isWanted = (name) => words.every((word) => name.includes(word));

async function withBench(options, body) {
  const server = await startServer(options);
  const context = await (await theBrowser()).newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true }); // measurements are scripts of their own
  try {
    const bench = new Workbench(await context.newPage(), server, []);
    await body(bench, server, context);
  } finally {
    await context.close();
    await server.remove();
  }
}

/** Times between the frames of an animation that the page makes by moving something. */
function frameTimes(page, move) {
  return page.evaluate(
    ([body, frames]) =>
      new Promise((resolve) => {
        const step = new Function("i", body);
        const times = [];
        let last = performance.now();
        let i = 0;
        requestAnimationFrame(function frame(now) {
          if (i > 0) times.push(now - last);
          last = now;
          if (i++ === frames) return resolve(times);
          step(i);
          requestAnimationFrame(frame);
        });
      }),
    [move, 60],
  );
}

async function baseline() {
  await withBench({}, async (bench) => {
    await bench.begin();
    const times = await bench.page.evaluate((count) => {
      const once = () => {
        const start = performance.now();
        let x = 0;
        for (let i = 1; i < 2e7; ++i) x += Math.sqrt(i) / i;
        return [performance.now() - start, x][0];
      };
      return Array.from({ length: count }, once);
    }, repetitions);
    report("baseline: 20 million square roots in the page", times, "80");
  });
}

const measurements = {
  "W2 server ready (/api/health)": async (name) => {
    const times = [];
    for (let i = 0; i < repetitions; ++i) {
      const start = performance.now();
      const server = await startServer();
      await fetch(new URL("/api/health", server.address));
      times.push(performance.now() - start);
      await server.remove();
    }
    report(name, times, 150);
  },
  "W2 cold page to palette and drawing of CylinderCircuit": async (name) => {
    const times = [];
    for (let i = 0; i < repetitions; ++i)
      await withBench({ examples: ["cylinder_circuit.mo"] }, async (bench) => {
        const start = performance.now();
        await bench.begin();
        await bench.openFile("cylinder_circuit.mo");
        await bench.component("cylinder").waitFor();
        await bench.page.locator(".palette-package").first().waitFor();
        times.push(performance.now() - start);
      });
    report(name, times, 1000);
  },
  "W7 component dropped to drawn with its text": async (name) => {
    await withBench({ examples: ["cylinder_circuit.mo"] }, async (bench) => {
      await bench.begin();
      await bench.openFile("cylinder_circuit.mo");
      await bench.component("pump").waitFor();
      const times = [];
      await bench.select("pump");
      for (let i = 0; i < repetitions; ++i) {
        const count = await bench.page.locator(".scene [data-component]").count();
        await bench.page.keyboard.press("F6");
        times.push(await untilDomChanges(bench.page, ".scene", () => bench.page.keyboard.press("Control+d")));
        await until(async () => (await bench.page.locator(".scene [data-component]").count()) > count, "duplicated");
      }
      report(name, times, 100);
    });
  },
  "W12 F5 to the first point of a curve": async (name) => {
    await withBench({ examples: ["cylinder_circuit.mo"] }, async (bench) => {
      await bench.begin();
      await bench.openFile("cylinder_circuit.mo");
      await bench.component("cylinder").waitFor();
      await bench.run();
      const times = [];
      for (let i = 0; i < repetitions; ++i) {
        times.push(await untilDomChanges(bench.page, ".plot-legend", () => bench.page.keyboard.press("F5")));
        await bench.runEnds();
      }
      report(name, times, 150);
    });
  },
  "W13 slider moved to the complete new curve": async (name) => {
    await withBench({ examples: ["cylinder_circuit.mo"] }, async (bench) => {
      await bench.begin();
      await bench.openFile("cylinder_circuit.mo");
      await bench.component("pump").waitFor();
      await bench.run();
      await bench.select("pump");
      await bench.page.getByRole("button", { name: "A slider for pump.Q" }).click();
      const slider = bench.page.getByRole("slider", { name: "pump.Q" });
      const times = [];
      for (let i = 0; i < repetitions; ++i) {
        const start = performance.now();
        await slider.press(i % 2 ? "PageUp" : "PageDown");
        await bench.page.locator(`[data-testid="run-state"][data-run="${i + 2}"][data-state="finished"]`).waitFor();
        times.push(performance.now() - start);
      }
      report(name, times, 200);
    });
  },
  "W14 Stop to the state cancelled": async (name) => {
    await withBench({ files: { "Long.mo": longSignal(1e5) } }, async (bench) => {
      await bench.begin();
      await bench.openFile("Long.mo");
      const times = [];
      for (let i = 0; i < repetitions; ++i) {
        await bench.page.keyboard.press("F5");
        await bench.page.locator(`[data-testid="run-state"][data-run="${i + 1}"][data-state="running"]`).waitFor();
        const start = performance.now();
        await bench.page.keyboard.press("Shift+F5");
        await bench.page.locator('[data-testid="run-state"][data-state="cancelled"]').waitFor();
        times.push(performance.now() - start);
      }
      report(name, times, 200);
    });
  },
  "W15 a frame while panning a million points": async (name) => {
    await withBench({ files: { "Million.mo": longSignal(1) } }, async (bench) => {
      await bench.begin();
      await bench.openFile("Million.mo");
      await bench.run();
      await bench.page.locator(".time-plot .u-over").first().waitFor();
      const pan = `document.querySelector(".time-plot .u-over").dispatchEvent(new WheelEvent("wheel", { deltaX: i % 40 < 20 ? 8 : -8, deltaY: i < 3 ? -200 : 0, bubbles: true, cancelable: true }));`;
      report(name, await frameTimes(bench.page, pan), 20);
    });
  },
  "W16 a frame while panning 500 components": async (name) => {
    await withBench({ files: { "Large.mo": largeCircuit(500) } }, async (bench) => {
      await bench.begin();
      await bench.openFile("Large.mo");
      await until(async () => (await bench.page.locator(".scene [data-component]").count()) === 500, "all are drawn");
      const pan = `document.querySelector(".canvas").dispatchEvent(new WheelEvent("wheel", { deltaX: i % 40 < 20 ? 12 : -12, deltaY: 0, bubbles: true, cancelable: true, clientX: 700, clientY: 300 }));`;
      report(name, await frameTimes(bench.page, pan), 20);
    });
  },
};

/** Milliseconds from an action to the first change of the elements beneath `selector`, by the page's own clock. */
async function untilDomChanges(page, selector, action) {
  await page.evaluate((where) => {
    const key = addEventListener.bind(window);
    let start = 0;
    key("keydown", () => (start ||= performance.now()), { once: true, capture: true });
    window.untilChange = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!start) return;
        observer.disconnect();
        resolve(performance.now() - start);
      });
      observer.observe(document.querySelector(where), { childList: true, subtree: true, characterData: true });
    });
  }, selector);
  await action();
  return page.evaluate(() => window.untilChange);
}

const version = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim();
console.log(`${version}, Chromium ${(await theBrowser()).version()}`);
await baseline();
for (const [name, measure] of Object.entries(measurements)) if (isWanted(name)) await measure(name);
await closeBrowser();
