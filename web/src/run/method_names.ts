// The names of all integration methods, asked from the server when somebody wants to choose one.
import { signal } from "@preact/signals";
import { rpc } from "../app/connection";
import { currentDocument } from "../app/state";

const all = signal<readonly string[]>([]);

async function load(): Promise<void> {
  const uri = currentDocument.peek()?.uri;
  if (all.peek().length > 0 || uri === undefined) return;
  const answer = await rpc.request("dashpot/analyse", { textDocument: { uri }, parameters: {}, what: "methods", arguments: {} });
  const { methods } = answer as { methods?: { name: string }[] };
  all.value = (methods ?? []).map((method) => method.name).filter((name) => !name.endsWith("-published"));
}

export const methodNames = { all, load };
