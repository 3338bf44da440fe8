// JSON-RPC 2.0 over one WebSocket. Requests are promises; what the server says by itself goes to listeners. When the connection is
// lost, requests on their way fail, `state` says so, and a new connection is tried until there is one: then `onOnline` listeners
// bring the server up to date.
import { signal, type ReadonlySignal } from "@preact/signals";
import { decodeFrame, type Frame } from "./frames";
import type { NotificationsToClient, NotificationsToServer, Requests } from "./messages";

export type ConnectionState = "connecting" | "online" | "offline";

/** An answer of the server that says why it could not be done; `message` can be shown to the user. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

/** The request was on its way, or made, while there was no connection. */
export class ConnectionLost extends Error {
  constructor() {
    super("The server cannot be reached.");
    this.name = "ConnectionLost";
  }
}

/** What Rpc needs of a WebSocket. */
export interface Socket {
  binaryType: string;
  onopen: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  send(data: string): void;
  close(): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

type Listener = (params: unknown) => void;
type Dispose = () => void;

const firstDelay = 300; // milliseconds until the first new attempt; doubles up to
const longestDelay = 5000;

export class Rpc {
  private readonly status = signal<ConnectionState>("connecting");
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly frameListeners = new Set<(frame: Frame) => void>();
  private readonly onlineListeners = new Set<() => void | Promise<void>>();
  private socket: Socket | undefined;
  private nextId = 1;
  private delay = firstDelay;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly open: () => Socket) {}

  get state(): ReadonlySignal<ConnectionState> {
    return this.status;
  }

  connect(): void {
    this.closed = false;
    clearTimeout(this.timer);
    const socket = this.open();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => void this.begin(socket);
    socket.onmessage = ((event: { data: unknown }) => this.receive(event.data)) as (event: never) => unknown;
    socket.onclose = () => this.lost(socket);
    this.socket = socket;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  request<M extends keyof Requests>(method: M, params: Requests[M][0], abort?: AbortSignal): Promise<Requests[M][1]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (!this.transmit({ id, method, params })) return reject(new ConnectionLost());
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      abort?.addEventListener("abort", () => {
        if (this.pending.has(id)) this.notify("$/cancelRequest", { id });
      });
    });
  }

  /** Lost without a word while there is no connection: what the server must know then is for `onOnline`. */
  notify<M extends keyof NotificationsToServer>(method: M, params: NotificationsToServer[M]): void {
    this.transmit({ method, params });
  }

  on<M extends keyof NotificationsToClient>(method: M, listener: (params: NotificationsToClient[M]) => void): Dispose {
    const all = this.listeners.get(method) ?? new Set();
    this.listeners.set(method, all);
    all.add(listener as Listener);
    return () => all.delete(listener as Listener);
  }

  onFrame(listener: (frame: Frame) => void): Dispose {
    this.frameListeners.add(listener);
    return () => this.frameListeners.delete(listener);
  }

  /** Called on every new connection, before `state` becomes "online", in the order of registration. */
  onOnline(listener: () => void | Promise<void>): Dispose {
    this.onlineListeners.add(listener);
    return () => this.onlineListeners.delete(listener);
  }

  private async begin(socket: Socket): Promise<void> {
    try {
      for (const listener of this.onlineListeners) await listener();
    } catch (error) {
      console.error(error);
      socket.close();
      return;
    }
    if (this.socket !== socket) return;
    this.delay = firstDelay;
    this.status.value = "online";
  }

  private lost(socket: Socket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    this.status.value = "offline";
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(new ConnectionLost());
    if (this.closed) return;
    this.timer = setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, longestDelay);
  }

  private transmit(message: object): boolean {
    if (!this.socket) return false;
    try {
      this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
      return true;
    } catch {
      return false; // the socket is not open yet, or not any more
    }
  }

  private receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = decodeFrame(data);
      if (frame) for (const listener of this.frameListeners) listener(frame);
      return;
    }
    const message = JSON.parse(String(data)) as {
      id?: number;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { code: number; message: string; data?: unknown };
    };
    if (message.method !== undefined) {
      if (message.id !== undefined) this.transmit({ id: message.id, result: null }); // questions of the server: none needs more
      for (const listener of this.listeners.get(message.method) ?? []) listener(message.params);
      return;
    }
    const pending = message.id === undefined ? undefined : this.pending.get(message.id);
    if (!pending || message.id === undefined) return;
    this.pending.delete(message.id);
    if (message.error) pending.reject(new RpcError(message.error.code, message.error.message, message.error.data));
    else pending.resolve(message.result);
  }
}
