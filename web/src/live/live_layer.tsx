// What stands over the living drawing: the legend of its colours, and the values of what is under the pointer.
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { rpc } from "../app/connection";
import { theme } from "../app/theme";
import { hovered } from "../canvas/view_state";
import type { Run } from "../run/run";
import { cursorTime } from "../run/time_cursor";
import { displayUnitOf, showQuantity } from "../units/display";
import { potentialColour } from "./colours";
import { liveRun, type Scale, scales } from "./live_drawing";

export function LiveLayer() {
  return (
    <>
      <Legend />
      <HoverValues />
    </>
  );
}

const names: Record<string, string> = { p: "pressure", v: "voltage", T: "temperature", s: "position", phi: "angle" };
const stops = 8;

function Legend() {
  if (!liveRun.value || scales.value.length === 0) return null;
  return (
    <div class="live-legend" data-testid="live-legend" aria-label="Colours of lines">
      {scales.value.map((scale) => (
        <LegendRow key={scale.kind} scale={scale} />
      ))}
    </div>
  );
}

function LegendRow({ scale }: { scale: Scale }) {
  const colours = Array.from({ length: stops + 1 }, (_, i) => potentialColour(i / stops, theme.value));
  return (
    <div class="live-legend-row">
      <span>{names[scale.kind] ?? scale.kind}</span>
      <span>{showQuantity(scale.low, scale.unit, 3)}</span>
      <span class="live-legend-bar" style={{ background: `linear-gradient(to right, ${colours.join(", ")})` }} />
      <span>{showQuantity(scale.high, scale.unit, 3)}</span>
    </div>
  );
}

const pointer = signal<[number, number]>([0, 0]);
addEventListener("pointermove", (event) => (pointer.value = [event.clientX, event.clientY]), { passive: true });

const mostValues = 8;

/** The recorded variables of what is under the pointer: of a port its own, of a component those that a user looks for first. */
const hoveredNames = computed<string[]>(() => {
  const run = liveRun.value;
  const place = hovered.value;
  const known = run?.variables.value;
  if (!run || !known || place === null) return [];
  if (run.variable(place)) return [place];
  const own = known.variables.filter(
    ({ name, kind }) => kind !== "parameter" && name.startsWith(`${place}.`) && !name.slice(place.length + 1).includes("."),
  );
  const isPrincipal = (name: string) => known.principal.includes(name);
  return [...own]
    .sort((a, b) => Number(isPrincipal(b.name)) - Number(isPrincipal(a.name)))
    .slice(0, mostValues)
    .map((variable) => variable.name);
});

function HoverValues() {
  const run = liveRun.value;
  const wantedNames = hoveredNames.value;
  const values = useValues(run, wantedNames, cursorTime.value);
  const [x, y] = pointer.value;
  if (!run || wantedNames.length === 0 || !values) return null;
  return (
    <div class="hover-values" role="tooltip" data-testid="hover-values" style={{ left: `${x + 16}px`, top: `${y + 16}px` }}>
      <strong>{hovered.value}</strong>
      <dl>
        {wantedNames.map((name, i) => {
          const variable = run.variable(name)!;
          return (
            <div key={name}>
              <dt>{name.slice(name.lastIndexOf(".") + 1)}</dt>
              <dd>{showQuantity(values[i] ?? NaN, displayUnitOf(variable))}</dd>
            </div>
          );
        })}
      </dl>
      <small class="quiet">P plots it</small>
    </div>
  );
}

/** One question at a time; while it is under way the last answer stays. */
function useValues(run: Run | null, names: readonly string[], time: number | null): (number | null)[] | undefined {
  const [answer, setAnswer] = useState<{ key: string; values: (number | null)[] }>();
  const key = names.join();
  useEffect(() => {
    if (!run || names.length === 0 || time === null || run.lost.peek()) return;
    let current = true;
    rpc
      .request("dashpot/values", { job: run.job, time, variables: [...names] })
      .then(({ values }) => current && setAnswer({ key, values }))
      .catch(() => undefined); // the run was dropped: there is nothing to show
    return () => {
      current = false;
    };
  }, [run, key, time]);
  return answer?.key === key ? answer.values : undefined;
}
