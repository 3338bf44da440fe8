// The dock's panel "Problems": what the last check found, on which component, and what to do about it.
import { computed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { rpc } from "../app/connection";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { currentDiagnostics, currentDocument, currentModels, diagram, editable, selection } from "../app/state";
import { currentClass } from "../app/state";
import type { CodeAction } from "../protocol/types";
import { type Problem, problemsOf, withHint } from "./problem_list";

export const problems = computed(() => problemsOf(currentDiagnostics.value, diagram.value));

export function ProblemsPanel() {
  return (
    <div class="problems" data-testid="problems">
      <Counts />
      {problems.value.length === 0 ? (
        <p class="quiet pad">Nothing to complain about.</p>
      ) : (
        <ul>
          {problems.value.map((problem) => (
            <ProblemRow key={keyOf(problem)} problem={problem} />
          ))}
        </ul>
      )}
    </div>
  );
}

function keyOf({ diagnostic: { range, code, message } }: Problem): string {
  return `${range.start.line}:${range.start.character} ${code} ${message}`;
}

function Counts() {
  const model = currentModels.value.find((other) => other.name === currentClass.value);
  if (!model) return null;
  return (
    <p class="model-counts" data-testid="counts">
      {model.sound ? (
        <>
          {model.name} is sound: {counted(model.equations, "equation")}, {counted(model.states, "state")}.
        </>
      ) : (
        <>{model.name} cannot be run yet.</>
      )}
    </p>
  );
}

function counted(count: number | undefined, what: string): string {
  return `${count ?? "–"} ${what}${count === 1 ? "" : "s"}`;
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { diagnostic, component, isError } = problem;
  const { text, hint } = withHint(diagnostic.message);
  const select = () => component !== undefined && (selection.value = { components: new Set([component]), connections: [] });
  return (
    <li class={isError ? "is-error" : "is-warning"} data-testid="problem" data-code={String(diagnostic.code ?? "")}>
      <Icon name={isError ? "error" : "warning"} />
      <div>
        <button class="link problem-text" onClick={select}>
          {component !== undefined && <strong>{component} </strong>}
          {text}
        </button>
        {hint && <p class="quiet">{hint}</p>}
        {(diagnostic.relatedInformation ?? []).map((related) => (
          <p key={related.message} class="quiet">
            {related.message}
          </p>
        ))}
        {editable.value && <QuickFixes problem={problem} />}
      </div>
      <small class="quiet">
        {diagnostic.code !== undefined && <code>{diagnostic.code}</code>} line {diagnostic.range.start.line + 1}
      </small>
    </li>
  );
}

function QuickFixes({ problem: { diagnostic } }: { problem: Problem }) {
  const [actions, setActions] = useState<CodeAction[]>([]);
  const uri = currentDocument.value?.uri;
  useEffect(() => {
    if (uri === undefined) return;
    let current = true;
    rpc
      .request("textDocument/codeAction", { textDocument: { uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] } })
      .then((found) => current && setActions((found ?? []).filter((action) => action.edit)))
      .catch(() => undefined); // without fixes the problem stands all the same
    return () => {
      current = false;
    };
  }, [uri, diagnostic]);
  return (
    <>
      {actions.map((action) => (
        <button key={action.title} class="button small" onClick={() => apply(action)}>
          {action.title}
        </button>
      ))}
    </>
  );
}

function apply(action: CodeAction): void {
  const document = currentDocument.peek();
  if (!document || !action.edit) return;
  const { changes, documentChanges } = action.edit;
  const edits = changes?.[document.uri] ?? documentChanges?.find((change) => change.textDocument.uri === document.uri)?.edits;
  if (edits) document.applyEdits([edits], { label: action.title });
  else report("This change belongs to another file.");
}
