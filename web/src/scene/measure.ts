// How wide a text is. Asking the page for it would make the browser lay out everything; a canvas beside the page answers at once, and each
// text is asked for once.

export const fonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

export interface Font {
  family: string;
  bold: boolean;
  italic: boolean;
}

/** The width of a line of text for a font of size 1. */
export type Measure = (text: string, font: Font) => number;

/** Good to a few percent for the fonts above; where there is no canvas. */
export const roughMeasure: Measure = (text, { bold }) => {
  let width = 0;
  for (const c of text) width += /[iljtf.,:;'|!()[\] ]/.test(c) ? 0.3 : /[mwMW%@]/.test(c) ? 0.87 : /[A-Z]/.test(c) ? 0.68 : 0.56;
  return bold ? 1.06 * width : width;
};

const measuredAt = 100; // pixels
const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

export const measure: Measure = (text, font) => {
  if (typeof document === "undefined") return roughMeasure(text, font);
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return roughMeasure(text, font);
  const style = `${font.italic ? "italic " : ""}${font.bold ? "bold " : ""}${measuredAt}px ${font.family}`;
  const key = `${style}|${text}`;
  let width = known.get(key);
  if (width === undefined) {
    context.font = style;
    width = context.measureText(text).width / measuredAt;
    known.set(key, width);
  }
  return width;
};
