// The guided first circuit beside the sheet: which step it is, and what is done already.
import { computed, effect, signal } from "@preact/signals";
import { openNew, openPath, show } from "../app/actions";
import { documents } from "../app/connection";
import { Icon } from "../app/icons";
import { announce } from "../app/messages";
import { showPanel } from "../app/panels";
import { currentDocument, diagram } from "../app/state";
import { files, refreshFiles } from "../files/file_list";
import { freePath } from "../files/starters";
import { shownRun } from "../run/runs";
import { currentStep, tourModelName, tourSteps } from "./tour";

const tourUri = signal<string | null>(null);
const isHere = computed(() => tourUri.value !== null && currentDocument.value?.uri === tourUri.value);

const step = computed(() => {
  const run = shownRun.value;
  const isOurs = run?.request.uri === tourUri.value;
  return currentStep({ diagram: diagram.value ?? undefined, run: isOurs ? run?.status.value.state : undefined });
});

export async function beginTour(): Promise<void> {
  await refreshFiles();
  const open = documents.open.peek().find((document) => document.uri === tourUri.peek());
  if (open) return open.path === undefined ? show(open) : void (await openPath(open.path));
  const path = freePath(
    `${tourModelName}.mo`,
    files.peek().map((file) => file.path),
  );
  const name = path.replace(/\.mo$/, "");
  tourUri.value = openNew(path, `model ${name} "A pump lifts a load"\n  annotation(experiment(StopTime = 2));\nend ${name};\n`).uri;
  showPanel("palette");
}

export function TourView() {
  if (!isHere.value) return null;
  const current = tourSteps[step.value];
  return (
    <aside class="tour" aria-label="Your first circuit" data-testid="tour-view" data-step={step.value}>
      <header>
        <strong>{current ? `Step ${step.value + 1} of ${tourSteps.length}: ${current.title}` : "It runs."}</strong>
        <button class="quiet-button" aria-label="End the tour" title="End the tour" onClick={() => (tourUri.value = null)}>
          <Icon name="close" size={14} />
        </button>
      </header>
      <p>
        {current
          ? current.text
          : "That is all there is to it: draw, set, run, see. Move a slider on a parameter (the button beside its field), save the file with Ctrl+S, and look at the example machines on the first page."}
      </p>
      <ol class="tour-dots" aria-hidden="true">
        {tourSteps.map((other, i) => (
          <li key={other.title} class={i < step.value ? "done" : i === step.value ? "now" : ""} />
        ))}
      </ol>
    </aside>
  );
}

export function followTour(): void {
  effect(() => {
    if (!isHere.value) return;
    const current = tourSteps[step.value];
    announce(current ? `Step ${step.value + 1}: ${current.title}. ${current.text}` : "The first circuit is complete.");
  });
}
