// Every message between page and server (docs/protocol.md), by its method: the compiler checks what is asked and what is answered.
import type { Diagram, Graphics, Point, Port, Extent } from "./drawing";
import type * as lsp from "./lsp";

// ---- session and files

export interface Example {
  path?: string;
  class?: string;
  title: string;
  description: string;
}

export interface Session {
  version: string;
  root_uri: string;
  readonly: boolean;
  libraries: string[];
  examples: Example[];
}

export interface FileEntry {
  path: string;
  size: number;
  modified: number | string;
  models: string[];
}

/** A text that is not saved. */
export interface StoredDraft {
  text: string;
  /** Of the content that it began from; null: there was no file. */
  hash: string | null;
  /** Seconds since 1970. */
  time: number;
}

export interface ReadResult {
  uri: string;
  path?: string;
  text: string;
  /** Null: a draft that never was a file. */
  hash: string | null;
  readonly: boolean;
  draft?: StoredDraft;
}

export interface SaveParams {
  path: string;
  text: string;
  hash: string | null;
  overwrite?: boolean;
}

/** `data` of the error when a file cannot be saved as asked. */
export type SaveConflict = { reason: "changed"; text: string; hash: string } | { reason: "exists" };

export interface CheckedModel {
  name: string;
  range: lsp.Range;
  sound: boolean;
  equations?: number;
  states?: number;
}

export interface ModelsNotification {
  uri: string;
  version: number;
  models: CheckedModel[];
}

// ---- drawing

/** How a model says that it is to be run, in SI units. */
export interface Experiment {
  start?: number;
  stop?: number;
  tolerance?: number;
  interval?: number;
}

export interface DiagramResult {
  version: number;
  classes: string[];
  experiment?: Experiment;
  figures?: Figure[];
  diagram: Diagram;
}

export interface PaletteComponent {
  name: string;
  kind: string;
  description: string;
  default_component_name: string;
  default_component_prefixes?: string;
  icon: Graphics;
  ports: Port[];
  keywords: string[];
}

export interface PalettePackage {
  name: string;
  description: string;
  components: PaletteComponent[];
}

/** What `dashpot/fragment` gives and the gesture `paste` takes: opaque to the page. */
export type Fragment = unknown;

export interface Curve {
  y: string;
  legend?: string;
}

export interface FigurePlot {
  title?: string;
  x?: string;
  curves: Curve[];
}

export interface Figure {
  title: string;
  identifier?: string;
  plots: FigurePlot[];
}

export type Gesture =
  | { kind: "add"; type: string; at: Point; name?: string; modifiers?: string; rotation?: number; flipped?: boolean; prefixes?: string }
  | { kind: "remove"; component: string }
  | { kind: "rename"; component: string; to: string }
  | { kind: "move"; component: string; to: Point }
  | { kind: "rotate"; component: string; degrees: number }
  | { kind: "flip"; component: string; direction: "horizontal" | "vertical" }
  | { kind: "place"; component: string; origin: Point; extent: Extent; rotation: number }
  | { kind: "connect"; from: string; to: string; points?: Point[] }
  | { kind: "disconnect"; from: string; to: string }
  | { kind: "reroute"; from: string; to: string; points?: Point[] }
  | { kind: "set"; path: string; value: string }
  | { kind: "unset"; path: string }
  | { kind: "redeclare"; path: string; choice: string }
  | { kind: "experiment"; start?: string; stop?: string; tolerance?: string; interval?: string }
  | { kind: "duplicate_class"; to: string }
  | { kind: "rename_class"; to: string }
  | { kind: "insert"; component: string; from: string; to: string; inlet: string; outlet: string }
  | { kind: "paste"; fragment: Fragment; offset: Point }
  | { kind: "group"; components: string[]; name: string }
  | { kind: "arrange" }
  | { kind: "figures"; figures: Figure[] };

export interface EditParams {
  textDocument: lsp.VersionedTextDocumentIdentifier;
  class?: string;
  gestures: Gesture[];
  lines?: boolean;
}

export interface EditResult {
  version: number;
  /** Each list of edits is for the text after the ones before it. */
  changes: lsp.TextEdit[][];
  notes: string[];
  names: string[];
}

export interface ConnectablePort {
  name: string;
  ok: boolean;
  reason?: string;
}

export interface Parameter {
  name: string;
  type: string;
  builtin: "Real" | "Integer" | "Boolean" | "String" | "enumeration";
  dimensions?: string;
  unit?: string;
  display_unit?: string;
  default?: string;
  default_shown?: string;
  min?: string | number;
  max?: string | number;
  literals?: string[];
  literal_descriptions?: string[];
  description?: string;
  tab?: string;
  group?: string;
  enabled?: boolean;
  value?: string;
  value_shown?: string;
  is_structural?: boolean;
  is_final?: boolean;
}

export interface Replaceable {
  name: string;
  kind: string;
  chosen: string;
  default: string;
  choices: { name: string; description: string }[];
  description?: string;
}

export interface ComponentPort {
  name: string;
  type?: string;
  description?: string;
}

export interface ComponentVariable {
  name: string;
  type?: string;
  unit?: string;
  display_unit?: string;
  description?: string;
}

export interface ComponentResult {
  name: string;
  type: string;
  description: string;
  documentation: string;
  parameters: Parameter[];
  replaceables: Replaceable[];
  ports: ComponentPort[];
  variables: ComponentVariable[];
}

// ---- runs

export interface RunSettings {
  start?: number | string;
  stop?: number | string;
  tolerance?: number | string;
  interval?: number | string;
  method?: string;
  step?: number | string;
}

export interface RunParams {
  textDocument: lsp.TextDocumentIdentifier;
  class?: string;
  settings: RunSettings;
  parameters: Record<string, string>;
  inputs: Record<string, number>;
  pace?: number;
  watch: string[];
}

export type JobState = "queued" | "compiling" | "running" | "paused" | "finished" | "failed" | "cancelled";

export interface JobNotification {
  job: number;
  state: JobState;
  time: number;
  start: number;
  stop: number;
  rows: number;
  compiled: boolean;
  statistics?: Record<string, unknown>;
  messages?: string | string[];
  diagnostics?: lsp.Diagnostic[];
  seconds: number;
}

export interface RecordedVariable {
  name: string;
  unit: string;
  display_unit: string;
  /** What is shown is si * factor + offset. */
  factor: number;
  offset: number;
  description: string;
  kind: "state" | "algebraic" | "discrete" | "parameter" | "boolean";
  value?: number;
}

export interface VariablesResult {
  variables: RecordedVariable[];
  principal: string[];
  start: number;
  stop: number;
  inputs: { name: string; unit: string; value: number }[];
}

export type Analysis = "linearize" | "structure" | "check" | "methods" | "stability" | "compare" | "explain";

// ---- the tables of methods

type Nothing = Record<string, never>;
type InDocument = { textDocument: lsp.TextDocumentIdentifier; class?: string };

export interface Requests {
  initialize: [{ processId: null; rootUri: null; capabilities: object; clientInfo?: object }, lsp.InitializeResult];
  "textDocument/hover": [lsp.TextDocumentPositionParams, lsp.Hover | null];
  "textDocument/completion": [lsp.TextDocumentPositionParams & { context?: object }, lsp.CompletionList | lsp.CompletionItem[] | null];
  "completionItem/resolve": [lsp.CompletionItem, lsp.CompletionItem];
  "textDocument/signatureHelp": [lsp.TextDocumentPositionParams, lsp.SignatureHelp | null];
  "textDocument/definition": [lsp.TextDocumentPositionParams, lsp.Location | lsp.Location[] | null];
  "textDocument/semanticTokens/full": [{ textDocument: lsp.TextDocumentIdentifier }, { data: number[] } | null];
  "textDocument/inlayHint": [{ textDocument: lsp.TextDocumentIdentifier; range: lsp.Range }, lsp.InlayHint[] | null];
  "textDocument/codeAction": [
    { textDocument: lsp.TextDocumentIdentifier; range: lsp.Range; context: { diagnostics: lsp.Diagnostic[] } },
    lsp.CodeAction[] | null,
  ];
  "textDocument/formatting": [
    { textDocument: lsp.TextDocumentIdentifier; options: { tabSize: number; insertSpaces: boolean } },
    lsp.TextEdit[] | null,
  ];

  "dashpot/session": [Nothing, Session];
  "dashpot/files": [Nothing, { files: FileEntry[]; drafts?: { path: string; time: number }[] }];
  "dashpot/read": [{ path: string } | { class: string }, ReadResult];
  "dashpot/save": [SaveParams, { hash: string }];
  "dashpot/rename_file": [{ path: string; hash: string; to: string }, Nothing];
  "dashpot/delete_file": [{ path: string; hash: string }, Nothing];

  "dashpot/diagram": [InDocument, DiagramResult];
  "dashpot/palette": [Nothing, { packages: PalettePackage[] }];
  "dashpot/edit": [EditParams, EditResult];
  "dashpot/connectable": [InDocument & { from: string }, { ports: ConnectablePort[] }];
  "dashpot/component": [(InDocument & { component?: string }) | { type: string }, ComponentResult];
  "dashpot/fragment": [InDocument & { components: string[] }, { fragment: Fragment }];
  "dashpot/evaluate_unit": [{ value: string; unit: string }, { si: number; shown: string }];

  "dashpot/run": [RunParams, { job: number }];
  "dashpot/cancel": [{ job: number }, Nothing];
  "dashpot/pace": [{ job: number; pace: number | null; paused: boolean }, Nothing];
  "dashpot/input": [{ job: number; name: string; value: number }, Nothing];
  "dashpot/watch": [{ job: number; variables: string[] }, Nothing];
  "dashpot/variables": [{ job: number }, VariablesResult];
  "dashpot/window": [{ job: number; variables: string[]; from: number; to: number; pixels: number }, { frame: number }];
  "dashpot/values": [{ job: number; time: number; variables: string[] }, { values: (number | null)[] }];
  "dashpot/drop": [{ job: number }, Nothing];
  "dashpot/analyse": [
    InDocument & { parameters: Record<string, string>; what: Analysis; arguments: Record<string, unknown> },
    Record<string, unknown>,
  ];
}

export interface NotificationsToServer {
  initialized: Nothing;
  "textDocument/didOpen": { textDocument: { uri: string; languageId: string; version: number; text: string } };
  "textDocument/didChange": {
    textDocument: lsp.VersionedTextDocumentIdentifier;
    contentChanges: lsp.TextDocumentContentChangeEvent[];
  };
  "textDocument/didClose": { textDocument: lsp.TextDocumentIdentifier };
  "textDocument/didSave": { textDocument: lsp.TextDocumentIdentifier };
  "$/cancelRequest": { id: number };
  "dashpot/received": { job: number; row: number };
  "dashpot/draft": { path: string; text: string | null; hash: string | null };
}

export interface NotificationsToClient {
  "textDocument/publishDiagnostics": lsp.PublishDiagnosticsParams;
  "dashpot/file_changed": { path: string; hash: string | null };
  "dashpot/models": ModelsNotification;
  "dashpot/job": JobNotification;
}
