// File and class on the left, what runs in the middle, history and help on the right.
import type { ComponentChildren } from "preact";
import { commands, isEnabled, runCommand } from "../commands/registry";
import { openMenu } from "../commands/menu";
import { shownKey } from "../commands/keys";
import { show } from "./actions";
import { Icon, type IconName } from "./icons";
import { topBarItems } from "./panels";
import { breadcrumb, classes, currentClass, currentDocument, page } from "./state";
import { theme } from "./theme";

/** A button for a command: title, key and whether it can be pressed come from the registry. */
export function CommandButton({ id, icon, children, title, disabled }: { id: string; icon?: IconName; children?: ComponentChildren; title?: string; disabled?: boolean }) {
  const command = commands.value.get(id);
  if (!command) return null;
  const key = command.keys?.[0];
  const label = title ?? command.title;
  return (
    <button
      class={children ? "button" : "icon-button"}
      title={key ? `${label} (${shownKey(key)})` : label}
      aria-label={children ? undefined : label}
      disabled={disabled ?? !isEnabled(command)}
      onClick={() => runCommand(id)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

function MenuButton() {
  return (
    <button
      class="icon-button"
      aria-label="Menu"
      aria-haspopup="menu"
      title="Menu"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        openMenu(["file", "edit", "view", "run", "help"], { x: box.left, y: box.bottom + 4 }, "all");
      }}
    >
      <Icon name="menu" />
    </button>
  );
}

function Place() {
  const document = currentDocument.value;
  if (!document) return <strong class="brand">Dashpot</strong>;
  const way = breadcrumb.value;
  return (
    <nav class="place" aria-label="Where you are">
      <span class="file-name" title={document.path ?? document.uri}>
        {document.name}
        {document.dirty.value && !document.readonly && <span class="dirty" title="Not saved" aria-label="not saved" />}
      </span>
      {way.slice(0, -1).map((place, i) => (
        <span key={`${place.class}${i}`} class="crumb">
          <button class="link" onClick={() => show(place.document, place.class, way.slice(0, i + 1))}>
            {place.component ?? lastPart(place.class)}
          </button>
          <Icon name="chevronRight" size={12} />
        </span>
      ))}
      {way.length > 1 ? <span class="crumb">{way.at(-1)?.component}</span> : <ClassChoice />}
    </nav>
  );
}

function ClassChoice() {
  const document = currentDocument.value;
  if (!document || classes.value.length === 0) return null;
  return (
    <label class="class-choice">
      <span class="visually-hidden">Class</span>
      <select value={currentClass.value ?? ""} onChange={(event) => show(document, event.currentTarget.value)}>
        {classes.value.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

export function TopBar() {
  const document = currentDocument.value;
  return (
    <header class="top-bar">
      <div class="top-left">
        <MenuButton />
        {page.value === "workbench" && <CommandButton id="app.home" icon="home" />}
        <Place />
        {document && <CommandButton id="file.save" icon="save" disabled={!document.dirty.value || document.readonly} />}
      </div>
      <div class="top-middle">
        {topBarItems.value.map(({ id, view: View }) => (
          <View key={id} />
        ))}
      </div>
      <div class="top-right">
        {document && (
          <>
            <CommandButton id="edit.undo" icon="undo" disabled={document.undoLabel.value === undefined} title={undoTitle("Undo", document.undoLabel.value)} />
            <CommandButton id="edit.redo" icon="redo" disabled={document.redoLabel.value === undefined} title={undoTitle("Redo", document.redoLabel.value)} />
          </>
        )}
        <CommandButton id="help.commands" icon="search" />
        <CommandButton id="view.theme" icon={theme.value === "dark" ? "sun" : "moon"} />
        <CommandButton id="help.keys" icon="help" />
      </div>
    </header>
  );
}

function undoTitle(verb: string, label: string | undefined): string {
  return label === undefined ? verb : `${verb}: ${label}`;
}
