// One Chromium for all tests, started when it is first needed.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const usual = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function findBrowser() {
  return [process.env.DASHPOT_BROWSER, ...usual].find((path) => path && existsSync(path));
}

const options = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // Chromium refuses to be root in its sandbox
];

let browser;

/** One that has crashed is replaced. */
export function theBrowser() {
  browser ??= chromium.launch({ executablePath: findBrowser(), args: options }).then((started) => {
    started.once("disconnected", () => (browser = undefined));
    return started;
  });
  return browser;
}

export async function closeBrowser() {
  await (await browser)?.close();
}
