// Where a text stands and how large it is: as large as its extent allows, never mirrored nor upside down.
import { apply, direction, multiply } from "../geometry/affine";
import { boxOf, centre, height, width } from "../geometry/box";
import type { Matrix, Point, TextPrimitive } from "../protocol/drawing";
import { type Font, fonts, type Measure } from "./measure";
import { ownMap } from "./outline";

export interface PlacedText {
  lines: string[];
  centre: Point;
  /** Of the region that it is to fit; no width: only the height counts. */
  width: number;
  height: number;
  /** Degrees counter-clockwise, more than -90 and at most 90. */
  angle: number;
  size: number;
  font: Font;
}

export const pointInMillimetres = 25.4 / 72;
export const lineHeight = 1.2; // of the font's size
const largestShare = 0.87; // of a region's height that letters take
const usualPoints = 8; // where nothing says how large: texts beside connections

/** Only what cannot end an attribute or a list of fonts. */
function familyOf(name: string | undefined): string {
  return name !== undefined && /^[\w -]+$/.test(name) ? `'${name}', ${fonts}` : fonts;
}

/** In the coordinates that `map` leads to, where a typographic point is `perPoint` long. */
export function placeText(text: TextPrimitive, map: Matrix, perPoint: number, measure: Measure): PlacedText {
  const whole = multiply(map, ownMap(text));
  const along = direction(whole, [1, 0]);
  const across = direction(whole, [0, 1]);
  const box = boxOf(text.extent);
  const placed: PlacedText = {
    lines: text.text.split("\n"),
    centre: apply(whole, centre(box)),
    width: width(box) * Math.hypot(...along),
    height: height(box) * Math.hypot(...across),
    angle: readable((Math.atan2(along[1], along[0]) * 180) / Math.PI),
    size: 0,
    font: { family: familyOf(text.font_name), bold: text.text_style.includes("Bold"), italic: text.text_style.includes("Italic") },
  };
  const fitting = (placed.height * largestShare) / (1 + (placed.lines.length - 1) * lineHeight);
  if (text.font_size > 0) {
    placed.size = text.font_size * perPoint;
    if (placed.height > 0) placed.size = Math.min(placed.size, fitting);
  } else if (text.index !== undefined && placed.height === 0) {
    placed.size = usualPoints * perPoint;
  } else {
    const widest = Math.max(...placed.lines.map((line) => measure(line, placed.font)));
    placed.size = placed.width > 0 && widest > 0 ? Math.min(fitting, placed.width / widest) : fitting;
  }
  return placed;
}

function readable(angle: number): number {
  if (angle > 90 + 1e-6) return angle - 180;
  if (angle <= -90 + 1e-6) return angle + 180;
  return angle;
}
