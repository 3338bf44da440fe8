// R(z) = P(z)/Q(z) of a one-step method, from its coefficients in ascending powers: pure.

export interface Rational {
  numerator: readonly number[];
  denominator: readonly number[];
}

export type Complex = readonly [re: number, im: number];

/** Horner's scheme. */
function polynomial(coefficients: readonly number[], [x, y]: Complex): Complex {
  let [re, im] = [0, 0];
  for (let i = coefficients.length - 1; i >= 0; --i) [re, im] = [re * x - im * y + coefficients[i]!, re * y + im * x];
  return [re, im];
}

export function valueAt({ numerator, denominator }: Rational, z: Complex): Complex {
  const [a, b] = polynomial(numerator, z);
  const [c, d] = polynomial(denominator, z);
  const scale = c * c + d * d;
  return [(a * c + b * d) / scale, (b * c - a * d) / scale];
}

export const magnitude = ([re, im]: Complex) => Math.hypot(re, im);

export interface Stretch {
  y: number;
  from: number;
  to: number;
}

/** Where |R| <= 1, as horizontal stretches on a grid of so many rows and columns. */
export function stableStretches(of: Rational, [left, right]: Complex, [bottom, top]: Complex, columns: number, rows: number): Stretch[] {
  const stretches: Stretch[] = [];
  const dx = (right - left) / columns;
  const dy = (top - bottom) / rows;
  for (let row = 0; row < rows; ++row) {
    const y = bottom + (row + 0.5) * dy;
    let from: number | undefined;
    for (let column = 0; column <= columns; ++column) {
      const x = left + (column + 0.5) * dx;
      const isStable = column < columns && magnitude(valueAt(of, [x, y])) <= 1;
      if (isStable) from ??= x - dx / 2;
      else if (from !== undefined) {
        stretches.push({ y, from, to: x - dx / 2 });
        from = undefined;
      }
    }
  }
  return stretches;
}
