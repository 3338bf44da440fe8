// Classes on the drawing's elements that say what is selected, aimed at or allowed.
import { effect } from "@preact/signals";
import { diagram, selection } from "../app/state";
import type { SceneView } from "../scene/scene_view";
import { choosingPort, connecting, dropLine, placing } from "./modes";

/** Keeps one class on exactly these elements. */
function keepClass(scene: SceneView, name: string, elements: () => Iterable<Element | undefined>): () => void {
  return effect(() => {
    void diagram.value; // elements may be new
    const wanted = new Set(elements());
    for (const element of scene.element.querySelectorAll(`.${name}`)) if (!wanted.has(element)) element.classList.remove(name);
    for (const element of wanted) element?.classList.add(name);
  });
}

export function decorate(scene: SceneView): () => void {
  const port = (name: string | undefined) => (name === undefined ? undefined : (scene.element.querySelector(`[data-port="${CSS.escape(name)}"]`) ?? undefined));
  const verdict = (ok: boolean) => {
    const now = connecting.value;
    if (!now?.verdicts) return [];
    return [...scene.portElements()].filter((element) => {
      const name = element.dataset.port;
      return name !== undefined && name !== now.from.name && now.verdicts?.get(name)?.ok === ok;
    });
  };
  const ends = [
    keepClass(scene, "selected", () => [
      ...[...selection.value.components].map((name) => scene.componentElement(name)),
      ...selection.value.connections.map(({ from, to }) => scene.connectionElement(from, to)),
    ]),
    keepClass(scene, "legal", () => verdict(true)),
    keepClass(scene, "illegal", () => verdict(false)),
    keepClass(scene, "aimed", () => [
      port(connecting.value?.from.name),
      port(connecting.value?.target?.name),
      port(choosingPort.value?.ports[choosingPort.value.chosen]?.name),
    ]),
    keepClass(scene, "takes-in", () => {
      const line = dropLine.value ?? placing.value?.line;
      return line ? [scene.connectionElement(line.from, line.to)] : [];
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
