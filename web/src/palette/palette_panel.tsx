// Components to draw with: a tree by package, found by typing, dragged onto the drawing or added by Enter.
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Icon } from "../app/icons";
import { components, lastPart, packages, searchTexts } from "../app/library";
import { report } from "../app/messages";
import { diagram, editable } from "../app/state";
import { stored } from "../app/stored";
import { middleOfView } from "../canvas/canvas";
import { addComponent } from "../canvas/operations";
import { rank } from "../commands/rank";
import type { PaletteComponent } from "../protocol/messages";
import { Symbol } from "../scene/symbol";
import { freePlace } from "./free_place";
import { beginPlacing } from "./place_drag";
import { type Branch, countOf, treeOf } from "./tree";

const query = signal("");
const open = stored<string[]>("dashpot.palette.open", signal(["Dashpot.Hydraulics"]));
const mostFound = 60;

export function PalettePanel() {
  const found = useMemo(() => (query.value.trim() === "" ? undefined : rank(components.value, query.value, searchTexts).slice(0, mostFound)), [query.value, components.value]);
  const tree = useMemo(() => treeOf(packages.value), [packages.value]);
  return (
    <div class="palette">
      <div class="palette-search">
        <Icon name="search" size={14} />
        <input
          type="search"
          placeholder="Find a component"
          aria-label="Find a component"
          spellcheck={false}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && found?.[0]) addInMiddle(found[0]);
            if (event.key === "ArrowDown") document.querySelector<HTMLElement>(".palette-item")?.focus();
          }}
        />
      </div>
      <div class="palette-list" onKeyDown={walkItems}>
        {found ? <Items of={found} withPackage /> : tree.map((branch) => <BranchView key={branch.name} branch={branch} depth={0} />)}
        {found?.length === 0 && <p class="quiet pad">No component of that name.</p>}
        {packages.value.length === 0 && <p class="quiet pad">Loading…</p>}
      </div>
    </div>
  );
}

function BranchView({ branch, depth }: { branch: Branch; depth: number }) {
  const isOpen = open.value.includes(branch.name);
  const toggle = () => {
    open.value = isOpen ? open.value.filter((name) => name !== branch.name) : [...open.value, branch.name];
  };
  return (
    <section>
      <button class="palette-package" style={{ paddingLeft: `${8 + 14 * depth}px` }} aria-expanded={isOpen} onClick={toggle} title={branch.description || branch.name}>
        <Icon name={isOpen ? "chevronDown" : "chevronRight"} size={14} />
        <span>{branch.title}</span>
        <span class="count">{countOf(branch)}</span>
      </button>
      {isOpen && (
        <>
          <Items of={branch.components} indent={14 * depth} />
          {branch.branches.map((inner) => (
            <BranchView key={inner.name} branch={inner} depth={depth + 1} />
          ))}
        </>
      )}
    </section>
  );
}

function Items({ of, withPackage = false, indent = 0 }: { of: readonly PaletteComponent[]; withPackage?: boolean; indent?: number }) {
  if (of.length === 0) return null;
  return (
    <ul class="palette-items" style={{ paddingLeft: `${4 + indent}px` }}>
      {of.map((component) => (
        <li key={component.name}>
          <button
            class="palette-item"
            title={`${component.name}\n${component.description}`}
            disabled={!editable.value}
            data-type={component.name}
            onPointerDown={(event) => beginPlacing(component, event)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              addInMiddle(component);
            }}
          >
            <Symbol of={component} size={36} />
            <span class="palette-name">
              {lastPart(component.name)}
              {withPackage && <span class="palette-from">{component.name.slice(0, component.name.lastIndexOf(".")).split(".").slice(-2).join(" · ")}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function addInMiddle(component: PaletteComponent): void {
  if (editable.peek()) addComponent(component, freePlace(diagram.peek(), component, middleOfView())).catch(report);
}

/** Arrow keys go from entry to entry. */
function walkItems(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const items = [...document.querySelectorAll<HTMLElement>(".palette-list button")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at === 0 && step < 0) document.querySelector<HTMLElement>(".palette-search input")?.focus();
  else items[at + step]?.focus();
  event.preventDefault();
}
