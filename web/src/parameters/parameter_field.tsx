// One parameter as a field. What is typed goes to the server as it is ("210 bar", "2*k"); what it refuses is said at the field, and the text stays as it was.
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { perform } from "../app/actions";
import { rpc } from "../app/connection";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { showPanel } from "../app/panels";
import { editable } from "../app/state";
import type { Parameter } from "../protocol/types";
import { shownRun } from "../run/runs";
import { addSlider } from "../run/sliders";
import { type DisplayUnit, displayUnitOf } from "../units/display";
import { literalOf, shownDefault, shownValue } from "./groups";

export function ParameterField({ parameter, path }: { parameter: Parameter; path: string }) {
  const [fault, setFault] = useState("");
  const isSet = parameter.value !== undefined;
  const isOff = !editable.value || parameter.enabled === false;
  /** Whether it was taken. */
  const change = (value: string): Promise<boolean> =>
    perform([{ kind: "set", path, value }], { label: `Set ${path}` }).then(
      () => {
        setFault("");
        return true;
      },
      (error: Error) => {
        setFault(error.message);
        return false;
      },
    );
  const reset = () => {
    setFault("");
    perform([{ kind: "unset", path }], { label: `Reset ${path}` }).catch(report);
  };
  const hint = [parameter.description, boundsOf(parameter), parameter.unit && `[${parameter.unit}]`].filter(Boolean).join(" ");
  return (
    <div class={`parameter ${isSet ? "is-set" : ""}`} title={hint} data-testid={`parameter-${parameter.name}`}>
      <label>
        <span class="parameter-name">{parameter.name}</span>
        <span class="parameter-description">{parameter.description}</span>
        <Control parameter={parameter} isOff={isOff} isFaulty={fault !== ""} onChange={change} />
      </label>
      <span class="parameter-tools">
        {isNumber(parameter) && !parameter.is_structural && (
          <button
            class="quiet-button"
            title="A slider for this parameter"
            aria-label={`A slider for ${path}`}
            onClick={() => sliderFor(parameter, path).catch(report)}
          >
            <Icon name="parameters" size={14} />
          </button>
        )}
        {isSet && (
          <button
            class="quiet-button"
            title={`Back to the default${parameter.default === undefined ? "" : `, ${shownDefault(parameter)}`}`}
            aria-label={`Reset ${path}`}
            disabled={isOff}
            onClick={reset}
          >
            <Icon name="undo" size={14} />
          </button>
        )}
      </span>
      {fault && (
        <em class="fault" role="alert">
          {fault}
        </em>
      )}
    </div>
  );
}

interface ControlProps {
  parameter: Parameter;
  isOff: boolean;
  isFaulty: boolean;
  onChange: (value: string) => Promise<boolean>;
}

function Control({ parameter, isOff, isFaulty, onChange }: ControlProps) {
  const choices =
    parameter.builtin === "Boolean" ? ["true", "false"] : parameter.builtin === "enumeration" ? parameter.literals : undefined;
  const isScalar = !parameter.dimensions;
  if (choices && isScalar) return <Choice parameter={parameter} choices={choices} isOff={isOff} onChange={onChange} />;
  return <TextControl parameter={parameter} isOff={isOff} isFaulty={isFaulty} onChange={onChange} />;
}

/** A list of literals; an expression that is written there is one more entry, so that it is seen and kept. */
function Choice({ parameter, choices, isOff, onChange }: Omit<ControlProps, "isFaulty"> & { choices: readonly string[] }) {
  const written = literalOf(parameter.value ?? parameter.default ?? "");
  const isExpression = !choices.includes(written);
  return (
    <select
      value={isExpression ? "" : written}
      disabled={isOff}
      onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
    >
      {isExpression && <option value="">{parameter.value ?? parameter.default ?? ""}</option>}
      {choices.map((choice, i) => (
        <option key={choice} value={choice}>
          {choice}
          {parameter.literal_descriptions?.[i] ? `: ${parameter.literal_descriptions[i]}` : ""}
        </option>
      ))}
    </select>
  );
}

function TextControl({ parameter, isOff, isFaulty, onChange }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = shownValue(parameter);
  const latest = useRef(shown);
  latest.current = shown;
  const settled = useRef(shown); // what the field had when nobody was typing: shown by us, or typed and taken
  const showLatest = () => {
    const field = input.current;
    if (!field || (field === document.activeElement && field.value.trim() !== settled.current)) return;
    field.value = settled.current = latest.current;
  };
  useEffect(showLatest, [shown]);
  // The field may be gone from the page by then: a browser takes the focus from what is removed.
  const commit = async (field: HTMLInputElement) => {
    const typed = field.value.trim();
    if (typed === "" || typed === shown) {
      field.value = shown;
      return;
    }
    if (!(await onChange(typed))) return;
    settled.current = typed;
    showLatest(); // "21 MPa" may be what is written already
  };
  const onKey = ({ key, currentTarget: field }: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (key === "Enter") void commit(field);
    if (key === "Escape") field.value = shown;
  };
  return (
    <input
      ref={input}
      defaultValue={shown}
      placeholder={shownDefault(parameter)}
      disabled={isOff}
      aria-invalid={isFaulty}
      spellcheck={false}
      autocomplete="off"
      data-testid={`field-${parameter.name}`}
      onBlur={(event) => void commit(event.currentTarget)}
      onKeyDown={onKey}
    />
  );
}

function isNumber(parameter: Parameter): boolean {
  return parameter.builtin === "Real" && !parameter.dimensions;
}

function boundsOf({ min, max }: Parameter): string {
  if (min === undefined && max === undefined) return "";
  return `(${min ?? "−∞"} to ${max ?? "∞"})`;
}

/** The last run knows the value in SI units, whatever expression it came from; before the first run the server is asked what is written. */
async function sliderFor(parameter: Parameter, path: string): Promise<void> {
  const bounds = { ...bound("least", parameter.min), ...bound("greatest", parameter.max) };
  const known = shownRun.peek()?.variable(path);
  if (known?.value !== undefined) addSlider(path, known.value, displayUnitOf(known), bounds);
  else {
    const written = parameter.value_shown ?? parameter.default_shown ?? parameter.value ?? parameter.default ?? "";
    const { si } = await rpc.request("dashpot/evaluate_unit", { value: written, unit: parameter.unit ?? "" });
    addSlider(path, si, await displayUnit(parameter), bounds);
  }
  showPanel("run");
}

async function displayUnit({ unit = "", display_unit = "" }: Parameter): Promise<DisplayUnit> {
  if (!display_unit || display_unit === unit) return { unit, factor: 1, offset: 0 };
  const inSi = async (value: number) => (await rpc.request("dashpot/evaluate_unit", { value: `${value} ${display_unit}`, unit })).si;
  const [zero, one] = [await inSi(0), await inSi(1)];
  const factor = 1 / (one - zero);
  return { unit: display_unit, factor, offset: -zero * factor };
}

function bound(name: "least" | "greatest", written: string | number | undefined): Record<string, number> {
  const value = Number(written);
  return written === undefined || !Number.isFinite(value) ? {} : { [name]: value };
}
