// What `dashpot compare` says of methods on one model (schema dashpot/compare/1), and the points of its work-precision diagram: pure.

export const measures = ["rms", "max", "final", "mean", "time-weighted"] as const;
export type Measure = (typeof measures)[number];

export interface TrialRun {
  method: string;
  tolerance?: number;
  step?: number;
  status: "finished" | "failed" | "not_run";
  reason?: string;
  steps: number;
  rejected: number;
  rhs_evals: number;
  rhs_evals_for_jacobian: number;
  jac_evals: number;
  lu: number;
  cpu?: { median_seconds: number; spread: number; repetitions: number } | null;
  errors?: Record<Measure, number | null> | null;
  worst?: { variable: string; time: number } | null;
  uncertain?: Measure[];
}

export interface Told {
  severity: string;
  message: string;
  hints?: string[];
}

export interface Comparison {
  model: string;
  start: number;
  stop: number;
  variables: string[];
  reference: { name: string; check: string | null; disagreement: Record<Measure, number> | null } | null;
  runs: TrialRun[];
  diagnostics?: Told[];
}

export interface Compared {
  status: string;
  comparisons?: Comparison[];
  diagnostics?: Told[]; // of what could not be compared at all
}

export const works = {
  rhs_evals: "evaluations of F",
  steps: "steps",
  lu: "factorisations",
  cpu_seconds: "CPU [s]",
} as const;
export type Work = keyof typeof works;

/** As the program counts: steps are those tried, evaluations include those for Jacobians by differences. */
export function workOf(run: TrialRun, work: Work): number {
  switch (work) {
    case "steps":
      return run.steps + run.rejected;
    case "rhs_evals":
      return run.rhs_evals + run.rhs_evals_for_jacobian;
    case "lu":
      return run.lu;
    case "cpu_seconds":
      return run.cpu?.median_seconds ?? NaN;
  }
}

export function settingOf(run: TrialRun): string {
  return run.step ? `${run.step} s` : (run.tolerance ?? NaN).toExponential().replace("e+", "e");
}

/** Each once, in the order of their runs. */
export function methodsOf({ runs }: Comparison): string[] {
  return [...new Set(runs.map(({ method }) => method))];
}

export interface WorkPoint {
  run: TrialRun;
  error: number;
  work: number;
}

/** The runs of a method that have an error, from loose to tight. */
export function workPoints({ runs }: Comparison, method: string, measure: Measure, work: Work): WorkPoint[] {
  const size = (run: TrialRun) => run.step || run.tolerance || 0;
  return runs
    .filter((run) => run.method === method && typeof run.errors?.[measure] === "number")
    .sort((a, b) => size(b) - size(a))
    .map((run) => ({ run, error: run.errors?.[measure] ?? NaN, work: workOf(run, work) }));
}

/** "radau@1e-09; rodas5p@1e-09 differs by 2e-10 (rms)", in words of its own. */
export function referenceText({ reference }: Comparison, measure: Measure): string {
  if (!reference) return "There is no reference, so errors are not known.";
  if (!reference.check || !reference.disagreement) return `Errors against ${reference.name}, which could not be checked.`;
  return `Errors against ${reference.name}; ${reference.check} differs from it by ${reference.disagreement[measure].toExponential(1)}.`;
}
