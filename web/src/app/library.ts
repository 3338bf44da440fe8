// The components that can be drawn with, as the server knows them: asked for once per connection.
import { computed, signal } from "@preact/signals";
import { rpc } from "./connection";
import { report } from "./messages";
import type { PaletteComponent, PalettePackage } from "../protocol/messages";

export const packages = signal<readonly PalettePackage[]>([]);

export const components = computed<readonly PaletteComponent[]>(() => packages.value.flatMap((one) => one.components));

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

export function findPaletteComponent(name: string): PaletteComponent | undefined {
  return components.peek().find((component) => component.name === name);
}

/** What a component is found by, the weightiest first. */
export function searchTexts({ name, description, keywords }: PaletteComponent): string[] {
  return [lastPart(name), `${description} ${keywords.join(" ")}`, name];
}

export function loadPalette(): void {
  rpc.onOnline(() => {
    // Not waited for: the drawing comes first.
    rpc.request("dashpot/palette", {}).then((answer) => (packages.value = answer.packages), report);
  });
}
