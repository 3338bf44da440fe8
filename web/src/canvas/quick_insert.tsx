// Double-click on the paper, or `/`, and type: a component by its name.
import { report } from "../app/messages";
import { PickList } from "../commands/pick_list";
import { components, findPaletteComponent, lastPart, searchTexts } from "../app/library";
import { Symbol } from "../scene/symbol";
import { quickInsertAt } from "./modes";
import { addComponent } from "./operations";

export function QuickInsert() {
  const at = quickInsertAt.value;
  if (!at) return null;
  const items = components.value.map((component) => ({
    id: component.name,
    title: lastPart(component.name),
    detail: component.description || component.name,
    words: searchTexts(component).slice(1).join(" "),
    get picture() {
      return <Symbol of={component} size={28} />;
    },
  }));
  const insert = (name: string) => {
    const component = findPaletteComponent(name);
    if (component) addComponent(component, at).catch(report);
  };
  return <PickList label="Insert a component" placeholder="Name of a component" items={items} onPick={insert} onClose={() => (quickInsertAt.value = null)} />;
}
