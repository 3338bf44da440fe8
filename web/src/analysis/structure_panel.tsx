// How the equations are solved: blocks in the order of evaluation, and the pattern of the Jacobian.
import { analyse, faultsOf } from "./ask";
import { Fault, Question, UnderWay } from "./question";

interface Block {
  kind: string;
  size: number;
  unknowns: string[];
  torn?: string[];
  residuals?: string[];
}

interface Structure {
  model: string;
  equations: number;
  unknown_count: number;
  aliases: number;
  index: number;
  block_count: number;
  loops: number;
  tearing_variables: number;
  states: number;
  unknowns: string[];
  blocks: Block[];
  jacobian_pattern: [row: number, column: number][];
  diagnostics?: { severity: string; message: string; hints?: string[] }[];
}

const question = new Question<Structure>();

export function StructurePanel() {
  return (
    <div class="analysis">
      <div class="analysis-form">
        <button
          class="button small primary"
          data-testid="structure"
          disabled={question.isUnderWay.value}
          onClick={() => question.start((abort) => analyse<Structure>("structure", {}, abort))}
        >
          Sort the equations
        </button>
        <UnderWay question={question} />
      </div>
      <Fault question={question} />
      {question.result.value && <Result result={question.result.value} />}
    </div>
  );
}

function Result({ result }: { result: Structure }) {
  const fault = faultsOf(result);
  if (fault) return <pre class="fault pad">{fault}</pre>;
  return (
    <div class="analysis-result">
      <Incidence result={result} />
      <div class="analysis-text">
        <p>
          {result.equations} equations, {result.aliases} aliases, {result.block_count} blocks, {result.loops} of them loops with{" "}
          {result.tearing_variables} tearing variables; {result.states} states, index {result.index}.
        </p>
        <ol class="blocks">
          {result.blocks.map((block, i) => (
            <li key={i}>
              <code>{block.unknowns.join(", ")}</code>{" "}
              <small class="quiet">
                {block.size > 1
                  ? `${block.kind}, ${block.size} equations${block.torn?.length ? `, torn at ${block.torn.join(", ")}` : ""}`
                  : block.kind}
              </small>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The pattern of the Jacobian: a row per derivative or residual, a column per unknown. */
function Incidence({ result: { unknowns, jacobian_pattern: pattern } }: { result: Structure }) {
  const n = unknowns.length;
  if (n === 0) return null;
  return (
    <figure class="incidence">
      <svg viewBox={`-0.5 -0.5 ${n + 1} ${n + 1}`} role="img" aria-label={`Pattern of the Jacobian: ${pattern.length} of ${n * n} places`}>
        <rect width={n} height={n} class="incidence-ground" />
        {pattern.map(([row, column]) => (
          <rect key={`${row} ${column}`} x={column + 0.08} y={row + 0.08} width={0.84} height={0.84} class="incidence-entry">
            <title>{`${unknowns[row]} depends on ${unknowns[column]}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="quiet">
        Jacobian: {pattern.length} of {n * n} places
      </figcaption>
    </figure>
  );
}
