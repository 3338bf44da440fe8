// A gesture on the drawing is a question to the server, whose answer is text edits; they become one step of the document's history.
import type { EditResult, Gesture } from "../protocol/messages";
import type { Rpc } from "../protocol/rpc";
import type { OpenDocument, StepOptions } from "./open_document";

export interface GestureOptions extends StepOptions {
  class?: string | undefined;
  /** False: lines of what was touched stay as they are. */
  lines?: boolean;
}

const attempts = 5; // somebody who types while a gesture is on its way makes its answer stale

/** Gestures on one document are made one after the other, each on the text that the one before it left. */
export function performGestures(rpc: Rpc, document: OpenDocument, gestures: Gesture[], options: GestureOptions): Promise<EditResult> {
  return document.inTurn(async () => {
    for (let attempt = 1; ; attempt++) {
      const { uri, version } = document;
      const result = await rpc.request("dashpot/edit", {
        textDocument: { uri, version },
        gestures,
        ...(options.class === undefined ? {} : { class: options.class }),
        ...(options.lines === undefined ? {} : { lines: options.lines }),
      });
      if (document.version === version) {
        document.applyEdits(result.changes, options);
        return result;
      }
      if (attempt === attempts) throw new Error("The text keeps changing; the drawing was left as it is.");
    }
  });
}
