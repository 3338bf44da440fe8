// `?`: all keys on one sheet.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../app/icons";
import { shownKey } from "./keys";
import { type Command, commands, type Group } from "./registry";

export const isKeySheetOpen = signal(false);

const groups: readonly Group[] = ["Draw", "Edit", "View", "Run", "Plot", "Analyse", "File", "Help"];

export function KeySheet() {
  return isKeySheetOpen.value ? <Sheet /> : null;
}

function Sheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => (isKeySheetOpen.value = false);
  const withKeys = [...commands.value.values()].filter((command) => command.keys?.length);
  return (
    <dialog ref={dialog} class="dialog key-sheet" aria-labelledby="keys-title" onClose={close} onClick={(event) => event.target === dialog.current && close()}>
      <header>
        <h2 id="keys-title">Keys</h2>
        <button class="quiet-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="key-groups" tabIndex={0}>
        {groups.map((group) => {
          const members = withKeys.filter((command) => command.group === group);
          return members.length > 0 && <KeyGroup key={group} title={group} members={members} />;
        })}
      </div>
    </dialog>
  );
}

interface Line {
  title: string;
  keys: string[];
}

function linesOf(members: readonly Command[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { title, family, keys = [] } of members) {
    const line = lines.get(family ?? title) ?? { title: family ?? title, keys: [] };
    lines.set(line.title, line);
    line.keys.push(...(family === undefined ? keys : keys.slice(0, 1)));
  }
  return [...lines.values()];
}

function KeyGroup({ title, members }: { title: string; members: Command[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {linesOf(members).map((line) => (
          <div key={line.title}>
            <dt>{line.title}</dt>
            <dd>
              {line.keys.map((key) => (
                <kbd key={key}>{shownKey(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
