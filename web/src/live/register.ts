import { effect } from "@preact/signals";
import { h, render } from "preact";
import { svgOverlay } from "../canvas/view_state";
import { registerCommands } from "../commands/registry";
import { shownRun } from "../run/runs";
import { followLive, toggleLive } from "./live_drawing";
import { LiveLayer } from "./live_layer";

registerCommands({
  id: "live.toggle",
  title: "Show the run in the drawing",
  group: "View",
  keys: ["Shift+L"],
  context: "canvas",
  menus: ["view"],
  when: () => shownRun.peek() !== null,
  run: toggleLive,
});

followLive();

// The layer lives in the same box as the drawing.
effect(() => {
  const box = svgOverlay.value?.closest(".stage");
  if (!box) return;
  const layer = document.createElement("div");
  layer.className = "live-layer";
  box.append(layer);
  render(h(LiveLayer, {}), layer);
  return () => {
    render(null, layer);
    layer.remove();
  };
});
