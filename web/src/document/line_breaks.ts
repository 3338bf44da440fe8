// A document is saved with the line breaks that it was read with. A text with one kind of line break keeps it; where both kinds
// are mixed, "\n" separates lines and each "\r" is an ordinary character at the end of its line, so that no byte changes.
export type LineBreak = "\n" | "\r\n";

export function lineBreakOf(text: string): LineBreak {
  const all = text.split("\n").length - 1;
  const withReturn = text.split("\r\n").length - 1;
  return all > 0 && all === withReturn ? "\r\n" : "\n";
}

/** What is inserted takes the line breaks of the text around it. */
export function linesOf(inserted: string, lineBreak: LineBreak): string[] {
  return inserted.split(lineBreak === "\r\n" ? /\r\n|\n/ : "\n");
}
