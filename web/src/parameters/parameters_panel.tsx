// The side bar's panel "Parameters": what the selected component, or the class, can be given, and what it is.
import { useEffect, useRef, useState } from "preact/hooks";
import { perform } from "../app/actions";
import { Icon } from "../app/icons";
import { ask, report } from "../app/messages";
import { awaitedParameters, editable } from "../app/state";
import type { ComponentResult, Replaceable } from "../protocol/types";
import { type Details, details, detailsFault } from "./component_details";
import { DataSetsView } from "./data_sets_view";
import { Documentation } from "./documentation";
import { groupedParameters } from "./groups";
import { ParameterField } from "./parameter_field";

export function ParametersPanel() {
  const shown = details.value;
  if (!shown) return <p class="quiet pad">{detailsFault.value ?? "Select a component to see its parameters."}</p>;
  return <Shown key={shown.component ?? ""} details={shown} />;
}

function Shown({ details: shown }: { details: Details }) {
  const { result, component } = shown;
  const panel = useRef<HTMLDivElement>(null);
  const isAwaited = component !== null && awaitedParameters.value === component;
  useEffect(() => {
    if (!isAwaited) return;
    awaitedParameters.value = null;
    panel.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, [isAwaited]);
  return (
    <div class="parameters" ref={panel} data-testid="parameters">
      <Head details={shown} />
      <Tabs result={result} component={component} />
      {result.replaceables.length > 0 && (
        <fieldset>
          <legend>Choices</legend>
          {result.replaceables.map((replaceable) => (
            <ReplaceableField key={replaceable.name} replaceable={replaceable} path={pathOf(component, replaceable.name)} />
          ))}
        </fieldset>
      )}
      {component === null && <DataSetsView />}
      <Documentation html={result.documentation} />
    </div>
  );
}

function pathOf(component: string | null, name: string): string {
  return component === null ? name : `${component}.${name}`;
}

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);

function Head({ details: { component, result } }: { details: Details }) {
  const rename = async () => {
    const old = component ?? lastPart(result.name);
    const answer = await ask({
      title: `Rename ${old}`,
      text: component === null ? "The class gets this name in the whole file." : "Everything in this file that names it follows.",
      field: {
        label: "New name",
        value: old,
        check: (value) =>
          /^([A-Za-z_]\w*|'[^']+')$/.test(value) ? undefined : "A name begins with a letter and has letters, digits and _",
      },
      choices: [{ id: "rename", title: "Rename", kind: "primary" }],
    });
    if (!answer || answer.value === old) return;
    await perform([component === null ? { kind: "rename_class", to: answer.value } : { kind: "rename", component, to: answer.value }], {
      label: `Rename ${old}`,
    });
  };
  return (
    <header class="parameters-head">
      <h2>
        {component ?? lastPart(result.name)}
        <button
          class="quiet-button"
          title="Rename (F2)"
          aria-label="Rename"
          disabled={!editable.value}
          onClick={() => rename().catch(report)}
        >
          <Icon name="text" size={14} />
        </button>
      </h2>
      <p class="quiet" title={result.type}>
        {component === null ? "model" : lastPart(result.type)}
        {result.description && `: ${result.description}`}
      </p>
    </header>
  );
}

function Tabs({ result, component }: { result: ComponentResult; component: string | null }) {
  const tabs = groupedParameters(result.parameters);
  const [chosen, choose] = useState("");
  const tab = tabs.find((other) => other.name === chosen) ?? tabs[0];
  if (!tab) return <p class="quiet">It has no parameters.</p>;
  return (
    <>
      {tabs.length > 1 && (
        <div class="parameter-tabs" role="tablist" aria-label="Parameters">
          {tabs.map(({ name }) => (
            <button key={name} role="tab" class="tab" aria-selected={name === tab.name} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </div>
      )}
      {tab.groups.map((group) => (
        <fieldset key={`${tab.name} ${group.name}`}>
          <legend>{group.name}</legend>
          {group.parameters.map((parameter) => (
            <ParameterField key={parameter.name} parameter={parameter} path={pathOf(component, parameter.name)} />
          ))}
        </fieldset>
      ))}
    </>
  );
}

function ReplaceableField({ replaceable, path }: { replaceable: Replaceable; path: string }) {
  const [fault, setFault] = useState("");
  const { choices, chosen } = replaceable;
  const options = choices.some((choice) => choice.name === chosen) || !chosen ? choices : [{ name: chosen, description: "" }, ...choices];
  const change = (choice: string) =>
    perform([{ kind: "redeclare", path, choice }], { label: `Choose ${lastPart(choice)}` })
      .then(() => setFault(""))
      .catch((error: Error) => setFault(error.message));
  return (
    <label class="parameter" title={replaceable.description}>
      <span class="parameter-name">{replaceable.name}</span>
      <select value={chosen} disabled={!editable.value} onChange={(event) => change(event.currentTarget.value)}>
        {options.map((choice) => (
          <option key={choice.name} value={choice.name} title={choice.description}>
            {lastPart(choice.name)}
            {choice.description && `: ${choice.description}`}
          </option>
        ))}
      </select>
      {fault && <em class="fault">{fault}</em>}
    </label>
  );
}
