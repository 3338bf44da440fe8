// New, save as, rename and delete.
import { closeDocument, openNew, openPath, save } from "../app/actions";
import { documents, rpc } from "../app/connection";
import { ask } from "../app/messages";
import { currentDocument } from "../app/state";
import { files, refreshFiles, unsavedPaths } from "./file_list";
import { faultOfPath, freePath, modelNameOf, type Starter } from "./starters";

async function askPath(title: string, text: string, value: string, action: string): Promise<string | undefined> {
  const answer = await ask({
    title,
    text,
    field: { label: "File", value, check: faultOfPath },
    choices: [{ id: "ok", title: action, kind: "primary" }],
  });
  return answer?.value.trim();
}

const takenPaths = () => [...unsavedPaths.peek(), ...files.peek().map((file) => file.path), ...documents.open.peek().map((document) => document.path ?? "")];

export async function newFromStarter(starter: Starter): Promise<void> {
  await refreshFiles();
  const suggestion = freePath(
    starter.id === "empty" || starter.id === "oil" ? "Circuit.mo" : `${modelNameOf(starter.title)}.mo`,
    takenPaths(),
  );
  const path = await askPath(`New: ${starter.title}`, starter.description, suggestion, "Create");
  if (path === undefined) return;
  if (takenPaths().includes(path)) return void (await openPath(path));
  openNew(path, starter.text(modelNameOf(path)));
}

export async function saveAsCopy(): Promise<void> {
  const document = currentDocument.peek();
  if (!document) return;
  await refreshFiles();
  const path = await askPath(
    "Save as",
    "A copy of this text under another name.",
    freePath(document.path ?? document.name, takenPaths()),
    "Save",
  );
  if (path === undefined) return;
  await save(openNew(path, document.text));
  await refreshFiles();
}

async function hashOnDisk(path: string): Promise<string> {
  const { hash } = await rpc.request("dashpot/read", { path });
  if (hash === null) throw new Error(`${path} is not on disk any more.`);
  return hash;
}

export async function renameFile(path: string): Promise<void> {
  const to = await askPath("Rename file", path, path, "Rename");
  if (to === undefined || to === path) return;
  await rpc.request("dashpot/rename_file", { path, hash: await hashOnDisk(path), to });
  const open = documents.open.peek().find((document) => document.path === path);
  const unsaved = open?.dirty.peek() ? open.text : undefined;
  if (open) closeDocument(open);
  await refreshFiles();
  if (!open) return;
  const renamed = await openPath(to);
  if (unsaved !== undefined) renamed.replaceText(unsaved, { label: "Unsaved changes" });
}

export async function deleteFile(path: string): Promise<void> {
  const answer = await ask({
    title: `Delete ${path}?`,
    text: "The file is removed from disk.",
    choices: [{ id: "delete", title: "Delete", kind: "danger" }],
  });
  if (!answer) return;
  await rpc.request("dashpot/delete_file", { path, hash: await hashOnDisk(path) });
  const open = documents.open.peek().find((document) => document.path === path);
  if (open) closeDocument(open);
  await refreshFiles();
}
