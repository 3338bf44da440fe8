// Components and connections of the class as a list: to find, select and see what is wrong with them.
import { diagram, selection } from "../app/state";
import { Icon } from "../app/icons";
import { lastPart } from "../app/library";
import { runCommand } from "../commands/registry";
import { markers, type Severity } from "./markers";
import { isConnectionSelected, select, toggleComponent } from "./selection";

export function OutlinePanel() {
  const shown = diagram.value;
  if (!shown) return <p class="quiet pad">No drawing.</p>;
  const severity = (key: string) => markers.value.find((marker) => marker.key === key)?.severity;
  return (
    <div class="outline">
      <h3>Components</h3>
      <ul>
        {shown.components.map((component) => (
          <li key={component.name}>
            <button
              class="outline-item"
              aria-pressed={selection.value.components.has(component.name)}
              title={component.description}
              onClick={(event) => (event.shiftKey || event.ctrlKey ? toggleComponent(component.name) : select([component.name]))}
              onDblClick={() => runCommand("draw.open")}
            >
              <span class="outline-name">{component.name}</span>
              <span class="outline-type">{lastPart(component.type)}</span>
              <Sign severity={severity(component.name)} />
            </button>
          </li>
        ))}
      </ul>
      <h3>Connections</h3>
      <ul>
        {shown.connections.map(({ ends: [from, to] }) => (
          <li key={`${from.text} ${to.text}`}>
            <button class="outline-item" aria-pressed={isConnectionSelected(from.text, to.text)} onClick={() => select([], [{ from: from.text, to: to.text }])}>
              <span class="outline-name">
                {from.text} – {to.text}
              </span>
              <Sign severity={severity(`${from.text} ${to.text}`)} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sign({ severity }: { severity: Severity | undefined }) {
  if (!severity) return null;
  return (
    <span class={`sign sign-${severity}`} title={severity}>
      <Icon name={severity} size={14} />
    </span>
  );
}
