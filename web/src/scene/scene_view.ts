// The drawing in the page: SVG elements that follow a diagram. What has not changed keeps its elements, so that an edit costs what it touches.
import type { Theme } from "../app/theme";
import type { Component, Connection, Diagram, Primitive } from "../protocol/drawing";
import { multiply } from "../geometry/affine";
import { backgroundShape, componentShape, connectionKey, connectionShape, junctionShape } from "./diagram_shapes";
import { measure } from "./measure";
import { type Drawing, primitiveShapes, root, unit } from "./primitives";
import { samePicture } from "./same_picture";
import { shape, toElement } from "./shape";

interface Kept<T> {
  item: T;
  element: SVGElement;
}

let ids = 0;

export class SceneView {
  readonly element = toElement(shape("g", { class: "scene" }));
  private readonly layers = ["background-layer", "connection-layer", "junction-layer", "component-layer"].map((name) => {
    const layer = toElement(shape("g", { class: name }));
    this.element.append(layer);
    return layer;
  }) as [SVGElement, SVGElement, SVGElement, SVGElement];
  private components = new Map<string, Kept<Component>>();
  private connections = new Map<string, Kept<Connection>>();
  private theme: Theme | undefined;

  /** How many parts were drawn anew by the last update. */
  drawnAnew = 0;

  update(diagram: Diagram | null, theme: Theme): void {
    const drawing = this.drawing(theme);
    if (theme !== this.theme) this.clear();
    this.theme = theme;
    this.drawnAnew = 0;
    const [background, lines, junctions, parts] = this.layers;
    background.replaceChildren(...(diagram ? [toElement(backgroundShape(diagram, drawing))] : []));
    junctions.replaceChildren(...(diagram?.junctions ?? []).map((junction) => toElement(junctionShape(junction, drawing))));
    this.connections = this.follow(lines, this.connections, diagram?.connections ?? [], connectionKey, (c) => connectionShape(c, drawing));
    this.components = this.follow(parts, this.components, diagram?.components ?? [], (c) => c.name, (c) => componentShape(c, drawing));
  }

  componentElement(name: string): SVGElement | undefined {
    return this.components.get(name)?.element;
  }

  connectionElement(from: string, to: string): SVGElement | undefined {
    return this.connections.get(`${from} ${to}`)?.element;
  }

  /** The path of a connection's line: to be coloured while a model runs. */
  lineOf(from: string, to: string): SVGPathElement | undefined {
    return this.connectionElement(from, to)?.querySelector<SVGPathElement>(".line path") ?? undefined;
  }

  portElements(): NodeListOf<SVGGElement> {
    return this.element.querySelectorAll<SVGGElement>("[data-port]");
  }

  /** Draws one shape of a component's icon that has a dynamic attribute, with other values of its attributes. */
  showPrimitive(component: string, layer: number, index: number, primitive: Primitive): void {
    const kept = this.components.get(component);
    const place = kept?.element.querySelector(`.icon-layer [data-primitive="${layer}:${index}"]`);
    const matrix = kept?.item.icon.layers[layer]?.matrix;
    if (!kept || !place || !matrix) return;
    const map = multiply(multiply(root, kept.item.matrix), matrix);
    place.replaceChildren(...primitiveShapes(primitive, map, this.drawing(this.theme ?? "light")).map(toElement));
  }

  /** Everything as the diagram says, without what others have changed. */
  reset(diagram: Diagram | null): void {
    this.clear();
    this.update(diagram, this.theme ?? "light");
  }

  private clear(): void {
    this.components = new Map();
    this.connections = new Map();
    for (const layer of this.layers) layer.replaceChildren();
  }

  private drawing(theme: Theme): Drawing {
    return { theme, measure, millimetre: unit, uniqueId: () => `paint-${++ids}` };
  }

  private follow<T>(
    layer: SVGElement,
    before: ReadonlyMap<string, Kept<T>>,
    items: readonly T[],
    keyOf: (item: T) => string,
    draw: (item: T) => ReturnType<typeof shape>,
  ): Map<string, Kept<T>> {
    const after = new Map<string, Kept<T>>();
    const elements: SVGElement[] = [];
    for (const item of items) {
      const key = keyOf(item);
      const old = before.get(key);
      const isSame = old !== undefined && !after.has(key) && samePicture(old.item, item);
      if (!isSame) this.drawnAnew++;
      const kept = isSame ? old : { item, element: toElement(draw(item)) };
      after.set(key, kept);
      elements.push(kept.element);
    }
    putInOrder(layer, elements);
    return after;
  }
}

/** Makes `elements` the children of `parent`, touching only those that are new, gone or elsewhere. */
function putInOrder(parent: SVGElement, elements: readonly SVGElement[]): void {
  const wanted = new Set<Element>(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, i) => {
    if (parent.children[i] !== element) parent.insertBefore(element, parent.children[i] ?? null);
  });
}
