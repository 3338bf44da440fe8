import { test } from "node:test";
import assert from "node:assert/strict";
import { difference, withContext } from "../../src/files/difference";

const marks = { same: " ", removed: "-", added: "+" };
const script = (a: string, b: string) => difference(a, b).map((line) => marks[line.kind] + line.text);

test("equal texts have no difference", () => {
  assert.deepEqual(script("a\nb", "a\nb"), [" a", " b"]);
  assert.deepEqual(script("", ""), [" "]);
});

test("the script is a shortest one", () => {
  // Myers (1986), figure 1: ABCABBA to CBABAC takes five edits.
  const lines = difference("A\nB\nC\nA\nB\nB\nA", "C\nB\nA\nB\nA\nC");
  assert.equal(lines.filter((line) => line.kind !== "same").length, 5);
});

test("both texts can be read from the script", () => {
  let seed = 1;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 200; ++round) {
    const text = () => Array.from({ length: random(12) }, () => "abc"[random(3)]).join("\n");
    const [a, b] = [text(), text()];
    const lines = difference(a, b);
    const side = (left: string) =>
      lines
        .filter((line) => line.kind === "same" || line.kind === left)
        .map((line) => line.text)
        .join("\n");
    assert.equal(side("removed"), a);
    assert.equal(side("added"), b);
  }
});

test("far from changes, lines are left out", () => {
  const before = Array.from({ length: 20 }, (_, i) => String(i)).join("\n");
  const shown = withContext(difference(before, before.replace("10", "ten")), 2);
  assert.deepEqual(
    shown.map((line) => (line ? marks[line.kind] + line.text : "...")),
    ["...", " 8", " 9", "-10", "+ten", " 11", " 12", "..."],
  );
});
