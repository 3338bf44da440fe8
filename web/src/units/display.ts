// Numbers as people read them: in the display unit of a variable, with as many digits as the eye can use.

export interface DisplayUnit {
  unit: string; // "bar"; empty: a number
  factor: number; // shown = si * factor + offset
  offset: number;
}

export const plainNumber: DisplayUnit = { unit: "", factor: 1, offset: 0 };

interface HasUnit {
  unit?: string;
  display_unit?: string;
  factor?: number;
  offset?: number;
}

export function displayUnitOf(variable: HasUnit): DisplayUnit {
  return { unit: variable.display_unit || variable.unit || "", factor: variable.factor ?? 1, offset: variable.offset ?? 0 };
}

export const toShown = (si: number, unit: DisplayUnit) => si * unit.factor + unit.offset;
export const toSi = (shown: number, unit: DisplayUnit) => (shown - unit.offset) / unit.factor;

/** "102.5 bar"; four digits unless told otherwise. */
export function showQuantity(si: number, unit: DisplayUnit, digits = 4): string {
  return withUnit(showNumber(toShown(si, unit), digits), unit.unit);
}

/** A difference has no zero of its own: 5 K between two readings in degC. */
export function showDifference(si: number, unit: DisplayUnit, digits = 4): string {
  return withUnit(showNumber(si * unit.factor, digits), unit.offset === 0 ? unit.unit : unit.unit.replace(/^deg[CF]$/, "K"));
}

export function showNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  const text =
    magnitude >= 1e6 || magnitude < 1e-4
      ? value.toExponential(digits - 1)
      : value.toPrecision(Math.max(digits, Math.ceil(Math.log10(magnitude) + 1e-12)));
  return trimmed(text).replace("e+", "e").replace(/-/g, "−");
}

/** Units that have a usual sign of their own. */
export function prettyUnit(unit: string): string {
  return unit
    .replace(/^degC$/, "°C")
    .replace(/^degF$/, "°F")
    .replace(/^deg$/, "°")
    .replace(/\^?2\b/g, "²")
    .replace(/\^?3\b/g, "³")
    .replace(/\./g, "·");
}

function withUnit(number: string, unit: string): string {
  return unit === "" || unit === "1" ? number : `${number} ${prettyUnit(unit)}`;
}

/** Without zeros at the end of the fraction; those of an exponent stay. */
function trimmed(text: string): string {
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}
