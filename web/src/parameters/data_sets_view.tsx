// Named sets of data in the panel of the class.
import { useEffect } from "preact/hooks";
import { perform } from "../app/actions";
import { Icon } from "../app/icons";
import { ask, report } from "../app/messages";
import { currentDocument, editable } from "../app/state";
import { overrides } from "../run/settings";
import { applyDataSet, dataSets, keepOverrides, loadDataSets, removeDataSet } from "./data_sets";

export function DataSetsView() {
  const uri = currentDocument.value?.uri;
  useEffect(() => void loadDataSets().catch(report), [uri]);
  const laidOver = Object.entries(overrides.value);
  const keep = async () => {
    const answer = await ask({
      title: "Keep these values as a set",
      text: laidOver.map(([name, value]) => `${name} = ${value}`).join(", "),
      field: { label: "Name", value: "", check: (value) => (value.trim() ? undefined : "A set needs a name") },
      choices: [{ id: "keep", title: "Keep", kind: "primary" }],
    });
    if (answer) await keepOverrides(answer.value.trim());
  };
  const write = (name: string) =>
    perform(
      [...(dataSets.peek().get(name) ?? [])].map(([path, value]) => ({ kind: "set" as const, path, value })),
      { label: `Write the set ${name}` },
    );
  return (
    <fieldset>
      <legend>Sets of data</legend>
      {dataSets.value.size === 0 && (
        <p class="quiet">Values of sliders can be kept under a name, beside the model, and laid over it for a run.</p>
      )}
      <ul class="data-sets">
        {[...dataSets.value.keys()].map((name) => (
          <li key={name}>
            <button class="link" title="The next runs have these values" onClick={() => applyDataSet(name)}>
              {name}
            </button>
            <button
              class="quiet-button"
              title="Write these values into the model"
              aria-label={`Write ${name} into the model`}
              disabled={!editable.value}
              onClick={() => write(name).catch(report)}
            >
              <Icon name="save" size={14} />
            </button>
            <button
              class="quiet-button"
              title="Remove this set"
              aria-label={`Remove ${name}`}
              disabled={!editable.value}
              onClick={() => removeDataSet(name).catch(report)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      {laidOver.length > 0 && (
        <p>
          <button class="button small" disabled={!editable.value} onClick={() => keep().catch(report)}>
            Keep {laidOver.length} {laidOver.length === 1 ? "value" : "values"} as a set
          </button>{" "}
          <button class="button small" onClick={() => (overrides.value = {})}>
            Back to the model’s values
          </button>
        </p>
      )}
    </fieldset>
  );
}
