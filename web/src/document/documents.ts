// All open documents: reading, saving under the condition that nobody else has changed the file, drafts, and what to do when
// somebody else has.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { SaveConflict, StoredDraft } from "../protocol/messages";
import { RpcError, type Rpc } from "../protocol/rpc";
import { Drafts } from "./drafts";
import { type DocumentOrigin, OpenDocument } from "./open_document";
import { keepInSync } from "./sync";

export type SaveOutcome = "saved" | "conflict" | "exists";

const draftDelay = 400; // milliseconds after the last change

export class Documents {
  private readonly list = signal<readonly OpenDocument[]>([]);
  private readonly ends = new Map<OpenDocument, () => void>();
  private readonly timers = new Map<OpenDocument, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly rpc: Rpc,
    readonly drafts: Drafts,
    private readonly say: (message: string) => void,
  ) {
    rpc.on("dashpot/file_changed", ({ path, hash }) => void this.fileChanged(path, hash));
  }

  get open(): ReadonlySignal<readonly OpenDocument[]> {
    return this.list;
  }

  find(uri: string): OpenDocument | undefined {
    return this.list.peek().find((document) => document.uri === uri);
  }

  /** A file beneath the served folder, by its path, or a class of a library, by its name. An open document is given as it is. */
  async read(what: { path: string } | { class: string }): Promise<OpenDocument> {
    if ("path" in what) {
      const open = this.list.peek().find((document) => document.path === what.path);
      if (open) return open;
    }
    const origin = await this.rpc.request("dashpot/read", what);
    return this.find(origin.uri) ?? this.add(origin, origin.draft);
  }

  /** A document that is not on disk yet: it gets there when it is saved. */
  create(origin: Omit<DocumentOrigin, "hash" | "readonly">): OpenDocument {
    return this.find(origin.uri) ?? this.add({ ...origin, hash: null, readonly: false });
  }

  close(document: OpenDocument): void {
    this.ends.get(document)?.();
    this.ends.delete(document);
    this.forget(document);
    this.list.value = this.list.peek().filter((other) => other !== document);
  }

  /** After the gestures that are still on their way. With `overwrite` whatever is on disk by now is replaced. */
  async save(document: OpenDocument, overwrite = false): Promise<SaveOutcome> {
    const { path } = document;
    if (path === undefined || document.readonly) throw new Error(`${document.name} belongs to a library and cannot be changed.`);
    return document.inTurn(() => this.write(document, path, overwrite));
  }

  private async write(document: OpenDocument, path: string, overwrite: boolean): Promise<SaveOutcome> {
    const saved = document.state.peek().doc;
    try {
      const { hash } = await this.rpc.request("dashpot/save", {
        path,
        text: document.textOf(saved),
        hash: document.hash.peek(),
        ...(overwrite ? { overwrite } : {}),
      });
      document.markSaved(saved, hash);
      this.rpc.notify("textDocument/didSave", { textDocument: { uri: document.uri } });
      if (!document.dirty.peek()) this.forget(document);
      return "saved";
    } catch (error) {
      const conflict = conflictIn(error);
      if (!conflict) throw error;
      if (conflict.reason === "exists") {
        document.conflict.value = await this.contentOnDisk(path);
        return "exists";
      }
      document.conflict.value = { text: conflict.text, hash: conflict.hash };
      return "conflict";
    }
  }

  /** The answer to a conflict: the file's content counts. Ours is one undo away. */
  takeTheirs(document: OpenDocument): void {
    const conflict = document.conflict.peek();
    if (conflict?.text === undefined || conflict.hash === null) return;
    document.replaceText(conflict.text, { label: "Take the file's content" });
    document.markSaved(document.state.peek().doc, conflict.hash);
    this.forget(document);
  }

  private add(origin: DocumentOrigin, stored?: StoredDraft): OpenDocument {
    const document = new OpenDocument(origin);
    const endSync = keepInSync(this.rpc, document);
    const endDrafts = document.onChange(() => this.keepDraftSoon(document));
    this.ends.set(document, () => {
      endSync();
      endDrafts();
    });
    this.list.value = [...this.list.peek(), document];
    this.restoreDraft(document, stored);
    return document;
  }

  /** Of the browser's draft and the server's, the newer one: a browser knows those of one port only. */
  private restoreDraft(document: OpenDocument, stored?: StoredDraft): void {
    const own = this.drafts.get(document.uri);
    const draft = stored && (!own || 1000 * stored.time > own.time) ? stored : own;
    if (!draft || document.readonly || draft.text === document.text) return;
    const onDisk = { text: document.text, hash: document.hash.peek() };
    document.replaceText(draft.text, { label: "Restore unsaved changes" });
    if (draft.hash !== onDisk.hash) {
      document.conflict.value = onDisk;
      return;
    }
    this.say(`Unsaved changes of ${document.name} are back. Undo returns to the saved text.`);
  }

  private keepDraftSoon(document: OpenDocument): void {
    clearTimeout(this.timers.get(document));
    this.timers.set(
      document,
      setTimeout(() => this.keepDraft(document), draftDelay),
    );
  }

  /** Of all documents at once: when the page is about to be left, and when the server has been away. */
  keepDrafts(): void {
    for (const document of this.list.peek()) if (document.dirty.peek()) this.keepDraft(document);
  }

  private keepDraft(document: OpenDocument): void {
    clearTimeout(this.timers.get(document));
    if (document.readonly) return;
    if (!document.dirty.peek()) return this.forget(document);
    const { uri, path, text } = document;
    const hash = document.hash.peek();
    this.drafts.put({ uri, path, text, hash, time: Date.now() });
    if (path !== undefined) this.rpc.notify("dashpot/draft", { path, text, hash });
  }

  private forget(document: OpenDocument): void {
    clearTimeout(this.timers.get(document));
    this.drafts.remove(document.uri);
    if (document.path !== undefined && !document.readonly) this.rpc.notify("dashpot/draft", { path: document.path, text: null, hash: null });
  }

  private async contentOnDisk(path: string) {
    const { text, hash } = await this.rpc.request("dashpot/read", { path });
    return { text, hash };
  }

  private async fileChanged(path: string, hash: string | null): Promise<void> {
    const document = this.list.peek().find((other) => other.path === path);
    if (!document || document.hash.peek() === hash) return;
    if (hash === null) {
      document.conflict.value = { text: undefined, hash };
      return;
    }
    const theirs = await this.contentOnDisk(path);
    if (theirs.text === document.text) return document.markSaved(document.state.peek().doc, hash);
    document.conflict.value = theirs;
    if (document.dirty.peek()) return;
    this.takeTheirs(document);
    this.say(`${document.name} has changed on disk and was read again.`);
  }
}

function conflictIn(error: unknown): SaveConflict | undefined {
  if (!(error instanceof RpcError)) return undefined;
  const data = error.data as Partial<SaveConflict> | undefined;
  return data?.reason === "changed" || data?.reason === "exists" ? (data as SaveConflict) : undefined;
}
