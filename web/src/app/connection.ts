// The one connection to the server, and the documents that are kept in step with it.
import { Documents } from "../document/documents";
import { Drafts } from "../document/drafts";
import { Rpc } from "../protocol/rpc";
import type { SemanticTokensLegend } from "../protocol/lsp";
import { toast } from "./messages";
import { diagnostics, models, session } from "./state";

export const rpc = new Rpc(() => {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = address.search = "";
  return new WebSocket(address);
});

export const documents = new Documents(rpc, new Drafts(localStorage), toast);

/** The numbers in the answers to semanticTokens count in these lists. */
export const tokenLegend: SemanticTokensLegend = { tokenTypes: [], tokenModifiers: [] };

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    completion: { completionItem: { snippetSupport: false, documentationFormat: ["markdown", "plaintext"] } },
    hover: { contentFormat: ["markdown", "plaintext"] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    semanticTokens: { requests: { full: true }, formats: ["relative"] },
  },
};

async function greet(): Promise<void> {
  const answer = await rpc.request("initialize", {
    processId: null,
    rootUri: null,
    capabilities,
    clientInfo: { name: "dashpot-workbench" },
  });
  Object.assign(tokenLegend, answer.capabilities.semanticTokensProvider?.legend);
  rpc.notify("initialized", {});
  session.value = await rpc.request("dashpot/session", {});
}

rpc.onOnline(greet); // here, so that it is the first: whoever asks the server something imports this file

export function startConnection(): void {
  rpc.on("textDocument/publishDiagnostics", (params) => {
    diagnostics.value = new Map(diagnostics.peek()).set(params.uri, params.diagnostics);
  });
  rpc.on("dashpot/models", (params) => {
    models.value = new Map(models.peek()).set(params.uri, params.models);
  });
  rpc.onOnline(() => documents.keepDrafts());
  addEventListener("pagehide", () => documents.keepDrafts());
  rpc.connect();
}
