import { lazyView, registerPanel, showPanel } from "../app/panels";
import { currentDocument } from "../app/state";
import { registerCommands } from "../commands/registry";

const views = [
  {
    id: "linear",
    title: "Linear",
    command: "Linearise: eigenvalues and frequency response",
    load: async () => (await import("./linear_panel")).LinearPanel,
  },
  {
    id: "structure",
    title: "Structure",
    command: "Sorted equations and pattern of the Jacobian",
    load: async () => (await import("./structure_panel")).StructurePanel,
  },
  {
    id: "stability",
    title: "Stability",
    command: "Regions of stability of methods",
    load: async () => (await import("./stability_panel")).StabilityPanel,
  },
  {
    id: "compare",
    title: "Compare",
    command: "Compare methods on this model",
    load: async () => (await import("./compare_panel")).ComparePanel,
  },
  {
    id: "explain",
    title: "Explain",
    command: "Explain a run: why it is slow or fails, and what would help",
    load: async () => (await import("./explain_panel")).ExplainPanel,
  },
  { id: "methods", title: "Methods", command: "All integration methods", load: async () => (await import("./methods_panel")).MethodsPanel },
];

views.forEach(({ id, title, load }, i) => registerPanel({ id, title, place: "dock", order: 30 + i, view: lazyView(load) }));
registerCommands(
  ...views.map(({ id, command }) => ({
    id: `analyse.${id}`,
    title: command,
    group: "Analyse" as const,
    when: () => currentDocument.peek() !== null,
    run: () => showPanel(id),
  })),
);
