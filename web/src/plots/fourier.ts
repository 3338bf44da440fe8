// Spectra of recorded signals: amplitudes over frequency, by the fast Fourier transform.

/** In place, for lengths that are powers of two: X_k = sum x_n exp(-2 pi i k n / N). Cooley and Tukey (1965), radix 2. */
export function fourierTransform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; ++k) {
      const angle = (-2 * Math.PI * k) / size;
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      for (let even = k; even < n; even += size) {
        const odd = even + half;
        const tr = c * re[odd]! - s * im[odd]!;
        const ti = c * im[odd]! + s * re[odd]!;
        re[odd] = re[even]! - tr;
        im[odd] = im[even]! - ti;
        re[even] = re[even]! + tr;
        im[even] = im[even]! + ti;
      }
    }
  }
}

/** Values at equal distances in time, linear between rows; at an event the value after it. */
export function resample(time: Float64Array, values: Float64Array, from: number, to: number, count: number): Float64Array {
  const result = new Float64Array(count);
  let row = 0;
  for (let i = 0; i < count; ++i) {
    const t = from + ((to - from) * i) / count;
    while (row + 1 < time.length && time[row + 1]! <= t) ++row;
    const next = Math.min(row + 1, time.length - 1);
    const dt = time[next]! - time[row]!;
    result[i] = values[row]! + (dt > 0 ? ((t - time[row]!) / dt) * (values[next]! - values[row]!) : 0);
  }
  return result;
}

export interface Spectrum {
  frequency: Float64Array; // Hz
  amplitude: Float64Array; // of a sine: its own amplitude
}

/** Amplitudes without the mean, with a Hann window (coherent gain 1/2). `samples` is a power of two. */
export function spectrum(time: Float64Array, values: Float64Array, from: number, to: number, samples = 4096): Spectrum {
  const re = resample(time, values, from, to, samples);
  const mean = re.reduce((sum, x) => sum + x, 0) / samples;
  for (let i = 0; i < samples; ++i) re[i] = (re[i]! - mean) * 0.5 * (1 - Math.cos((2 * Math.PI * i) / samples));
  const im = new Float64Array(samples);
  fourierTransform(re, im);
  const count = samples / 2;
  const coherentGain = 0.5;
  return {
    frequency: Float64Array.from({ length: count }, (_, k) => k / (to - from)),
    amplitude: Float64Array.from({ length: count }, (_, k) => ((k === 0 ? 1 : 2) * Math.hypot(re[k]!, im[k]!)) / samples / coherentGain),
  };
}
