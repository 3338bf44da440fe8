// A dialogue to choose from a list by typing: commands, components to insert.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rank } from "./rank";

export interface PickItem {
  id: string;
  title: string;
  detail?: string | undefined;
  key?: string | undefined;
  /** Further words by which it is found. */
  words?: string | undefined;
  picture?: ComponentChildren;
}

interface PickListProps {
  label: string;
  placeholder: string;
  items: readonly PickItem[];
  onPick(id: string): void;
  onClose(): void;
}

const mostShown = 60;

export function PickList({ label, placeholder, items, onPick, onClose }: PickListProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => rank(items, query, (item) => [item.title, item.words ?? "", item.detail ?? ""]).slice(0, mostShown), [items, query]);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, found]);
  const pick = (item: PickItem | undefined) => {
    if (!item) return;
    onClose();
    onPick(item.id);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setChosen(Math.min(Math.max(chosen + step, 0), found.length - 1));
    else if (event.key === "Enter") pick(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="pick-list" aria-label={label} onClose={onClose} onClick={(event) => event.target === dialog.current && onClose()}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="pick-list-items"
        aria-activedescendant={found[chosen] ? `pick-${found[chosen].id}` : undefined}
        aria-label={label}
        placeholder={placeholder}
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="pick-list-items" role="listbox" aria-label={label}>
        {found.map((item, i) => (
          <li
            key={item.id}
            id={`pick-${item.id}`}
            role="option"
            aria-selected={i === chosen}
            onPointerMove={() => i !== chosen && setChosen(i)}
            onClick={() => pick(item)}
          >
            {item.picture !== undefined && <span class="pick-picture">{item.picture}</span>}
            <span class="pick-title">{item.title}</span>
            {item.detail !== undefined && <span class="pick-detail">{item.detail}</span>}
            {item.key !== undefined && <kbd>{item.key}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="quiet pad">Nothing of that name.</p>}
    </dialog>
  );
}
