// Opens an example to be played with: as a new document with its text, which becomes a file only when it is saved.
import { openLibraryClass, openNew, openPath } from "../app/actions";
import { documents, rpc } from "../app/connection";
import { session } from "../app/state";
import { files, refreshFiles } from "../files/file_list";
import { freePath } from "../files/starters";
import type { Example } from "../protocol/types";

/** "examples:press.mo" and "folder/press.mo" are files of this name. */
export function fileNameOf(example: Example): string {
  return (example.path ?? `${example.class ?? "Example"}.mo`).replace(/^.*[/:]/, "");
}

export async function openExample(example: Example): Promise<void> {
  if (example.path === undefined) return void (await openLibraryClass(example.class ?? ""));
  if (session.peek()?.readonly) return void (await openPath(example.path));
  await refreshFiles();
  const { text } = await rpc.request("dashpot/read", { path: example.path });
  const taken = [...files.peek().map((file) => file.path), ...documents.open.peek().map((document) => document.path ?? "")];
  openNew(freePath(fileNameOf(example), taken), text);
}
