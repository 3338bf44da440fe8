// Lists of LSP's text edits as one change of a document.
import { ChangeSet, Text } from "@codemirror/state";
import type { TextDocumentContentChangeEvent, TextEdit } from "../protocol/lsp";
import { linesOf, type LineBreak } from "./line_breaks";
import { offsetsOf, rangeOf } from "./positions";

/** Positions of one list are those of the text before it; each list is for the text after the ones before it. */
export function changesOf(text: Text, lists: readonly (readonly TextEdit[])[], lineBreak: LineBreak): ChangeSet {
  let all = ChangeSet.empty(text.length);
  let current = text;
  for (const edits of lists) {
    const specs = edits.map((edit) => ({
      ...offsetsOf(current, edit.range),
      insert: Text.of(linesOf(edit.newText, lineBreak)),
    }));
    const changes = ChangeSet.of(specs, current.length);
    all = all.compose(changes);
    current = changes.apply(current);
  }
  return all;
}

/** The same change for the server. Each event is for the text after the ones before it, so they go from the end to the beginning. */
export function contentChanges(before: Text, changes: ChangeSet, lineBreak: LineBreak): TextDocumentContentChangeEvent[] {
  const events: TextDocumentContentChangeEvent[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    events.unshift({ range: rangeOf(before, from, to), text: inserted.sliceString(0, inserted.length, lineBreak) });
  });
  return events;
}

/** The change that makes `to` of `from`, leaving alone what they begin and end with in common. */
export function replacement(from: string, to: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}
