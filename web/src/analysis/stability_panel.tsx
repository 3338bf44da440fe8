// Where methods are stable, with the model's own eigenvalues, times the step, over it.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { theme } from "../app/theme";
import type { Chart, Series } from "../plots/chart";
import { seriesColour } from "../plots/series_colours";
import { showNumber } from "../units/display";
import { analyse } from "./ask";
import { ChartHost } from "./chart_host";
import type { Linearized } from "./linear_panel";
import { type Complex, magnitude, type Rational, stableStretches, valueAt } from "./stability_function";
import { Fault, Question, UnderWay } from "./question";

interface Method extends Rational {
  name: string;
  order: number;
  a_stable: boolean;
  l_stable: boolean;
  r_infinity: number | null;
  real_limit: number | null;
}

const grid = { columns: 360, rows: 110 };

const names = signal("rodas4 dopri5");
const step = signal("0.001");
const reach = signal(6);
const methods = new Question<Method[]>(false);
const model = new Question<Linearized>();

function show(): void {
  methods.start(async (abort) => {
    const wanted = names.peek().split(/[\s,]+/).filter(Boolean);
    const answer = await analyse<{ methods: Method[] }>("stability", { methods: wanted }, abort);
    return answer.methods.filter((method) => method.numerator);
  });
}

export function StabilityPanel() {
  const [under, setUnder] = useState<Complex | null>(null);
  useEffect(() => {
    if (!methods.result.peek()) show();
  }, []);
  const h = Number(step.value);
  const eigenvalues = (model.result.value?.eigenvalues ?? []).flatMap(({ re, im, pair }) =>
    pair
      ? [
          [re, im],
          [re, -im],
        ]
      : [[re, im]],
  ) as Complex[];
  return (
    <div class="analysis">
      <form
        class="analysis-form"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <label>
          Methods <input value={names.value} onInput={(event) => (names.value = event.currentTarget.value)} data-testid="stability-methods" />
        </label>
        <button class="button small primary">Draw</button>
        <label>
          Range{" "}
          <input type="number" min="1" max="200" value={reach.value} onInput={(event) => (reach.value = event.currentTarget.valueAsNumber || 6)} />
        </label>
        <button
          type="button"
          class="button small"
          disabled={model.isUnderWay.value}
          onClick={() => model.start((abort) => analyse<Linearized>("linearize", {}, abort))}
        >
          Add the model’s eigenvalues
        </button>
        <label>
          Step [s] <input value={step.value} onInput={(event) => (step.value = event.currentTarget.value)} />
        </label>
        <UnderWay question={model} />
      </form>
      <Fault question={methods} />
      <Fault question={model} />
      {methods.result.value && (
        <div class="analysis-result">
          <ChartHost
            chart={regions(methods.result.value, reach.value, eigenvalues, h)}
            label="Regions of stability"
            onPoint={(x, y) => setUnder([x, y])}
          />
          <div class="analysis-text">
            <Readout methods={methods.result.value} z={under} />
            <MethodTable methods={methods.result.value} />
          </div>
        </div>
      )}
    </div>
  );
}

function regions(methods: readonly Method[], reach: number, eigenvalues: readonly Complex[], h: number): Chart {
  const x: [number, number] = [-reach, reach / 2];
  const y: [number, number] = [-reach * 0.75, reach * 0.75];
  const series: Series[] = methods.map((method, i) => {
    const stretches = stableStretches(method, [-2 * reach, 2 * reach], y, grid.columns, grid.rows); // equal scales may show more than was asked for
    const half = (y[1] - y[0]) / grid.rows / 2;
    return {
      label: method.name,
      colour: seriesColour(i, theme.value),
      kind: "area",
      x: stretches.flatMap(({ from, to }) => [from, to, to, from, NaN]),
      y: stretches.flatMap(({ y: height }) => [height - half, height - half, height + half, height + half, NaN]),
    };
  });
  if (eigenvalues.length > 0)
    series.push({
      label: "h λ of the model",
      colour: seriesColour(5, theme.value),
      kind: "crosses",
      x: eigenvalues.map(([re]) => h * re),
      y: eigenvalues.map(([, im]) => h * im),
    });
  return {
    width: 0,
    height: 0,
    x: { label: "Re z", range: x },
    y: { label: "Im z", range: y },
    series,
    rules: [{ x: 0 }, { y: 0 }],
    equalScales: true,
  };
}

function Readout({ methods, z }: { methods: readonly Method[]; z: Complex | null }) {
  if (!z) return <p class="quiet">Point at the chart to see R(z).</p>;
  const shown = ([re, im]: Complex) => `${showNumber(re, 6)} ${im < 0 ? "−" : "+"} ${showNumber(Math.abs(im), 6)} i`;
  return (
    <div data-testid="r-of-z" data-z={z.join()}>
      <p>z = {shown(z)}</p>
      {methods.map((method) => {
        const r = valueAt(method, z);
        return (
          <p key={method.name} data-method={method.name} data-r={r.join()}>
            {method.name}: R = {shown(r)}, |R| = {showNumber(magnitude(r), 6)}
          </p>
        );
      })}
    </div>
  );
}

function MethodTable({ methods }: { methods: readonly Method[] }) {
  return (
    <table class="curve-table">
      <thead>
        <tr>
          <th>method</th>
          <th>order</th>
          <th>A-stable</th>
          <th>L-stable</th>
          <th>R(∞)</th>
          <th>real limit</th>
        </tr>
      </thead>
      <tbody>
        {methods.map((method) => (
          <tr key={method.name}>
            <th>{method.name}</th>
            <td>{method.order}</td>
            <td>{method.a_stable ? "yes" : "no"}</td>
            <td>{method.l_stable ? "yes" : "no"}</td>
            <td>{method.r_infinity === null ? "∞" : showNumber(method.r_infinity, 3)}</td>
            <td>{method.real_limit === null ? "none" : showNumber(method.real_limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
