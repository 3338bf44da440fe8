// Keeps the server's copy of a document equal to ours: opened once per connection, then every change as it happens.
import type { Rpc } from "../protocol/rpc";
import { contentChanges } from "./edits";
import type { OpenDocument } from "./open_document";

export function keepInSync(rpc: Rpc, document: OpenDocument): () => void {
  const { uri } = document;
  const announce = () =>
    rpc.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "modelica", version: document.version, text: document.text },
    });
  if (rpc.state.peek() === "online") announce();
  const endReopening = rpc.onOnline(announce);
  const endChanges = document.onChange(({ before, changes }) =>
    rpc.notify("textDocument/didChange", {
      textDocument: { uri, version: document.version },
      contentChanges: contentChanges(before, changes, document.lineBreak),
    }),
  );
  return () => {
    endReopening();
    endChanges();
    rpc.notify("textDocument/didClose", { textDocument: { uri } });
  };
}
