// Canvas and text show one another what is selected.
import { effect } from "@preact/signals";
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { currentDocument, diagram, selection } from "../app/state";
import { findComponent, findConnection } from "../canvas/diagram_index";
import { ownerOf } from "../canvas/markers";
import { select } from "../canvas/selection";
import type { OpenDocument } from "../document/open_document";
import { offsetsOf, rangeOf } from "../document/positions";

const setShown = StateEffect.define<readonly { from: number; to: number }[]>();
const mark = Decoration.mark({ class: "cm-drawn-selection" });

const shownField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const one of transaction.effects) {
      if (one.is(setShown)) return Decoration.set(one.value.filter(({ from, to }) => from < to).map(({ from, to }) => mark.range(from, to)), true);
    }
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

let fromText = false; // the selection came from the text: its caret stays where it is

/** What the caret is put into becomes selected in the drawing. */
const toCanvas = EditorView.updateListener.of((update) => {
  const isByUser = update.transactions.some((transaction) => transaction.isUserEvent("select"));
  const shown = diagram.peek();
  if (!update.selectionSet || !isByUser || !shown) return;
  const { from, to } = update.state.selection.main;
  const owner = ownerOf(shown, rangeOf(update.state.doc, from, to));
  if (!owner) return;
  fromText = true;
  if ("ends" in owner) select([], [{ from: owner.ends[0].text, to: owner.ends[1].text }]);
  else select([owner.name]);
  fromText = false;
});

export const selectionLink = [shownField, toCanvas];

/** What is selected in the drawing is marked in the text, and brought into sight. */
export function followSelection(view: EditorView, document: OpenDocument): () => void {
  return effect(() => {
    const { components, connections } = selection.value;
    const shown = diagram.peek();
    if (currentDocument.peek() !== document) return;
    const parts = [...[...components].map((name) => findComponent(shown, name)), ...connections.map(({ from, to }) => findConnection(shown, from, to))];
    const ranges = parts.flatMap((part) => (part?.range && !part.inherited ? [offsetsOf(view.state.doc, part.range)] : []));
    const [first] = ranges;
    const scroll = first && !fromText ? [EditorView.scrollIntoView(first.from, { y: "center" })] : [];
    view.dispatch({ effects: [setShown.of(ranges), ...scroll] });
  });
}
