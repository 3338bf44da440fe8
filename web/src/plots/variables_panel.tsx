// The side bar's panel "Variables": what the shown run has recorded, to be ticked or dragged into a plot.
import { useState } from "preact/hooks";
import type { RecordedVariable } from "../protocol/types";
import { shownRun } from "../run/runs";
import { displayUnitOf, prettyUnit } from "../units/display";
import { dragType } from "./drag";
import { withoutCurve } from "./panels";
import { activePanelId, addCurve, panels } from "./plot_state";
import { groupedVariables, type VariableGroup } from "./variable_tree";

export function VariablesPanel() {
  const [search, setSearch] = useState("");
  const known = shownRun.value?.variables.value;
  if (!known) return <p class="quiet pad">Run the model (F5); then its variables are listed here.</p>;
  const groups = groupedVariables(known.variables, search);
  return (
    <div class="variables">
      <input
        type="search"
        class="variables-search"
        placeholder="Search variables"
        aria-label="Search variables"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.length === 0 && <p class="quiet pad">No variable has all these words.</p>}
      {groups.map((group) => (
        <Group key={group.name} group={group} isOpen={search !== "" || groups.length < 4} />
      ))}
    </div>
  );
}

function Group({ group, isOpen }: { group: VariableGroup; isOpen: boolean }) {
  const shownHere = group.variables.some((variable) => panels.value.some((panel) => panel.curves.includes(variable.name)));
  return (
    <details class="variable-group" open={isOpen || shownHere}>
      <summary>
        {group.name || "The model"} <small class="quiet">{group.variables.length}</small>
      </summary>
      <ul>
        {group.variables.map((variable) => (
          <Row key={variable.name} variable={variable} prefix={group.name} />
        ))}
      </ul>
    </details>
  );
}

function Row({ variable, prefix }: { variable: RecordedVariable; prefix: string }) {
  const { name } = variable;
  const isShown = panels.value.some((panel) => panel.curves.includes(name));
  const toggle = () => {
    if (!isShown) return addCurve(name, activePanelId.peek());
    panels.value = panels.peek().reduce((list, panel) => withoutCurve(list, panel.id, name), [...panels.peek()]);
  };
  const short = prefix !== "" && name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : name;
  return (
    <li draggable onDragStart={(event) => event.dataTransfer?.setData(dragType, name)}>
      <label title={variable.description || name}>
        <input type="checkbox" checked={isShown} onChange={toggle} data-testid={`variable-${name}`} />
        <span class="plot-name">{short}</span>
        <small class="quiet">{prettyUnit(displayUnitOf(variable).unit)}</small>
      </label>
    </li>
  );
}
