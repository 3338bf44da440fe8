// The model linearised: eigenvalues as a map and a table, and the frequency response from its inputs to its outputs.
import { signal } from "@preact/signals";
import { diagram } from "../app/state";
import { theme } from "../app/theme";
import { shownRun } from "../run/runs";
import { cursorTime } from "../run/time_cursor";
import type { Axis, Chart } from "../plots/chart";
import { seriesColour } from "../plots/series_colours";
import { displayUnitOf, plainNumber, showNumber, showQuantity } from "../units/display";
import { analyse, faultsOf } from "./ask";
import { ChartHost } from "./chart_host";
import { excitation, signalsOf } from "./excitation";
import { withExcitedCopy } from "./excited_copy";
import { Fault, Question, UnderWay } from "./question";

export interface Eigenvalue {
  re: number;
  im: number;
  pair: boolean;
  damping: number | null;
  natural_frequency: number | null;
  time_constant: number | null;
  states: { state: string; participation: number }[];
}

export interface Linearized {
  model: string;
  time: number;
  states: string[];
  inputs: string[];
  outputs: string[];
  x0: number[];
  u0: number[];
  y0: number[];
  eigenvalues: Eigenvalue[];
  stable: boolean;
  stiffness_ratio: number | null;
  frequency_response?: {
    frequencies: number[];
    responses: { output: string; input: string; magnitude_db: number[]; phase_deg: number[] }[];
  };
  diagnostics?: { severity: string; message: string; hints?: string[] }[];
}

type When = "start" | "steady" | "time";

const when = signal<When>("start");
const at = signal(""); // a time, with or without a unit
const input = signal("");
const output = signal("");
const question = new Question<Linearized>();

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function begin(): void {
  const own = shownRun.peek()?.variables.peek()?.inputs.map(({ name }) => name) ?? [];
  const [from, to] = [words(input.peek()), words(output.peek())];
  const signal = from.length === 1 && !own.includes(from[0]!) && signalsOf(diagram.peek()).includes(from[0]!) ? from[0]! : undefined;
  const options = {
    ...(when.peek() === "time" && at.peek() ? { at: at.peek() } : {}),
    ...(when.peek() === "steady" ? { "steady-state": true } : {}),
    ...(to.length > 0 ? { output: to } : {}),
  };
  question.start(async (abort) => {
    if (signal === undefined)
      return analyse<Linearized>(
        "linearize",
        { ...options, ...(from.length > 0 ? { input: from } : {}), ...(own.length + from.length > 0 ? { bode: true } : {}) },
        abort,
      );
    const given = { ...options, input: [excitation.input], bode: true };
    const result = await withExcitedCopy(signal, (uri) => analyse<Linearized>("linearize", given, abort, uri));
    for (const response of result.frequency_response?.responses ?? []) response.input = signal;
    return { ...result, inputs: result.inputs?.map(() => signal) };
  });
}

export function LinearPanel() {
  const known = shownRun.value?.variables.value;
  return (
    <div class="analysis">
      <form
        class="analysis-form"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <label>
          At{" "}
          <select
            value={when.value}
            aria-label="Operating point"
            onChange={(event) => {
              when.value = event.currentTarget.value as When;
              if (!at.peek() && cursorTime.peek() !== null) at.value = showNumber(cursorTime.peek() ?? 0);
            }}
          >
            <option value="start">the start</option>
            <option value="steady">steady state</option>
            <option value="time">a time</option>
          </select>
        </label>
        {when.value === "time" && (
          <>
            <input
              value={at.value}
              placeholder="0.5 s"
              onInput={(event) => (at.value = event.currentTarget.value.trim())}
              aria-label="Time of the linearisation"
            />
            <button
              type="button"
              class="button small"
              disabled={cursorTime.value === null}
              onClick={() => (at.value = `${cursorTime.peek()}`)}
            >
              Time cursor
            </button>
          </>
        )}
        <label>
          From{" "}
          <input
            value={input.value}
            list="linear-inputs"
            placeholder="inputs, any signal"
            title="Inputs of the model, or a signal between blocks: what is added to it"
            onInput={(event) => (input.value = event.currentTarget.value)}
            data-testid="linear-input"
          />
        </label>
        <label>
          to{" "}
          <input
            value={output.value}
            list="linear-outputs"
            placeholder="outputs, or states"
            onInput={(event) => (output.value = event.currentTarget.value)}
            data-testid="linear-output"
          />
        </label>
        <Names id="linear-inputs" names={[...(known?.inputs.map(({ name }) => name) ?? []), ...signalsOf(diagram.value)]} />
        <Names id="linear-outputs" names={known?.variables.filter(({ kind }) => kind !== "parameter").map(({ name }) => name) ?? []} />
        <button class="button small primary" data-testid="linearize" disabled={question.isUnderWay.value}>
          Linearise
        </button>
        <UnderWay question={question} />
      </form>
      <Fault question={question} />
      {question.result.value && <Result result={question.result.value} />}
    </div>
  );
}

function Names({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

function Result({ result }: { result: Linearized }) {
  const fault = faultsOf(result);
  if (!result.eigenvalues) return <pre class="fault pad">{fault}</pre>;
  return (
    <div class="analysis-result">
      <ChartHost chart={mapOf(result.eigenvalues)} label="Map of the eigenvalues" />
      <BodeView result={result} />
      <div class="analysis-text">
        <p>
          {result.model} at {showNumber(result.time)} s is {result.stable ? "stable" : "not stable"}
          {result.stiffness_ratio !== null && result.stiffness_ratio > 1.5 && `; the fastest decay is ${showNumber(result.stiffness_ratio, 3)} times the slowest`}.
        </p>
        {fault && <pre class="quiet">{fault}</pre>}
        <EigenvalueTable eigenvalues={result.eigenvalues} />
        <OperatingPoint result={result} />
      </div>
    </div>
  );
}

/** Where it was linearised: states, inputs and outputs, each once. */
function OperatingPoint({ result }: { result: Linearized }) {
  const values = new Map([
    ...result.states.map((name, i) => [name, result.x0[i] ?? NaN] as const),
    ...result.inputs.map((name, i) => [name, result.u0[i] ?? NaN] as const),
    ...result.outputs.map((name, i) => [name, result.y0[i] ?? NaN] as const),
  ]);
  const run = shownRun.value;
  const unitOf = (name: string) => {
    const variable = run?.variable(name);
    return variable ? displayUnitOf(variable) : plainNumber;
  };
  return (
    <details class="operating-point">
      <summary>Operating point</summary>
      <table class="curve-table">
        <tbody>
          {[...values].map(([name, value]) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{showQuantity(value, unitOf(name), 5)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const wideSpread = 30;

/** Eigenvalues of a stiff model lie decades apart: each decade then has the same room. */
function scaleFor(values: readonly number[]): Partial<Axis> {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return most > wideSpread * least ? { signedLog: Math.max(least, 1e-8 * most) } : {};
}

function mapOf(eigenvalues: readonly Eigenvalue[]): Chart {
  const both = eigenvalues.flatMap((value) => (value.pair ? [value, { ...value, im: -value.im }] : [value]));
  return {
    width: 0,
    height: 0,
    x: { label: "real part [1/s]", includes: 0, ...scaleFor(both.map(({ re }) => re)) },
    y: { label: "imaginary part [1/s]", ...scaleFor(both.map(({ im }) => im)) },
    series: [
      {
        label: "",
        colour: seriesColour(0, theme.value),
        kind: "crosses",
        x: both.map((value) => value.re),
        y: both.map((value) => value.im),
      },
    ],
    rules: [{ x: 0 }, { y: 0 }],
  };
}

function BodeView({ result: { frequency_response: response } }: { result: Linearized }) {
  if (!response || response.responses.length === 0) return null;
  const chart = (quantity: "magnitude_db" | "phase_deg", label: string): Chart => ({
    width: 0,
    height: 0,
    x: { label: "frequency [Hz]", log: true },
    y: { label },
    series: response.responses.map((one, i) => ({
      label: `${one.output} / ${one.input}`,
      colour: seriesColour(i, theme.value),
      x: response.frequencies,
      y: one[quantity],
    })),
  });
  return (
    <div class="bode" data-response={JSON.stringify({ frequencies: response.frequencies, ...response.responses[0] })}>
      <ChartHost chart={chart("magnitude_db", "gain [dB]")} label="Gain over frequency" />
      <ChartHost chart={{ ...chart("phase_deg", "phase [°]"), legend: false }} label="Phase over frequency" />
    </div>
  );
}

/** Those that take most part in it come first. */
const statesOf = ({ states }: Eigenvalue) => states.map(({ state }) => state).join(", ");

function EigenvalueTable({ eigenvalues }: { eigenvalues: readonly Eigenvalue[] }) {
  return (
    <table class="curve-table eigenvalue-table">
      <thead>
        <tr>
          <th>eigenvalue [1/s]</th>
          <th>damping</th>
          <th title="natural frequency">f [Hz]</th>
          <th>states</th>
        </tr>
      </thead>
      <tbody>
        {eigenvalues.map((value, i) => (
          <tr key={i}>
            <th title={value.time_constant === null ? undefined : `time constant ${showNumber(value.time_constant)} s`}>
              {showNumber(value.re)}
              {value.pair && ` ± ${showNumber(Math.abs(value.im))} i`}
            </th>
            <td>{showNumber(value.damping ?? NaN, 3)}</td>
            <td>{showNumber(value.natural_frequency ?? NaN)}</td>
            <td title={statesOf(value)}>{statesOf(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
