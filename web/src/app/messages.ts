// Short messages to the user: toasts for the eye, a live region for the ear, one question at a time in a dialogue.
import { signal } from "@preact/signals";

export interface Toast {
  id: number;
  text: string;
  kind: "note" | "fault";
}

export const toasts = signal<readonly Toast[]>([]);
/** What a screen reader is to say next. */
export const announcement = signal("");

const shownFor = 6000; // milliseconds
let nextId = 1;

export function toast(text: string, kind: Toast["kind"] = "note"): void {
  const id = nextId++;
  toasts.value = [...toasts.peek().slice(-3), { id, text, kind }];
  setTimeout(() => dismiss(id), kind === "fault" ? 2 * shownFor : shownFor);
}

export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((other) => other.id !== id);
}

export function announce(text: string): void {
  announcement.value = text;
}

/** Shows why something could not be done, in the words of whoever refused it. */
export function report(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), "fault");
}

export interface Choice {
  id: string;
  title: string;
  kind?: "primary" | "danger";
}

export interface Question {
  title: string;
  text: string;
  choices: Choice[];
  /** A line to fill in, with its first content. */
  field?: { label: string; value: string; check?: (value: string) => string | undefined };
}

export interface Answer {
  choice: string;
  value: string;
}

export interface OpenQuestion extends Question {
  answer(answer: Answer | undefined): void;
}

export const question = signal<OpenQuestion | null>(null);

/** Undefined: the user turned away. */
export function ask(what: Question): Promise<Answer | undefined> {
  question.peek()?.answer(undefined);
  return new Promise((resolve) => {
    question.value = {
      ...what,
      answer(answer) {
        question.value = null;
        resolve(answer);
      },
    };
  });
}
