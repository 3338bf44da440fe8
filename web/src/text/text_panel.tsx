// The text editor: CodeMirror on the state of the open document itself, so that typing and drawing share text and history.
import { effect } from "@preact/signals";
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { currentDocument, diagnostics } from "../app/state";
import type { OpenDocument } from "../document/open_document";
import { highlighting } from "./highlighting";
import { inlayHints } from "./inlay_hints";
import { completion, goToDefinitionHere, hover, lintOf } from "./language_client";
import { modelica } from "./modelica";
import { followSelection, selectionLink } from "./selection_link";
import { semanticTokens } from "./semantic_tokens";

/** Keys that the workbench has for itself. */
const ownKeys = new Set(["Mod-Enter", "Mod-i"]);

function extensionsFor(document: OpenDocument) {
  return [
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    highlightActiveLine(),
    indentUnit.of("  "),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    modelica,
    highlighting,
    completion(document),
    hover(document),
    semanticTokens(document),
    inlayHints(document),
    selectionLink,
    EditorView.contentAttributes.of({ "aria-label": `Text of ${document.name}` }),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const at = (event.ctrlKey || event.metaKey) && view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (typeof at !== "number") return false;
        goToDefinitionHere(at);
        return true;
      },
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...defaultKeymap.filter(({ key }) => key === undefined || !ownKeys.has(key)),
      indentWithTab,
    ]),
  ];
}

/** Documents whose state has what the editor needs. */
const prepared = new WeakSet<OpenDocument>();

function mount(document: OpenDocument, parent: HTMLElement): () => void {
  if (!prepared.has(document)) document.extend(extensionsFor(document));
  prepared.add(document);
  const view = new EditorView({
    state: document.state.peek(),
    parent,
    dispatchTransactions: (transactions, updated) => {
      updated.update(transactions);
      document.accept(transactions);
    },
  });
  view.scrollDOM.tabIndex = 0; // a long text can be scrolled by keys alone, also where it cannot be changed
  const ends = [
    document.attach(view),
    effect(() => {
      const list = diagnostics.value.get(document.uri) ?? [];
      view.dispatch(setDiagnostics(view.state, lintOf(view.state, list)));
    }),
    followSelection(view, document),
    () => view.destroy(),
  ];
  return () => {
    for (const end of ends) end();
  };
}

export function TextPanel() {
  const host = useRef<HTMLDivElement>(null);
  const document = currentDocument.value;
  useEffect(() => (document && host.current ? mount(document, host.current) : undefined), [document]);
  return <div ref={host} class="text-editor" data-context="text" />;
}
