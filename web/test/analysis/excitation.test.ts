import { test } from "node:test";
import assert from "node:assert/strict";
import { excitation, exciteGestures, signalsOf } from "../../src/analysis/excitation";
import type { Diagram } from "../../src/protocol/drawing";

const ports = (...list: [string, string][]) => list.map(([name, type]) => ({ name, type: `Dashpot.Interfaces.${type}` }));
const connection = (from: string, to: string, inherited = false) => ({ ends: [from, to].map((text) => ({ text, position: [0, 0] })), inherited });

/** A controller whose output goes to a valve and to a recorder. */
const loop = {
  class: "Loop",
  components: [
    { name: "controller", ports: ports(["u", "RealInput"], ["y", "RealOutput"]) },
    { name: "valve", ports: ports(["u", "RealInput"], ["port", "HydraulicPort_a"]) },
    { name: "recorder", ports: ports(["u", "RealInput"]) },
    { name: "tank", ports: ports(["port", "HydraulicPort_a"]) },
  ],
  connections: [connection("controller.y", "valve.u"), connection("recorder.u", "controller.y"), connection("valve.port", "tank.port")],
} as unknown as Diagram;

const connects = (signal: string) =>
  exciteGestures(loop, signal).flatMap((gesture) => (gesture.kind === "connect" ? [`${gesture.from} ${gesture.to}`] : []));

test("signals are what lines between blocks carry", () => {
  assert.deepEqual(signalsOf(loop), ["controller.y", "recorder.u", "valve.u"]);
});

test("behind an output the input acts on all that it reaches", () => {
  const { input, sum } = excitation;
  assert.deepEqual(connects("controller.y"), [`controller.y ${sum}.u1`, `${input} ${sum}.u2`, `${sum}.y valve.u`, `${sum}.y recorder.u`]);
});

test("before an input it acts on that one alone", () => {
  const { input, sum } = excitation;
  assert.deepEqual(connects("recorder.u"), [`controller.y ${sum}.u1`, `${input} ${sum}.u2`, `${sum}.y recorder.u`]);
  const cut = exciteGestures(loop, "recorder.u").filter(({ kind }) => kind === "disconnect");
  assert.deepEqual(cut, [{ kind: "disconnect", from: "recorder.u", to: "controller.y" }]);
});

test("what is no signal, or belongs to a base class, is refused with the reason", () => {
  assert.throws(() => exciteGestures(loop, "valve.port"), /no signal/);
  assert.throws(() => exciteGestures(loop, "nothing.y"), /No line/);
  const inherited = { ...loop, connections: [connection("controller.y", "valve.u", true)] } as unknown as Diagram;
  assert.throws(() => exciteGestures(inherited, "valve.u"), /base class/);
});
