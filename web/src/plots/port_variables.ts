// Which variables stand for a port or a component when somebody points at it.
import type { Run } from "../run/run";

/** Names of potentials and flows of connectors, the telling one first. */
const telling = ["p", "v", "s", "phi", "T", "i", "f", "tau", "m_flow", "Q_flow"];

/** Of a port its potential; of a signal itself; of a component its principal variables, else what is telling. */
export function variablesToPlot(run: Run, place: string): string[] {
  if (run.variable(place)) return [place];
  const potential = telling.map((member) => `${place}.${member}`).find((name) => run.variable(name));
  const principal = run.variables.peek()?.principal.filter((name) => name.startsWith(`${place}.`)) ?? [];
  if (principal.length > 0) return principal.slice(0, 3);
  return potential === undefined ? [] : [potential];
}
