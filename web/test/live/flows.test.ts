import { test } from "node:test";
import assert from "node:assert/strict";
import { portsBehind } from "../../src/live/flows";

test("behind a line of a tree are the ports that it leads to", () => {
  // pump - line - relief, line - cylinder
  const edges = [
    { ends: ["pump.port", "line.port"] as const },
    { ends: ["line.port", "relief.port_a"] as const },
    { ends: ["cylinder.port", "line.port"] as const },
  ];
  const behind = portsBehind(edges).map((ports) => [...ports!].sort());
  assert.deepEqual(behind[0], ["cylinder.port", "line.port", "relief.port_a"]);
  assert.deepEqual(behind[1], ["relief.port_a"]);
  assert.deepEqual(behind[2], ["line.port", "pump.port", "relief.port_a"]);
});

test("flows through the lines of a junction sum to zero at it", () => {
  const flows: Record<string, number> = { "pump.port": -5, "line.port": 1, "relief.port_a": 1.5, "cylinder.port": 2.5 };
  const edges = [
    { ends: ["pump.port", "line.port"] as const },
    { ends: ["line.port", "relief.port_a"] as const },
    { ends: ["line.port", "cylinder.port"] as const },
  ];
  const through = portsBehind(edges).map((ports) => ports!.reduce((sum, port) => sum + flows[port]!, 0));
  assert.deepEqual(through, [5, 1.5, 2.5]);
  assert.equal(through[0]! - through[1]! - through[2]!, flows["line.port"]);
});

test("in a ring the flow is not determined", () => {
  const ring = [{ ends: ["a", "b"] as const }, { ends: ["b", "c"] as const }, { ends: ["c", "a"] as const }, { ends: ["a", "d"] as const }];
  const behind = portsBehind(ring);
  assert.deepEqual(behind.slice(0, 3), [undefined, undefined, undefined]);
  assert.deepEqual(behind[3], ["d"]);
});
