// The frame of the page: top bar, side bars, the canvas with the dock below it, and what lies over all of it.
import { signal } from "@preact/signals";
import { CommandPalette } from "../commands/command_palette";
import { KeySheet } from "../commands/key_sheet";
import { OpenMenu } from "../commands/menu";
import { Banner } from "./banner";
import { Announcer, QuestionDialog, Toasts } from "./message_views";
import { activePanel, canvasView, isOpen, panels, type PanelPlace, startView } from "./panels";
import { Splitter } from "./splitter";
import { page } from "./state";
import { stored } from "./stored";
import { Tabs } from "./tabs";
import { TopBar } from "./top_bar";

const leftWidth = stored("dashpot.layout.left", signal(248));
const rightWidth = stored("dashpot.layout.right", signal(340));
const textWidth = stored("dashpot.layout.text", signal(Math.round(Math.min(720, Math.max(340, 0.38 * innerWidth))))); // lines of text are long
const dockHeight = stored("dashpot.layout.dock", signal(Math.round(Math.min(440, Math.max(240, 0.4 * innerHeight)))));

function isShown(place: PanelPlace): boolean {
  return isOpen[place].value && panels.value.some((panel) => panel.place === place && (panel.when?.value ?? true));
}

function Workbench() {
  const Canvas = canvasView.value;
  const right = activePanel.right.value === "text" ? textWidth : rightWidth;
  return (
    <div class="workbench">
      {isShown("left") && (
        <>
          <aside class="side" style={{ width: `${leftWidth.value}px` }} aria-label="Components and files">
            <Tabs place="left" />
          </aside>
          <Splitter size={leftWidth} side="right" least={180} most={() => innerWidth / 2} label="Width of the left side bar" />
        </>
      )}
      <div class="centre">
        <main class="stage" aria-label="Diagram">
          <Banner />
          {Canvas && <Canvas />}
        </main>
        {isShown("dock") && (
          <>
            <Splitter size={dockHeight} side="top" least={120} most={() => innerHeight - 240} label="Height of the panel below the canvas" />
            <section class="dock" style={{ height: `${dockHeight.value}px` }} aria-label="Plots and problems">
              <Tabs place="dock" />
            </section>
          </>
        )}
      </div>
      {isShown("right") && (
        <>
          <Splitter key={right === textWidth ? "text" : "other"} size={right} side="left" least={220} most={() => innerWidth * 0.6} label="Width of the right side bar" />
          <aside class="side" style={{ width: `${right.value}px` }} aria-label="Parameters and text">
            <Tabs place="right" />
          </aside>
        </>
      )}
    </div>
  );
}

function Start() {
  const View = startView.value;
  return (
    <main class="start">
      <Banner />
      {View && <View />}
    </main>
  );
}

export function Shell() {
  return (
    <div class="shell">
      <TopBar />
      {page.value === "workbench" ? <Workbench /> : <Start />}
      <CommandPalette />
      <KeySheet />
      <OpenMenu />
      <QuestionDialog />
      <Toasts />
      <Announcer />
    </div>
  );
}
