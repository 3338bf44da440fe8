import { test } from "node:test";
import assert from "node:assert/strict";
import { magnitude, stableStretches, valueAt } from "../../src/analysis/stability_function";

const explicitEuler = { numerator: [1, 1], denominator: [1] };
const implicitEuler = { numerator: [1], denominator: [1, -1] };
const trapezoidal = { numerator: [1, 0.5], denominator: [1, -0.5] };

test("R(z) equals its closed form", () => {
  assert.deepEqual(valueAt(explicitEuler, [-1, 2]), [0, 2]);
  assert.deepEqual(valueAt(implicitEuler, [-1, 0]), [0.5, 0]);
});

test("the trapezoidal rule has |R| = 1 on the imaginary axis", () => {
  for (const y of [-100, -1, 0, 0.3, 7]) assert.ok(Math.abs(magnitude(valueAt(trapezoidal, [0, y])) - 1) < 1e-15);
});

test("the stable region of Euler's method is the unit circle about -1", () => {
  const area = stableStretches(explicitEuler, [-3, 1], [-2, 2], 400, 400).reduce((sum, { from, to }) => sum + (to - from) * 0.01, 0);
  assert.ok(Math.abs(area - Math.PI) < 0.02);
});

test("that of the trapezoidal rule is the left half plane", () => {
  for (const { from, to } of stableStretches(trapezoidal, [-4, 4], [-3, 3], 80, 60))
    assert.deepEqual([from, Math.abs(to) < 0.11], [-4, true]);
});
