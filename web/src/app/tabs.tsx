// The panels of one place as tabs (ARIA's tab pattern: arrows go from tab to tab).
import { useRef } from "preact/hooks";
import { activePanel, isOpen, type Panel, type PanelPlace, panels } from "./panels";
import { Icon } from "./icons";

const closeTitles: Record<PanelPlace, string> = {
  left: "Hide the left side bar",
  right: "Hide the right side bar",
  dock: "Hide the panel below the canvas",
};

export function Tabs({ place }: { place: PanelPlace }) {
  const list = useRef<HTMLDivElement>(null);
  const here = panels.value.filter((panel) => panel.place === place && (panel.when?.value ?? true));
  const active = here.find((panel) => panel.id === activePanel[place].value) ?? here[0];
  if (!active) return null;
  const View = active.view;
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = here[(here.indexOf(active) + step + here.length) % here.length];
    if (next) activePanel[place].value = next.id;
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
    event.preventDefault();
  };
  return (
    <div class="tabs">
      <div class="tab-bar">
        <div class="tab-list" role="tablist" ref={list} onKeyDown={onKey}>
          {here.map((panel) => (
            <Tab key={panel.id} panel={panel} selected={panel === active} onSelect={() => (activePanel[place].value = panel.id)} />
          ))}
        </div>
        <button class="quiet-button" title={closeTitles[place]} aria-label={closeTitles[place]} onClick={() => (isOpen[place].value = false)}>
          <Icon name="close" size={14} />
        </button>
      </div>
      <div class="tab-panel" role="tabpanel" id={`panel-${active.id}`} aria-labelledby={`tab-${active.id}`}>
        <View key={active.id} />
      </div>
    </div>
  );
}

function Tab({ panel, selected, onSelect }: { panel: Panel; selected: boolean; onSelect: () => void }) {
  const badge = panel.badge?.value;
  return (
    <button
      role="tab"
      class="tab"
      id={`tab-${panel.id}`}
      aria-selected={selected}
      aria-controls={selected ? `panel-${panel.id}` : undefined}
      tabIndex={selected ? 0 : -1}
      onClick={onSelect}
    >
      {panel.title}
      {badge !== undefined && <span class="badge">{badge}</span>}
    </button>
  );
}
