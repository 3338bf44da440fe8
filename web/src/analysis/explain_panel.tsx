// Why a run is slow, fails or chatters, and what would help: in the words of `dashpot explain`.
import { method as chosenMethod } from "../run/settings";
import { showNumber } from "../units/display";
import { analyse, faultsOf } from "./ask";
import { Fault, Question, UnderWay } from "./question";

interface Tried {
  change: string;
  text: string;
}

interface Diagnosis {
  name: string;
  kind: string;
  finding: string;
  evidence: string[];
  remedy: string;
  try: string[];
  tried: Tried[];
}

interface Failure {
  time: number;
  reason: string;
  singularity: string;
  suspects: string[];
}

interface Explained {
  model?: string;
  method?: string;
  status: string;
  time?: number;
  diagnoses?: Diagnosis[];
  failure?: Failure | null;
  methods?: Tried[];
  survey?: { about: string; text: string }[];
  diagnostics?: { severity: string; message: string; hints?: string[] }[];
}

const question = new Question<Explained>();

/** Places in files by the name of the file alone. */
const brief = (text: string) => text.replace(/[^()\s]*\/([^()\s/]+\.mo:\d+)/g, "$1");

/** `tries`: what would help is tried, too. */
function begin(tries: boolean): void {
  const method = chosenMethod.peek();
  question.start((abort) => analyse<Explained>("explain", { try: tries, ...(method === null ? {} : { method }) }, abort));
}

export function ExplainPanel() {
  const result = question.result.value;
  const isUnderWay = question.isUnderWay.value;
  return (
    <div class="analysis">
      <div class="analysis-form">
        <button class="button small primary" data-testid="explain" disabled={isUnderWay} onClick={() => begin(false)}>
          Run and explain
        </button>
        <button
          class="button small"
          data-testid="explain-try"
          disabled={isUnderWay}
          title="Run again with what would help and with other methods, and say by how much they do"
          onClick={() => begin(true)}
        >
          Try what would help
        </button>
        <UnderWay question={question} />
      </div>
      <Fault question={question} />
      {result && <Result result={result} />}
      {!result && !isUnderWay && !question.fault.value && (
        <p class="quiet pad">The model is run and watched: what makes it stiff, slow or fail, by which of its variables and equations.</p>
      )}
    </div>
  );
}

function Result({ result }: { result: Explained }) {
  if (!result.diagnoses) return <pre class="fault pad">{faultsOf(result)}</pre>;
  return (
    <div class="analysis-result">
      <div class="analysis-text">
        <p>
          {result.model}: {result.status} at {showNumber(result.time ?? 0, 6)} s, {result.method}.
        </p>
        {result.diagnoses.length === 0 && (
          <p data-testid="healthy">
            {result.failure ? "No diagnosis fits this failure." : "Nothing stands out: the run is healthy."}
          </p>
        )}
        <ol class="diagnoses">
          {result.diagnoses.map((diagnosis) => (
            <Found key={diagnosis.name} diagnosis={diagnosis} />
          ))}
        </ol>
        {result.failure && <Failed failure={result.failure} />}
        <OtherMethods tried={result.methods ?? []} />
      </div>
      <div class="analysis-text">
        <table class="curve-table told">
          <caption>The run</caption>
          <tbody>
            {result.survey?.map(({ about, text }) => (
              <tr key={about} data-testid="survey-row">
                <th>{about}</th>
                <td>{brief(text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Found({ diagnosis }: { diagnosis: Diagnosis }) {
  return (
    <li data-testid="diagnosis" data-name={diagnosis.name}>
      <strong>{diagnosis.finding}</strong>
      <ul>
        {diagnosis.evidence.map((fact) => (
          <li key={fact}>{brief(fact)}</li>
        ))}
      </ul>
      <p>{diagnosis.remedy}</p>
      {diagnosis.tried.map(({ change, text }) => (
        <p key={change}>
          Tried <code>{change}</code>: {text}
        </p>
      ))}
    </li>
  );
}

function Failed({ failure }: { failure: Failure }) {
  return (
    <>
      <p>
        It failed at {showNumber(failure.time, 6)} s: {failure.reason} {failure.singularity}
      </p>
      <ul>
        {failure.suspects.map((suspect) => (
          <li key={suspect}>{brief(suspect)}</li>
        ))}
      </ul>
    </>
  );
}

function OtherMethods({ tried }: { tried: Tried[] }) {
  if (tried.length === 0) return null;
  return (
    <table class="curve-table told">
      <caption>Other methods</caption>
      <tbody>
        {tried.map(({ change, text }) => (
          <tr key={change}>
            <th>{change.replace(/^--method /, "")}</th>
            <td>{brief(text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
