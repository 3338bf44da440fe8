import { test } from "node:test";
import assert from "node:assert/strict";
import type { Diagram, Primitive } from "../../src/protocol/types";
import { planOf, primitiveAt } from "../../src/live/plan";

const gauge = {
  type: "Line",
  rotation: 0,
  points: [[0, 0]],
  dynamic: [{ attribute: "rotation", expression: "180 - 270*p/(p + p_max)", variables: ["p", "p_max"] }],
} as unknown as Primitive;
const broken = {
  type: "Line",
  dynamic: [{ attribute: "rotation", expression: "unknownFunction(p)", variables: ["p"] }],
} as unknown as Primitive;
const end = (text: string) => ({ text });
const diagram = {
  components: [{ name: "gauge", icon: { layers: [{ primitives: [gauge, broken] }] } }],
  connections: [
    { ends: [end("pump.port"), end("gauge.port")], present: true },
    { ends: [end("command.y"), end("valve.u")], present: true },
  ],
} as unknown as Diagram;
const known = ["gauge.p", "gauge.p_max", "pump.port.p", "pump.port.m_flow", "gauge.port.p", "gauge.port.m_flow", "command.y"];

test("a plan has what can be evaluated and the variables that it needs", () => {
  const plan = planOf(diagram, (name) => known.includes(name));
  assert.deepEqual(
    plan.primitives.map((live) => [live.component, live.layer, live.index]),
    [["gauge", 0, 0]],
  );
  assert.deepEqual(plan.variables.sort(), ["gauge.p", "gauge.p_max", "gauge.port.m_flow", "pump.port.p"]);
});

test("a line has the potential of its ends and the flow into what lies behind", () => {
  const [line, signal] = planOf(diagram, (name) => known.includes(name)).lines;
  assert.equal(line!.potential, "pump.port.p");
  assert.deepEqual(line!.flow, ["gauge.port.m_flow"]);
  assert.equal(signal!.flow, undefined);
});

test("attributes get the values of the moment, and nothing while a value is missing", () => {
  const [live] = planOf(diagram, (name) => known.includes(name)).primitives;
  const values: Record<string, number> = { "gauge.p": 1e7, "gauge.p_max": 1e7 };
  assert.equal((primitiveAt(live!, (name) => values[name]) as { rotation: number }).rotation, 45);
  assert.equal(
    primitiveAt(live!, () => undefined),
    undefined,
  );
});
