import { test } from "node:test";
import assert from "node:assert/strict";
import type { Connection, Component, Diagram } from "../../src/protocol/types";
import { currentStep, tourSteps } from "../../src/start/tour";

/** A diagram with as much in it as the steps look at. */
function sheet(
  parts: Record<string, string>,
  connections: [string, string, number][] = [],
  modifiers: Record<string, string> = {},
): Diagram {
  const component = ([name, type]: [string, string]) => ({
    name,
    type: `Dashpot.Hydraulics.${type}`,
    modifiers: name === "relief" ? Object.entries(modifiers).map(([key, value]) => ({ name: key, value })) : [],
  });
  const end = (text: string) => ({ text, component: text.split(".")[0], port: text.split(".")[1] });
  return {
    components: Object.entries(parts).map(component) as unknown as Component[],
    connections: connections.map(([a, b, set]) => ({ ends: [end(a), end(b)], set })) as unknown as Connection[],
  } as Diagram;
}

const parts = {
  fluid: "Fluids.MineralOil_VG46",
  pump: "Sources.FlowSource",
  cylinder: "Actuators.SingleActingCylinder",
  relief: "Valves.ReliefValve",
  tank: "Sources.Tank",
};
const pressureSide: [string, string, number][] = [
  ["pump.port", "cylinder.port", 0],
  ["relief.port_a", "pump.port", 0],
];
const tankLine: [string, string, number] = ["relief.port_b", "tank.port", 1];

test("there are eight steps", () => assert.equal(tourSteps.length, 8));

test("an empty sheet is at the first step, a finished run at the end", () => {
  assert.equal(currentStep({ diagram: undefined, run: undefined }), 0);
  assert.equal(currentStep({ diagram: sheet({}), run: undefined }), 0);
  const whole = sheet(parts, [...pressureSide, tankLine], { p_set: "15000000" });
  assert.equal(currentStep({ diagram: whole, run: "running" }), 7);
  assert.equal(currentStep({ diagram: whole, run: "finished" }), 8);
});

test("each part that is dropped is a step further", () => {
  const names = Object.entries(parts);
  const stepWith = (count: number) => currentStep({ diagram: sheet(Object.fromEntries(names.slice(0, count))), run: undefined });
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(stepWith), [0, 1, 2, 3, 3, 4]);
});

test("the pressure side is connected only if pump, cylinder and inlet of the valve meet", () => {
  const step = (...connections: [string, string, number][]) => currentStep({ diagram: sheet(parts, connections), run: undefined });
  assert.equal(step(pressureSide[0]!), 4);
  assert.equal(step(pressureSide[0]!, ["relief.port_b", "pump.port", 0]), 4);
  assert.equal(step(...pressureSide), 5);
  assert.equal(step(...pressureSide, tankLine), 6);
});

test("150 bar may be written in several ways, another pressure is not it", () => {
  const step = (value: string) => currentStep({ diagram: sheet(parts, [...pressureSide, tankLine], { p_set: value }), run: undefined });
  assert.equal(step("1.5e7"), 7);
  assert.equal(step("150 * bar"), 7);
  assert.equal(step("16e6"), 6);
});
