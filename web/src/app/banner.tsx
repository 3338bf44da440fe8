// What the user must know and decide before going on: no connection, a file that somebody else has changed, a class that is read only.
import { documents, rpc } from "./connection";
import { Icon } from "./icons";
import { ask, report } from "./messages";
import { conflictView } from "./panels";
import { openNew, save } from "./actions";
import { currentDocument, diagramFault, page, session } from "./state";
import type { Conflict, OpenDocument } from "../document/open_document";

export function Banner() {
  const document = currentDocument.value;
  const conflict = document?.conflict.value;
  return (
    <>
      {rpc.state.value === "offline" && (
        <div class="banner banner-fault" role="alert">
          <Icon name="warning" />
          <span>
            The server cannot be reached. What you change is kept in this browser; the connection is tried again. If the server was
            started anew, open the address that it prints.
          </span>
        </div>
      )}
      {document && conflict && <ConflictBanner document={document} conflict={conflict} />}
      {page.value === "workbench" && document && (document.readonly || session.value?.readonly) && (
        <div class="banner">
          <Icon name="lock" />
          <span>{document.readonly ? `${document.name} belongs to a library: to look at, not to change.` : "This folder is served to be looked at, not to be changed."}</span>
        </div>
      )}
      {page.value === "workbench" && diagramFault.value !== null && (
        <div class="banner banner-warning" role="status">
          <Icon name="warning" />
          <span>{diagramFault.value}</span>
        </div>
      )}
    </>
  );
}

function ConflictBanner({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  const View = conflictView.value;
  const isGone = conflict.text === undefined;
  const keepMine = () => documents.save(document, true).catch(report);
  const asCopy = async () => {
    const path = document.path ?? document.name;
    const answer = await ask({
      title: "Save as a copy",
      text: "Your text goes to a file of its own; this document takes the content on disk.",
      choices: [{ id: "save", title: "Save copy", kind: "primary" }],
      field: { label: "Path", value: path.replace(/(\.mo)?$/, "_mine.mo"), check: (value) => (/\.mo$/.test(value) ? undefined : "The name of a model file ends in .mo") },
    });
    if (!answer) return;
    const { text } = document;
    documents.takeTheirs(document);
    await save(openNew(answer.value, text));
  };
  return (
    <div class="banner banner-warning" role="alert">
      <Icon name="warning" />
      <span>{isGone ? `${document.name} is gone from disk.` : `${document.name} has changed on disk, and you have changes of your own.`}</span>
      <span class="banner-buttons">
        <button class="button small" onClick={keepMine}>
          {isGone ? "Write it again" : "Keep mine"}
        </button>
        {!isGone && (
          <>
            <button class="button small" onClick={() => documents.takeTheirs(document)}>
              Take the file’s
            </button>
            <button class="button small" onClick={() => void asCopy().catch(report)}>
              Keep both
            </button>
            {View && <View document={document} />}
          </>
        )}
      </span>
    </div>
  );
}
