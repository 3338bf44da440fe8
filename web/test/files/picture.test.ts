import { test } from "node:test";
import assert from "node:assert/strict";
import type { Diagram } from "../../src/protocol/types";
import { drawnBox, pictureText } from "../../src/files/picture";

const graphics = {
  coordinate_system: {
    extent: [
      [-100, -100],
      [100, 100],
    ],
  },
  layers: [],
};
const diagram = {
  diagram: graphics,
  components: [],
  junctions: [],
  connections: [
    {
      ends: [{ text: "a.x" }, { text: "b.y" }],
      line: {
        type: "Line",
        points: [
          [0, 0],
          [40, 0],
          [40, 20],
        ],
        color: [0, 0, 127],
        pattern: "Solid",
        thickness: 0.25,
        smooth: "None",
        arrow: ["None", "None"],
        arrow_size: 3,
      },
      texts: [],
      set: 0,
      present: true,
    },
  ],
} as unknown as Diagram;

test("the picture holds what is drawn with a margin", () => {
  assert.deepEqual(drawnBox(diagram), { left: -8, bottom: -8, right: 48, top: 28 });
});

test("an empty diagram shows the sheet", () => {
  assert.equal(drawnBox({ ...diagram, connections: [] }).left, -108);
});

test("the file is XML, has no reference outside, and nothing that only the pointer needs", () => {
  const text = pictureText(diagram);
  assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.ok(!/class="(frame|reach|port-target)"/.test(text));
  assert.ok(!/href|@import|url\((?!#)/.test(text));
});
