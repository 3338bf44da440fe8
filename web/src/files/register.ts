import { conflictView, registerPanel } from "../app/panels";
import { currentDocument, diagram, session } from "../app/state";
import { registerCommands } from "../commands/registry";
import { copyLink, exportDiagram } from "./export";
import { newFromStarter, saveAsCopy } from "./file_actions";
import { DifferenceButton } from "./difference_dialog";
import { FilesPanel } from "./files_panel";
import { starters } from "./starters";

conflictView.value = DifferenceButton;
registerPanel({ id: "files", title: "Files", place: "left", order: 20, view: FilesPanel });

const canWrite = () => session.peek()?.readonly !== true;

registerCommands(
  ...starters.map((starter) => ({
    id: `file.new.${starter.id}`,
    title: `New: ${starter.title}`,
    group: "File" as const,
    when: canWrite,
    run: () => newFromStarter(starter),
  })),
  {
    id: "file.save_as",
    title: "Save as…",
    group: "File",
    menus: ["file"],
    when: () => canWrite() && currentDocument.peek() !== null,
    run: saveAsCopy,
  },
  {
    id: "file.svg",
    title: "Circuit as SVG",
    group: "File",
    menus: ["file"],
    when: () => diagram.peek() !== null,
    run: () => exportDiagram("svg"),
  },
  {
    id: "file.png",
    title: "Circuit as PNG",
    group: "File",
    menus: ["file"],
    when: () => diagram.peek() !== null,
    run: () => exportDiagram("png"),
  },
  {
    id: "file.link",
    title: "Copy a link to this circuit",
    group: "File",
    menus: ["file"],
    when: () => currentDocument.peek() !== null,
    run: copyLink,
  },
);
