// A page on a server, as a user has it before him, and what a user does there.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const patience = 120_000; // milliseconds: a guard against hanging

export class Workbench {
  constructor(page, server, requests) {
    this.page = page;
    this.server = server;
    this.requests = requests;
  }

  async begin(address = this.server.address) {
    await this.page.goto(address);
    await this.page.locator(".start-page, .workbench").first().waitFor();
  }

  at(testId) {
    return this.page.locator(`[data-testid="${testId}"]`);
  }

  /** Opens a file of the folder by the panel "Files", or from the first page. */
  async openFile(path) {
    const row = this.page.locator(".file-row, .recent .link").filter({ hasText: path }).first();
    if (!(await row.isVisible().catch(() => false)) && (await this.page.locator("#tab-files").count())) await this.page.click("#tab-files");
    await row.click();
    await this.drawn();
  }

  /** Until the sheet shows a drawing. */
  async drawn() {
    await this.page.locator(".canvas, [data-context=canvas]").first().waitFor();
    await this.page.locator(".scene").waitFor({ state: "attached" });
    await this.page.locator('[data-testid="run"]:enabled').waitFor();
  }

  component(name) {
    return this.page.locator(`[data-component="${name}"]`);
  }

  port(name) {
    return this.page.locator(`[data-port="${name}"] .port-target`);
  }

  connection(from, to) {
    return this.page.locator(`[data-connection="${from} ${to}"], [data-connection="${to} ${from}"]`);
  }

  /** Where it stays: a drawing that is about to change is waited for. */
  async middleOf(locator) {
    await this.settled();
    const box = await locator.first().boundingBox();
    if (!box) throw new Error(`${locator} is not on the screen`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Drags with the mouse in a few steps, as a hand does. */
  async drag(from, to, steps = 6) {
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(from[0] + 4, from[1] + 4);
    await this.page.mouse.move(...to, { steps });
    await this.page.mouse.up();
  }

  async select(name) {
    const heading = this.page.locator(".parameters h2").filter({ hasText: name });
    await until(async () => {
      await this.page.mouse.click(...(await this.middleOf(this.component(name).locator(".frame"))));
      return appears(heading);
    }, `${name} is selected`);
  }

  /** Types a value into a field of the parameter panel. */
  async set(parameter, value) {
    const field = this.at(`field-${parameter}`);
    await field.fill(value);
    await field.press("Enter");
  }

  async run() {
    await this.page.keyboard.press("F5");
    return this.runEnds();
  }

  /** The state in which the run ends. */
  async runEnds() {
    const state = this.page.locator(
      '[data-testid="run-state"][data-state="finished"], [data-testid="run-state"][data-state="failed"], [data-testid="run-state"][data-state="cancelled"]',
    );
    await state.waitFor();
    return state.getAttribute("data-state");
  }

  /** Saves and reads what is on disk then. */
  async savedText(path) {
    await this.settled();
    await until(async () => {
      await this.page.keyboard.press("Control+s");
      return appears(this.page.locator(".place .dirty"), "detached");
    }, "the text is saved");
    return readFile(join(this.server.root, path), "utf8");
  }

  /** Problems as the list below the sheet has them. */
  async problems() {
    await this.page.click("#tab-problems");
    return this.at("problem").evaluateAll((rows) => rows.map((row) => ({ code: row.dataset.code, text: row.innerText })));
  }

  /** Until all gestures have become text, and the text a drawing. */
  async settled() {
    await this.page.locator('.canvas[aria-busy="true"]').waitFor({ state: "detached" });
  }

  /** Until the page has drawn what it was told so far. */
  async painted() {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

/** Whether it comes to this soon; if not, what was done before was perhaps lost, and can be done again. */
const appears = (locator, state = "visible") =>
  locator
    .first()
    .waitFor({ state, timeout: 5000 })
    .then(() => true)
    .catch(() => false);

/** Waits until a question has a true answer. */
export async function until(question, what, milliseconds = patience) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`it did not come to pass: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
