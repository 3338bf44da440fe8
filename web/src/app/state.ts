// What the parts of the page share: signals of what is open, shown and selected. Panels read them; only the functions of app/actions.ts
// and the canvas write them.
import { computed, signal } from "@preact/signals";
import type { OpenDocument } from "../document/open_document";
import type { Diagram } from "../protocol/drawing";
import type { CheckedModel, Experiment, Figure, Session } from "../protocol/messages";
import type { Diagnostic } from "../protocol/lsp";

export const session = signal<Session | null>(null);

/** The document and the class that the canvas shows. Without a document the first page is shown. */
export const currentDocument = signal<OpenDocument | null>(null);
export const currentClass = signal<string | null>(null);

/** The way to `currentClass` through components that were opened; the last entry is where we are. */
export interface Place {
  document: OpenDocument;
  class: string;
  /** The component by which it was entered. */
  component?: string;
}
export const breadcrumb = signal<readonly Place[]>([]);

/** The classes of the current document, and the drawing of the current one. */
export const classes = signal<readonly string[]>([]);
export const diagram = signal<Diagram | null>(null);
/** What the class says of its runs and of the plots to show. */
export const experiment = signal<Experiment>({});
export const figures = signal<readonly Figure[]>([]);
/** Why there is no drawing, or why it is that of an older text. */
export const diagramFault = signal<string | null>(null);

/** The drawing of the text as it is now has been asked for. */
export const isDrawingOld = signal(false);
/** Gestures, or the drawing that follows them, are on their way. */
export const isBusy = computed(() => isDrawingOld.value || (currentDocument.value?.underWay.value ?? 0) > 0);

/** A connection is known by its ends as they are written. */
export interface ConnectionName {
  from: string;
  to: string;
}

export interface Selection {
  components: ReadonlySet<string>;
  connections: readonly ConnectionName[];
}

export const nothingSelected: Selection = { components: new Set(), connections: [] };
export const selection = signal<Selection>(nothingSelected);

/** The one component that is selected, if it is one. */
export const selectedComponent = computed<string | null>(() => {
  const { components, connections } = selection.value;
  const [only] = components;
  return components.size === 1 && connections.length === 0 && only !== undefined ? only : null;
});

/** The component whose parameters get the focus as soon as the panel shows them. */
export const awaitedParameters = signal<string | null>(null);

/** By the address of the document: what the last check found, and its models. */
export const diagnostics = signal<ReadonlyMap<string, readonly Diagnostic[]>>(new Map());
export const models = signal<ReadonlyMap<string, readonly CheckedModel[]>>(new Map());

export const currentDiagnostics = computed(() => diagnostics.value.get(currentDocument.value?.uri ?? "") ?? []);
export const currentModels = computed(() => models.value.get(currentDocument.value?.uri ?? "") ?? []);

/** Whether what is shown may be changed. */
export const editable = computed(() => {
  const document = currentDocument.value;
  return document !== null && !document.readonly && session.value?.readonly !== true;
});

export const page = computed<"start" | "workbench">(() => (currentDocument.value ? "workbench" : "start"));
