// How messages look: toasts, the dialogue with one question, and the live region.
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import { announcement, dismiss, type OpenQuestion, question, toasts } from "./messages";

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, kind }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon name={kind === "fault" ? "error" : "info"} />
          <span>{text}</span>
          <button class="quiet-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

export function Announcer() {
  return (
    <div class="visually-hidden" role="log" aria-live="polite" aria-atomic="true">
      {announcement.value}
    </div>
  );
}

export function QuestionDialog() {
  return question.value && <Asking key={question.value.title} asked={question.value} />;
}

function Asking({ asked }: { asked: OpenQuestion }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [value, setValue] = useState(asked.field?.value ?? "");
  const fault = asked.field?.check?.(value);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>("input")?.select();
  }, []);
  const [primary] = asked.choices;
  const submit = (event: Event) => {
    event.preventDefault();
    if (primary && fault === undefined) asked.answer({ choice: primary.id, value });
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="question-title" onClose={() => asked.answer(undefined)}>
      <form onSubmit={submit}>
        <h2 id="question-title">{asked.title}</h2>
        <p>{asked.text}</p>
        {asked.field && (
          <label class="field">
            <span>{asked.field.label}</span>
            <input value={value} onInput={(event) => setValue(event.currentTarget.value)} aria-invalid={fault !== undefined} spellcheck={false} />
            {fault !== undefined && <span class="fault">{fault}</span>}
          </label>
        )}
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={() => asked.answer(undefined)}>
            Cancel
          </button>
          {[...asked.choices].reverse().map((choice) => (
            <button
              key={choice.id}
              type={choice === primary ? "submit" : "button"}
              class={`button ${choice.kind ?? ""}`}
              disabled={fault !== undefined}
              onClick={choice === primary ? undefined : () => asked.answer({ choice: choice.id, value })}
            >
              {choice.title}
            </button>
          ))}
        </div>
      </form>
    </dialog>
  );
}
