import { test } from "node:test";
import assert from "node:assert/strict";
import type { RecordedVariable } from "../../src/protocol/types";
import { componentOf, groupedVariables } from "../../src/plots/variable_tree";

const variable = (name: string, kind: RecordedVariable["kind"] = "algebraic", unit = "Pa", description = ""): RecordedVariable => ({
  name,
  kind,
  unit,
  display_unit: "",
  factor: 1,
  offset: 0,
  description,
});
const all = [
  variable("x", "state", "m"),
  variable("pump.p", "algebraic", "Pa", "Pressure of the outlet"),
  variable("cylinder.chamber.p"),
  variable("der(cylinder.x)", "algebraic", "m/s"),
  variable("pump.Q_max", "parameter"),
  variable("tube[2].p"),
];

test("variables belong to the components of the model", () => {
  assert.deepEqual(["x", "pump.p", "cylinder.chamber.p", "der(cylinder.x)", "tube[2].p"].map(componentOf), [
    "",
    "pump",
    "cylinder",
    "cylinder",
    "tube",
  ]);
});

test("groups are sorted, and parameters are not curves", () => {
  const groups = groupedVariables(all, "");
  assert.deepEqual(
    groups.map((group) => group.name),
    ["", "cylinder", "pump", "tube"],
  );
  assert.deepEqual(
    groups[2]!.variables.map((v) => v.name),
    ["pump.p"],
  );
});

test("every word of the search must be found somewhere", () => {
  assert.deepEqual(
    groupedVariables(all, "outlet pump").map((group) => group.name),
    ["pump"],
  );
  assert.deepEqual(
    groupedVariables(all, "m/s").flatMap((group) => group.variables.map((v) => v.name)),
    ["der(cylinder.x)"],
  );
  assert.deepEqual(groupedVariables(all, "nothing"), []);
});
