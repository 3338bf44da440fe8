// Colours of a model in the theme of the page. Models are drawn for white paper: on dark paper each colour keeps its hue and gets the
// opposite lightness, so that white becomes the paper and black the ink. Lightness is that of OKLab (Ottosson 2020), which agrees with the eye.
import type { Colour } from "../protocol/drawing";
import type { Theme } from "../app/theme";

const inkLightness = 0.94;
const paperLightness = 0.215; // of --paper in the dark theme
const lift = 1.4; // more than 1: colours of middle lightness come out lighter, as the eye needs them on dark paper

export function hex([r, g, b]: Colour): string {
  return `#${[r, g, b].map((c) => Math.round(c).toString(16).padStart(2, "0")).join("")}`;
}

function toLinear(c: number): number {
  const s = c / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
}

function fromLinear(c: number): number {
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
}

type Lab = readonly [number, number, number];

export function toOklab(colour: Colour): Lab {
  const [r, g, b] = colour.map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearOf([lightness, a, b]: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Less colourful until the screen can show it. */
function fromOklab([lightness, a, b]: Lab): Colour {
  for (let share = 1; ; share -= 0.1) {
    const linear = linearOf([lightness, share * a, share * b]);
    if (share <= 0 || linear.every((c) => c >= -0.001 && c <= 1.001)) {
      return linear.map((c) => Math.round(fromLinear(Math.min(1, Math.max(0, c))))) as unknown as Colour;
    }
  }
}

const known = new Map<string, string>();

export function themed(colour: Colour, theme: Theme): string {
  if (theme === "light") return hex(colour);
  const key = hex(colour);
  let dark = known.get(key);
  if (dark === undefined) {
    const [lightness, a, b] = toOklab(colour);
    dark = hex(fromOklab([inkLightness - (inkLightness - paperLightness) * lightness ** lift, a, b]));
    known.set(key, dark);
  }
  return dark;
}

/** Relative luminance contrast of WCAG 2. */
export function contrast(a: Colour, b: Colour): number {
  const luminance = (c: Colour) => {
    const [r, g, bl] = c.map(toLinear) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
