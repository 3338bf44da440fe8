// Offsets in a document and LSP's positions: both count UTF-16 units.
import type { Text } from "@codemirror/state";
import type { Position, Range } from "../protocol/lsp";

/** The nearest offset that exists: a position behind the end of its line is the end of the line. */
export function offsetAt(text: Text, position: Position): number {
  if (position.line < 0) return 0;
  if (position.line >= text.lines) return text.length;
  const line = text.line(position.line + 1);
  return line.from + Math.min(Math.max(position.character, 0), line.length);
}

export function positionAt(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function rangeOf(text: Text, from: number, to: number): Range {
  return { start: positionAt(text, from), end: positionAt(text, to) };
}

export function offsetsOf(text: Text, range: Range): { from: number; to: number } {
  return { from: offsetAt(text, range.start), to: offsetAt(text, range.end) };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** Whether `inner` lies in `outer`; a range lies in itself. */
export function contains(outer: Range, inner: Range): boolean {
  return !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end);
}
