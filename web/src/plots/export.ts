// A panel as a picture: SVG of our own making, or PNG drawn from it.
import { rasterOf } from "../files/raster";
import { saveAs } from "../files/save_as";
import { shownRun } from "../run/runs";
import { chartSvg } from "./chart";
import { chartOf } from "./chart_view";
import type { Panel } from "./panels";
import { shownWindow } from "./plot_state";

export async function exportPanel(panel: Panel, format: "svg" | "png"): Promise<void> {
  const run = shownRun.peek();
  if (!run) throw new Error("There is no run to export.");
  const [from, to] = shownWindow.peek();
  const svg = chartSvg(await chartOf(panel, run, from, to));
  const name = (panel.title || run.request.model).replace(/[^\w.-]+/g, "_");
  saveAs(`${name}.${format}`, format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await rasterOf(svg));
}
