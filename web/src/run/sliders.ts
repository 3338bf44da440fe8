// Sliders on parameters: each change is a new run with the value laid over the model; the text changes only when the user keeps the value.
import { signal } from "@preact/signals";
import { perform } from "../app/actions";
import { type DisplayUnit, toShown } from "../units/display";
import { override } from "./settings";
import { sliderRange } from "./slider_range";
import { rerun } from "./start";

export interface Slider {
  parameter: string; // "pump.p_set"
  unit: DisplayUnit;
  value: number; // SI, as least and greatest
  least: number;
  greatest: number;
}

export const sliders = signal<readonly Slider[]>([]);

export function addSlider(parameter: string, value: number, unit: DisplayUnit, bounds: { least?: number; greatest?: number } = {}): void {
  if (sliders.peek().some((slider) => slider.parameter === parameter)) return;
  const [least, greatest] = sliderRange(value, bounds.least, bounds.greatest);
  sliders.value = [...sliders.peek(), { parameter, unit, value, least, greatest }];
}

export function removeSlider(parameter: string): void {
  sliders.value = sliders.peek().filter((slider) => slider.parameter !== parameter);
  override(parameter, null);
}

export function changeSlider(parameter: string, change: Partial<Slider>): void {
  sliders.value = sliders.peek().map((slider) => (slider.parameter === parameter ? { ...slider, ...change } : slider));
}

/** Moves a slider and runs again. */
export function slide(parameter: string, value: number): Promise<void> {
  changeSlider(parameter, { value });
  override(parameter, String(value));
  return rerun();
}

/** Writes the value into the model. */
export async function keepValue(slider: Slider): Promise<void> {
  const { unit } = slider;
  const shown = Number(toShown(slider.value, unit).toPrecision(6));
  const value = unit.unit === "" || unit.unit === "1" ? String(shown) : `${shown} ${unit.unit}`;
  await perform([{ kind: "set", path: slider.parameter, value }], { label: `Set ${slider.parameter}` });
  override(slider.parameter, null);
}
