import { test } from "node:test";
import assert from "node:assert/strict";
import { statistics } from "../../src/plots/statistics";

test("mean and rms of a ramp are 1/2 and 1/sqrt(3), however its rows lie", () => {
  const time = [0, 0.1, 0.11, 0.9, 1];
  const { mean, rms, least, greatest } = statistics(time, time, 0, 1);
  assert.ok(Math.abs(mean - 0.5) < 1e-15);
  assert.ok(Math.abs(rms - 1 / Math.sqrt(3)) < 1e-15);
  assert.deepEqual([least, greatest], [0, 1]);
});

test("a window may end between rows", () => {
  const { mean, least, greatest } = statistics([0, 10], [0, 10], 2, 4);
  assert.deepEqual([least, greatest, mean], [2, 4, 3]);
});

test("a jump at an event counts on both of its sides", () => {
  const { mean, least, greatest } = statistics([0, 1, 1, 2], [0, 0, 4, 4], 0, 2);
  assert.deepEqual([least, greatest, mean], [0, 4, 2]);
});

test("nothing in the window gives NaN", () => {
  assert.ok(Number.isNaN(statistics([0, 1], [1, 1], 5, 6).mean));
});
