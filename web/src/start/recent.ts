// Files that were open lately, in this browser, newest first.
import { effect, signal } from "@preact/signals";
import { currentDocument } from "../app/state";
import { stored } from "../app/stored";

const kept = 8;

export const recent = stored<readonly string[]>("dashpot.recent", signal<readonly string[]>([]));

export function withRecent(list: readonly string[], path: string): string[] {
  return [path, ...list.filter((other) => other !== path)].slice(0, kept);
}

export function followRecent(): void {
  effect(() => {
    const document = currentDocument.value;
    if (document?.path !== undefined && !document.readonly) recent.value = withRecent(recent.peek(), document.path);
  });
}
