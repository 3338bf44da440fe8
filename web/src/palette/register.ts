import { loadPalette } from "../app/library";
import { registerPanel, showPanel } from "../app/panels";
import { page } from "../app/state";
import { registerCommands } from "../commands/registry";
import { PalettePanel } from "./palette_panel";

loadPalette();
registerPanel({ id: "palette", title: "Components", place: "left", order: 10, view: PalettePanel });
registerCommands({
  id: "palette.find",
  title: "Find a component",
  group: "Draw",
  context: "canvas",
  keys: ["Ctrl+F"],
  menus: ["edit"],
  when: () => page.value === "workbench",
  run: () => {
    showPanel("palette");
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>(".palette-search input")?.select());
  },
});
