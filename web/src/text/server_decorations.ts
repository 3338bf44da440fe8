// Decorations that the server knows best: asked for a moment after the last change of the text, and carried along with the
// text until the answer is there.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { OpenDocument } from "../document/open_document";

/** `ask` may fail, without a connection for example: what is shown stays. An answer for an older text is dropped. */
export function serverDecorations(document: OpenDocument, delay: number, ask: (view: EditorView) => Promise<DecorationSet>) {
  const set = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      for (const effect of transaction.effects) if (effect.is(set)) return effect.value;
      return shown.map(transaction.changes);
    },
    provide: (shown) => EditorView.decorations.from(shown),
  });
  const plugin = ViewPlugin.fromClass(
    class {
      private timer: ReturnType<typeof setTimeout> | undefined;

      constructor(private readonly view: EditorView) {
        this.schedule();
      }

      update(update: ViewUpdate): void {
        if (update.docChanged) this.schedule();
      }

      destroy(): void {
        clearTimeout(this.timer);
      }

      private schedule(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.refresh(), delay);
      }

      private async refresh(): Promise<void> {
        const { version } = document;
        try {
          const decorations = await ask(this.view);
          if (document.version === version) this.view.dispatch({ effects: set.of(decorations) });
        } catch {
          // What is shown stays.
        }
      }
    },
  );
  return [field, plugin];
}
