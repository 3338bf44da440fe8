import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, determinant, identity, inverse, multiply, rotation, translation } from "../../src/geometry/affine";
import { alignMoves, distributeMoves } from "../../src/geometry/align";
import { boxAround, encloses, mapped, meets, shifted, union } from "../../src/geometry/box";
import { halfWay, nearest, simplified, withEndMoved, withSegmentMoved } from "../../src/geometry/polyline";
import { previewRoute } from "../../src/geometry/route";
import { snapped, snappedMove } from "../../src/geometry/snap";
import { nextInDirection } from "../../src/geometry/walk";
import type { Matrix, Point, Side } from "../../src/protocol/drawing";

function near(a: readonly number[], b: readonly number[]): void {
  assert.equal(a.length, b.length);
  a.forEach((value, i) => assert.ok(Math.abs(value - (b[i] as number)) < 1e-9, `${a.join()} is not ${b.join()}`));
}

/** Whole numbers from a fixed seed (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("a map and its inverse give the identity", () => {
  const next = random(1);
  for (let i = 0; i < 100; i++) {
    const m = multiply(translation([next() * 10, next() * 10]), multiply(rotation(next() * 360), [1 + next(), 0, next(), -1 - next(), 0, 0]));
    const back = inverse(m);
    assert.ok(back);
    near(multiply(back, m), identity);
  }
});

test("a map that flattens the plane has no inverse", () => {
  assert.equal(inverse([1, 2, 2, 4, 0, 0]), undefined);
});

test("a product applies its right factor first", () => {
  near(apply(multiply(translation([10, 0]), rotation(90)), [1, 0]), [10, 1]);
});

test("rotations by right angles are exact", () => {
  assert.deepEqual([...rotation(90)].map((v) => v + 0), [0, 1, -1, 0, 0, 0]);
  assert.deepEqual([...rotation(-90)].map((v) => v + 0), [0, -1, 1, 0, 0, 0]);
  assert.deepEqual([...rotation(720)].map((v) => v + 0), [1, 0, 0, 1, 0, 0]);
});

test("rotations keep areas, mirrors turn their sign", () => {
  assert.ok(Math.abs(determinant(rotation(33)) - 1) < 1e-12);
  assert.equal(determinant([-1, 0, 0, 1, 0, 0] as Matrix), -1);
});

test("the box of a mapped extent holds all four corners", () => {
  const box = mapped(rotation(45), [[-1, -1], [1, 1]]); // prettier-ignore
  near([box.left, box.right], [-Math.SQRT2, Math.SQRT2]);
});

test("boxes that touch meet; one holds the other only if all of it lies inside", () => {
  const a = boxAround([[0, 0], [2, 2]]); // prettier-ignore
  assert.ok(meets(a, shifted(a, [2, 0])));
  assert.ok(!meets(a, shifted(a, [2.1, 0])));
  assert.ok(encloses(a, a));
  assert.ok(!encloses(a, shifted(a, [0.1, 0])));
  assert.equal(union([]), undefined);
});

test("snapping goes to the nearest point of the grid and never gives a negative zero", () => {
  assert.deepEqual(snapped([4.9, -0.4], [2, 2]), [4, 0]);
  assert.ok(Object.is(snapped([-0.4, 0], [2, 2])[0], 0));
});

test("a drag brings its anchor onto the grid, along the axes that are pulled", () => {
  assert.deepEqual(snappedMove([1, 1], [3.2, 0], [2, 2]), [3, 0]);
  assert.deepEqual(snappedMove([1, 1], [0, 0], [2, 2]), [0, 0]);
});

test("the nearest point of a line lies on its nearest segment", () => {
  const hit = nearest([[0, 0], [10, 0], [10, 10]], [11, 6]); // prettier-ignore
  assert.deepEqual(hit, { segment: 1, distance: 1, at: [10, 6] });
});

test("points in the middle of straight pieces go, corners and turns back stay", () => {
  assert.deepEqual(simplified([[0, 0], [5, 0], [10, 0], [10, 10]]), [[0, 0], [10, 0], [10, 10]]); // prettier-ignore
  assert.deepEqual(simplified([[0, 0], [10, 0], [4, 0]]), [[0, 0], [10, 0], [4, 0]]); // prettier-ignore
  assert.deepEqual(simplified([[0, 0], [0, 0], [1, 0]]), [[0, 0], [1, 0]]); // prettier-ignore
});

function isOrthogonal(points: readonly Point[]): boolean {
  return points.every((p, i) => i === 0 || p[0] === points[i - 1]?.[0] || p[1] === points[i - 1]?.[1]);
}

test("a dragged segment takes its neighbours with it and leaves both ends at their ports", () => {
  const line: Point[] = [[0, 0], [10, 0], [10, 20], [30, 20]]; // prettier-ignore
  assert.deepEqual(withSegmentMoved(line, 1, [14, 5]), [[0, 0], [14, 0], [14, 20], [30, 20]]); // prettier-ignore
  for (const segment of [0, 1, 2]) {
    for (const to of [[-6, 8], [12, -4], [40, 40]] as Point[]) {
      const moved = withSegmentMoved(line, segment, to);
      assert.deepEqual(moved[0], line[0]);
      assert.deepEqual(moved[moved.length - 1], line[3]);
      assert.ok(isOrthogonal(moved), JSON.stringify(moved));
    }
  }
});

test("a line whose end moves stays in horizontal and vertical pieces and keeps its other points", () => {
  const line: Point[] = [[0, 0], [10, 0], [10, 20], [30, 20], [30, 40]]; // prettier-ignore
  assert.deepEqual(withEndMoved(line, "first", [-4, 6]), [[-4, 6], [10, 6], [10, 20], [30, 20], [30, 40]]); // prettier-ignore
  const next = random(7);
  for (let i = 0; i < 200; i++) {
    const to: Point = [Math.round(next() * 80) - 40, Math.round(next() * 80) - 40];
    for (const end of ["first", "last"] as const) {
      for (const points of [line, line.slice(0, 2), line.slice(0, 3)]) {
        const moved = withEndMoved(points, end, to);
        assert.ok(isOrthogonal(moved), JSON.stringify(moved));
        assert.deepEqual(end === "first" ? moved[0] : moved[moved.length - 1], to);
        assert.deepEqual(end === "first" ? moved[moved.length - 1] : moved[0], end === "first" ? points[points.length - 1] : points[0]);
      }
    }
  }
});

test("half-way is measured along the line", () => {
  assert.deepEqual(halfWay([[0, 0], [10, 0], [10, 30]]), [10, 10]); // prettier-ignore
});

test("a preview leaves and enters ports in the direction that they look, in horizontal and vertical pieces", () => {
  const outward: Record<Side, Point> = { left: [-1, 0], right: [1, 0], top: [0, 1], bottom: [0, -1] };
  const sides: Side[] = ["left", "right", "top", "bottom"];
  const next = random(3);
  for (let i = 0; i < 400; i++) {
    const from: Point = [0, 0];
    const to: Point = [Math.round(next() * 100) - 50, Math.round(next() * 100) - 50];
    if (Math.hypot(...to) < 12) continue;
    const side = sides[Math.floor(next() * 4)] as Side;
    const toSide = sides[Math.floor(next() * 4)] as Side;
    const route = previewRoute(from, side, to, toSide);
    assert.ok(isOrthogonal(route), JSON.stringify(route));
    assert.deepEqual(route[0], from);
    assert.deepEqual(route[route.length - 1], to);
    const first = route[1] as Point;
    const along = first[0] * outward[side][0] + first[1] * outward[side][1];
    assert.ok(along > 0, `${side} ${toSide} ${to.join()}: ${JSON.stringify(route)}`);
  }
});

test("aligned boxes share a side, distributed ones have equal gaps", () => {
  const boxes = [boxAround([[0, 0], [4, 4]]), boxAround([[7, 1], [9, 9]]), boxAround([[20, 3], [30, 5]])]; // prettier-ignore
  const top = alignMoves(boxes, "top").map((by, i) => shifted(boxes[i]!, by).top);
  assert.deepEqual(top, [9, 9, 9]);
  const spread = distributeMoves(boxes, "horizontal").map((by, i) => shifted(boxes[i]!, by));
  assert.equal(spread[1]!.left - spread[0]!.right, spread[2]!.left - spread[1]!.right);
  assert.deepEqual([spread[0]!.left, spread[2]!.right], [0, 30]);
});

test("an arrow key goes to what lies ahead rather than aside, and nowhere if nothing does", () => {
  const places: [string, Point][] = [["ahead", [20, 2]], ["aside", [10, 18]], ["behind", [-5, 0]]]; // prettier-ignore
  assert.equal(nextInDirection([0, 0], "ArrowRight", places), "ahead");
  assert.equal(nextInDirection([0, 0], "ArrowUp", places), "aside");
  assert.equal(nextInDirection([0, 0], "ArrowLeft", places), "behind");
  assert.equal(nextInDirection([0, 0], "ArrowDown", places), undefined);
});
