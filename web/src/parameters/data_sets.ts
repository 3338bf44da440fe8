// The named sets of data of the model that is open: read from and written to their table beside it.
import { signal } from "@preact/signals";
import { rpc } from "../app/connection";
import { currentDocument } from "../app/state";
import { RpcError } from "../protocol/rpc";
import { overrides } from "../run/settings";
import { type DataSets, parseSets, setsPath, writeSets } from "./sets";

export const dataSets = signal<DataSets>(new Map());
let hash: string | null = null;

export async function loadDataSets(): Promise<void> {
  dataSets.value = new Map();
  hash = null;
  const path = currentDocument.peek()?.path;
  if (path === undefined) return;
  try {
    const file = await rpc.request("dashpot/read", { path: setsPath(path) });
    if (currentDocument.peek()?.path !== path) return; // another model is shown by now
    hash = file.hash;
    dataSets.value = parseSets(file.text);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error; // there is no such file: there are no sets
  }
}

/** The values that sliders and earlier sets have laid over the model, under a name. */
export async function keepOverrides(name: string): Promise<void> {
  await store(new Map([...dataSets.peek(), [name, new Map(Object.entries(overrides.peek()))]]));
}

export async function removeDataSet(name: string): Promise<void> {
  await store(new Map([...dataSets.peek()].filter(([other]) => other !== name)));
}

/** The next runs have the values of this set. */
export function applyDataSet(name: string): void {
  overrides.value = Object.fromEntries(dataSets.peek().get(name) ?? []);
}

async function store(sets: DataSets): Promise<void> {
  const path = currentDocument.peek()?.path;
  if (path === undefined) throw new Error("The model has no file yet: save it first.");
  const answer = await rpc.request("dashpot/save", { path: setsPath(path), text: writeSets(sets), hash });
  hash = answer.hash;
  dataSets.value = sets;
}
