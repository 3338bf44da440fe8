import { test } from "node:test";
import assert from "node:assert/strict";
import { chartSvg, layoutOf, type Chart } from "../../src/plots/chart";

const chart: Chart = {
  title: "Pressure <supply> & return",
  width: 600,
  height: 300,
  x: { label: "time [s]" },
  y: { label: "p [bar]" },
  series: [{ label: "supply.p", colour: "#1f5fbf", x: [0, 1, 2, 3], y: [0, 10, NaN, 30] }],
};

test("a value and its pixel are there and back", () => {
  for (const log of [false, true]) {
    const layout = layoutOf({ ...chart, x: { label: "", log, range: [0.1, 1000] } });
    for (const value of [0.1, 1, 33, 1000]) assert.ok(Math.abs(layout.fromX(layout.toX(value)) / value - 1) < 1e-12);
    assert.equal(layout.toX(0.1), layout.left);
    assert.equal(layout.toX(1000), layout.left + layout.width);
  }
});

test("an axis has two labels at least, however little room there is", () => {
  const low = chartSvg({ ...chart, height: 130, y: { label: "gain [dB]", range: [-145, -55] } });
  assert.ok([...low.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].length >= 2, low);
});

test("names of curves that do not fit side by side are in rows above the frame", () => {
  const names = ["rodas5p", "rodas3", "radau", "cvode"];
  const series = names.map((label) => ({ label, colour: "#1f5fbf", x: [0, 1], y: [0, 1] }));
  const places = (width: number) => {
    const drawn = chartSvg({ ...chart, title: "", width, series });
    return names.map((name) => new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${name}<`).exec(drawn)!.slice(1).map(Number));
  };
  assert.equal(new Set(places(600).map(([, y]) => y)).size, 1);
  const narrow = places(220);
  assert.ok(narrow.every(([x]) => x! < 220));
  assert.ok(narrow[0]![1]! < narrow.at(-1)![1]!, "the last are below the first");
  assert.ok(narrow.at(-1)![1]! < layoutOf({ ...chart, title: "", width: 220, series }).top);
});

test("greater values stand higher", () => {
  const layout = layoutOf(chart);
  assert.ok(layout.toY(30) < layout.toY(10));
});

test("a value that is no number is a gap of the line", () => {
  const line = /<path d="([^"]*)" fill="none" stroke="#1f5fbf"/.exec(chartSvg(chart))![1]!;
  assert.equal(line.match(/M/g)!.length, 2);
});

test("texts are escaped and nothing refers outside", () => {
  const svg = chartSvg(chart);
  assert.ok(svg.includes("Pressure &lt;supply&gt; &amp; return"));
  assert.ok(!/href|url\((?!#)/.test(svg));
});

test("with equal scales a circle is round", () => {
  const layout = layoutOf({ ...chart, x: { label: "", range: [-1, 1] }, y: { label: "", range: [-1, 1] }, equalScales: true });
  assert.ok(Math.abs(layout.toX(1) - layout.toX(0) - (layout.toY(0) - layout.toY(1))) < 1e-9);
});

test("what a logarithmic axis cannot show is left out", () => {
  const svg = chartSvg({ ...chart, y: { label: "", log: true }, series: [{ label: "", colour: "red", x: [0, 1, 2], y: [0, 1, 10] }] });
  assert.ok(!svg.includes("NaN") && !svg.includes("Infinity"));
});

test("on a scale that is logarithmic to both sides of zero, decades have the same length far from it", () => {
  const layout = layoutOf({ ...chart, x: { label: "", signedLog: 1, range: [-1e6, 1e6] } });
  const decade = layout.toX(1e6) - layout.toX(1e5);
  assert.ok(Math.abs((layout.toX(-1e4) - layout.toX(-1e5)) / decade - 1) < 1e-6);
  for (const value of [-1e5, -3, 0, 7, 1e6]) assert.ok(Math.abs(layout.fromX(layout.toX(value)) - value) < 1e-9 * Math.max(1, Math.abs(value)));
});

test("marks carry their notes, and lie within the frame", () => {
  const series = { label: "a", colour: "red", kind: "marked" as const, x: [1e-5, 1e-2], y: [100, 1000], notes: ["tight <", "loose"] };
  const marked: Chart = { ...chart, x: { label: "", log: true }, y: { label: "", log: true }, series: [series] };
  const svg = chartSvg(marked);
  assert.ok(svg.includes("<title>tight &lt;</title>"));
  const { left, width, toX } = layoutOf(marked);
  assert.ok(toX(1e-5) > left + 4 && toX(1e-2) < left + width - 4);
});
