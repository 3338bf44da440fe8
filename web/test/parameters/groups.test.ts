import { test } from "node:test";
import assert from "node:assert/strict";
import type { Parameter } from "../../src/protocol/types";
import { groupedParameters, literalOf, shownDefault, shownValue } from "../../src/parameters/groups";

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({ name, type: "Real", builtin: "Real", ...more });

test("tabs and groups come in the order of the declarations, and have names if none are given", () => {
  const tabs = groupedParameters([
    parameter("a"),
    parameter("b", { tab: "Advanced", group: "Loss" }),
    parameter("c", { group: "Size" }),
    parameter("d"),
  ]);
  assert.deepEqual(
    tabs.map((tab) => [tab.name, tab.groups.map((group) => [group.name, group.parameters.map((p) => p.name)])]),
    [
      [
        "General",
        [
          ["Parameters", ["a", "d"]],
          ["Size", ["c"]],
        ],
      ],
      ["Advanced", [["Loss", ["b"]]]],
    ],
  );
});

test("what is final cannot be set and is left out", () => {
  assert.deepEqual(groupedParameters([parameter("k", { is_final: true })]), []);
});

test("values are shown with their unit where there is one", () => {
  assert.equal(shownValue(parameter("p", { value: "21000000", value_shown: "210 bar" })), "210 bar");
  assert.equal(shownValue(parameter("p", { value: "2*k" })), "2*k");
  assert.equal(shownValue(parameter("p")), "");
  assert.equal(shownDefault(parameter("p", { default: "1e5", default_shown: "1 bar" })), "1 bar");
});

test("a literal is shown without its type", () => {
  assert.equal(literalOf("Dashpot.Hydraulics.Valves.Centre.closed"), "closed");
});
