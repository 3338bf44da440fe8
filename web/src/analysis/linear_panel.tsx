// The model linearised: eigenvalues as a map and a table, and the frequency response from its inputs to its outputs.
import { useState } from "preact/hooks";
import { theme } from "../app/theme";
import { shownRun } from "../run/runs";
import { cursorTime } from "../run/time_cursor";
import type { Chart } from "../plots/chart";
import { seriesColour } from "../plots/series_colours";
import { showNumber } from "../units/display";
import { analyse, faultsOf } from "./ask";
import { ChartHost } from "./chart_host";
import { useAnalysis } from "./use_analysis";

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
  eigenvalues: Eigenvalue[];
  stable: boolean;
  stiffness_ratio: number | null;
  frequency_response?: {
    frequencies: number[];
    responses: { output: string; input: string; magnitude_db: number[]; phase_deg: number[] }[];
  };
  diagnostics?: { severity: string; message: string; hints?: string[] }[];
}

export function LinearPanel() {
  const asked = useAnalysis<Linearized>();
  const [at, setAt] = useState("");
  const [output, setOutput] = useState("");
  const begin = () =>
    asked.start(() => {
      const hasInputs = (shownRun.peek()?.variables.peek()?.inputs.length ?? 0) > 0;
      return analyse<Linearized>("linearize", {
        ...(at ? { at } : {}),
        ...(output ? { output: output.split(/[\s,]+/) } : {}),
        ...(hasInputs ? { bode: true } : {}),
      });
    });
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
          <input
            value={at}
            placeholder="start"
            onInput={(event) => setAt(event.currentTarget.value.trim())}
            aria-label="Time of the linearisation"
          />
        </label>
        <button type="button" class="button small" disabled={cursorTime.value === null} onClick={() => setAt(`${cursorTime.peek()}`)}>
          Time cursor
        </button>
        <label>
          Outputs <input value={output} placeholder="of the model" onInput={(event) => setOutput(event.currentTarget.value.trim())} />
        </label>
        <button class="button small primary" data-testid="linearize" disabled={asked.isUnderWay}>
          Linearise
        </button>
        {asked.isUnderWay && <span class="quiet">under way…</span>}
      </form>
      {asked.fault && <pre class="fault pad">{asked.fault}</pre>}
      {asked.result && <Result result={asked.result} />}
    </div>
  );
}

function Result({ result }: { result: Linearized }) {
  const fault = faultsOf(result);
  return (
    <div class="analysis-result">
      <ChartHost chart={mapOf(result.eigenvalues)} label="Map of the eigenvalues" />
      <BodeView result={result} />
      <div class="analysis-text">
        <p>
          {result.model} at {showNumber(result.time)} s is {result.stable ? "stable" : "not stable"}
          {result.stiffness_ratio !== null && `; the fastest decay is ${showNumber(result.stiffness_ratio, 3)} times the slowest`}.
        </p>
        {fault && <pre class="quiet">{fault}</pre>}
        <EigenvalueTable eigenvalues={result.eigenvalues} />
      </div>
    </div>
  );
}

function mapOf(eigenvalues: readonly Eigenvalue[]): Chart {
  const both = eigenvalues.flatMap((value) => (value.pair ? [value, { ...value, im: -value.im }] : [value]));
  return {
    width: 0,
    height: 0,
    x: { label: "real part [1/s]" },
    y: { label: "imaginary part [1/s]" },
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
    <>
      <ChartHost chart={chart("magnitude_db", "gain [dB]")} label="Gain over frequency" />
      <ChartHost chart={chart("phase_deg", "phase [°]")} label="Phase over frequency" />
    </>
  );
}

function EigenvalueTable({ eigenvalues }: { eigenvalues: readonly Eigenvalue[] }) {
  return (
    <table class="curve-table">
      <thead>
        <tr>
          <th>eigenvalue [1/s]</th>
          <th>damping</th>
          <th>frequency [Hz]</th>
          <th>time constant [s]</th>
          <th>states</th>
        </tr>
      </thead>
      <tbody>
        {eigenvalues.map((value, i) => (
          <tr key={i}>
            <th>
              {showNumber(value.re)}
              {value.pair && ` ± ${showNumber(Math.abs(value.im))} i`}
            </th>
            <td>{showNumber(value.damping ?? NaN, 3)}</td>
            <td>{showNumber(value.natural_frequency ?? NaN)}</td>
            <td>{showNumber(value.time_constant ?? NaN)}</td>
            <td>{value.states.map((state) => state.state).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
