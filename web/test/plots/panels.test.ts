import { test } from "node:test";
import assert from "node:assert/strict";
import {
  defaultPanels,
  fromFigures,
  moved,
  newPanel,
  shownVariables,
  toFigures,
  withCurve,
  withoutCurve,
  type Panel,
} from "../../src/plots/panels";

const pressures: Panel = { ...newPanel([], "time", ["pump.p", "tank.p"]), title: "Pressures" };
const portrait: Panel = { ...newPanel([pressures], "xy", ["cylinder.v"]), title: "Phase portrait", x: "cylinder.x" };

test("figures that were kept give the same panels", () => {
  assert.deepEqual(fromFigures(toFigures([pressures, portrait])), [pressures, portrait]);
});

test("a panel without curves is not kept", () => {
  assert.deepEqual(toFigures([newPanel([])]), []);
});

test("principal variables are grouped by their unit, numbers last, at most three panels of six curves", () => {
  const unitOf = (name: string) => name.split(".")[1]!;
  const panels = defaultPanels(["n.", "a.p", "b.x", "c.p", "d.v", "e.F"], unitOf);
  assert.deepEqual(defaultPanels(["n.", "a.p"], unitOf).map((panel) => panel.curves), [["a.p"], ["n."]]); // prettier-ignore
  assert.deepEqual(
    panels.map((panel) => panel.curves),
    [["a.p", "c.p"], ["b.x"], ["d.v"]],
  );
  assert.equal(
    defaultPanels(
      Array.from({ length: 9 }, (_, i) => `v${i}.p`),
      unitOf,
    )[0]!.curves.length,
    6,
  );
});

test("a curve is shown once and can be taken away", () => {
  const twice = withCurve(withCurve([pressures], 1, "line.p"), 1, "line.p");
  assert.deepEqual(twice[0]!.curves, ["pump.p", "tank.p", "line.p"]);
  assert.deepEqual(withoutCurve(twice, 1, "tank.p")[0]!.curves, ["pump.p", "line.p"]);
});

test("panels can be put into another order", () => {
  const third = newPanel([pressures, portrait]);
  assert.deepEqual(
    moved([pressures, portrait, third], third.id, 0).map((panel) => panel.id),
    [3, 1, 2],
  );
  assert.deepEqual(
    moved([pressures, portrait, third], 1, 2).map((panel) => panel.id),
    [2, 3, 1],
  );
});

test("an x-y plot needs its x as well", () => {
  assert.deepEqual(shownVariables([pressures, portrait]), ["pump.p", "tank.p", "cylinder.x", "cylinder.v"]);
});
