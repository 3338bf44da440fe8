// Undo and redo of a document: one history for typing and drawing, kept as a field of the editor's state. It is small because every
// change goes through it and in order; and it needs no view, so that the text editor is loaded only when somebody opens it.
import {
  Annotation,
  type ChangeSet,
  type EditorSelection,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";

/** What is undone at once. */
interface Step {
  /** Leads back to the text before. */
  inverse: ChangeSet;
  selection: EditorSelection;
  label: string;
  /** Steps of one group that follow one another quickly are one: a word that is typed, a component that is nudged. */
  group: string | undefined;
  time: number;
}

interface History {
  done: readonly Step[];
  undone: readonly Step[];
}

/** What the step is called in menus: "Move pump". */
export const stepLabel = Annotation.define<string>();
export const stepGroup = Annotation.define<string>();

const leap = StateEffect.define<"undo" | "redo">();
const joinWithin = 700; // milliseconds
const longest = 1000; // steps

function groupOf(transaction: Transaction): string | undefined {
  const group = transaction.annotation(stepGroup);
  if (group !== undefined) return group;
  for (const event of ["input.type", "delete"]) if (transaction.isUserEvent(event)) return event;
  return undefined;
}

function stepFor(transaction: Transaction, label: string): Step {
  return {
    inverse: transaction.changes.invert(transaction.startState.doc),
    selection: transaction.startState.selection,
    label,
    group: groupOf(transaction),
    time: transaction.annotation(Transaction.time) ?? 0,
  };
}

/** Typing goes on where it stopped; the steps of a drawing's group may touch any place. */
function continues(last: Step, next: Step, isTyping: boolean): boolean {
  if (last.group === undefined || last.group !== next.group || next.time - last.time > joinWithin) return false;
  if (!isTyping) return true;
  let adjacent = false;
  last.inverse.iterChangedRanges((from, to) => {
    next.inverse.iterChangedRanges((_fromAfter, _toAfter, nextFrom, nextTo) => {
      if (nextFrom <= to && nextTo >= from) adjacent = true;
    });
  });
  return adjacent;
}

const field = StateField.define<History>({
  create: () => ({ done: [], undone: [] }),
  update(history, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(leap)) continue;
      const from = effect.value === "undo" ? history.done : history.undone;
      const step = from[from.length - 1];
      if (!step) return history;
      const back = { ...stepFor(transaction, step.label), group: undefined };
      return effect.value === "undo"
        ? { done: history.done.slice(0, -1), undone: [...history.undone, back] }
        : { done: [...history.done, back], undone: history.undone.slice(0, -1) };
    }
    if (!transaction.docChanged) return history;
    const label = transaction.annotation(stepLabel);
    const next = stepFor(transaction, label ?? "Edit text");
    const last = history.done[history.done.length - 1];
    if (last && history.undone.length === 0 && continues(last, next, transaction.annotation(stepGroup) === undefined)) {
      const joined = { ...last, inverse: next.inverse.compose(last.inverse), time: next.time };
      return { done: [...history.done.slice(0, -1), joined], undone: [] };
    }
    return { done: [...history.done, next].slice(-longest), undone: [] };
  },
});

export const history: Extension = field;

function leapSpec(state: EditorState, direction: "undo" | "redo"): TransactionSpec | undefined {
  const { done, undone } = state.field(field);
  const steps = direction === "undo" ? done : undone;
  const step = steps[steps.length - 1];
  if (!step) return undefined;
  return {
    changes: step.inverse,
    selection: step.selection,
    effects: leap.of(direction),
    userEvent: direction,
    scrollIntoView: true,
    filter: false,
  };
}

export const undoSpec = (state: EditorState): TransactionSpec | undefined => leapSpec(state, "undo");
export const redoSpec = (state: EditorState): TransactionSpec | undefined => leapSpec(state, "redo");

/** What the next undo would undo. */
export function undoLabel(state: EditorState): string | undefined {
  return state.field(field).done.at(-1)?.label;
}
export function redoLabel(state: EditorState): string | undefined {
  return state.field(field).undone.at(-1)?.label;
}
