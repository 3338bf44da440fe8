// The diagram form as JSON (docs/drawing.md, "The form for programs"; schema dashpot/drawing/1). Coordinates are Modelica's: y upwards,
// angles in degrees counter-clockwise.
import type { Range } from "./lsp";

export type Point = readonly [number, number];
export type Extent = readonly [Point, Point];
export type Colour = readonly [number, number, number];
/** As SVG's matrix(a, b, c, d, e, f). */
export type Matrix = readonly [number, number, number, number, number, number];
/** Number of the file among the diagram's `sources`, first byte, byte behind the last. */
export type Span = readonly [number, number, number];
export type Side = "left" | "right" | "top" | "bottom";

export type LinePattern = "None" | "Solid" | "Dash" | "Dot" | "DashDot" | "DashDotDot";
export type FillPattern =
  | "None"
  | "Solid"
  | "Horizontal"
  | "Vertical"
  | "Cross"
  | "Forward"
  | "Backward"
  | "CrossDiag"
  | "HorizontalCylinder"
  | "VerticalCylinder"
  | "Sphere";
export type BorderPattern = "None" | "Raised" | "Sunken" | "Engraved";
export type Smooth = "None" | "Bezier";
export type Arrow = "None" | "Open" | "Filled" | "Half";
export type EllipseClosure = "None" | "Chord" | "Radial" | "Automatic";
export type TextStyle = "Bold" | "Italic" | "UnderLine";
export type TextAlignment = "Left" | "Center" | "Right";

/** An attribute with DynamicSelect: `expression` is the second argument as it is written, `variables` what it needs, relative to the component. */
export interface DynamicAttribute {
  attribute: string;
  expression: string;
  variables: string[];
}

interface PrimitiveBase {
  visible?: boolean;
  origin?: Point;
  rotation?: number;
  dynamic?: DynamicAttribute[];
  where?: Span;
}

export interface LinePrimitive extends PrimitiveBase {
  type: "Line";
  points: Point[];
  smooth: Smooth;
  color: Colour;
  pattern: LinePattern;
  thickness: number;
  arrow: readonly [Arrow, Arrow];
  arrow_size: number;
}

interface FilledShape extends PrimitiveBase {
  line_color: Colour;
  pattern: LinePattern;
  thickness: number;
  fill_color: Colour;
  fill_pattern: FillPattern;
}

export interface PolygonPrimitive extends FilledShape {
  type: "Polygon";
  points: Point[];
  smooth: Smooth;
}

export interface RectanglePrimitive extends FilledShape {
  type: "Rectangle";
  extent: Extent;
  border_pattern: BorderPattern;
  radius: number;
}

export interface EllipsePrimitive extends FilledShape {
  type: "Ellipse";
  extent: Extent;
  start_angle: number;
  end_angle: number;
  closure: EllipseClosure;
}

export interface TextPrimitive extends PrimitiveBase {
  type: "Text";
  extent: Extent;
  text_string: string;
  text: string;
  text_color: Colour;
  font_size: number;
  font_name?: string;
  text_style: TextStyle[];
  horizontal_alignment: TextAlignment;
  index?: number;
}

export interface BitmapPrimitive extends PrimitiveBase {
  type: "Bitmap";
  extent: Extent;
  file_name?: string;
  image_source?: string;
}

export type Primitive =
  | LinePrimitive
  | PolygonPrimitive
  | RectanglePrimitive
  | EllipsePrimitive
  | TextPrimitive
  | BitmapPrimitive;

export interface CoordinateSystem {
  extent: Extent;
  preserve_aspect_ratio: boolean;
  initial_scale: number;
  grid: Point;
  where?: Span;
}

export interface Layer {
  class: string;
  inherited?: boolean;
  matrix: Matrix;
  primitives: Primitive[];
}

export interface Graphics {
  coordinate_system: CoordinateSystem;
  layers: Layer[];
}

export interface Transformation {
  origin: Point;
  has_origin: boolean;
  extent: Extent;
  rotation: number;
  written: boolean;
  where?: Span;
}

export interface Port {
  name: string;
  type: string;
  causality?: "input" | "output";
  dimensions?: string;
  condition?: string;
  description?: string;
  present: boolean;
  visible: boolean;
  expandable?: boolean;
  inherited?: boolean;
  transformation: Transformation;
  matrix: Matrix;
  in_icon: Point;
  position: Point;
  direction: Side;
  icon: Graphics;
  where?: Span;
}

export interface Modifier {
  name: string;
  value: string;
  where?: Span;
  value_where?: Span;
  range?: Range;
  value_range?: Range;
}

export interface Component {
  name: string;
  type: string;
  written_type: string;
  kind: string;
  description?: string;
  dimensions?: string;
  condition?: string;
  causality?: "input" | "output";
  present: boolean;
  visible: boolean;
  connector?: boolean;
  expandable?: boolean;
  inherited?: boolean;
  protected?: boolean;
  replaceable?: boolean;
  inner?: boolean;
  outer?: boolean;
  unresolved?: boolean;
  transformation: Transformation;
  matrix: Matrix;
  box: Extent;
  icon: Graphics;
  ports: Port[];
  modifiers: Modifier[];
  where?: Span;
  name_where?: Span;
  placement_where?: Span;
  range?: Range;
  name_range?: Range;
  placement_range?: Range;
}

export interface ConnectionEnd {
  text: string;
  component?: string;
  port?: string;
  position: Point;
  direction: Side;
}

export interface Connection {
  ends: readonly [ConnectionEnd, ConnectionEnd];
  line: LinePrimitive;
  written: boolean;
  routed: boolean;
  texts: TextPrimitive[];
  set: number;
  present: boolean;
  inherited?: boolean;
  where?: Span;
  line_where?: Span;
  range?: Range;
  line_range?: Range;
}

export interface Junction {
  at: Point;
  color: Colour;
}

export interface ValueLabel {
  at: Point;
  variable: string;
  text: string;
}

export interface Diagram {
  schema: "dashpot/drawing/1";
  class: string;
  kind: string;
  description: string;
  sources: string[];
  icon: Graphics;
  ports: Port[];
  diagram: Graphics;
  components: Component[];
  connections: Connection[];
  junctions: Junction[];
  values: ValueLabel[];
  where?: Span;
  range?: Range;
}
