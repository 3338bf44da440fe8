// What differs between the text here and the file on disk, before one of them is chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import { documents } from "../app/connection";
import { report } from "../app/messages";
import type { OpenDocument } from "../document/open_document";
import { difference, withContext } from "./difference";

const context = 3; // lines around a change
const signs = { same: " ", removed: "−", added: "+" };

/** The button in the banner, and what it opens. */
export function DifferenceButton({ document }: { document: OpenDocument }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="button small" onClick={() => setOpen(true)}>
        Show the difference
      </button>
      {isOpen && <DifferenceDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

function DifferenceDialog({ document, onClose: close }: { document: OpenDocument; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const theirs = document.conflict.value?.text ?? "";
  useEffect(() => dialog.current?.showModal(), []);
  const decide = (action: () => unknown) => () => {
    close();
    Promise.resolve(action()).catch(report);
  };
  return (
    <dialog class="difference-dialog" ref={dialog} onClose={close} aria-label={`Differences of ${document.name}`} data-testid="difference">
      <h2>{document.name}: on disk and here</h2>
      <p class="quiet">Lines with − are in the file on disk, lines with + in your text.</p>
      <pre tabIndex={0}>
        {withContext(difference(theirs, document.text), context).map((line, i) =>
          line ? (
            <div key={i} class={`line-${line.kind}`}>
              {signs[line.kind]} {line.text}
            </div>
          ) : (
            <div key={i} class="line-gap">
              ⋯
            </div>
          ),
        )}
      </pre>
      <div class="dialog-buttons">
        <button class="button" onClick={close}>
          Decide later
        </button>
        <button class="button" onClick={decide(() => documents.takeTheirs(document))}>
          Take the file’s
        </button>
        <button class="button primary" onClick={decide(() => documents.save(document, true))}>
          Keep mine
        </button>
      </div>
    </dialog>
  );
}
