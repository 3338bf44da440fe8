// The shell's own commands.
import { reportFaultsTo, registerCommands } from "../commands/registry";
import { isKeySheetOpen } from "../commands/key_sheet";
import { isPaletteOpen } from "../commands/command_palette";
import { closeAsking, save } from "./actions";
import { documents } from "./connection";
import { followDiagram } from "./follow_diagram";
import { report } from "./messages";
import { isOpen } from "./panels";
import { currentDocument, editable, page } from "./state";
import { toggleTheme } from "./theme";

reportFaultsTo(report);
followDiagram();

const isWorkbench = () => page.value === "workbench";
const shown = () => currentDocument.peek();

registerCommands(
  {
    id: "file.save",
    title: "Save",
    group: "File",
    keys: ["Ctrl+S"],
    menus: ["file"],
    when: () => editable.value,
    run: async () => {
      const document = shown();
      if (document) await save(document);
    },
  },
  {
    id: "file.save_all",
    title: "Save all",
    group: "File",
    keys: ["Ctrl+Shift+S"],
    menus: ["file"],
    when: () => documents.open.value.some((document) => document.dirty.value && !document.readonly),
    run: async () => {
      for (const document of documents.open.peek()) if (document.dirty.peek() && !document.readonly) await save(document);
    },
  },
  {
    id: "file.close",
    title: "Close the document",
    group: "File",
    menus: ["file"],
    when: isWorkbench,
    run: async () => {
      const document = shown();
      if (document) await closeAsking(document);
    },
  },
  {
    id: "app.home",
    title: "To the first page",
    group: "File",
    menus: ["file"],
    when: isWorkbench,
    run: () => {
      currentDocument.value = null; // documents stay open
    },
  },
  {
    id: "edit.undo",
    title: "Undo",
    group: "Edit",
    keys: ["Ctrl+Z"],
    menus: ["edit"],
    when: () => editable.value && currentDocument.value?.undoLabel.value !== undefined,
    run: () => void shown()?.undo(),
  },
  {
    id: "edit.redo",
    title: "Redo",
    group: "Edit",
    keys: ["Ctrl+Y", "Ctrl+Shift+Z"],
    menus: ["edit"],
    when: () => editable.value && currentDocument.value?.redoLabel.value !== undefined,
    run: () => void shown()?.redo(),
  },
  {
    id: "view.left",
    title: "Show or hide the left side bar",
    group: "View",
    keys: ["Ctrl+B"],
    menus: ["view"],
    when: isWorkbench,
    run: () => {
      isOpen.left.value = !isOpen.left.peek();
    },
  },
  {
    id: "view.dock",
    title: "Show or hide plots and problems",
    group: "View",
    keys: ["Ctrl+Alt+J"],
    menus: ["view"],
    when: isWorkbench,
    run: () => {
      isOpen.dock.value = !isOpen.dock.peek();
    },
  },
  {
    id: "view.right",
    title: "Show or hide the right side bar",
    group: "View",
    keys: ["Ctrl+Alt+B"],
    menus: ["view"],
    when: isWorkbench,
    run: () => {
      isOpen.right.value = !isOpen.right.peek();
    },
  },
  { id: "view.theme", title: "Light or dark", group: "View", menus: ["view"], run: toggleTheme },
  {
    id: "help.commands",
    title: "All commands",
    group: "Help",
    keys: ["Ctrl+K", "F1"],
    menus: ["help"],
    run: () => {
      isPaletteOpen.value = true;
    },
  },
  {
    id: "help.keys",
    title: "Keys",
    group: "Help",
    keys: ["?"],
    menus: ["help"],
    run: () => {
      isKeySheetOpen.value = true;
    },
  },
);
