// Keys to commands, by where the focus is.
import { isTyping, keyOf } from "./keys";
import { commandFor, type Context, runCommand } from "./registry";

function contextsOf(target: EventTarget | null): Context[] {
  const contexts: Context[] = [];
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
    const context = node.getAttribute("data-context");
    if (context) contexts.push(context as Context);
  }
  return target === document.body ? ["canvas"] : contexts; // nothing has the focus: keys are for the drawing
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable=true]") !== null;
}

/** Keys that a focused control uses by itself. */
function belongsToControl(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || !["Enter", "Space"].includes(key)) return false;
  return target.closest("button, a[href], summary, [role=tab], [role=menuitem], [role=option]") !== null;
}

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return; // a dialogue has its own keys
  const key = keyOf(event);
  if (isEditable(event.target) && isTyping(key)) return;
  if (belongsToControl(event.target, key)) return;
  const command = commandFor(key, contextsOf(event.target));
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  runCommand(command.id);
}

export function listenToKeys(): void {
  addEventListener("keydown", handleKey);
}
