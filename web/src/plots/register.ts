import { lazyView, registerPanel, showPanel } from "../app/panels";
import { registerCommands } from "../commands/registry";
import { hovered } from "../canvas/view_state";
import { selectedComponent } from "../app/state";
import { shownRun } from "../run/runs";
import { togglePlay } from "../run/time_cursor";
import { variablesToPlot } from "./port_variables";
import { addCurve, addPanel, followModel, timeWindow } from "./plot_state";
import { VariablesPanel } from "./variables_panel";

registerPanel({
  id: "plots",
  title: "Plots",
  place: "dock",
  order: 10,
  view: lazyView(async () => (await import("./plots_panel")).PlotsPanel),
});
registerPanel({ id: "variables", title: "Variables", place: "right", order: 40, view: VariablesPanel });

registerCommands(
  {
    id: "plot.hovered",
    title: "Plot the port under the pointer, or what is selected",
    group: "Plot",
    keys: ["P"],
    context: "canvas",
    when: () => shownRun.peek() !== null,
    run: () => {
      const run = shownRun.peek();
      const place = hovered.peek() ?? selectedComponent.peek();
      if (!run || place === null) return;
      for (const name of variablesToPlot(run, place)) addCurve(name);
      showPanel("plots");
    },
  },
  { id: "plot.panel", title: "Add a panel", group: "Plot", run: () => addPanel() },
  {
    id: "plot.all",
    title: "Show the whole run",
    group: "Plot",
    keys: ["F"],
    context: "plot",
    run: () => {
      timeWindow.value = null;
    },
  },
  { id: "plot.play", title: "Play the run", group: "Plot", keys: ["Ctrl+Space"], when: () => shownRun.peek() !== null, run: togglePlay },
);

followModel();
