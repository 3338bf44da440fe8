// The part of the Language Server Protocol 3.17 that the page uses. Names are those of the specification.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface Location {
  uri: string;
  range: Range;
}

export interface TextDocumentIdentifier {
  uri: string;
}

export interface VersionedTextDocumentIdentifier extends TextDocumentIdentifier {
  version: number;
}

export const enum DiagnosticSeverity {
  error = 1,
  warning = 2,
  information = 3,
  hint = 4,
}

export interface Diagnostic {
  range: Range;
  severity?: DiagnosticSeverity;
  code?: string | number;
  source?: string;
  message: string;
  relatedInformation?: { location: Location; message: string }[];
}

export interface PublishDiagnosticsParams {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

export interface TextDocumentContentChangeEvent {
  range?: Range;
  text: string;
}

export interface MarkupContent {
  kind: "markdown" | "plaintext";
  value: string;
}

export interface Hover {
  contents: MarkupContent | string;
  range?: Range;
}

export interface CompletionItem {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: MarkupContent | string;
  sortText?: string;
  filterText?: string;
  insertText?: string;
  insertTextFormat?: 1 | 2;
  textEdit?: TextEdit;
  data?: unknown;
}

export interface CompletionList {
  isIncomplete: boolean;
  items: CompletionItem[];
}

export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: VersionedTextDocumentIdentifier; edits: TextEdit[] }[];
}

export interface CodeAction {
  title: string;
  kind?: string;
  diagnostics?: Diagnostic[];
  edit?: WorkspaceEdit;
}

export interface InlayHint {
  position: Position;
  label: string | { value: string }[];
  paddingLeft?: boolean;
  paddingRight?: boolean;
}

export interface SignatureHelp {
  signatures: { label: string; documentation?: MarkupContent | string; parameters?: { label: string | [number, number] }[] }[];
  activeSignature?: number;
  activeParameter?: number;
}

export interface SemanticTokensLegend {
  tokenTypes: string[];
  tokenModifiers: string[];
}

export interface InitializeResult {
  capabilities: {
    semanticTokensProvider?: { legend: SemanticTokensLegend };
    completionProvider?: { triggerCharacters?: string[] };
    [capability: string]: unknown;
  };
}

export interface TextDocumentPositionParams {
  textDocument: TextDocumentIdentifier;
  position: Position;
}
