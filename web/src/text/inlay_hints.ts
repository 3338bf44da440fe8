// Values in the unit that is meant to be read, beside those in SI: "210 bar" after 21e6.
import { Decoration, WidgetType } from "@codemirror/view";
import { rpc } from "../app/connection";
import type { OpenDocument } from "../document/open_document";
import { offsetAt, rangeOf } from "../document/positions";
import type { InlayHint } from "../protocol/lsp";
import { serverDecorations } from "./server_decorations";

const delay = 500; // milliseconds

class HintWidget extends WidgetType {
  constructor(private readonly label: string) {
    super();
  }

  override eq(other: HintWidget): boolean {
    return other.label === this.label;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "inlay-hint";
    element.textContent = this.label;
    return element;
  }
}

function labelOf({ label }: InlayHint): string {
  return typeof label === "string" ? label : label.map((part) => part.value).join("");
}

export function inlayHints(open: OpenDocument) {
  return serverDecorations(open, delay, async ({ state: { doc } }) => {
    const hints = await rpc.request("textDocument/inlayHint", { textDocument: { uri: open.uri }, range: rangeOf(doc, 0, doc.length) });
    const widgets = (hints ?? []).map((hint) => Decoration.widget({ widget: new HintWidget(labelOf(hint)), side: 1 }).range(offsetAt(doc, hint.position)));
    return Decoration.set(widgets, true);
  });
}
