import { test } from "node:test";
import assert from "node:assert/strict";
import { potentialColour, type Ground } from "../../src/live/colours";

const bytes = (colour: string) => colour.match(/\d+/g)!.map(Number);

/** Relative luminance and contrast, WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = bytes(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test("low is blue and high is red", () => {
  for (const ground of ["light", "dark"] as Ground[]) {
    const [r0, , b0] = bytes(potentialColour(0, ground));
    const [r1, , b1] = bytes(potentialColour(1, ground));
    assert.ok(b0! > r0!);
    assert.ok(r1! > b1!);
  }
});

test("lightness is monotonous, so that it can be read without hues", () => {
  for (const [ground, sign] of [
    ["light", -1],
    ["dark", 1],
  ] as const)
    for (let i = 0; i < 20; ++i)
      assert.ok(sign * (luminance(potentialColour((i + 1) / 20, ground)) - luminance(potentialColour(i / 20, ground))) > 0);
});

test("high values stand out from the ground they are drawn on", () => {
  assert.ok(contrast(luminance(potentialColour(1, "light")), 1) >= 4.5);
  assert.ok(contrast(luminance(potentialColour(1, "dark")), 0.01) >= 4.5);
});

test("what lies outside of the range has the colour of its end, and NaN that of the lower one", () => {
  assert.equal(potentialColour(7, "light"), potentialColour(1, "light"));
  assert.equal(potentialColour(-7, "light"), potentialColour(0, "light"));
  assert.equal(potentialColour(NaN, "dark"), potentialColour(0, "dark"));
});
