// Nothing is lost: when the server goes, when the connection breaks, when somebody else edits the file.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { startServer } from "../support/server.mjs";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const sheet = `model Sheet
  // a comment that must survive
  Dashpot.Mechanics.Translational.Mass mass(m = 10) annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}})));
  annotation(experiment(StopTime = 1));
end Sheet;
`;
const connectionLost = /WebSocket|ConnectionLost|ERR_CONNECTION|Failed to load resource/;

async function changeMass(bench, value) {
  await bench.component("mass").waitFor();
  await bench.select("mass");
  await bench.set("m", value);
  await bench.page.locator(".place .dirty").waitFor();
}

workbenchTest(
  "W21: when the server is killed a banner says so, and the draft is there again afterwards",
  { server: { files: { "Sheet.mo": sheet } }, mayComplain: connectionLost },
  async (bench) => {
    const { page, server } = bench;
    await bench.openFile("Sheet.mo");
    await changeMass(bench, "25 kg");
    const isKept = () => page.evaluate(() => Object.entries(localStorage).some(([key, text]) => key.startsWith("dashpot.draft:") && text.includes("m = 25")));
    await until(isKept, "the browser keeps the draft");
    await server.stop("SIGKILL");
    await page.locator(".banner-fault").waitFor();
    const again = await startServer({ folder: server.root, options: ["--port", String(server.port)] });
    try {
      await bench.begin(again.address);
      await bench.openFile("Sheet.mo");
      await page.locator(".place .dirty").waitFor();
      await bench.select("mass");
      assert.equal(await bench.at("field-m").inputValue(), "25 kg");
      assert.match(await bench.savedText("Sheet.mo"), /m = 25/);
    } finally {
      await again.stop("SIGKILL");
    }
  },
);

workbenchTest(
  "W21: a draft is there again when the folder is served at another port, also of a text that never was a file",
  { server: { files: { "Sheet.mo": sheet } } },
  async (bench) => {
    const { page, server } = bench;
    await bench.openFile("Sheet.mo");
    await changeMass(bench, "25 kg");
    await page.click("#tab-files");
    await page.locator(".new-files summary").click();
    await page.locator(".new-files button").first().click();
    await page.locator("dialog[open] input").fill("Fresh.mo");
    await page.keyboard.press("Enter");
    await page.locator(".file-row").filter({ hasText: "Fresh.mo" }).waitFor();
    await bench.drawn();
    await page.keyboard.press("F6");
    await page.keyboard.press("/");
    await page.locator(".pick-list input:focus").waitFor();
    await page.keyboard.type("Mass");
    await page.locator(".pick-list li[aria-selected=true]").filter({ hasText: "Mass" }).waitFor();
    await page.keyboard.press("Enter");
    await bench.component("mass").waitFor();
    const drafts = () => readdir(`${server.root}-state`, { recursive: true }).catch(() => []);
    await until(async () => (await drafts()).filter((name) => name.endsWith(".json")).length === 2, "both are kept");
    await page.goto("about:blank");
    await server.stop("SIGKILL");
    const again = await startServer({ folder: server.root });
    try {
      assert.notEqual(again.port, server.port);
      await bench.begin(again.address);
      await page.locator(".recent li").filter({ hasText: "Fresh.mo" }).filter({ hasText: "not saved yet" }).waitFor();
      await bench.openFile("Sheet.mo");
      await page.locator(".place .dirty").waitFor();
      await bench.select("mass");
      assert.equal(await bench.at("field-m").inputValue(), "25 kg");
      assert.match(await bench.savedText("Sheet.mo"), /m = 25/);
      await bench.openFile("Fresh.mo");
      await bench.component("mass").waitFor();
      assert.match(await bench.savedText("Fresh.mo"), /model Fresh[^]*Mass mass/);
      await until(async () => (await drafts()).filter((name) => name.endsWith(".json")).length === 0, "what is saved is no draft any more");
    } finally {
      await again.stop("SIGKILL");
    }
  },
);

workbenchTest(
  "A part of the page that could not be fetched is asked for again",
  { server: { files: { "Sheet.mo": sheet } }, mayComplain: connectionLost },
  async (bench) => {
    const { page } = bench;
    let refused = 0;
    await page.route(/text_panel-.*\.js$/, (route) => (++refused > 2 ? route.continue() : route.abort()));
    await bench.openFile("Sheet.mo");
    await page.click("#tab-text");
    await page.locator(".text-editor .cm-line").filter({ hasText: "must survive" }).waitFor();
    assert.ok(refused > 2);
  },
);

workbenchTest(
  "Renaming a file keeps what was not saved, and deleting asks first",
  { server: { files: { "Sheet.mo": sheet } } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("Sheet.mo");
    await changeMass(bench, "25 kg");
    await page.click("#tab-files");
    await page.locator(".file-row").filter({ hasText: "Sheet.mo" }).hover();
    await page.getByRole("button", { name: "Rename Sheet.mo" }).click();
    await page.locator("dialog[open] input").fill("Table.mo");
    await page.keyboard.press("Enter");
    await page.locator(".file-row").filter({ hasText: "Table.mo" }).waitFor();
    await page.locator(".place .dirty").waitFor();
    assert.equal(await onDisk(bench, "Table.mo"), sheet, "the file itself is as it was");
    assert.match(await bench.savedText("Table.mo"), /m = 25/);
    await page.locator(".file-row").filter({ hasText: "Table.mo" }).hover();
    await page.getByRole("button", { name: "Delete Table.mo" }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Delete" }).click();
    await page.locator(".start-page").waitFor();
    await assert.rejects(onDisk(bench, "Table.mo"));
  },
);

/** A line between browser and server that can be cut. */
async function breakableLine(port) {
  const sockets = new Set();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const far = connect(port, "127.0.0.1");
    for (const end of [socket, far]) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => sockets.delete(end));
    }
    socket.pipe(far).pipe(socket);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => server.close(),
  };
}

workbenchTest(
  "W21: a broken connection is made again, and the server gets the text as it is by then",
  { server: { files: { "Sheet.mo": sheet } }, open: false, mayComplain: connectionLost },
  async (bench) => {
    const { page, server } = bench;
    const line = await breakableLine(server.port);
    try {
      const address = new URL(server.address);
      address.port = String(line.port);
      await bench.begin(address.href);
      await bench.openFile("Sheet.mo");
      await changeMass(bench, "25 kg");
      await page.click("#tab-text");
      await page.locator(".text-editor .cm-line").first().waitFor();
      line.cut();
      await page.locator(".banner-fault").waitFor();
      await page.locator(".text-editor .cm-line").filter({ hasText: "a comment that must survive" }).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" while offline");
      line.mend();
      await page.locator(".banner-fault").waitFor({ state: "detached" });
      await page.click("#tab-parameters");
      await bench.select("mass");
      await bench.set("m", "30 kg");
      await until(async () => (await bench.at("field-m").inputValue()) === "30 kg", "gestures work on the text that was typed offline");
      const text = await bench.savedText("Sheet.mo");
      assert.match(text, /must survive while offline/);
      assert.match(text, /m = 30/);
    } finally {
      line.close();
    }
  },
);

const theirs = sheet.replace("m = 10", "m = 99").replace("survive", "survive, too");

async function makeConflict(bench) {
  await bench.openFile("Sheet.mo");
  await changeMass(bench, "25 kg");
  await writeFile(join(bench.server.root, "Sheet.mo"), theirs);
  await bench.page.locator(".banner-warning").waitFor();
}

const onDisk = (bench, name = "Sheet.mo") => readFile(join(bench.server.root, name), "utf8");

workbenchTest(
  "W22: with another editor's changes on disk one can keep one's own",
  { server: { files: { "Sheet.mo": sheet } } },
  async (bench) => {
    await makeConflict(bench);
    assert.equal(await onDisk(bench), theirs, "nothing is overwritten unasked");
    await bench.page.getByRole("button", { name: "Keep mine" }).click();
    await until(async () => /m = 25/.test(await onDisk(bench)), "our text is on disk");
  },
);

workbenchTest("W22: or take the file's, with one's own an undo away", { server: { files: { "Sheet.mo": sheet } } }, async (bench) => {
  const { page } = bench;
  await makeConflict(bench);
  await page.getByRole("button", { name: /Take the file/ }).click();
  await until(async () => (await bench.at("field-m").inputValue()) === "99 kg", "their value is shown");
  assert.equal(await onDisk(bench), theirs);
  await page.keyboard.press("F6");
  await page.keyboard.press("Control+z");
  await until(async () => (await bench.at("field-m").inputValue()) === "25 kg", "ours is back");
});

workbenchTest("W22: or look at the difference first, or keep both", { server: { files: { "Sheet.mo": sheet } } }, async (bench) => {
  const { page } = bench;
  await makeConflict(bench);
  await page.getByRole("button", { name: /difference/i }).click();
  const lines = await bench.at("difference").locator(".line-removed, .line-added").allInnerTexts();
  assert.ok(lines.some((line) => line.includes("survive, too")) && lines.some((line) => line.includes("m = 25")), lines.join("\n"));
  await page.getByRole("button", { name: "Decide later" }).click();
  await page.getByRole("button", { name: "Keep both" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Save copy" }).click();
  await until(async () => /m = 25/.test(await onDisk(bench, "Sheet_mine.mo").catch(() => "")), "our text has a file of its own");
  assert.equal(await onDisk(bench), theirs);
});
