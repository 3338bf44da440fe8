// A question to the server that may take its time: under way, answered, refused, or given up. What it found stays while other tabs are
// looked at, until another model is shown.
import { effect, signal } from "@preact/signals";
import { currentClass, currentDocument } from "../app/state";
import { RpcError } from "../protocol/rpc";

const cancelled = -32800; // the code of LSP

export class Question<T> {
  readonly result = signal<T | undefined>(undefined);
  readonly fault = signal("");
  readonly isUnderWay = signal(false);
  private abort = new AbortController();

  /** `ofModel`: the answer is about the model that is shown, and goes with it. */
  constructor(ofModel = true) {
    let before = "";
    if (ofModel)
      effect(() => {
        const now = `${currentDocument.value?.uri} ${currentClass.value}`;
        if (now !== before) this.forget();
        before = now;
      });
  }

  start(ask: (abort: AbortSignal) => Promise<T>): void {
    this.abort.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.fault.value = "";
    this.isUnderWay.value = true;
    const end = (result: T | undefined, fault: string) => {
      if (this.abort !== abort) return; // another question, or another model
      this.isUnderWay.value = false;
      this.fault.value = fault;
      if (result !== undefined || fault) this.result.value = result;
    };
    ask(abort.signal).then(
      (result) => end(result, ""),
      (error: Error) => end(undefined, error instanceof RpcError && error.code === cancelled ? "" : error.message),
    );
  }

  /** The answer before it stays. */
  stop(): void {
    this.abort.abort();
  }

  private forget(): void {
    this.abort.abort();
    this.abort = new AbortController();
    this.result.value = undefined;
    this.fault.value = "";
    this.isUnderWay.value = false;
  }
}

/** That it is under way, and a way to end it. */
export function UnderWay({ question }: { question: Question<unknown> }) {
  if (!question.isUnderWay.value) return null;
  return (
    <span class="under-way" role="status">
      under way…
      <button type="button" class="button small" onClick={() => question.stop()}>
        Stop
      </button>
    </span>
  );
}

export function Fault({ question }: { question: Question<unknown> }) {
  return question.fault.value ? <pre class="fault pad">{question.fault.value}</pre> : null;
}
