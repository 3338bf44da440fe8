// Parameters by the tabs and groups of their Dialog annotations, in the order in which they are declared: pure.
import type { Parameter } from "../protocol/types";

export interface ParameterGroup {
  name: string;
  parameters: Parameter[];
}

export interface ParameterTab {
  name: string;
  groups: ParameterGroup[];
}

const firstTab = "General"; // as Modelica 3.6, 18.7 has it
const firstGroup = "Parameters";

export function groupedParameters(parameters: readonly Parameter[]): ParameterTab[] {
  const tabs: ParameterTab[] = [];
  for (const parameter of parameters) {
    if (parameter.is_final) continue;
    const tab = found(tabs, parameter.tab || firstTab, (name) => ({ name, groups: [] }));
    found(tab.groups, parameter.group || firstGroup, (name) => ({ name, parameters: [] })).parameters.push(parameter);
  }
  return tabs;
}

function found<T extends { name: string }>(list: T[], name: string, make: (name: string) => T): T {
  const existing = list.find((entry) => entry.name === name);
  if (existing) return existing;
  const made = make(name);
  list.push(made);
  return made;
}

/** What a field shows: the value with its unit, as a person would write it; what is no number, as it is written. */
export function shownValue(parameter: Parameter): string {
  return parameter.value_shown ?? parameter.value ?? "";
}

export function shownDefault(parameter: Parameter): string {
  return parameter.default_shown ?? parameter.default ?? "";
}

/** The literal of an enumeration without the type before it. */
export const literalOf = (written: string) => written.slice(written.lastIndexOf(".") + 1);
