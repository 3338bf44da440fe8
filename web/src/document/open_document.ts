// A document that is open. Its text is the only truth about the model: the drawing, the diagnostics and the text editor follow it, and
// whatever changes it is a transaction in one history.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { type ChangeSet, EditorState, type Extension, StateEffect, type Text, type Transaction, type TransactionSpec } from "@codemirror/state";
import type { TextEdit } from "../protocol/lsp";
import { changesOf, replacement } from "./edits";
import { history, redoLabel, redoSpec, stepGroup, stepLabel, undoLabel, undoSpec } from "./history";
import { type LineBreak, lineBreakOf } from "./line_breaks";

export interface DocumentOrigin {
  uri: string;
  /** Relative to the folder that is served; classes of libraries have none. */
  path?: string;
  text: string;
  /** Of the content on disk; null: the file is not there yet. */
  hash: string | null;
  readonly: boolean;
}

/** The file has another content on disk than the one this document was read from. */
export interface Conflict {
  /** undefined: the file is gone. */
  text: string | undefined;
  hash: string | null;
}

export interface TextChange {
  document: OpenDocument;
  before: Text;
  changes: ChangeSet;
}

export interface StepOptions {
  label: string;
  group?: string;
}

/** The text editor, where one is shown: it follows the transactions that others make. */
export interface AttachedView {
  update(transactions: readonly Transaction[]): void;
}

export class OpenDocument {
  readonly uri: string;
  readonly path: string | undefined;
  readonly readonly: boolean;
  readonly lineBreak: LineBreak;
  /** Of the content on disk that `saved` is. */
  readonly hash: Signal<string | null>;
  readonly conflict = signal<Conflict | null>(null);
  readonly dirty: ReadonlySignal<boolean>;
  readonly undoLabel: ReadonlySignal<string | undefined>;
  readonly redoLabel: ReadonlySignal<string | undefined>;

  private readonly current: Signal<EditorState>;
  private readonly saved: Signal<Text>;
  private readonly listeners = new Set<(change: TextChange) => void>();
  private readonly views = new Set<AttachedView>();
  private versionNumber = 1;
  private pending: Promise<unknown> = Promise.resolve();
  /** How much work is under way or waits for its turn. */
  readonly underWay = signal(0);

  constructor(origin: DocumentOrigin) {
    this.uri = origin.uri;
    this.path = origin.path;
    this.readonly = origin.readonly;
    this.lineBreak = lineBreakOf(origin.text);
    this.hash = signal(origin.hash);
    const state = EditorState.create({
      doc: origin.text,
      // Where lines end in "\r\n", any line break that is typed or pasted becomes one; where both are mixed, each is kept as it is.
      extensions: [history, this.lineBreak === "\n" ? EditorState.lineSeparator.of("\n") : [], EditorState.readOnly.of(origin.readonly)],
    });
    this.current = signal(state);
    this.saved = signal(state.doc);
    this.dirty = computed(() => this.hash.value === null || !this.current.value.doc.eq(this.saved.value));
    this.undoLabel = computed(() => undoLabel(this.current.value));
    this.redoLabel = computed(() => redoLabel(this.current.value));
  }

  get state(): ReadonlySignal<EditorState> {
    return this.current;
  }

  get text(): string {
    return this.textOf(this.current.peek().doc);
  }

  /** Grows with every change of the text. */
  get version(): number {
    return this.versionNumber;
  }

  get name(): string {
    const path = this.path ?? decodeURIComponent(this.uri);
    return path.slice(path.lastIndexOf("/") + 1);
  }

  onChange(listener: (change: TextChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispatch(spec: TransactionSpec): void {
    const transaction = this.current.peek().update(spec);
    for (const view of this.views) view.update([transaction]);
    this.accept([transaction]);
  }

  /** Transactions that a view has made and shows already. */
  accept(transactions: readonly Transaction[]): void {
    // Who follows the text by its signal may ask the server about it: by then the server has been told.
    batch(() => {
      for (const transaction of transactions) {
        if (transaction.docChanged) this.versionNumber++;
        this.current.value = transaction.state;
        if (!transaction.docChanged) continue;
        const change = { document: this, before: transaction.startState.doc, changes: transaction.changes };
        for (const listener of this.listeners) listener(change);
      }
    });
  }

  attach(view: AttachedView): () => void {
    this.views.add(view);
    return () => this.views.delete(view);
  }

  /** Adds what a text editor needs to the state. */
  extend(extension: Extension): void {
    this.dispatch({ effects: StateEffect.appendConfig.of(extension) });
  }

  /** All lists as one step of the history. */
  applyEdits(lists: readonly (readonly TextEdit[])[], options: StepOptions): void {
    const changes = changesOf(this.current.peek().doc, lists, this.lineBreak);
    if (!changes.empty) this.dispatch({ changes, annotations: annotationsOf(options) });
  }

  /** Puts another text in the place of the whole, as one step that touches only what differs. */
  replaceText(text: string, options: StepOptions): void {
    const change = replacement(this.current.peek().doc.toString(), text.replaceAll(this.lineBreak, "\n"));
    if (change.from < change.to || change.insert !== "") {
      this.dispatch({ changes: change, annotations: annotationsOf(options) });
    }
  }

  undo(): boolean {
    return this.leap(undoSpec(this.current.peek()));
  }

  redo(): boolean {
    return this.leap(redoSpec(this.current.peek()));
  }

  /** This text is on disk now. */
  markSaved(text: Text, hash: string): void {
    this.saved.value = text;
    this.hash.value = hash;
    this.conflict.value = null;
  }

  /** Work that must not meet work of the same sort half-way: each begins when the one before has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.underWay.value++;
    const result = this.pending.then(work).finally(() => this.underWay.value--);
    this.pending = result.catch(() => undefined);
    return result;
  }

  textOf(text: Text): string {
    return text.sliceString(0, text.length, this.lineBreak);
  }

  private leap(spec: TransactionSpec | undefined): boolean {
    if (!spec || this.readonly) return false;
    this.dispatch(spec);
    return true;
  }
}

function annotationsOf({ label, group }: StepOptions) {
  return group === undefined ? [stepLabel.of(label)] : [stepLabel.of(label), stepGroup.of(group)];
}
