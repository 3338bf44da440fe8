// A session with `dashpot lsp` over the JSON-RPC library of VS Code, which closes the connection on a frame that is wrong.
// Every answer is held against the types of the protocol.
//
//   node client.mjs PROGRAM EXAMPLE.mo
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";
import protocol from "vscode-languageserver-protocol/node.js";

const [program, example] = process.argv.slice(2);
const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const exited = new Promise((resolve) => server.on("exit", (code) => resolve(code)));
const guard = setTimeout(() => fail(new Error("no answer within 30 s")), 30_000);

function fail(error) {
  console.error(error);
  server.kill();
  process.exit(1);
}
process.on("unhandledRejection", fail);

const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
connection.onError(([error]) => fail(error));
const published = [];
let wake = () => {};
connection.onNotification("textDocument/publishDiagnostics", (params) => {
  assert.ok(params.diagnostics.every(protocol.Diagnostic.is), "diagnostics have the form of the protocol");
  published.push(params);
  wake();
});
connection.listen();

async function diagnosticsOf(version) {
  for (;;) {
    const found = published.findLast((each) => each.version === version);
    if (found) return found.diagnostics;
    await new Promise((resolve) => (wake = resolve));
  }
}

const folder = new URL(".", pathToFileURL(example)).href;
const initialized = await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: folder,
  workspaceFolders: [{ uri: folder, name: "examples" }],
  capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
});
assert.equal(initialized.capabilities.positionEncoding, "utf-16");
connection.sendNotification("initialized", {});

const uri = pathToFileURL(example).href;
const text = readFileSync(example, "utf8");
const textDocument = { uri };
connection.sendNotification("textDocument/didOpen", {
  textDocument: { uri, languageId: "modelica", version: 1, text },
});
assert.deepEqual((await diagnosticsOf(1)).filter((each) => each.severity === 1), []);

function positionOf(words, from = text) {
  const before = from.slice(0, from.indexOf(words)).split("\n");
  assert.ok(from.includes(words), words);
  return { line: before.length - 1, character: before.at(-1).length };
}

const ask = (method, params = {}) => connection.sendRequest(method, { textDocument, ...params });
const whole = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
const pump = positionOf("pump.port");

const hover = await ask("textDocument/hover", { position: pump });
assert.ok(protocol.Hover.is(hover) && hover.contents.value.includes("FlowSource"));

const symbols = await ask("textDocument/documentSymbol");
assert.ok(symbols.length > 0 && symbols.every(protocol.DocumentSymbol.is));

const definition = await ask("textDocument/definition", { position: pump });
assert.ok(protocol.Location.is(definition) && definition.uri === uri);

const references = await ask("textDocument/references", { position: pump, context: { includeDeclaration: true } });
assert.ok(references.length > 1 && references.every(protocol.Location.is));

const rename = await ask("textDocument/rename", { position: pump, newName: "supplyPump" });
assert.ok(protocol.WorkspaceEdit.is(rename) && rename.documentChanges[0].textDocument.version === 1);

const folds = await ask("textDocument/foldingRange");
assert.ok(folds.length > 0 && folds.every(protocol.FoldingRange.is));

const tokens = await ask("textDocument/semanticTokens/full");
assert.ok(protocol.SemanticTokens.is(tokens) && tokens.data.length % 5 === 0 && tokens.data.length > 0);

const hints = await ask("textDocument/inlayHint", { range: whole });
assert.ok(hints.length > 0 && hints.every(protocol.InlayHint.is));

const lenses = await ask("textDocument/codeLens");
assert.ok(lenses.length > 0 && lenses.every(protocol.CodeLens.is));

const edits = await ask("textDocument/formatting", { options: { tabSize: 2, insertSpaces: true } });
assert.ok(edits.every(protocol.TextEdit.is));

const workspaceSymbols = await connection.sendRequest("workspace/symbol", { query: "CylinderCircuit" });
assert.ok(workspaceSymbols.length > 0 && workspaceSymbols.every((each) => protocol.Location.is(each.location)));

// A change, with a character of two UTF-16 units before the place.
const at = positionOf("equation\n");
connection.sendNotification("textDocument/didChange", {
  textDocument: { uri, version: 2 },
  contentChanges: [
    { range: { start: at, end: at }, text: "  Real x = \u{1D45D} \"\u{1D45D}\";\n" },
    { range: { start: { ...at, character: 11 }, end: { ...at, character: 13 } }, text: "tankk.port.p" },
  ],
});
const wrong = (await diagnosticsOf(2)).filter((each) => each.severity === 1);
assert.ok(wrong.length === 1 && wrong[0].message.includes("tankk"), JSON.stringify(wrong));
const actions = await ask("textDocument/codeAction", { range: wrong[0].range, context: { diagnostics: wrong } });
assert.ok(actions.length > 0 && actions.every(protocol.CodeAction.is));

connection.sendNotification("textDocument/didChange", {
  textDocument: { uri, version: 3 },
  contentChanges: [{ range: { start: at, end: { line: at.line + 1, character: 0 } }, text: "equation\n  connect(pump.port, \n" }],
});
const completion = await ask("textDocument/completion", { position: { line: at.line + 1, character: 21 } });
assert.ok(completion.items.every((item) => typeof item.label === "string" && protocol.TextEdit.is(item.textEdit)));
assert.ok(completion.items.some((item) => item.label === "supply.port"), "connectors that fit are offered");

await assert.rejects(connection.sendRequest("no/such/method", {}), (error) => error.code === -32601);
const cancelled = new protocol.CancellationTokenSource();
const late = connection.sendRequest("workspace/symbol", { query: "e" }, cancelled.token);
cancelled.cancel();
await late.then(() => {}, (error) => assert.equal(error.code, -32800));

assert.equal(await connection.sendRequest("shutdown"), null);
await connection.sendNotification("exit");
assert.equal(await exited, 0, "exit code");
clearTimeout(guard);
console.log("the session went as the protocol says");
process.exit(0);
