// The side bar's panel "Files": what lies in the served folder, and what is open.
import { useEffect } from "preact/hooks";
import { openPath } from "../app/actions";
import { documents } from "../app/connection";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { currentDocument, session } from "../app/state";
import type { FileEntry } from "../protocol/types";
import { deleteFile, newFromStarter, renameFile } from "./file_actions";
import { files, refreshFiles, unsavedPaths } from "./file_list";
import { starters } from "./starters";

export function FilesPanel() {
  useEffect(() => void refreshFiles().catch(report), []);
  const readonly = session.value?.readonly === true;
  const models = files.value.filter((file) => file.path.endsWith(".mo"));
  const open = documents.open.value.filter((document) => !document.readonly).map((document) => document.path ?? document.name);
  const unsaved = [...new Set([...open, ...unsavedPaths.value])].filter((path) => !models.some((file) => file.path === path));
  return (
    <div class="files" data-testid="files">
      {!readonly && (
        <details class="new-files">
          <summary class="button small">
            <Icon name="plus" size={14} /> New
          </summary>
          <ul>
            {starters.map((starter) => (
              <li key={starter.id}>
                <button class="menu-item" title={starter.description} onClick={() => newFromStarter(starter).catch(report)}>
                  {starter.title}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ul class="file-list">
        {unsaved.map((path) => (
          <li key={path} class={currentDocument.value?.path === path ? "shown" : ""}>
            <button class="file-row" onClick={() => openPath(path).catch(report)}>
              <Icon name="file" size={14} /> {path} <small class="quiet">not saved yet</small>
            </button>
          </li>
        ))}
        {models.map((file) => (
          <FileRow key={file.path} file={file} readonly={readonly} />
        ))}
      </ul>
      {models.length === 0 && unsaved.length === 0 && <p class="quiet pad">There is no model file in this folder yet.</p>}
    </div>
  );
}

function FileRow({ file, readonly }: { file: FileEntry; readonly: boolean }) {
  const open = documents.open.value.find((document) => document.path === file.path);
  const isShown = open !== undefined && currentDocument.value === open;
  return (
    <li class={isShown ? "shown" : ""}>
      <button class="file-row" title={file.models.join(", ")} aria-current={isShown} onClick={() => openPath(file.path).catch(report)}>
        <Icon name="file" size={14} /> {file.path}
        {open?.dirty.value && <span class="dirty" title="Not saved" aria-label="not saved" />}
      </button>
      {!readonly && (
        <span class="file-tools">
          <button
            class="quiet-button"
            title="Rename"
            aria-label={`Rename ${file.path}`}
            onClick={() => renameFile(file.path).catch(report)}
          >
            <Icon name="text" size={14} />
          </button>
          <button
            class="quiet-button"
            title="Delete"
            aria-label={`Delete ${file.path}`}
            onClick={() => deleteFile(file.path).catch(report)}
          >
            <Icon name="trash" size={14} />
          </button>
        </span>
      )}
    </li>
  );
}
