// Keeps the drawing in step with the text: one question at a time, and again as long as the text has moved on meanwhile.
import { batch, effect } from "@preact/signals";
import { ConnectionLost } from "../protocol/rpc";
import { rpc } from "./connection";
import { classes, currentClass, currentDocument, diagram, diagramFault, experiment, figures, isDrawingOld } from "./state";

let again = false;

async function refresh(): Promise<void> {
  if (isDrawingOld.peek()) {
    again = true;
    return;
  }
  isDrawingOld.value = true;
  do {
    again = false;
    await askOnce();
  } while (again);
  isDrawingOld.value = false;
}

async function askOnce(): Promise<void> {
  const document = currentDocument.peek();
  const className = currentClass.peek();
  if (!document || rpc.state.peek() !== "online") return;
  try {
    const answer = await rpc.request("dashpot/diagram", {
      textDocument: { uri: document.uri },
      ...(className === null ? {} : { class: className }),
    });
    if (currentDocument.peek() !== document || currentClass.peek() !== className) return;
    batch(() => {
      classes.value = answer.classes;
      experiment.value = answer.experiment ?? {};
      figures.value = answer.figures ?? [];
      diagram.value = answer.diagram;
      diagramFault.value = null;
      currentClass.value = answer.diagram.class;
    });
  } catch (error) {
    if (error instanceof ConnectionLost || currentDocument.peek() !== document) return;
    diagramFault.value = (error as Error).message; // the last drawing stays
  }
}

export function followDiagram(): void {
  let shown: string | undefined;
  effect(() => {
    const document = currentDocument.value;
    const text = document?.state.value.doc; // every change of the text counts, moves of the caret do not
    const key = document ? `${document.uri} ${currentClass.value} ${document.version} ${rpc.state.value}` : undefined;
    if (text && key !== shown) void refresh();
    shown = key;
  });
}
