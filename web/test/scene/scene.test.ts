import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import type { Colour, Diagram, Graphics, LinePrimitive, Matrix, Point, Primitive, TextPrimitive } from "../../src/protocol/drawing";
import { contrast, hex, themed, toOklab } from "../../src/scene/colours";
import { backgroundShape, componentShape, connectionShape, iconShapes, junctionShape } from "../../src/scene/diagram_shapes";
import { roughMeasure } from "../../src/scene/measure";
import { outline, pathData } from "../../src/scene/outline";
import { placeText } from "../../src/scene/place_text";
import { type Drawing, graphicsShapes, primitiveShapes, root, unit } from "../../src/scene/primitives";
import { samePicture } from "../../src/scene/same_picture";
import { type Shape, toText, walk } from "../../src/scene/shape";
import { draw, examples, hasProgram } from "../program";

function drawing(theme: Drawing["theme"] = "light"): Drawing {
  let ids = 0;
  return { theme, measure: roughMeasure, millimetre: unit, uniqueId: () => `p${++ids}` };
}

const outlineColour = { line_color: [0, 0, 0], pattern: "Solid", thickness: 0.25 } as const;
const filled = { ...outlineColour, fill_color: [255, 0, 0], fill_pattern: "Solid" } as const;
const line = (given: Partial<LinePrimitive>): LinePrimitive => ({
  type: "Line", points: [[0, 0], [10, 0]], smooth: "None", color: [0, 0, 0], pattern: "Solid", thickness: 0.25, arrow: ["None", "None"], arrow_size: 3, ...given,
}); // prettier-ignore
const text = (given: Partial<TextPrimitive>): TextPrimitive => ({
  type: "Text", extent: [[-10, -5], [10, 5]], text_string: "abc", text: "abc", text_color: [0, 0, 0], font_size: 0, text_style: [], horizontal_alignment: "Center", ...given,
}); // prettier-ignore

function numbersOf(data: string): number[] {
  return (data.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
}

// ---- outlines

test("a full ellipse is closed and stays on its circle", () => {
  const path = outline({ type: "Ellipse", extent: [[-10, -10], [10, 10]], start_angle: 0, end_angle: 360, closure: "Chord", ...filled }); // prettier-ignore
  assert.equal(path[path.length - 1]?.command, "Z");
  for (const { command, points } of path) {
    const end = points[points.length - 1];
    if (command !== "Z" && end) assert.ok(Math.abs(Math.hypot(...end) - 10) < 1e-9);
  }
});

test("a whole ellipse has an element of its own, whichever way it is turned by right angles; a slanted one is a path", () => {
  const disc: Primitive = { type: "Ellipse", extent: [[-20, -10], [20, 10]], start_angle: 0, end_angle: 360, closure: "Chord", ...filled }; // prettier-ignore
  const [level] = primitiveShapes(disc, root, drawing());
  assert.deepEqual([level?.tag, level?.attributes.rx, level?.attributes.ry], ["ellipse", String(20 * unit), String(10 * unit)]);
  const [upright] = primitiveShapes({ ...disc, origin: [0, 0], rotation: 90 }, root, drawing());
  assert.deepEqual([upright?.tag, upright?.attributes.rx, upright?.attributes.ry], ["ellipse", String(10 * unit), String(20 * unit)]);
  const [slanted] = primitiveShapes({ ...disc, origin: [0, 0], rotation: 30 }, root, drawing());
  assert.equal(slanted?.tag, "path");
});

test("what the next shape covers exactly is not drawn, unless that one can be seen through", () => {
  const disc: Primitive = { type: "Ellipse", extent: [[-10, -10], [10, 10]], start_angle: 0, end_angle: 360, closure: "Chord", ...filled }; // prettier-ignore
  const twice = (upper: Primitive): Graphics =>
    ({ coordinate_system: {}, layers: [{ matrix: [1, 0, 0, 1, 0, 0], primitives: [disc, upper] }] }) as unknown as Graphics;
  assert.equal(graphicsShapes(twice({ ...disc, fill_color: [255, 255, 255] }), root, drawing()).length, 1);
  assert.equal(graphicsShapes(twice({ ...disc, fill_pattern: "None" }), root, drawing()).length, 2);
  assert.equal(graphicsShapes(twice({ ...disc, extent: [[-5, -5], [5, 5]] }), root, drawing()).length, 2); // prettier-ignore
});

test("a part of an ellipse is a slice, a segment or an open arc, as its closure says", () => {
  const part = (closure: "None" | "Chord" | "Radial" | "Automatic") =>
    outline({ type: "Ellipse", extent: [[-10, -10], [10, 10]], start_angle: 0, end_angle: 90, closure, ...filled }).map(({ command }) => command).join(""); // prettier-ignore
  assert.equal(part("None"), "MCC");
  assert.equal(part("Chord"), "MCCZ");
  assert.equal(part("Radial"), "MCCLZ");
  assert.equal(part("Automatic"), "MCCLZ");
});

test("a smooth line passes the middles of its inner pieces, with straight halves at its ends", () => {
  const path = outline(line({ points: [[0, 0], [10, 0], [10, 10], [20, 10]], smooth: "Bezier" })); // prettier-ignore
  assert.deepEqual(path.map(({ command, points }) => [command, points[points.length - 1]]), [
    ["M", [0, 0]], ["L", [5, 0]], ["Q", [10, 5]], ["Q", [15, 10]], ["L", [20, 10]],
  ]); // prettier-ignore
});

test("a smooth polygon that repeats its first point is closed once", () => {
  const points: Point[] = [[0, 0], [10, 0], [10, 10], [0, 0]]; // prettier-ignore
  const path = outline({ type: "Polygon", points, smooth: "Bezier", ...filled });
  assert.equal(path.filter(({ command }) => command === "Q").length, 3);
});

test("a radius is at most half of the shorter side", () => {
  const path = outline({ type: "Rectangle", extent: [[0, 0], [20, 4]], radius: 50, border_pattern: "None", ...filled }); // prettier-ignore
  assert.deepEqual(path[0]?.points[0], [2, 0]);
});

test("an item is turned about its own origin, then moved to it", () => {
  const [shape] = primitiveShapes(line({ origin: [10, 20], rotation: 90 }), [1, 0, 0, 1, 0, 0], drawing());
  assert.equal(shape?.attributes.d, "M10,20L10,30");
});

// ---- widths, patterns, arrows, fills

test("widths of lines and sizes of arrows are millimetres, whatever the scale of the component", () => {
  for (const scale of [0.1, 1, 3]) {
    const map: Matrix = [scale * unit, 0, 0, -scale * unit, 0, 0];
    const [path, arrow] = primitiveShapes(line({ points: [[0, 0], [1000, 0]], thickness: 0.5, arrow: ["None", "Open"] }), map, drawing()); // prettier-ignore
    assert.equal(Number(path?.attributes["stroke-width"]), 0.5 * unit);
    const [x0, , x1] = numbersOf(String(arrow?.attributes.d)) as [number, number, number];
    assert.equal(x1 - x0, 3 * unit);
  }
});

test("a line ends inside of a filled arrow", () => {
  const [path] = primitiveShapes(line({ points: [[0, 0], [100, 0]], arrow: ["Filled", "Filled"] }), root, drawing()); // prettier-ignore
  const [from, , to] = numbersOf(String(path?.attributes.d)) as [number, number, number];
  assert.ok(from > 0 && to < 100 * unit);
});

test("each pattern of lines is drawn differently, and None not at all", () => {
  const patterns = ["Solid", "Dash", "Dot", "DashDot", "DashDotDot"] as const;
  const dashes = patterns.map((pattern) => primitiveShapes(line({ pattern }), root, drawing())[0]?.attributes["stroke-dasharray"]);
  assert.equal(new Set(dashes).size, patterns.length);
  assert.deepEqual(primitiveShapes(line({ pattern: "None" }), root, drawing()), []);
});

test("hatches and gradients bring their paint with them, each with a name of its own", () => {
  const fills = ["Horizontal", "Vertical", "Cross", "Forward", "Backward", "CrossDiag", "HorizontalCylinder", "VerticalCylinder", "Sphere"] as const;
  const one = drawing();
  const ids = fills.map((fill_pattern) => {
    const shapes = primitiveShapes({ type: "Rectangle", extent: [[0, 0], [10, 10]], radius: 0, border_pattern: "None", ...filled, fill_pattern }, root, one); // prettier-ignore
    const paint = shapes[0] as Shape;
    assert.equal(shapes[1]?.attributes.fill, `url(#${paint.attributes.id})`);
    return paint.attributes.id;
  });
  assert.equal(new Set(ids).size, fills.length);
});

test("a border is light above and dark below, and the other way round if it is sunken", () => {
  const border = (border_pattern: "Raised" | "Sunken") =>
    primitiveShapes({ type: "Rectangle", extent: [[0, 0], [10, 10]], radius: 0, border_pattern, ...filled, fill_color: [128, 128, 128] }, root, drawing())
      .slice(1)
      .map((shape) => String(shape.attributes.stroke)); // prettier-ignore
  const [light, dark] = border("Raised") as [string, string];
  assert.ok(Number.parseInt(light.slice(1), 16) > Number.parseInt(dark.slice(1), 16));
  assert.deepEqual(border("Sunken"), [dark, light]);
});

test("what is not visible is not drawn", () => {
  assert.deepEqual(primitiveShapes({ ...text({}), visible: false }, root, drawing()), []);
});

// ---- texts

test("a text is as large as both sides of its extent allow", () => {
  const wide = placeText(text({ extent: [[0, 0], [1000, 10]] }), [1, 0, 0, 1, 0, 0], 1, roughMeasure); // prettier-ignore
  assert.ok(Math.abs(wide.size - 8.7) < 1e-9);
  const narrow = placeText(text({ extent: [[0, 0], [10, 1000]] }), [1, 0, 0, 1, 0, 0], 1, roughMeasure); // prettier-ignore
  assert.ok(Math.abs(narrow.size * roughMeasure("abc", narrow.font) - 10) < 1e-9);
  const noWidth = placeText(text({ extent: [[0, 0], [0, 10]] }), [1, 0, 0, 1, 0, 0], 1, roughMeasure); // prettier-ignore
  assert.ok(Math.abs(noWidth.size - 8.7) < 1e-9);
});

test("no rotation and no mirror makes a text unreadable", () => {
  for (const mirror of [1, -1]) {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const { angle } = placeText(text({}), [mirror * c, mirror * s, -s, c, 0, 0], 1, roughMeasure);
      assert.ok(angle > -90 && angle <= 90.001, `${mirror} ${degrees}: ${angle}`);
    }
  }
});

test("points are points, but a text stays in its extent", () => {
  const size = (font_size: number) => placeText(text({ font_size }), [1, 0, 0, 1, 0, 0], 0.35, roughMeasure).size;
  assert.ok(Math.abs(size(10) - 3.5) < 1e-9);
  assert.ok(size(100) < 10);
});

test("names of fonts that would end the attribute are not used", () => {
  const [shape] = primitiveShapes(text({ font_name: `x", serif` }), root, drawing());
  assert.equal(shape?.attributes["font-family"], undefined);
});

test("a bitmap is shown only if it is an image of a known kind", () => {
  const bitmap = (image_source: string): Primitive => ({ type: "Bitmap", extent: [[0, 0], [10, 10]], image_source }); // prettier-ignore
  assert.equal(primitiveShapes(bitmap("iVBORw0KGgoAAA"), root, drawing()).length, 1);
  assert.equal(primitiveShapes(bitmap("PGh0bWw+"), root, drawing()).length, 0);
});

test("what is written is escaped", () => {
  const shape: Shape = { tag: "text", attributes: { "data-a": '"<' }, text: "a < b & c" };
  assert.equal(toText(shape), '<text data-a="&quot;&lt;">a &lt; b &amp; c</text>');
});

// ---- colours

test("in the dark theme white is the paper, black the ink, and every ink of the light theme stays legible", () => {
  const paper: Colour = [0x16, 0x1b, 0x21]; // --paper
  const parse = (colour: string) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)) as unknown as Colour;
  assert.ok(contrast(parse(themed([255, 255, 255], "dark")), paper) < 1.1);
  for (const ink of [[0, 0, 0], [0, 0, 127], [0, 60, 160], [127, 0, 0], [0, 127, 0], [160, 0, 60], [90, 90, 90]] as Colour[]) {
    assert.ok(contrast(ink, [255, 255, 255]) > 4.5);
    assert.ok(contrast(parse(themed(ink, "dark")), paper) > 4.5, hex(ink));
  } // prettier-ignore
});

test("the dark theme keeps hues apart and the light theme changes nothing", () => {
  const hue = (colour: string) => {
    const [, a, b] = toOklab([1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)) as unknown as Colour);
    return Math.atan2(b, a);
  };
  for (const colour of [[200, 0, 0], [0, 140, 0], [0, 0, 200]] as Colour[]) {
    assert.ok(Math.abs(hue(themed(colour, "dark")) - hue(hex(colour))) < 0.3, hex(colour));
    assert.equal(themed(colour, "light"), hex(colour));
  } // prettier-ignore
});

// ---- keeping what is the same

test("places in the text do not make a picture another one; values do", () => {
  const a = { name: "pump", where: [0, 1, 2], modifiers: [{ name: "Q", value_range: { start: 1 } }] };
  assert.ok(samePicture(a, { ...a, where: [0, 9, 10], range: {}, modifiers: [{ name: "Q" }] }));
  assert.ok(!samePicture(a, { ...a, name: "pump1" }));
  assert.ok(!samePicture(a, { ...a, modifiers: [] }));
  assert.ok(!samePicture({ a: 1 }, { a: 1, b: 2 }));
  assert.ok(!samePicture([1, 2], [1]));
});

test("shapes with dynamic attributes can be found by layer and number, also while they are hidden", () => {
  const graphics: Graphics = {
    coordinate_system: { extent: [[-100, -100], [100, 100]], preserve_aspect_ratio: true, initial_scale: 0.1, grid: [2, 2] },
    layers: [{ class: "A", matrix: [1, 0, 0, 1, 0, 0], primitives: [line({}), { ...line({}), visible: false, dynamic: [{ attribute: "visible", expression: "on", variables: ["on"] }] }] }],
  }; // prettier-ignore
  const found = graphicsShapes(graphics, root, drawing()).filter(({ attributes }) => attributes["data-primitive"] === "0:1");
  assert.equal(found.length, 1);
  assert.deepEqual(found[0]?.children, []);
});

// ---- the examples, as the program draws them

function shapesOf(diagram: Diagram, theme: Drawing["theme"]): Shape[] {
  const how = drawing(theme);
  return [
    backgroundShape(diagram, how),
    ...diagram.connections.map((connection) => connectionShape(connection, how)),
    ...diagram.junctions.map((junction) => junctionShape(junction, how)),
    ...diagram.components.map((component) => componentShape(component, how)),
    ...iconShapes(diagram, root, how),
  ];
}

for (const file of hasProgram ? examples() : []) {
  test(`every part of ${basename(file)} is drawn, with numbers that are numbers and paint that is there`, () => {
    const diagram = draw(file);
    for (const theme of ["light", "dark"] as const) {
      const shapes = shapesOf(diagram, theme);
      const written = shapes.map(toText).join("");
      assert.doesNotMatch(written, /NaN|undefined|Infinity/);
      const all = shapes.flatMap((shape) => [...walk(shape)]);
      const ids = new Set(all.map(({ attributes }) => attributes.id).filter((id) => id !== undefined));
      for (const { attributes } of all) {
        const paint = /^url\(#(.*)\)$/.exec(String(attributes.fill))?.[1];
        if (paint !== undefined) assert.ok(ids.has(paint));
      }
      const named = (attribute: string) => all.filter(({ attributes }) => attribute in attributes).length;
      assert.equal(named("data-component"), diagram.components.length);
      assert.equal(named("data-connection"), diagram.connections.length);
    }
  });

  test(`lines of ${basename(file)} end where ports are drawn`, () => {
    const diagram = draw(file);
    for (const { line: { points }, ends } of diagram.connections) {
      if (points.length < 2) continue;
      const drawn = numbersOf(pathData(outline(line({ points })), root));
      const [first, last] = [drawn.slice(0, 2), drawn.slice(-2)];
      ends.forEach(({ position }, i) => {
        const [x, y] = (i === 0 ? first : last) as [number, number];
        assert.ok(Math.hypot(x - unit * position[0], y + unit * position[1]) <= 0.5 * unit, `${ends[0].text} ${ends[1].text}`);
      });
    } // prettier-ignore
  });
}
