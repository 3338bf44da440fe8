// Keys as text: "Ctrl+Shift+Z", "R", "?", "ArrowLeft". On a Mac the Command key counts as Ctrl.

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Keys whose name already says whether Shift was held ("?" rather than Shift+"ß"). */
function showsShift(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== " ";
}

export function keyOf(press: KeyPress): string {
  const name = press.key === " " ? "Space" : press.key.length === 1 ? press.key.toUpperCase() : press.key;
  const parts: string[] = [];
  if (press.ctrlKey || press.metaKey) parts.push("Ctrl");
  if (press.altKey) parts.push("Alt");
  if (press.shiftKey && !showsShift(press.key)) parts.push("Shift");
  parts.push(name);
  return parts.join("+");
}

/** Browsers do not let a page have these, or a user would miss them. */
export const keptByBrowsers: readonly string[] = [
  "Ctrl+T", "Ctrl+N", "Ctrl+W", "Ctrl+Q", "Ctrl+L", "Ctrl+H", "Ctrl+J", "Ctrl+P", "Ctrl+Shift+T", "Ctrl+Shift+N", "Ctrl+Shift+W", "Ctrl+Shift+I", "Ctrl+Shift+J",
  "Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8", "Ctrl+9", "F11", "F12", "Alt+F4",
]; // prettier-ignore

const signs: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Delete: "Del",
  Escape: "Esc",
};

/** For people. */
export function shownKey(key: string): string {
  if (key === "+") return key;
  return key
    .split(/\+(?!$)/)
    .map((part) => signs[part] ?? part)
    .join("+");
}

/** Whether a key by itself writes into a field or a text: there, commands without Ctrl or Alt stay silent. */
export function isTyping(key: string): boolean {
  return !/^(Ctrl|Alt)\+/.test(key) && !/^(Shift\+)?F\d+$/.test(key);
}
