// Colours by meaning, from the server's own lexer and parser: asked for a moment after the last change.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView } from "@codemirror/view";
import { rpc, tokenLegend } from "../app/connection";
import type { OpenDocument } from "../document/open_document";
import { serverDecorations } from "./server_decorations";

const delay = 250; // milliseconds

export interface Token {
  line: number;
  character: number;
  length: number;
  type: string;
  modifiers: string[];
}

/** LSP's five numbers per token, each relative to the token before it. */
export function decodeTokens(data: readonly number[], legend: { tokenTypes: string[]; tokenModifiers: string[] }): Token[] {
  const tokens: Token[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    const [lines, characters, length, type, bits] = data.slice(i, i + 5) as [number, number, number, number, number];
    character = lines > 0 ? characters : character + characters;
    line += lines;
    tokens.push({ line, character, length, type: legend.tokenTypes[type] ?? "", modifiers: legend.tokenModifiers.filter((_, bit) => bits & (1 << bit)) });
  }
  return tokens;
}

function decorations(view: EditorView, tokens: readonly Token[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  for (const { line, character, length, type, modifiers } of tokens) {
    if (line >= doc.lines || type === "") continue;
    const from = doc.line(line + 1).from + character;
    const to = Math.min(from + length, doc.line(line + 1).to);
    if (from < to) builder.add(from, to, Decoration.mark({ class: [`tok-${type}`, ...modifiers.map((m) => `tok-${m}`)].join(" ") }));
  }
  return builder.finish();
}

export function semanticTokens(document: OpenDocument) {
  return serverDecorations(document, delay, async (view) => {
    const answer = await rpc.request("textDocument/semanticTokens/full", { textDocument: { uri: document.uri } });
    return decorations(view, decodeTokens(answer?.data ?? [], tokenLegend));
  });
}
