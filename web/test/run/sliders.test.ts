import { test } from "node:test";
import assert from "node:assert/strict";
import { sliderRange } from "../../src/run/slider_range";

test("a slider goes from half to twice the value, on either side of zero", () => {
  assert.deepEqual(sliderRange(10), [5, 20]);
  assert.deepEqual(sliderRange(-10), [-20, -5]);
  assert.deepEqual(sliderRange(0), [0, 1]);
});

test("bounds of the parameter are kept", () => {
  assert.deepEqual(sliderRange(0.8, 0, 1), [0.4, 1]);
  assert.deepEqual(sliderRange(0, 0.5, 0.7), [0.5, 0.7]);
});
