// A socket and the part of a server that keeps documents as LSP's notifications say: to compare its text with the page's.
import type { TextDocumentContentChangeEvent } from "../../src/protocol/lsp";
import type { Socket } from "../../src/protocol/rpc";

export interface Message {
  id?: number;
  method: string;
  params: never;
}

export type Answer = (params: never) => unknown;

/** An answer with an error, as JSON-RPC has it. */
export class Refusal {
  constructor(
    readonly message: string,
    readonly data?: unknown,
  ) {}
}

export class FakeServer {
  readonly documents = new Map<string, { version: number; text: string }>();
  readonly received: Message[] = [];
  readonly sockets: FakeSocket[] = [];

  constructor(readonly answers: Record<string, Answer> = {}) {}

  open = (): Socket => {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket;
  };

  get socket(): FakeSocket {
    return this.sockets[this.sockets.length - 1] as FakeSocket;
  }

  handle(message: Message): unknown {
    this.received.push(message);
    const params = message.params as { textDocument: { uri: string; version: number; text: string }; contentChanges: TextDocumentContentChangeEvent[] };
    if (message.method === "textDocument/didOpen") {
      const { uri, version, text } = params.textDocument;
      this.documents.set(uri, { version, text });
    } else if (message.method === "textDocument/didChange") {
      const document = this.documents.get(params.textDocument.uri);
      if (!document) throw new Error("a change of a document that is not open");
      for (const change of params.contentChanges) document.text = changed(document.text, change);
      document.version = params.textDocument.version;
    }
    return this.answers[message.method]?.(message.params);
  }
}

function changed(text: string, { range, text: inserted }: TextDocumentContentChangeEvent): string {
  if (!range) return inserted;
  const lines = text.split(/(?<=\n)/);
  const offset = ({ line, character }: { line: number; character: number }) => lines.slice(0, line).reduce((sum, l) => sum + l.length, 0) + character;
  return text.slice(0, offset(range.start)) + inserted + text.slice(offset(range.end));
}

export class FakeSocket implements Socket {
  binaryType = "";
  onopen: ((event: never) => unknown) | null = null;
  onclose: ((event: never) => unknown) | null = null;
  onmessage: ((event: never) => unknown) | null = null;
  private isOpen = false;

  constructor(private readonly server: FakeServer) {}

  accept(): void {
    this.isOpen = true;
    this.onopen?.(undefined as never);
  }

  drop(): void {
    this.isOpen = false;
    this.onclose?.(undefined as never);
  }

  say(data: unknown): void {
    this.onmessage?.({ data } as never);
  }

  send(text: string): void {
    if (!this.isOpen) throw new Error("not open");
    const message = JSON.parse(text) as Message;
    const result = this.server.handle(message);
    if (message.id === undefined) return;
    const answer = result instanceof Refusal ? { error: { code: -32803, message: result.message, data: result.data } } : { result: result ?? null };
    queueMicrotask(() => this.say(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer })));
  }

  close(): void {
    this.drop();
  }
}

export class MemoryStorage {
  private readonly items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** Until everything that is on its way has arrived. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
