// The files of the served folder, asked when somebody looks and after something has changed.
import { signal } from "@preact/signals";
import { rpc } from "../app/connection";
import type { FileEntry } from "../protocol/types";

export const files = signal<readonly FileEntry[]>([]);
/** Paths of texts that were written at some time and never saved: there is no file. */
export const unsavedPaths = signal<readonly string[]>([]);

export async function refreshFiles(): Promise<void> {
  const answer = await rpc.request("dashpot/files", {});
  files.value = [...answer.files].sort((a, b) => a.path.localeCompare(b.path));
  const known = new Set(answer.files.map(({ path }) => path));
  unsavedPaths.value = (answer.drafts ?? []).map(({ path }) => path).filter((path) => !known.has(path));
}
