// The panel "Run": settings of the experiment, sliders, inputs, and the runs so far with what they were started with.
import { useState } from "preact/hooks";
import { perform } from "../app/actions";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { editable, experiment } from "../app/state";
import { displayUnitOf, plainNumber, prettyUnit, showNumber, showQuantity, toShown, toSi } from "../units/display";
import { isOver, messagesOf, type Run } from "./run";
import { dropRun, runs, setInput, showRun, shownRun } from "./runs";
import { methodNames } from "./method_names";
import { fixedStep, ghosts, inputValues, method, overrides } from "./settings";
import { changeSlider, keepValue, removeSlider, slide, type Slider, sliders } from "./sliders";
import { startFault } from "./start";

export function RunPanel() {
  return (
    <div class="run-panel pad">
      <Settings />
      <Sliders />
      <Inputs />
      <History />
    </div>
  );
}

function Settings() {
  const known = experiment.value;
  return (
    <section aria-label="Settings">
      <h3>Experiment</h3>
      <div class="fields">
        <ExperimentField label="Stop time" member="stop" shown={known.stop} unit="s" />
        <ExperimentField label="Tolerance" member="tolerance" shown={known.tolerance} unit="" />
        <ExperimentField label="Interval" member="interval" shown={known.interval} unit="s" />
        <label>
          <span>Method</span>
          <input
            list="run-methods"
            placeholder="chosen by Dashpot"
            value={method.value ?? ""}
            onFocus={() => void methodNames.load()}
            onChange={(event) => (method.value = event.currentTarget.value.trim() || null)}
          />
          <datalist id="run-methods">
            {methodNames.all.value.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        {method.value !== null && (
          <label>
            <span>Step</span>
            <input
              placeholder="of methods with a fixed step"
              value={fixedStep.value}
              onChange={(event) => (fixedStep.value = event.currentTarget.value.trim())}
            />
          </label>
        )}
      </div>
      {startFault.value !== null && (
        <p class="fault" role="alert">
          {startFault.value}
        </p>
      )}
    </section>
  );
}

type ExperimentMember = "stop" | "tolerance" | "interval";

/** Written into the model's `experiment` annotation; times may have units. */
function ExperimentField(props: { label: string; member: ExperimentMember; shown: number | undefined; unit: string }) {
  const [fault, setFault] = useState("");
  const shown = props.shown === undefined ? "" : `${props.shown}${props.unit && ` ${props.unit}`}`;
  const change = (input: HTMLInputElement) => {
    if (input.value.trim() === shown || input.value.trim() === "") {
      input.value = shown;
      return setFault("");
    }
    perform([{ kind: "experiment", [props.member]: input.value.trim() }], { label: `Set ${props.label.toLowerCase()}` })
      .then(() => setFault(""))
      .catch((error: Error) => setFault(error.message));
  };
  return (
    <label>
      <span>{props.label}</span>
      <input
        key={shown}
        defaultValue={shown}
        placeholder="not set"
        data-testid={`experiment-${props.member}`}
        disabled={!editable.value}
        aria-invalid={fault !== ""}
        onBlur={(event) => change(event.currentTarget)}
        onKeyDown={(event) => event.key === "Enter" && change(event.currentTarget)}
      />
      {fault && <em class="fault">{fault}</em>}
    </label>
  );
}

function Sliders() {
  return (
    <section aria-label="Sliders">
      <h3>Sliders</h3>
      {sliders.value.length === 0 && (
        <p class="quiet">
          A slider runs the model anew while you move it. Choose a parameter in the panel beside and press its slider button.
        </p>
      )}
      {sliders.value.map((slider) => (
        <SliderRow key={slider.parameter} slider={slider} />
      ))}
      {sliders.value.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={ghosts.value} onChange={(event) => (ghosts.value = event.currentTarget.checked)} /> Show earlier
          runs behind
        </label>
      )}
    </section>
  );
}

const sliderSteps = 200;

function SliderRow({ slider }: { slider: Slider }) {
  const { parameter, unit, value, least, greatest } = slider;
  const bound = (name: "least" | "greatest") => (
    <input
      class="slider-bound"
      aria-label={`${parameter}, ${name === "least" ? "from" : "to"}`}
      value={showNumber(toShown(slider[name], unit)).replace(/−/g, "-")}
      onChange={(event) => {
        const typed = Number(event.currentTarget.value);
        if (Number.isFinite(typed)) changeSlider(parameter, { [name]: toSi(typed, unit) });
      }}
    />
  );
  return (
    <div class="slider-row">
      <div class="slider-head">
        <strong>{parameter}</strong>
        <output>{showQuantity(value, unit)}</output>
        <button
          class="quiet-button"
          title="Write this value into the model"
          aria-label={`Write ${parameter} into the model`}
          onClick={() => keepValue(slider).catch(report)}
        >
          <Icon name="save" size={14} />
        </button>
        <button
          class="quiet-button"
          title="Remove the slider"
          aria-label={`Remove the slider of ${parameter}`}
          onClick={() => removeSlider(parameter)}
        >
          <Icon name="close" size={14} />
        </button>
      </div>
      <div class="slider-line">
        {bound("least")}
        <input
          type="range"
          aria-label={parameter}
          aria-valuetext={showQuantity(value, unit)}
          min={least}
          max={greatest}
          step={(greatest - least) / sliderSteps}
          value={value}
          onInput={(event) => slide(parameter, Number(event.currentTarget.value)).catch(report)}
        />
        {bound("greatest")}
      </div>
    </div>
  );
}

function Inputs() {
  const run = shownRun.value;
  const inputs = run?.variables.value?.inputs ?? [];
  if (!run || inputs.length === 0) return null;
  const change = (name: string, value: number) => {
    if (!Number.isFinite(value)) return;
    inputValues.value = { ...inputValues.peek(), [name]: value };
    if (!isOver(run.status.peek().state)) setInput(run, name, value).catch(report);
  };
  return (
    <section aria-label="Inputs">
      <h3>Inputs</h3>
      <p class="quiet">They can be changed while it runs.</p>
      <div class="fields">
        {inputs.map(({ name, unit, value }) => (
          <label key={name}>
            <span>{name}</span>
            <input
              type="number"
              step="any"
              data-testid={`input-${name}`}
              defaultValue={String(inputValues.peek()[name] ?? value)}
              onChange={(event) => change(name, event.currentTarget.valueAsNumber)}
            />
            <em>{prettyUnit(unit)}</em>
          </label>
        ))}
      </div>
    </section>
  );
}

function History() {
  if (runs.value.length === 0) return null;
  return (
    <section aria-label="Runs">
      <h3>Runs</h3>
      <ol class="run-list" reversed>
        {[...runs.value].reverse().map((run) => (
          <RunRow key={run.number} run={run} />
        ))}
      </ol>
      {Object.keys(overrides.value).length > 0 && (
        <p class="quiet">The next run has other values than the model for {Object.keys(overrides.value).join(", ")}.</p>
      )}
    </section>
  );
}

/** What was typed, and numbers in the unit that people read. */
function shownValue(run: Run, name: string, value: string): string {
  const variable = run.variable(name);
  return variable && value.trim() !== "" && Number.isFinite(Number(value)) ? showQuantity(Number(value), displayUnitOf(variable)) : value;
}

function RunRow({ run }: { run: Run }) {
  const status = run.status.value;
  const { settings, parameters, model } = run.request;
  const differences = [
    ...Object.entries(parameters).map(([name, value]) => `${name} = ${shownValue(run, name, value)}`),
    ...(settings.method === undefined ? [] : [String(settings.method)]),
  ];
  const isShown = shownRun.value === run;
  return (
    <li class={isShown ? "shown" : ""}>
      <button class="run-row" aria-pressed={isShown} title="Show this run" onClick={() => showRun(run)}>
        <strong>
          {run.number} {model}
        </strong>{" "}
        <span class={`run-word run-${status.state}`}>{status.state}</span>
        <small>
          {status.rows.toLocaleString("en")} rows, {showNumber(status.seconds, 3)} s{status.compiled ? ", compiled" : ""}
        </small>
        {differences.length > 0 && <small>{differences.join(", ")}</small>}
      </button>
      <button class="quiet-button" title="Drop this run" aria-label={`Drop run ${run.number}`} onClick={() => dropRun(run)}>
        <Icon name="close" size={14} />
      </button>
      {isShown && messagesOf(status).length > 0 && (
        <pre tabIndex={0} class={status.state === "failed" ? "run-messages fault" : "run-messages"}>
          {messagesOf(status).join("\n")}
        </pre>
      )}
      {isShown && status.statistics && <Statistics statistics={status.statistics} />}
    </li>
  );
}

function Statistics({ statistics }: { statistics: Record<string, unknown> }) {
  const entries = Object.entries(statistics).filter(([, value]) => typeof value === "number" || typeof value === "string");
  return (
    <details class="run-statistics">
      <summary>Statistics</summary>
      <dl>
        {entries.map(([name, value]) => (
          <>
            <dt>{name.replace(/_/g, " ")}</dt>
            <dd>{typeof value === "number" ? showQuantity(value, plainNumber) : String(value)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
