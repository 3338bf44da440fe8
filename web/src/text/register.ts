import { lazyView, registerPanel, showPanel } from "../app/panels";
import { currentDocument, page } from "../app/state";
import { registerCommands } from "../commands/registry";

const TextPanel = lazyView(() => import("./text_panel").then((module) => module.TextPanel));

registerPanel({ id: "text", title: "Text", place: "right", order: 20, view: TextPanel });
registerCommands(
  {
    id: "view.text",
    title: "Show the text",
    group: "View",
    keys: ["Ctrl+E"],
    menus: ["view"],
    when: () => page.value === "workbench",
    run: () => showPanel("text"),
  },
  {
    id: "text.definition",
    title: "Go to the definition",
    group: "Edit",
    context: "text",
    keys: ["F4"],
    when: () => page.value === "workbench",
    run: async () => {
      const document = currentDocument.peek();
      const { goToDefinition } = await import("./language_client");
      if (document) await goToDefinition(document, document.state.peek().selection.main.head);
    },
  },
);
