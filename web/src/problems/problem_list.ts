// Diagnostics with the component that each is about: pure.
import type { Diagnostic, Diagram, Range } from "../protocol/types";

export interface Problem {
  diagnostic: Diagnostic;
  component: string | undefined;
  isError: boolean;
}

/** Errors first, then warnings; within these in the order of the text. */
export function problemsOf(diagnostics: readonly Diagnostic[], diagram: Diagram | null): Problem[] {
  return diagnostics
    .map((diagnostic) => ({ diagnostic, component: componentAt(diagram, diagnostic.range), isError: (diagnostic.severity ?? 1) === 1 }))
    .sort((a, b) => severity(a) - severity(b) || a.diagnostic.range.start.line - b.diagnostic.range.start.line);
}

const severity = ({ diagnostic }: Problem) => diagnostic.severity ?? 1;

/** The component whose declaration, or one of whose connections, the range lies in. */
export function componentAt(diagram: Diagram | null, range: Range): string | undefined {
  const declared = diagram?.components.find((component) => component.range && lies(range, component.range));
  if (declared) return declared.name;
  const connection = diagram?.connections.find((other) => other.range && lies(range, other.range));
  return connection?.ends[0].component ?? connection?.ends[1].component;
}

function lies(inner: Range, outer: Range): boolean {
  const after =
    inner.start.line > outer.start.line || (inner.start.line === outer.start.line && inner.start.character >= outer.start.character);
  const before = inner.start.line < outer.end.line || (inner.start.line === outer.end.line && inner.start.character <= outer.end.character);
  return after && before;
}

/** A message with its hint apart: servers append "hint: ..." on a line of its own. */
export function withHint(message: string): { text: string; hint: string } {
  const match = /^([\s\S]*?)\n\s*hint:\s*([\s\S]*)$/i.exec(message);
  return match ? { text: match[1]!.trim(), hint: match[2]!.trim() } : { text: message, hint: "" };
}
