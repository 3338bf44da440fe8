// The variables of a run as a tree of components, and the search in it: pure.
import type { RecordedVariable } from "../protocol/types";

export interface VariableGroup {
  name: string; // of the component; empty: the model itself
  variables: RecordedVariable[];
}

/** "cylinder.chamber.p" belongs to "cylinder"; "der(pump.x)" to "pump"; "x" to the model. */
export function componentOf(name: string): string {
  const path = /^der\((.*)\)$/.exec(name)?.[1] ?? name;
  const dot = path.search(/\.|\[/);
  return dot < 0 ? "" : path.slice(0, dot);
}

/** Every word must occur in the name, the unit or the description. Groups are in the order of the alphabet, the model itself first. */
export function groupedVariables(variables: readonly RecordedVariable[], search: string): VariableGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, RecordedVariable[]>();
  for (const variable of variables) {
    if (variable.kind === "parameter") continue;
    const text = `${variable.name} ${variable.unit} ${variable.display_unit} ${variable.description}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const component = componentOf(variable.name);
    const group = groups.get(component);
    if (group) group.push(variable);
    else groups.set(component, [variable]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([name, list]) => ({ name, variables: list }));
}
