// The symbol of a component, small.
import { theme } from "../app/theme";
import { boxOf, centre, height, width } from "../geometry/box";
import type { Diagram, Matrix } from "../protocol/drawing";
import { iconShapes } from "./diagram_shapes";
import { measure } from "./measure";
import type { Drawing } from "./primitives";
import { type Shape, toText, walk } from "./shape";

let ids = 0;
const margin = 2; // pixels
const smallestText = 4; // pixels

/** Texts that nobody could read, and names, are left out. */
function isLegible(shape: Shape): boolean {
  return shape.tag !== "text" || Number(shape.attributes["font-size"]) >= smallestText;
}

function withoutNames<T extends Pick<Diagram, "icon" | "ports">>(of: T): T {
  const layers = of.icon.layers.map((layer) => ({ ...layer, primitives: layer.primitives.filter((p) => p.type !== "Text" || !/%|^$/.test(p.text_string)) }));
  return { ...of, icon: { ...of.icon, layers } };
}

export function Symbol({ of, size = 32 }: { of: Pick<Diagram, "icon" | "ports">; size?: number }) {
  const box = boxOf(of.icon.coordinate_system.extent);
  const scale = (size - 2 * margin) / Math.max(width(box), height(box));
  const [cx, cy] = centre(box);
  const map: Matrix = [scale, 0, 0, -scale, size / 2 - scale * cx, size / 2 + scale * cy];
  const drawing: Drawing = { theme: theme.value, measure, millimetre: 3, uniqueId: () => `symbol-${++ids}` };
  const shapes = iconShapes(withoutNames(of), map, drawing).filter((shape) => [...walk(shape)].every(isLegible));
  return <svg class="symbol" width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes.map(toText).join("") }} />;
}
