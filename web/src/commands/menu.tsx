// Menus made from the registry: the one of the top bar, and context menus.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { shownKey } from "./keys";
import { type Command, commandsOfMenu, isEnabled, runCommand } from "./registry";

interface MenuRequest {
  /** Each is a section of the menu. */
  sections: readonly string[];
  /** "all": also what cannot be done now, greyed, so that it can be found; a menu for one place shows what can be done there. */
  shows: "all" | "possible";
  x: number;
  y: number;
}

const request = signal<MenuRequest | null>(null);
let returnFocus: HTMLElement | null = null;

export function openMenu(sections: readonly string[], at: { x: number; y: number }, shows: MenuRequest["shows"] = "possible"): void {
  returnFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  request.value = { sections, shows, ...at };
}

export function OpenMenu() {
  return request.value && <Menu key={`${request.value.x},${request.value.y}`} {...request.value} />;
}

function Menu({ sections, shows, x, y }: MenuRequest) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: x, top: y });
  const filled = sections
    .map((section) => commandsOfMenu(section).filter((command) => shows === "all" || isEnabled(command)))
    .filter((section) => section.length > 0);
  const close = () => {
    request.value = null;
    returnFocus?.focus();
  };
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (!box) return;
    setPlace({ left: Math.max(4, Math.min(x, innerWidth - box.width - 4)), top: Math.max(4, Math.min(y, innerHeight - box.height - 4)) });
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, []);
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!list.current?.contains(event.target as Node)) close();
    };
    addEventListener("pointerdown", outside, true);
    return () => removeEventListener("pointerdown", outside, true);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const goTo = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (goTo !== undefined) items.at(goTo % items.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key.length !== 1) return;
    else items.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const pick = (command: Command) => {
    close();
    runCommand(command.id);
  };
  return (
    <div ref={list} class="menu" role="menu" style={{ left: `${place.left}px`, top: `${place.top}px` }} onKeyDown={onKey} onContextMenu={(event) => event.preventDefault()}>
      {filled.map((section, i) => (
        <div key={i} role="group" class="menu-section">
          {section.map((command) => (
            <button
              key={command.id}
              role="menuitem"
              class="menu-item"
              tabIndex={-1}
              aria-disabled={!isEnabled(command)}
              onClick={() => isEnabled(command) && pick(command)}
              onKeyDown={(event) => {
                if ((event.key === "Enter" || event.key === " ") && isEnabled(command)) {
                  event.preventDefault();
                  event.stopPropagation();
                  pick(command);
                }
              }}
            >
              <span>{command.title}</span>
              {command.keys?.[0] !== undefined && <kbd>{shownKey(command.keys[0])}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
