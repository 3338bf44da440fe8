import { test } from "node:test";
import assert from "node:assert/strict";
import { linearTicks, logTicks, roundStep, signedLogTicks, tickLabel } from "../../src/plots/ticks";

test("ticks are round and inside of the range", () => {
  assert.deepEqual(linearTicks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(linearTicks(-3.2, 11, 5), [0, 5, 10]);
  assert.deepEqual(linearTicks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(linearTicks(4, 4, 5), [4]);
});

test("steps are 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual([0.7, 1.3, 23, 6e-4].map(roundStep), [1, 2, 50, 1e-3]);
});

test("ticks of a logarithmic axis are powers of ten, and finer where there are few", () => {
  assert.deepEqual(logTicks(1e-3, 1e3), [1e-3, 1e-2, 0.1, 1, 10, 100, 1e3]);
  assert.deepEqual(logTicks(1, 100), [1, 2, 5, 10, 20, 50, 100]);
});

test("labels are as short as their distance allows", () => {
  assert.equal(tickLabel(0.25, 0.05), "0.25");
  assert.equal(tickLabel(-200, 100), "\u2212200");
  assert.equal(tickLabel(3e-7, 1e-7), "3e\u22127");
  assert.equal(tickLabel(0, 1), "0");
});

test("within a decade a logarithmic axis has round numbers", () => {
  assert.deepEqual(logTicks(2.2, 4.3), [3, 4]);
});

test("ticks to both sides of zero are zero and powers of ten", () => {
  assert.deepEqual(signedLogTicks(-2000, 15, 1, 12), [-1000, -100, -10, -1, 0, 1, 10]);
  assert.deepEqual(signedLogTicks(-1e6, -10, 10, 4), [-1e6, -1e4, -100]);
  assert.equal(tickLabel(-1000), "\u22121000");
});
