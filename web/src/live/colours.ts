// A scale of colours for potentials (pressures, voltages, temperatures): equal steps of the value look like equal steps. It runs from blue over violet to red on a straight line of lightness in
// Oklab (Ottosson 2020), so that it can also be read without seeing hues; on a dark ground high values are the bright ones, on a light ground the dark ones.

export type Ground = "light" | "dark";

interface Ramp {
  lightness: [number, number];
  chroma: [number, number];
}

const ramps: Record<Ground, Ramp> = {
  light: { lightness: [0.72, 0.46], chroma: [0.11, 0.19] },
  dark: { lightness: [0.55, 0.78], chroma: [0.13, 0.16] },
};
const hueDegrees: [number, number] = [245, 385]; // blue, over violet, to red

/** Colour for a share of the range, 0 to 1, as `rgb(r, g, b)`. */
export function potentialColour(share: number, ground: Ground): string {
  const s = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const between = ([from, to]: [number, number]) => from + s * (to - from);
  const ramp = ramps[ground];
  const [r, g, b] = fromOklch(between(ramp.lightness), between(ramp.chroma), between(hueDegrees));
  return `rgb(${r}, ${g}, ${b})`;
}

/** Ottosson (2020), "A perceptual color space for image processing": Oklab to linear sRGB, then the transfer function of sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toByte(linear: number): number {
  const x = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
}
