// A copy of the document that is shown, with an input added to one of its signals, as long as a question about it takes.
import { rpc } from "../app/connection";
import { currentClass, currentDocument, diagram } from "../app/state";
import { performGestures } from "../document/gestures";
import { OpenDocument } from "../document/open_document";
import { keepInSync } from "../document/sync";
import { exciteGestures } from "./excitation";

export async function withExcitedCopy<T>(signal: string, ask: (uri: string) => Promise<T>): Promise<T> {
  const document = currentDocument.peek();
  const shown = diagram.peek();
  if (!document || !shown) throw new Error("There is no model to look at.");
  const gestures = exciteGestures(shown, signal);
  const copy = new OpenDocument({ uri: document.uri.replace(/(\.mo)?$/, ".excited.mo"), text: document.text, hash: null, readonly: false });
  const close = keepInSync(rpc, copy);
  try {
    await performGestures(rpc, copy, gestures, { label: "", class: currentClass.peek() ?? undefined, lines: false });
    return await ask(copy.uri);
  } finally {
    close();
  }
}
