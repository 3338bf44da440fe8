// A test of the workbench: a server of its own, and a page on it.
import { after, test } from "node:test";
import { join } from "node:path";
import { closeBrowser, theBrowser } from "./browser.mjs";
import { isWanted } from "./program.mjs";
import { startServer } from "./server.mjs";
import { patience, Workbench } from "./workbench.mjs";

/**
 * A test with a server and a page, unless `skip` says why not; errors on the console fail it, unless `mayComplain` allows their text. On a loaded machine a browser may
 * be late once: what fails is tried a second time, and says so.
 */
export function workbenchTest(name, options, body) {
  if (!isWanted(name)) return;
  test(name, { timeout: 600_000, skip: options.skip ?? false }, async (t) => {
    try {
      await onOnePage(name, options, body, t);
    } catch (error) {
      t.diagnostic(`failed once, tried again: ${error.message}`);
      await onOnePage(name, options, body, t);
    }
  });
}

async function onOnePage(name, options, body, t) {
  const server = await startServer(options.server);
  const context = await (
    await theBrowser()
  ).newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options.context });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = [];
  const mayComplain = options.mayComplain ?? /^$/;
  page.on("console", (message) => message.type() === "error" && !mayComplain.test(message.text()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  try {
    const bench = new Workbench(page, server, requests);
    if (options.open !== false) await bench.begin();
    await body(bench, t);
    if (complaints.length > 0) throw new Error(`the console has errors:\n${complaints.join("\n")}`);
  } catch (error) {
    await page.screenshot({ path: join(process.env.DASHPOT_PICTURES ?? "/tmp", `e2e-${name.split(":")[0]}.png`) }).catch(() => undefined);
    throw error;
  } finally {
    await context.close();
    await server.remove();
  }
}

after(closeBrowser);
