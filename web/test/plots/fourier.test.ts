import { test } from "node:test";
import assert from "node:assert/strict";
import { fourierTransform, resample, spectrum } from "../../src/plots/fourier";

test("the transform equals its definition", () => {
  const n = 16;
  const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i));
  const re = x.slice();
  const im = new Float64Array(n);
  fourierTransform(re, im);
  for (let k = 0; k < n; ++k) {
    let r = 0;
    let i = 0;
    for (let m = 0; m < n; ++m) {
      r += x[m]! * Math.cos((2 * Math.PI * k * m) / n);
      i -= x[m]! * Math.sin((2 * Math.PI * k * m) / n);
    }
    assert.ok(Math.abs(re[k]! - r) < 1e-12 && Math.abs(im[k]! - i) < 1e-12);
  }
});

test("the energy stays (Parseval)", () => {
  const n = 1024;
  const re = Float64Array.from({ length: n }, (_, i) => Math.cos(3 * i) + 0.1 * (i % 7));
  const before = re.reduce((sum, x) => sum + x * x, 0);
  const im = new Float64Array(n);
  fourierTransform(re, im);
  const after = re.reduce((sum, x, k) => sum + x * x + im[k]! * im[k]!, 0) / n;
  assert.ok(Math.abs(after / before - 1) < 1e-12);
});

test("a sine shows its amplitude at its frequency, also from rows that lie unevenly", () => {
  const times: number[] = [];
  for (let t = 0; t < 2; t += 2e-4 * (1 + 0.5 * Math.sin(50 * t))) times.push(t);
  const time = Float64Array.from(times);
  const values = time.map((t) => 5 + 3 * Math.sin(2 * Math.PI * 40 * t));
  const { frequency, amplitude } = spectrum(time, values, 0, 1);
  const peak = amplitude.indexOf(Math.max(...amplitude));
  assert.equal(frequency[peak], 40);
  assert.ok(Math.abs(amplitude[peak]! - 3) < 0.01);
  assert.ok(amplitude[0]! < 1e-3, "the mean is taken away");
});

test("at an event the value after it counts", () => {
  assert.deepEqual([...resample(Float64Array.of(0, 1, 1, 2), Float64Array.of(0, 0, 8, 8), 0, 2, 4)], [0, 0, 8, 8]);
});
