// What lies over the drawing and pans with it: the line that is being drawn, the marquee, a component on its way, and signs of diagnostics.
import { theme } from "../app/theme";
import { multiply } from "../geometry/affine";
import { height, width } from "../geometry/box";
import { previewRoute } from "../geometry/route";
import type { Matrix, Point } from "../protocol/drawing";
import type { PaletteComponent } from "../protocol/messages";
import { iconShapes } from "../scene/diagram_shapes";
import { measure } from "../scene/measure";
import { pathData, polyline } from "../scene/outline";
import { root, unit } from "../scene/primitives";
import { type Shape, toText } from "../scene/shape";
import { showPanel } from "../app/panels";
import { type Marker, markers } from "./markers";
import { connecting, marquee, placing } from "./modes";
import { select } from "./selection";

export function Overlay() {
  return (
    <>
      <RubberLine />
      <Ghost />
      <Marquee />
      {markers.value.flatMap((marker) => marker.at.map((at, i) => <MarkerSign key={`${marker.key} ${i}`} marker={marker} at={at} />))}
    </>
  );
}

function RubberLine() {
  const now = connecting.value;
  if (!now) return null;
  const end = now.target?.position ?? now.pointer;
  if (!end) return null;
  const points = previewRoute(now.from.position, now.from.direction, end, now.target?.direction);
  return <path class={`rubber-line ${now.target ? "reaches" : ""}`} d={pathData(polyline(points), root)} />;
}

function Marquee() {
  const box = marquee.value;
  if (!box) return null;
  return <rect class="marquee" x={unit * box.left} y={-unit * box.top} width={unit * width(box)} height={unit * height(box)} />;
}

/** From the coordinates of a new component's icon to the diagram, where its middle is at `at`, turned by so many degrees. */
export function newMatrix({ icon }: Pick<PaletteComponent, "icon">, at: Point, turn = 0): Matrix {
  const { extent, initial_scale: s } = icon.coordinate_system;
  const [cx, cy] = [(extent[0][0] + extent[1][0]) / 2, (extent[0][1] + extent[1][1]) / 2];
  const [cosine, sine] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return multiply([cosine, sine, -sine, cosine, at[0], at[1]], [s, 0, 0, s, -s * cx, -s * cy]);
}

let ghostIds = 0;

function ghostShapes(component: PaletteComponent, at: Point, turn: number): Shape[] {
  const drawing = { theme: theme.value, measure, millimetre: unit, uniqueId: () => `ghost-${++ghostIds}` };
  return iconShapes(component, multiply(root, newMatrix(component, at, turn)), drawing);
}

function Ghost() {
  const now = placing.value;
  if (!now?.at) return null;
  const markup = ghostShapes(now.component, now.line?.at ?? now.at, now.line?.turn ?? 0).map(toText).join("");
  return <g class="ghost" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** The sign of a diagnostic was pressed. */
export function showProblem(key: string): void {
  const marker = markers.peek().find((other) => other.key === key);
  if (!marker) return;
  select(marker.component === undefined ? [] : [marker.component], marker.connection ? [marker.connection] : []);
  showPanel("problems");
}

/** Signs keep their size on the screen: the canvas sets --sign-scale. */
function MarkerSign({ marker, at: [x, y] }: { marker: Marker; at: Point }) {
  return (
    <g transform={`translate(${unit * x} ${-unit * y})`}>
      <g class={`marker marker-${marker.severity}`} data-marker={marker.key}>
        <title>{marker.messages.join("\n\n")}</title>
        {marker.severity === "error" ? <circle r="8" /> : marker.severity === "warning" ? <path d="M0,-9L9,7H-9Z" /> : <rect x="-7" y="-7" width="14" height="14" rx="3" />}
        <text y={marker.severity === "warning" ? 5 : 4}>{marker.severity === "info" ? "i" : "!"}</text>
      </g>
    </g>
  );
}
