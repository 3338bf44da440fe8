import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { ensureSyntaxTree } from "@codemirror/language";
import { standInForBrowser } from "../browser_stand_in";

standInForBrowser();
const { modelica } = await import("../../src/text/modelica");
const { decodeTokens } = await import("../../src/text/semantic_tokens");
const { lintOf } = await import("../../src/text/language_client");

function coloured(text: string): [string, string][] {
  const state = EditorState.create({ doc: text, extensions: modelica });
  const found: [string, string][] = [];
  ensureSyntaxTree(state, text.length)?.iterate({
    enter: (node) => void (node.from < node.to && node.name !== "Document" && found.push([state.sliceDoc(node.from, node.to), node.name])),
  });
  return found;
}

test("words, comments, strings and numbers are told apart, also over several lines", () => {
  const found = coloured(`model 'a b' "one
two \\" still" /* a
b */ Real x = 1.5e-3; // end
end A;`);
  const kind = (text: string) => found.find(([word]) => word === text)?.[1];
  assert.equal(kind("model"), "keyword");
  assert.equal(kind("'a b'"), "variableName");
  assert.equal(kind('two \\" still"'), "string");
  assert.equal(kind("b */"), "comment");
  assert.equal(kind("1.5e-3"), "number");
  assert.equal(kind("Real"), "typeName");
  assert.equal(kind("x"), "variableName");
  assert.equal(kind("// end"), "comment");
  assert.equal(kind("end"), "keyword");
});

test("tokens are relative to the ones before them", () => {
  const legend = { tokenTypes: ["keyword", "variable"], tokenModifiers: ["declaration", "readonly"] };
  assert.deepEqual(decodeTokens([0, 2, 5, 0, 0, 0, 6, 1, 1, 3, 2, 1, 4, 1, 2], legend), [
    { line: 0, character: 2, length: 5, type: "keyword", modifiers: [] },
    { line: 0, character: 8, length: 1, type: "variable", modifiers: ["declaration", "readonly"] },
    { line: 2, character: 1, length: 4, type: "variable", modifiers: ["readonly"] },
  ]);
});

test("a diagnostic of an older text stays inside of the text", () => {
  const state = EditorState.create({ doc: "ab\ncd" });
  const at = (line: number, character: number) => ({ line, character });
  const [lint] = lintOf(state, [{ range: { start: at(1, 1), end: at(9, 9) }, severity: 2, message: "m" }]);
  assert.deepEqual([lint?.from, lint?.to, lint?.severity], [4, 5, "warning"]);
});
