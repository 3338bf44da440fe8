// The circuit as a picture, as a link, or as paper.
import { toast } from "../app/messages";
import { currentDocument, diagram } from "../app/state";
import { rasterOf } from "./raster";
import { linkFragment, longestLink } from "./link";
import { pictureText } from "./picture";
import { saveAs } from "./save_as";

export async function exportDiagram(format: "svg" | "png"): Promise<void> {
  const shown = diagram.peek();
  if (!shown) return;
  const svg = pictureText(shown);
  saveAs(`${shown.class}.${format}`, format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await rasterOf(svg));
}

/** The address of this page with the text in it; a long one is not made. */
export async function copyLink(): Promise<void> {
  const document = currentDocument.peek();
  if (!document) return;
  const fragment = await linkFragment(document.text);
  const link = new URL(fragment, location.href).href;
  const size = `${(link.length / 1000).toFixed(1)} KB`;
  if (link.length > longestLink)
    return toast(`The link would be ${size} long, more than mail and chat programs take. Send the file instead.`, "fault");
  location.hash = fragment;
  try {
    await navigator.clipboard.writeText(link);
    toast(`The link is in the clipboard (${size}). Whoever opens it in a workbench gets a copy of this text.`);
  } catch {
    toast(`The link is in the address bar (${size}).`); // the browser keeps the clipboard to itself
  }
}
