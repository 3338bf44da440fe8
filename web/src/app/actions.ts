// What a user does with documents: opening, showing a class, saving. Everything that writes the shared state of app/state.ts.
import { batch } from "@preact/signals";
import type { OpenDocument } from "../document/open_document";
import { type GestureOptions, performGestures } from "../document/gestures";
import type { EditResult, Gesture } from "../protocol/messages";
import { documents, rpc } from "./connection";
import { ask, announce, toast } from "./messages";
import {
  breadcrumb,
  classes,
  currentClass,
  currentDocument,
  diagram,
  diagramFault,
  nothingSelected,
  type Place,
  selection,
  session,
} from "./state";

/** Shows a class of a document; without a name its last model. */
export function show(document: OpenDocument, className: string | null = null, way: readonly Place[] = []): void {
  batch(() => {
    if (currentDocument.peek() !== document || currentClass.peek() !== className) {
      diagram.value = null;
      diagramFault.value = null;
      classes.value = [];
    }
    currentDocument.value = document;
    currentClass.value = className;
    breadcrumb.value = way;
    selection.value = nothingSelected;
  });
}

export async function openPath(path: string, className: string | null = null): Promise<OpenDocument> {
  const document = await documents.read({ path });
  show(document, className);
  return document;
}

/** A class of a library, to be looked at. */
export async function openLibraryClass(name: string, way: readonly Place[] = []): Promise<OpenDocument> {
  const document = await documents.read({ class: name });
  show(document, name, way);
  return document;
}

/** A text that has no file yet, at a path that is free as far as we know: from a link, an example, the clipboard. */
export function openNew(path: string, text: string, className: string | null = null): OpenDocument {
  const root = session.peek()?.root_uri ?? "";
  const uri = `${root.replace(/\/$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`;
  const document = documents.create({ uri, path, text });
  show(document, className);
  return document;
}

export function closeDocument(document: OpenDocument): void {
  const isShown = currentDocument.peek() === document;
  documents.close(document);
  if (!isShown) return;
  const next = documents.open.peek().find((other) => !other.readonly);
  if (next) return show(next);
  batch(() => {
    currentDocument.value = null;
    currentClass.value = null;
    diagram.value = null;
    breadcrumb.value = [];
    selection.value = nothingSelected;
  });
}

/** Asks first if something would be lost. */
export async function closeAsking(document: OpenDocument): Promise<void> {
  if (document.dirty.peek() && !document.readonly) {
    const answer = await ask({
      title: `Close ${document.name}?`,
      text: "It has changes that are not saved.",
      choices: [
        { id: "save", title: "Save and close", kind: "primary" },
        { id: "discard", title: "Discard changes", kind: "danger" },
      ],
    });
    if (!answer) return;
    if (answer.choice === "save" && !(await save(document))) return;
  }
  closeDocument(document);
}

/** Whether it is on disk now; if not, the banner above the canvas offers the choice. */
export async function save(document: OpenDocument): Promise<boolean> {
  const outcome = await documents.save(document);
  if (outcome !== "saved") {
    toast(`${document.name} was not saved: the file on disk has another content.`, "fault");
    return false;
  }
  announce(`${document.name} saved`);
  return true;
}

/** A gesture on the shown class: text edits as one step of the history. Notes of the server are shown. */
export async function perform(gestures: Gesture[], options: Omit<GestureOptions, "class">): Promise<EditResult | undefined> {
  const document = currentDocument.peek();
  if (!document || gestures.length === 0) return undefined;
  const result = await performGestures(rpc, document, gestures, { ...options, class: currentClass.peek() ?? undefined });
  for (const note of result.notes) toast(note);
  return result;
}
