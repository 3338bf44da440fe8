import { test } from "node:test";
import assert from "node:assert/strict";
import type { Diagnostic, Diagram, Range } from "../../src/protocol/types";
import { componentAt, problemsOf, withHint } from "../../src/problems/problem_list";

const range = (line: number, from: number, to: number): Range => ({ start: { line, character: from }, end: { line, character: to } });
const diagram = {
  components: [
    { name: "pump", range: range(3, 2, 40) },
    { name: "tank", range: range(3, 42, 60) },
  ],
  connections: [{ range: range(8, 2, 30), ends: [{ component: "tank" }, { component: "pump" }] }],
} as unknown as Diagram;
const diagnostic = (line: number, severity: number): Diagnostic => ({
  range: range(line, 5, 9),
  severity: severity as 1,
  message: `${severity}`,
});

test("a place in a declaration or connection names its component", () => {
  assert.equal(componentAt(diagram, range(3, 10, 14)), "pump");
  assert.equal(componentAt(diagram, range(3, 50, 51)), "tank");
  assert.equal(componentAt(diagram, range(8, 10, 12)), "tank");
  assert.equal(componentAt(diagram, range(20, 0, 1)), undefined);
  assert.equal(componentAt(null, range(3, 10, 14)), undefined);
});

test("errors come before warnings, each in the order of the text", () => {
  const list = problemsOf([diagnostic(9, 2), diagnostic(5, 1), diagnostic(3, 2), diagnostic(4, 1)], diagram);
  assert.deepEqual(
    list.map((problem) => [problem.diagnostic.range.start.line, problem.isError]),
    [
      [4, true],
      [5, true],
      [3, false],
      [9, false],
    ],
  );
});

test("a hint is told apart from the message", () => {
  assert.deepEqual(withHint("no tank\nhint: add a Tank"), { text: "no tank", hint: "add a Tank" });
  assert.deepEqual(withHint("no tank"), { text: "no tank", hint: "" });
});
