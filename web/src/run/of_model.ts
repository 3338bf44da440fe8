// Sliders, values laid over a model, and inputs belong to the model they were made for: another one has its own, and they are there
// again when one comes back.
import { batch, effect } from "@preact/signals";
import { currentClass, currentDocument } from "../app/state";
import { inputValues, overrides } from "./settings";
import { type Slider, sliders } from "./sliders";

interface OfModel {
  sliders: readonly Slider[];
  overrides: Readonly<Record<string, string>>;
  inputs: Readonly<Record<string, number>>;
}

const nothing: OfModel = { sliders: [], overrides: {}, inputs: {} };

export function followModel(): void {
  const kept = new Map<string, OfModel>();
  let shown: string | undefined;
  effect(() => {
    const document = currentDocument.value;
    const model = currentClass.value;
    if (!document || model === null) return; // not known yet
    const now = `${document.uri} ${model}`;
    if (now === shown) return;
    if (shown !== undefined) kept.set(shown, { sliders: sliders.peek(), overrides: overrides.peek(), inputs: inputValues.peek() });
    shown = now;
    const own = kept.get(now) ?? nothing;
    batch(() => {
      sliders.value = own.sliders;
      overrides.value = own.overrides;
      inputValues.value = own.inputs;
    });
  });
}
