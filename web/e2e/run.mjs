// The workbench in a real browser, against the real server: one browser, one server per test.
//
//   npm run e2e -- --dashpot ../build/dashpot          all
//   npm run e2e -- --dashpot ../build/dashpot W11      those whose name contains the word
//
// Exit code 77 says that there is no browser, or no program with `serve`: nothing was tested.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./support/browser.mjs";
import { setProgram } from "./support/program.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const skipped = 77;

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(skipped);
}

const words = process.argv.slice(2);
const at = words.indexOf("--dashpot");
const program = resolve(at >= 0 ? (words.splice(at, 2)[1] ?? "") : join(here, "../../build/dashpot"));
if (!existsSync(program)) skip(`there is no program at ${program}`);
if (!spawnSync(program, ["serve", "--help"], { encoding: "utf8" }).stdout?.includes("--assets")) skip(`${program} has no verb 'serve'`);
if (!findBrowser()) skip("no Chromium was found (install chromium-headless-shell, or name one in DASHPOT_BROWSER)");
if (!existsSync(join(here, "../dist/index.html"))) skip("the page is not built (npm run build)");
setProgram(program, words);

const tests = join(here, "tests");
for (const file of (await readdir(tests)).sort()) if (file.endsWith(".test.mjs")) await import(join(tests, file));
