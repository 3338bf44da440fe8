// What the server knows of the component that is selected, or of the class that is shown: asked anew whenever the text has changed.
import { effect, signal } from "@preact/signals";
import { rpc } from "../app/connection";
import { awaitedParameters, currentClass, currentDocument, diagram, selectedComponent } from "../app/state";
import { ConnectionLost } from "../protocol/rpc";
import type { ComponentResult } from "../protocol/types";

export interface Details {
  component: string | null; // null: the class itself
  result: ComponentResult;
}

export const details = signal<Details | null>(null);
export const detailsFault = signal<string | null>(null);

let generation = 0;

async function ask(component: string | null): Promise<void> {
  const mine = ++generation;
  const uri = currentDocument.peek()?.uri;
  const model = currentClass.peek();
  if (uri === undefined || model === null) {
    details.value = null;
    return;
  }
  try {
    const result = await rpc.request("dashpot/component", {
      textDocument: { uri },
      class: model,
      ...(component === null ? {} : { component }),
    });
    if (mine !== generation) return;
    details.value = { component, result };
    detailsFault.value = null;
  } catch (error) {
    if (mine !== generation || error instanceof ConnectionLost) return;
    details.value = null;
    detailsFault.value = (error as Error).message;
  }
}

export function followSelection(): void {
  effect(() => {
    void diagram.value; // a new drawing: the text has changed
    const component = selectedComponent.value;
    if (awaitedParameters.peek() !== component) awaitedParameters.value = null;
    if (rpc.state.value === "online") void ask(component);
  });
}
