import { test } from "node:test";
import assert from "node:assert/strict";
import { type Comparison, methodsOf, referenceText, settingOf, type TrialRun, workOf, workPoints } from "../../src/analysis/comparison";

const run = (method: string, tolerance: number, error: number | null): TrialRun => ({
  method,
  tolerance,
  status: error === null ? "failed" : "finished",
  steps: 10,
  rejected: 2,
  rhs_evals: 40,
  rhs_evals_for_jacobian: 5,
  jac_evals: 10,
  lu: 12,
  cpu: { median_seconds: 0.25, spread: 0, repetitions: 3 },
  errors: error === null ? null : { rms: error, max: 2 * error, final: error, mean: error, "time-weighted": error },
});

const comparison: Comparison = {
  model: "Lift",
  start: 0,
  stop: 1,
  variables: ["x"],
  reference: { name: "radau@1e-9", check: "rodas5p@1e-9", disagreement: { rms: 2e-8, max: 0, final: 0, mean: 0, "time-weighted": 0 } },
  runs: [run("rodas4", 1e-5, 1e-6), run("cvode", 1e-5, 1e-4), run("rodas4", 1e-3, 1e-4), run("rodas4", 1e-7, null)],
};

test("the points of a method go from loose to tight, without runs that have no error", () => {
  const points = workPoints(comparison, "rodas4", "max", "rhs_evals");
  assert.deepEqual(
    points.map(({ error, work }) => [error, work]),
    [
      [2e-4, 45],
      [2e-6, 45],
    ],
  );
});

test("work is counted as the command line does", () => {
  const [first] = comparison.runs;
  assert.deepEqual([workOf(first!, "steps"), workOf(first!, "lu"), workOf(first!, "cpu_seconds")], [12, 12, 0.25]);
});

test("settings and reference are said in words", () => {
  assert.deepEqual(methodsOf(comparison), ["rodas4", "cvode"]);
  assert.equal(settingOf(comparison.runs[0]!), "1e-5");
  assert.equal(settingOf({ ...comparison.runs[0]!, step: 0.001 }), "0.001 s");
  assert.match(referenceText(comparison, "rms"), /rodas5p@1e-9 differs from it by 2\.0e-8/);
  assert.match(referenceText({ ...comparison, reference: null }, "rms"), /no reference/);
});
