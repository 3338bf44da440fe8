// Methods compared on this model: error against work, as `dashpot compare` measures them.
import { signal } from "@preact/signals";
import { theme } from "../app/theme";
import type { Chart } from "../plots/chart";
import { seriesColour } from "../plots/series_colours";
import { method as chosenMethod } from "../run/settings";
import { showNumber } from "../units/display";
import { analyse, faultsOf } from "./ask";
import { ChartHost } from "./chart_host";
import {
  type Compared,
  type Comparison,
  type Measure,
  measures,
  methodsOf,
  referenceText,
  settingOf,
  type TrialRun,
  type Work,
  works,
  workOf,
  workPoints,
} from "./comparison";
import { Fault, Question, UnderWay } from "./question";

const methods = signal("rodas5p rodas3 radau tr-bdf2 cvode");
const settings = signal("1e-3..1e-6");
const hasSteps = signal(false); // whether `settings` are steps, not tolerances
const measure = signal<Measure>("rms");
const work = signal<Work>("rhs_evals");
const question = new Question<Compared>();

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function begin(): void {
  question.start((abort) =>
    analyse<Compared>("compare", { methods: words(methods.peek()), [hasSteps.peek() ? "steps" : "tolerances"]: words(settings.peek()) }, abort),
  );
}

export function ComparePanel() {
  const result = question.result.value;
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
          Methods{" "}
          <input
            class="wide"
            value={methods.value}
            onInput={(event) => (methods.value = event.currentTarget.value)}
            data-testid="compare-methods"
          />
        </label>
        <select
          aria-label="What is varied"
          value={hasSteps.value ? "steps" : "tolerances"}
          onChange={(event) => {
            hasSteps.value = event.currentTarget.value === "steps";
            settings.value = hasSteps.value ? "1ms..8ms" : "1e-3..1e-6";
          }}
        >
          <option value="tolerances">Tolerances</option>
          <option value="steps">Fixed steps</option>
        </select>
        <input
          aria-label={hasSteps.value ? "Fixed steps" : "Tolerances"}
          title={hasSteps.value ? "1ms..8ms by doubling, or 1ms, 5ms" : "1e-3..1e-6 in powers of ten, or 1e-3, 1e-5"}
          value={settings.value}
          onInput={(event) => (settings.value = event.currentTarget.value)}
          data-testid="compare-settings"
        />
        <button class="button small primary" data-testid="compare" disabled={question.isUnderWay.value}>
          Compare
        </button>
        <UnderWay question={question} />
      </form>
      <Fault question={question} />
      {result && !result.comparisons && <pre class="fault pad">{faultsOf(result)}</pre>}
      {result?.comparisons?.map((comparison) => (
        <Result key={comparison.model} comparison={comparison} />
      ))}
      {!result && !question.isUnderWay.value && !question.fault.value && (
        <p class="quiet pad">
          Each method runs with each setting; errors are measured against a tight run, which a method of another family checks.
        </p>
      )}
    </div>
  );
}

function Result({ comparison }: { comparison: Comparison }) {
  const fault = faultsOf(comparison);
  return (
    <div class="analysis-result">
      <ChartHost chart={workPrecision(comparison)} label={`${works[work.value]} against error (${measure.value})`} />
      <div class="analysis-text">
        <Choices />
        <p>
          {comparison.model}, {showNumber(comparison.start)} to {showNumber(comparison.stop)} s. {referenceText(comparison, measure.value)}
        </p>
        {fault && <pre class="quiet">{fault}</pre>}
        <RunTable comparison={comparison} />
      </div>
    </div>
  );
}

/** What the diagram shows of the runs. */
function Choices() {
  return (
    <div class="analysis-choices">
      <label>
        Error{" "}
        <select value={measure.value} onChange={(event) => (measure.value = event.currentTarget.value as Measure)}>
          {measures.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Work{" "}
        <select value={work.value} onChange={(event) => (work.value = event.currentTarget.value as Work)} data-testid="compare-work">
          {Object.entries(works).map(([key, title]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function workPrecision(comparison: Comparison): Chart {
  return {
    width: 0,
    height: 0,
    x: { label: `relative error (${measure.value})`, log: true },
    y: { label: works[work.value], log: true },
    series: methodsOf(comparison).map((method, i) => {
      const points = workPoints(comparison, method, measure.value, work.value);
      return {
        label: method,
        colour: seriesColour(i, theme.value),
        kind: "marked" as const,
        x: points.map((point) => point.error),
        y: points.map((point) => point.work),
        notes: points.map(({ run, error, work: done }) => `${method}, ${settingOf(run)}: error ${showNumber(error, 6)}, ${showNumber(done, 6)} ${works[work.value]}`),
      };
    }),
  };
}

function RunTable({ comparison }: { comparison: Comparison }) {
  const place = new Map(methodsOf(comparison).map((method, i) => [method, i] as const));
  return (
    <table class="curve-table">
      <thead>
        <tr>
          <th>method</th>
          <th>{comparison.runs.some((run) => run.step) ? "step" : "tolerance"}</th>
          <th title="relative, against the reference">error</th>
          <th title="taken and rejected">steps</th>
          <th title="evaluations of the right-hand side">F</th>
          <th title="factorisations">LU</th>
          <th>CPU [ms]</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {comparison.runs.map((run) => (
          <tr key={`${run.method} ${settingOf(run)}`} data-testid="compare-row">
            <th>
              <span class="swatch" style={{ background: seriesColour(place.get(run.method) ?? 0, theme.value) }} /> {run.method}
            </th>
            <td>{settingOf(run)}</td>
            <ErrorCell run={run} />
            <td>{run.steps + run.rejected}</td>
            <td>{workOf(run, "rhs_evals")}</td>
            <td>{run.lu}</td>
            <td>{run.cpu ? showNumber(1000 * run.cpu.median_seconds, 3) : "–"}</td>
            <td>
              {run.status === "finished" ? (
                <button
                  class="button small"
                  aria-pressed={chosenMethod.value === run.method}
                  title="Take this method for the next runs"
                  onClick={() => (chosenMethod.value = chosenMethod.peek() === run.method ? null : run.method)}
                >
                  {chosenMethod.value === run.method ? "Chosen" : "Use"}
                </button>
              ) : (
                <span class="quiet">{run.reason ?? "not run"}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ErrorCell({ run }: { run: TrialRun }) {
  const error = run.errors?.[measure.value];
  if (typeof error !== "number") return <td>–</td>;
  const isUncertain = run.uncertain?.includes(measure.value) === true;
  const worst = run.worst ? `largest in ${run.worst.variable} at ${showNumber(run.worst.time)} s` : "";
  return (
    <td class="nowrap" title={isUncertain ? `${worst}; the reference is not known well enough to tell` : worst} data-error={error}>
      {isUncertain ? "≈ " : ""}
      {showNumber(error, 3)}
    </td>
  );
}
