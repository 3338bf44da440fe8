import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { Documents } from "../../src/document/documents";
import { Drafts } from "../../src/document/drafts";
import { changesOf, replacement } from "../../src/document/edits";
import { performGestures } from "../../src/document/gestures";
import { lineBreakOf } from "../../src/document/line_breaks";
import { OpenDocument } from "../../src/document/open_document";
import { contains, offsetAt, positionAt, rangeOf } from "../../src/document/positions";
import type { TextEdit } from "../../src/protocol/lsp";
import { Rpc } from "../../src/protocol/rpc";
import { FakeServer, MemoryStorage, Refusal, settled } from "./fake_server";

const circuit = `model Lift "A pump lifts"
  Pump pump(Q = 25e-3) annotation(Placement(transformation(origin = {0, 0})));
  // ein Kommentar mit Ümläuten und 𝄞
  Tank tank;
equation
  connect(pump.port, tank.port);
end Lift;
`;

function open(text = circuit, readonly = false): OpenDocument {
  return new OpenDocument({ uri: "file:///w/lift.mo", path: "lift.mo", text, hash: "h0", readonly });
}

/** Whole numbers from a fixed seed (Park and Miller 1988). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}

/** One list of edits that do not overlap, in the order of the text. */
function randomEdits(text: Text, next: (below: number) => number): TextEdit[] {
  const cuts = Array.from({ length: 2 * (1 + next(3)) }, () => next(text.length + 1)).sort((a, b) => a - b);
  const words = ["", "x", "\n", "  Valve v;\n", "é𝄞"];
  const edits: TextEdit[] = [];
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const from = cuts[i] as number;
    const to = Math.min(cuts[i + 1] as number, from + 12);
    edits.push({ range: rangeOf(text, from, Math.max(from, Math.min(to, cuts[i + 2] ?? to))), newText: words[next(words.length)] as string });
  }
  return edits;
}

function changeAtRandom(document: OpenDocument, next: (below: number) => number): void {
  const { doc } = document.state.peek();
  if (next(2) === 0) {
    const at = next(doc.length + 1);
    document.dispatch({ changes: { from: at, to: Math.min(doc.length, at + next(5)), insert: "ab\nc".slice(0, next(5)) }, userEvent: "input.type" });
    return;
  }
  const first = randomEdits(doc, next);
  const after = changesOf(doc, [first], document.lineBreak).apply(doc);
  document.applyEdits([first, randomEdits(after, next)], { label: "Draw" });
}

for (const text of [circuit, circuit.replaceAll("\n", "\r\n"), `${circuit}a\r\nb`, ""]) {
  const kind = text === "" ? "an empty text" : text === circuit ? "line feeds" : lineBreakOf(text) === "\r\n" ? "carriage returns" : "mixed line breaks";
  test(`200 random edits: the server's copy equals the page's, undo restores every byte and redo the end (${kind})`, async () => {
    const server = new FakeServer({ "dashpot/read": () => ({ uri: "file:///w/lift.mo", path: "lift.mo", text, hash: "h0", readonly: false }) });
    const rpc = new Rpc(server.open);
    rpc.connect();
    server.socket.accept();
    await settled();
    const document = await new Documents(rpc, new Drafts(new MemoryStorage()), () => undefined).read({ path: "lift.mo" });
    const next = random(42);
    const copy = () => server.documents.get("file:///w/lift.mo");
    assert.equal(document.text, text);
    for (let i = 0; i < 200; i++) {
      changeAtRandom(document, next);
      assert.equal(copy()?.text, document.text);
      assert.equal(copy()?.version, document.version);
    }
    const end = document.text;
    while (document.undo());
    assert.equal(document.text, text);
    assert.equal(copy()?.text, text);
    assert.equal(document.dirty.value, false);
    while (document.redo());
    assert.equal(document.text, end);
    assert.equal(copy()?.text, end);
  });
}

test("lists of edits are one step, each list for the text after the one before", () => {
  const document = open("model A\nend A;\n");
  const at = (line: number, character: number) => ({ line, character });
  document.applyEdits(
    [
      [{ range: { start: at(1, 0), end: at(1, 0) }, newText: "  Real x;\n" }],
      [{ range: { start: at(1, 7), end: at(1, 8) }, newText: "pressure" }, { range: { start: at(0, 6), end: at(0, 7) }, newText: "B" }], // prettier-ignore
    ],
    { label: "Add x" },
  );
  assert.equal(document.text, "model B\n  Real pressure;\nend A;\n");
  assert.equal(document.undoLabel.value, "Add x");
  assert.ok(document.undo());
  assert.equal(document.text, "model A\nend A;\n");
  assert.equal(document.redoLabel.value, "Add x");
  assert.ok(!document.undo());
});

test("letters typed one after the other are one step, a pause or another place begins a new one", () => {
  const document = open("----");
  const type = (at: number, insert: string) => document.dispatch({ changes: { from: at, insert }, userEvent: "input.type" });
  type(4, "a");
  type(5, "b");
  type(6, "c");
  type(1, "x");
  assert.equal(document.text, "-x---abc");
  document.undo();
  assert.equal(document.text, "----abc");
  document.undo();
  assert.equal(document.text, "----");
});

test("steps of one group are undone together", () => {
  const document = open("0");
  for (const value of ["1", "2", "3"]) document.applyEdits([[{ range: rangeOf(document.state.peek().doc, 0, 1), newText: value }]], { label: "Move", group: "nudge pump" });
  document.undo();
  assert.equal(document.text, "0");
});

test("a new change forgets what was undone", () => {
  const document = open("a");
  document.replaceText("ab", { label: "1" });
  document.undo();
  document.replaceText("ac", { label: "2" });
  assert.equal(document.redo(), false);
  assert.equal(document.text, "ac");
});

test("the replacement of a text touches only what differs", () => {
  assert.deepEqual(replacement("abcdef", "abXef"), { from: 2, to: 4, insert: "X" });
  assert.deepEqual(replacement("aa", "aaa"), { from: 2, to: 2, insert: "a" });
  assert.deepEqual(replacement("same", "same"), { from: 4, to: 4, insert: "" });
});

test("positions count UTF-16 units, and those behind an end are the end", () => {
  const text = Text.of(["ab", "𝄞c"]);
  assert.equal(offsetAt(text, { line: 1, character: 2 }), 5);
  assert.deepEqual(positionAt(text, 5), { line: 1, character: 2 });
  assert.equal(offsetAt(text, { line: 0, character: 99 }), 2);
  assert.equal(offsetAt(text, { line: 9, character: 0 }), text.length);
});

test("a range lies in itself and not in a smaller one", () => {
  const range = (a: number, b: number) => ({ start: { line: 0, character: a }, end: { line: 0, character: b } });
  assert.ok(contains(range(1, 5), range(1, 5)));
  assert.ok(contains(range(1, 5), range(2, 2)));
  assert.ok(!contains(range(2, 5), range(1, 3)));
});

// ---- files

interface Disk {
  text: string;
  hash: string;
  draft?: { text: string; hash: string | null; time: number };
}

function workbench(disk: Disk, storage = new MemoryStorage()) {
  const server = new FakeServer({
    "dashpot/read": () => ({ uri: "file:///w/lift.mo", path: "lift.mo", text: disk.text, hash: disk.hash, readonly: false, ...(disk.draft ? { draft: disk.draft } : {}) }),
    "dashpot/save": ((params: { text: string; hash: string | null; overwrite?: boolean }) => {
      if (!params.overwrite && params.hash !== disk.hash) return new Refusal("changed", { reason: "changed", text: disk.text, hash: disk.hash });
      disk.text = params.text;
      disk.hash = `hash of ${params.text}`;
      return { hash: disk.hash };
    }) as never,
  });
  const rpc = new Rpc(server.open);
  rpc.connect();
  server.socket.accept();
  const said: string[] = [];
  return { server, rpc, said, storage, documents: new Documents(rpc, new Drafts(storage), (message) => said.push(message)) };
}

function modelicaFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? modelicaFiles(path) : entry.name.endsWith(".mo") ? [path] : [];
  });
}

const repository = join(process.env.DASHPOT_WEB ?? ".", "..");
const standardLibrary = process.env.DASHPOT_MSL;
for (const [name, folder] of [
  ["the examples", join(repository, "examples")],
  ["the library", join(repository, "library")],
  ["the Modelica Standard Library", standardLibrary && join(standardLibrary, "Modelica")],
] as const)
  test(`a document keeps every character of ${name}`, { skip: folder ? false : "DASHPOT_MSL does not name its folder" }, () => {
    const files = modelicaFiles(folder ?? "");
    assert.ok(files.length > 10);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      assert.ok(new OpenDocument({ uri: file, text, hash: "h", readonly: false }).text === text, file);
    }
  });

test("saving a text that is unchanged writes the same bytes", async () => {
  const disk = { text: `${circuit}\r\n\tend`, hash: "h0" };
  const before = disk.text;
  const { documents } = workbench(disk);
  const document = await documents.read({ path: "lift.mo" });
  assert.equal(await documents.save(document), "saved");
  assert.equal(disk.text, before);
});

test("a saved document is clean, also after undo and redo of the same change", async () => {
  const { documents } = workbench({ text: "a", hash: "h0" });
  const document = await documents.read({ path: "lift.mo" });
  document.replaceText("b", { label: "b" });
  assert.equal(document.dirty.value, true);
  await documents.save(document);
  assert.equal(document.dirty.value, false);
  document.undo();
  assert.equal(document.dirty.value, true);
  document.redo();
  assert.equal(document.dirty.value, false);
});

test("what is saved has the gestures that were on their way, and the document tells that it is busy until then", async () => {
  const disk = { text: "a", hash: "h0" };
  const { documents } = workbench(disk);
  const document = await documents.read({ path: "lift.mo" });
  assert.equal(document.underWay.value, 0);
  let answer = () => {};
  const gesture = document.inTurn(async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    document.replaceText("drawn", { label: "gesture" });
  });
  const saved = documents.save(document);
  assert.equal(document.underWay.value, 2);
  await Promise.resolve(); // the gesture begins
  answer();
  await Promise.all([gesture, saved]);
  assert.equal(disk.text, "drawn");
  assert.equal(document.underWay.value, 0);
});

test("a file that somebody else changed is not overwritten; each answer to the conflict keeps what it promises", async () => {
  const disk = { text: "a", hash: "h0" };
  const { documents } = workbench(disk);
  const document = await documents.read({ path: "lift.mo" });
  document.replaceText("mine", { label: "mine" });
  Object.assign(disk, { text: "theirs", hash: "h1" });
  assert.equal(await documents.save(document), "conflict");
  assert.equal(disk.text, "theirs");
  assert.equal(document.conflict.value?.text, "theirs");
  assert.equal(document.text, "mine");

  documents.takeTheirs(document);
  assert.equal(document.text, "theirs");
  assert.equal(document.dirty.value, false);
  document.undo();
  assert.equal(document.text, "mine");

  assert.equal(await documents.save(document, true), "saved");
  assert.equal(disk.text, "mine");
  assert.equal(document.conflict.value, null);
});

test("a clean document follows its file, a changed one asks", async () => {
  const disk = { text: "a", hash: "h0" };
  const { documents, server, said } = workbench(disk);
  const document = await documents.read({ path: "lift.mo" });
  const change = async (text: string, hash: string | null) => {
    if (hash !== null) Object.assign(disk, { text, hash });
    server.socket.say(JSON.stringify({ jsonrpc: "2.0", method: "dashpot/file_changed", params: { path: "lift.mo", hash } }));
    await settled();
  };
  await change("b", "h1");
  assert.equal(document.text, "b");
  assert.equal(said.length, 1);
  document.replaceText("mine", { label: "mine" });
  await change("c", "h2");
  assert.equal(document.text, "mine");
  assert.equal(document.conflict.value?.text, "c");
  await change("", null);
  assert.deepEqual(document.conflict.value, { text: undefined, hash: null });
});

test("unsaved changes outlive the page, and come back as one step that can be undone", async () => {
  const disk = { text: "a", hash: "h0" };
  const storage = new MemoryStorage();
  const first = workbench(disk, storage);
  const lost = await first.documents.read({ path: "lift.mo" });
  lost.replaceText("ab", { label: "b" });
  first.documents.keepDrafts();

  const second = workbench(disk, storage);
  const found = await second.documents.read({ path: "lift.mo" });
  assert.equal(found.text, "ab");
  assert.equal(found.dirty.value, true);
  assert.equal(second.said.length, 1);
  found.undo();
  assert.equal(found.text, "a");
  await second.documents.save(found);
  assert.equal(new Drafts(storage).all().length, 0);
});

test("the server keeps drafts as well, for whoever comes by another port, until they are saved", async () => {
  const disk = { text: "a", hash: "h0" };
  const first = workbench(disk);
  const kept: Record<string, unknown>[] = [];
  first.server.answers["dashpot/draft"] = (params) => void kept.push(params);
  const lost = await first.documents.read({ path: "lift.mo" });
  lost.replaceText("ab", { label: "b" });
  first.documents.keepDrafts();
  assert.deepEqual(kept, [{ path: "lift.mo", text: "ab", hash: "h0" }]);

  const second = workbench({ ...disk, draft: { text: "ab", hash: "h0", time: 1 } });
  second.server.answers["dashpot/draft"] = (params) => void kept.push(params);
  const found = await second.documents.read({ path: "lift.mo" });
  assert.equal(found.text, "ab");
  assert.equal(found.dirty.value, true);
  await second.documents.save(found);
  assert.deepEqual(kept.at(-1), { path: "lift.mo", text: null, hash: null });
});

test("of two drafts the newer one counts", async () => {
  const storage = new MemoryStorage();
  const disk = { text: "a", hash: "h0" };
  const first = workbench(disk, storage);
  (await first.documents.read({ path: "lift.mo" })).replaceText("of this browser", { label: "b" });
  first.documents.keepDrafts();
  for (const [time, text] of [[1, "of this browser"], [Date.now() / 1000 + 60, "of the server"]] as const) { // prettier-ignore
    const again = workbench({ ...disk, draft: { text: "of the server", hash: "h0", time } }, storage);
    assert.equal((await again.documents.read({ path: "lift.mo" })).text, text);
  }
});

test("a draft of an older file asks before anything is lost", async () => {
  const disk = { text: "a", hash: "h0" };
  const storage = new MemoryStorage();
  const first = workbench(disk, storage);
  const lost = await first.documents.read({ path: "lift.mo" });
  lost.replaceText("mine", { label: "mine" });
  first.documents.keepDrafts();
  Object.assign(disk, { text: "theirs", hash: "h1" });
  const found = await workbench(disk, storage).documents.read({ path: "lift.mo" });
  assert.equal(found.text, "mine");
  assert.equal(found.conflict.value?.text, "theirs");
});

test("a new connection gets every open document anew, with what was changed meanwhile", async () => {
  const { documents, server, rpc } = workbench({ text: "a", hash: "h0" });
  await settled();
  const document = await documents.read({ path: "lift.mo" });
  server.socket.drop();
  document.replaceText("written while alone", { label: "x" });
  server.documents.clear();
  await new Promise((resolve) => setTimeout(resolve, 400));
  server.socket.accept();
  await settled();
  assert.equal(server.documents.get("file:///w/lift.mo")?.text, "written while alone");
  rpc.close();
});

test("a document that is opened twice is one", async () => {
  const { documents, server } = workbench({ text: "a", hash: "h0" });
  await settled();
  const [one, two] = await Promise.all([documents.read({ path: "lift.mo" }), documents.read({ path: "lift.mo" })]);
  assert.equal(one, two);
  assert.equal(server.received.filter(({ method }) => method === "textDocument/didOpen").length, 1);
});

// ---- gestures

test("gestures on one document go one after the other, and a stale answer is asked for again", async () => {
  let asked = 0;
  const document = open("a");
  const server = new FakeServer({
    "dashpot/edit": ((params: { textDocument: { version: number } }) => {
      asked++;
      if (asked === 1) document.replaceText("typed meanwhile", { label: "typing" });
      const end = { line: 0, character: 999 };
      return { version: params.textDocument.version, changes: [[{ range: { start: end, end }, newText: ` ${asked}` }]], notes: [], names: [] };
    }) as never,
  });
  const rpc = new Rpc(server.open);
  rpc.connect();
  server.socket.accept();
  const gesture = [{ kind: "remove" as const, component: "x" }];
  await Promise.all([performGestures(rpc, document, gesture, { label: "1" }), performGestures(rpc, document, gesture, { label: "2" })]);
  assert.equal(document.text, "typed meanwhile 2 3");
});
