import { test } from "node:test";
import assert from "node:assert/strict";
import { FrameKind, type Frame } from "../../src/protocol/frames";
import { firstAfter, Rows } from "../../src/run/rows";

const frame = (firstRow: number, ...columns: number[][]): Frame => ({
  kind: FrameKind.rows,
  id: 1,
  firstRow,
  rows: columns[0]!.length,
  columns: columns.map((c) => Float64Array.from(c)),
});

test("rows of several frames make one column", () => {
  const rows = new Rows();
  rows.take(frame(0, [0, 1], [10, 11]), ["x"]);
  rows.take(frame(2, [2, 3], [12, 13]), ["x"]);
  assert.deepEqual([...rows.time], [0, 1, 2, 3]);
  assert.deepEqual([...rows.column("x")], [10, 11, 12, 13]);
});

test("a variable that is added later gets its first rows afterwards", () => {
  const rows = new Rows();
  rows.take(frame(0, [0, 1], [10, 11]), ["x"]);
  rows.take(frame(2, [2], [12], [22]), ["x", "y"]);
  assert.ok(Number.isNaN(rows.column("y")[0]));
  rows.take(frame(0, [0, 1], [10, 11], [20, 21]), ["x", "y"]);
  assert.deepEqual([...rows.column("y")], [20, 21, 22]);
});

test("a frame of another order than the one in use changes nothing", () => {
  const rows = new Rows();
  rows.take(frame(0, [0], [10], [20]), ["x"]);
  assert.equal(rows.count, 0);
});

test("columns grow past their first size", () => {
  const rows = new Rows();
  const many = Array.from({ length: 5000 }, (_, i) => i);
  rows.take(
    frame(
      0,
      many,
      many.map((i) => -i),
    ),
    ["x"],
  );
  assert.equal(rows.column("x")[4999], -4999);
});

test("values between rows are linear, and at an event those after it", () => {
  const rows = new Rows();
  rows.take(frame(0, [0, 1, 1, 2], [0, 10, 50, 60]), ["x"]);
  assert.equal(rows.at("x", 0.5), 5);
  assert.equal(rows.at("x", 1), 50);
  assert.equal(rows.at("x", 1.5), 55);
  assert.equal(rows.at("x", 2), 60);
  assert.ok(Number.isNaN(rows.at("x", -1)));
  assert.equal(rows.at("x", 3), 60);
});

test("firstAfter counts the entries that are not greater", () => {
  assert.equal(firstAfter(Float64Array.of(1, 2, 2, 3), 2), 3);
  assert.equal(firstAfter(Float64Array.of(1, 2), 0), 0);
  assert.equal(firstAfter(new Float64Array(), 0), 0);
});
