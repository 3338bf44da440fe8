// The files of the served folder, asked when somebody looks and after something has changed.
import { signal } from "@preact/signals";
import { rpc } from "../app/connection";
import type { FileEntry } from "../protocol/types";

export const files = signal<readonly FileEntry[]>([]);

export async function refreshFiles(): Promise<void> {
  const answer = await rpc.request("dashpot/files", {});
  files.value = [...answer.files].sort((a, b) => a.path.localeCompare(b.path));
}
