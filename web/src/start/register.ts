import { effect } from "@preact/signals";
import { h, render } from "preact";
import { openNew, openPath } from "../app/actions";
import { rpc } from "../app/connection";
import { report } from "../app/messages";
import { startView } from "../app/panels";
import { session } from "../app/state";
import { registerCommands } from "../commands/registry";
import { files, refreshFiles } from "../files/file_list";
import { freePath } from "../files/starters";
import { textOfFragment } from "../files/link";
import { followRecent } from "./recent";
import { StartPage } from "./start_page";
import { beginTour, followTour, TourView } from "./tour_view";

startView.value = StartPage;
followRecent();
followTour();

registerCommands({
  id: "help.tour",
  title: "Your first circuit, in eight steps",
  group: "Help",
  menus: ["help"],
  when: () => session.peek()?.readonly !== true,
  run: beginTour,
});

const tourLayer = document.createElement("div");
document.body.append(tourLayer);
render(h(TourView, {}), tourLayer);

/** What the address asks for is opened, once: a file of the folder (`#f=lift.mo`), or a circuit in it as a new document. */
async function openLink(): Promise<void> {
  if (location.hash.startsWith("#f=")) {
    await openPath(decodeURIComponent(location.hash.slice(3)));
    return;
  }
  const text = await textOfFragment(location.hash);
  if (text === undefined) return;
  await refreshFiles();
  const name = /\b(?:model|block|package)\s+(\w+)/.exec(text)?.[1] ?? "Shared";
  openNew(
    freePath(
      `${name}.mo`,
      files.peek().map((file) => file.path),
    ),
    text,
  );
}

let isLinkOpen = false;
effect(() => {
  if (rpc.state.value !== "online" || isLinkOpen) return;
  isLinkOpen = true;
  openLink().catch(() => report(new Error("The address names nothing that can be opened: its end is damaged, or the file is gone.")));
});
