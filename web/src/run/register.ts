import { effect } from "@preact/signals";
import { toast } from "../app/messages";
import { registerPanel, registerTopBarItem } from "../app/panels";
import "./commands";
import { RunControls } from "./controls";
import { followModel } from "./of_model";
import { messagesOf, type Run } from "./run";
import { RunPanel } from "./run_panel";
import { followTime } from "./time_cursor";
import { followRuns, followWatched, shownRun, watchedVariables } from "./runs";

registerTopBarItem({ id: "run", order: 10, view: RunControls });
registerPanel({ id: "run", title: "Run", place: "right", order: 20, view: RunPanel });

followModel();
followRuns();
followTime();
effect(() => {
  void watchedVariables.value;
  followWatched();
});

// A run that failed says why, once; the whole story is in the panel.
const told = new WeakSet<Run>();
effect(() => {
  const run = shownRun.value;
  if (!run || run.status.value.state !== "failed" || told.has(run)) return;
  told.add(run);
  toast(messagesOf(run.status.value)[0] ?? "The run failed.", "fault");
});
