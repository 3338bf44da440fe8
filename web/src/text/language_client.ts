// What the language server knows, in the text editor: completion, hover, definitions, values in display units.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { openPath } from "../app/actions";
import { documents, rpc } from "../app/connection";
import { report, toast } from "../app/messages";
import { currentDocument, session } from "../app/state";
import type { OpenDocument } from "../document/open_document";
import { offsetAt, offsetsOf, positionAt } from "../document/positions";
import { type CompletionItem, type Diagnostic, DiagnosticSeverity, type MarkupContent } from "../protocol/lsp";
import { renderMarkdown } from "./markdown";

function place(document: OpenDocument, state: EditorState, offset: number) {
  return { textDocument: { uri: document.uri }, position: positionAt(state.doc, offset) };
}

function rendered(content: MarkupContent | string): HTMLElement {
  return renderMarkdown(typeof content === "string" ? content : content.value);
}

// ---- completion

/** LSP's kinds of completion items, as far as the server gives them, by CodeMirror's names. */
const kinds: Record<number, string> = { 3: "function", 5: "property", 6: "variable", 7: "class", 9: "namespace", 10: "property", 13: "enum", 14: "keyword", 20: "constant", 21: "constant" };

function completionOf(item: CompletionItem): Completion {
  const type = kinds[item.kind ?? 0];
  return {
    label: item.label,
    apply: item.textEdit?.newText ?? item.insertText ?? item.label,
    ...(type === undefined ? {} : { type }),
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    info: async () => {
      const full = item.documentation ? item : await rpc.request("completionItem/resolve", item);
      return full.documentation ? rendered(full.documentation) : null;
    },
  };
}

export function completion(document: OpenDocument) {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w']+/);
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!word && !context.explicit && !/[.(,="]/.test(before)) return null;
    const answer = await rpc.request("textDocument/completion", place(document, context.state, context.pos));
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    if (items.length === 0) return null;
    const from = items[0]?.textEdit ? offsetAt(context.state.doc, items[0].textEdit.range.start) : (word?.from ?? context.pos);
    return { from, options: items.map(completionOf), validFor: /^[\w']*$/ };
  };
  return autocompletion({ override: [source], icons: false });
}

// ---- hover and definition

export function hover(document: OpenDocument) {
  return hoverTooltip(async (view, pos): Promise<Tooltip | null> => {
    const answer = await rpc.request("textDocument/hover", place(document, view.state, pos));
    if (!answer) return null;
    const { from, to } = answer.range ? offsetsOf(view.state.doc, answer.range) : { from: pos, to: pos };
    return { pos: from, end: to, above: true, create: () => ({ dom: rendered(answer.contents) }) };
  });
}

export async function goToDefinition(document: OpenDocument, offset: number): Promise<void> {
  const answer = await rpc.request("textDocument/definition", place(document, document.state.peek(), offset));
  const [target] = Array.isArray(answer) ? answer : answer ? [answer] : [];
  if (!target) return toast("There is no definition to go to.");
  const opened = documents.find(target.uri) ?? (await openUri(target.uri));
  if (!opened) return toast("The definition lies in a library.");
  const { from, to } = offsetsOf(opened.state.peek().doc, target.range);
  opened.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
}

/** A file beneath the folder that is served. */
async function openUri(uri: string): Promise<OpenDocument | undefined> {
  const root = session.peek()?.root_uri;
  if (root === undefined || !uri.startsWith(root)) return undefined;
  return openPath(decodeURIComponent(uri.slice(root.length).replace(/^\//, "")));
}

export function goToDefinitionHere(offset: number): void {
  const document = currentDocument.peek();
  if (document) goToDefinition(document, offset).catch(report);
}

// ---- diagnostics

export function lintOf(state: EditorState, diagnostics: readonly Diagnostic[]): LintDiagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { from, to } = offsetsOf(state.doc, diagnostic.range);
    const { severity } = diagnostic;
    return {
      from,
      to: Math.max(from, to),
      severity: severity === undefined || severity === DiagnosticSeverity.error ? "error" : severity === DiagnosticSeverity.warning ? "warning" : "info",
      message: diagnostic.message,
    };
  });
}
