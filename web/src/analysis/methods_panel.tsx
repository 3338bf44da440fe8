// All integration methods with what is known of them; one of them can be taken for the next runs.
import { useEffect, useState } from "preact/hooks";
import { method as chosenMethod } from "../run/settings";
import { analyse } from "./ask";
import { Fault, Question } from "./question";

interface Method {
  name: string;
  family: string;
  order: number;
  stages: number;
  a_stable: boolean;
  l_stable: boolean;
  variable_step: boolean;
  source: string;
}

const question = new Question<Method[]>(false);

export function MethodsPanel() {
  const [search, setSearch] = useState("");
  useEffect(() => {
    if (!question.result.peek()) question.start(async () => (await analyse<{ methods: Method[] }>("methods")).methods);
  }, []);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (question.result.value ?? []).filter((method) =>
    words.every((word) => `${method.name} ${method.family} ${method.source}`.toLowerCase().includes(word)),
  );
  return (
    <div class="analysis">
      <div class="analysis-form">
        <input
          type="search"
          placeholder="Search methods"
          aria-label="Search methods"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <Fault question={question} />
      <table class="curve-table methods-table">
        <thead>
          <tr>
            <th>method</th>
            <th>family</th>
            <th>order</th>
            <th>stages</th>
            <th>stability</th>
            <th>step</th>
            <th>source</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {found.map((method) => (
            <tr key={method.name}>
              <th>{method.name}</th>
              <td>{method.family}</td>
              <td>{method.order}</td>
              <td>{method.stages}</td>
              <td>{method.l_stable ? "L" : method.a_stable ? "A" : "–"}</td>
              <td>{method.variable_step ? "variable" : "fixed"}</td>
              <td>{method.source}</td>
              <td>
                <button
                  class="button small"
                  aria-pressed={chosenMethod.value === method.name}
                  onClick={() => (chosenMethod.value = chosenMethod.peek() === method.name ? null : method.name)}
                >
                  {chosenMethod.value === method.name ? "Chosen" : "Use"}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
