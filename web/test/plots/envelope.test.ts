import { test } from "node:test";
import assert from "node:assert/strict";
import { Pyramid, rowsToDraw } from "../../src/plots/envelope";

const ramp = (n: number) => Float64Array.from({ length: n }, (_, i) => i / n);

function noise(n: number): Float64Array {
  let seed = 12345;
  return Float64Array.from({ length: n }, () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
}

test("the pyramid finds the extremes that a search finds", () => {
  const values = noise(5000);
  const pyramid = new Pyramid(values);
  for (const [begin, end] of [
    [0, 5000],
    [1, 2],
    [3, 4999],
    [17, 1041],
    [4096, 5000],
    [63, 65],
  ] as const) {
    const part = values.subarray(begin, end);
    const found = pyramid.extremes(begin, end);
    assert.equal(values[found.least], Math.min(...part));
    assert.equal(values[found.greatest], Math.max(...part));
  }
});

test("a pyramid that grew equals one that was made at once", () => {
  const values = noise(3001);
  const grown = new Pyramid();
  for (const length of [1, 5, 100, 1024, 3001]) grown.grow(values.subarray(0, length));
  const whole = new Pyramid(values);
  for (const [begin, end] of [
    [0, 3001],
    [1, 3000],
    [255, 2049],
  ] as const)
    assert.deepEqual(grown.extremes(begin, end), whole.extremes(begin, end));
});

test("NaN is never an extreme", () => {
  const pyramid = new Pyramid(Float64Array.of(NaN, 1, NaN, 3, NaN, NaN, NaN, NaN));
  assert.deepEqual(pyramid.extremes(0, 8), { least: 1, greatest: 3 });
  assert.deepEqual(pyramid.extremes(4, 8), { least: -1, greatest: -1 });
});

test("a spike of a single row is drawn at every zoom", () => {
  const n = 1_000_000;
  const time = ramp(n);
  const values = new Float64Array(n);
  const spike = 654_321;
  values[spike] = 1;
  const pyramid = new Pyramid(values);
  for (let half = n; half > 8; half = Math.floor(half / 3)) {
    const begin = Math.max(0, spike - half);
    const end = Math.min(n, spike + half);
    const rows = rowsToDraw(time, pyramid, begin, end, 800);
    assert.ok(rows.includes(spike), `window of ${end - begin} rows`);
    assert.ok(rows.length <= 2 * 800 + 2);
  }
});

test("rows ascend and keep both ends, also where they lie unevenly in time", () => {
  const n = 20_000;
  const time = Float64Array.from({ length: n }, (_, i) => (i < 19_000 ? i * 1e-6 : (i - 18_999) * 0.01));
  const rows = rowsToDraw(time, new Pyramid(noise(n)), 0, n, 300);
  assert.equal(rows[0], 0);
  assert.equal(rows[rows.length - 1], n - 1);
  for (let i = 1; i < rows.length; ++i) assert.ok(rows[i]! > rows[i - 1]!);
});

test("few rows are all drawn", () => {
  assert.deepEqual([...rowsToDraw(ramp(10), new Pyramid(noise(10)), 2, 6, 100)], [2, 3, 4, 5]);
});
