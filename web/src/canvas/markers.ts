// Diagnostics on the drawing: each belongs to the smallest component or connection whose text it lies in.
import { computed } from "@preact/signals";
import { currentDiagnostics, diagram } from "../app/state";
import { contains } from "../document/positions";
import type { Component, Connection, Diagram, Point } from "../protocol/drawing";
import { type Diagnostic, DiagnosticSeverity, type Range } from "../protocol/lsp";
import { middleOfConnection } from "./diagram_index";

export type Severity = "error" | "warning" | "info";

export interface Marker {
  key: string;
  component: string | undefined;
  connection: { from: string; to: string } | undefined;
  at: readonly Point[]; // one sign, or one at each port of a line that joins what does not fit
  severity: Severity;
  messages: string[];
}

export function severityOf({ severity }: Diagnostic): Severity {
  if (severity === undefined || severity === DiagnosticSeverity.error) return "error";
  return severity === DiagnosticSeverity.warning ? "warning" : "info";
}

/** What a place in the text belongs to in the drawing. */
export function ownerOf(shown: Diagram, range: Range): Component | Connection | undefined {
  const around = [...shown.components, ...shown.connections].filter((part) => !part.inherited && part.range && contains(part.range, range));
  return around.sort((a, b) => lines(a.range) - lines(b.range))[0];
}

function lines(range: Range | undefined): number {
  return range ? (range.end.line - range.start.line) * 1e4 + range.end.character - range.start.character : Infinity;
}

const order: readonly Severity[] = ["error", "warning", "info"];

export function markersOf(shown: Diagram, diagnostics: readonly Diagnostic[]): Marker[] {
  const markers = new Map<Component | Connection, Marker>();
  for (const diagnostic of diagnostics) {
    const start = { start: diagnostic.range.start, end: diagnostic.range.start };
    const owner = ownerOf(shown, start);
    if (!owner) continue;
    const severity = severityOf(diagnostic);
    const known = markers.get(owner);
    if (known) {
      known.messages.push(diagnostic.message);
      if (order.indexOf(severity) < order.indexOf(known.severity)) known.severity = severity;
    } else {
      const marker = newMarker(owner, severity, diagnostic);
      if (marker) markers.set(owner, marker);
    }
  }
  return [...markers.values()];
}

/** Codes of what is wrong with neither port, but with both together. */
const ofBothEnds = new Set<Diagnostic["code"]>(["connector-mismatch", "two-sources"]);

function newMarker(owner: Component | Connection, severity: Severity, { message, code }: Diagnostic): Marker | undefined {
  if ("ends" in owner) {
    const at = ofBothEnds.has(code) ? endsOf(owner) : [middleOfConnection(owner)].filter((point) => point !== undefined);
    const connection = { from: owner.ends[0].text, to: owner.ends[1].text };
    const key = `${connection.from} ${connection.to}`;
    return at.length > 0 ? { key, component: undefined, connection, at, severity, messages: [message] } : undefined;
  }
  const [[x0, y0], [x1, y1]] = owner.box;
  const corner: Point = [Math.max(x0, x1), Math.max(y0, y1)];
  return { key: owner.name, component: owner.name, connection: undefined, at: [corner], severity, messages: [message] };
}

const endsOf = ({ line: { points } }: Connection): Point[] => [points[0], points.at(-1)].filter((point) => point !== undefined);

export const markers = computed<Marker[]>(() => (diagram.value ? markersOf(diagram.value, currentDiagnostics.value) : []));
