// What moves at once while the text is still as it was: components that are dragged, and the lines that hang on them. The next drawing
// replaces it; a gesture that is given up, or refused, takes it back.
import { add } from "../geometry/affine";
import { simplified, withEndMoved } from "../geometry/polyline";
import type { Connection, Diagram, Point } from "../protocol/drawing";
import { connectionKey } from "../scene/diagram_shapes";
import { pathData, polyline } from "../scene/outline";
import { root, unit } from "../scene/primitives";
import type { SceneView } from "../scene/scene_view";

export class Preview {
  private readonly moved = new Set<SVGElement>();
  private readonly lines = new Map<SVGPathElement, string>();

  constructor(private readonly scene: SceneView) {}

  moveComponents(diagram: Diagram, names: ReadonlySet<string>, by: Point): void {
    for (const name of names) {
      const element = this.scene.componentElement(name);
      if (!element) continue;
      element.setAttribute("transform", `translate(${unit * by[0]} ${-unit * by[1]})`);
      this.moved.add(element);
    }
    for (const connection of diagram.connections) {
      const points = movedLine(connection, names, by);
      if (points) this.showLine(connection, points);
    }
  }

  showLine(connection: Connection, points: readonly Point[]): void {
    const [from, to] = connectionKey(connection).split(" ") as [string, string];
    const group = this.scene.connectionElement(from, to);
    const data = pathData(polyline(points), root);
    for (const path of group?.querySelectorAll<SVGPathElement>(".reach, .line > path:first-child") ?? []) {
      if (!this.lines.has(path)) this.lines.set(path, path.getAttribute("d") ?? "");
      path.setAttribute("d", data);
    }
  }

  clear(): void {
    for (const element of this.moved) element.removeAttribute("transform");
    for (const [path, data] of this.lines) path.setAttribute("d", data);
    this.moved.clear();
    this.lines.clear();
  }
}

/** The points of a line when some components move; undefined if that does not concern it. */
export function movedLine({ ends, line }: Connection, names: ReadonlySet<string>, by: Point): Point[] | undefined {
  const [first, last] = ends.map((end) => end.component !== undefined && names.has(end.component)) as [boolean, boolean];
  if (!first && !last) return undefined;
  if (first && last) return line.points.map((p) => add(p, by));
  const end = first ? "first" : "last";
  const at = first ? line.points[0] : line.points[line.points.length - 1];
  return at ? simplified(withEndMoved(line.points, end, add(at, by))) : undefined;
}
