import { test } from "node:test";
import assert from "node:assert/strict";
import { displayUnitOf, plainNumber, prettyUnit, showDifference, showNumber, showQuantity, toShown, toSi } from "../../src/units/display";

const bar = { unit: "bar", factor: 1e-5, offset: 0 };
const celsius = { unit: "degC", factor: 1, offset: -273.15 };

test("quantities are shown in the display unit", () => {
  assert.equal(showQuantity(2.1e7, bar), "210 bar");
  assert.equal(showQuantity(313.15, celsius), "40 °C");
  assert.equal(showQuantity(0.5, plainNumber), "0.5");
});

test("a difference of temperatures has no offset", () => {
  assert.equal(showDifference(5, celsius), "5 K");
  assert.equal(showDifference(1e5, bar), "1 bar");
});

test("numbers have four digits, no idle zeros, and a true minus", () => {
  assert.equal(showNumber(1234567), "1.235e6");
  assert.equal(showNumber(-0.000012345), "−1.234e−5");
  assert.equal(showNumber(102.49999), "102.5");
  assert.equal(showNumber(12345.6), "12346");
  assert.equal(showNumber(100), "100");
  assert.equal(showNumber(4.87e10, 3), "4.87e10");
  assert.equal(showNumber(2e-20), "2e−20");
  assert.equal(showNumber(NaN), "–");
  assert.equal(showNumber(-Infinity), "−∞");
});

test("there and back", () => {
  assert.equal(toSi(toShown(300, celsius), celsius), 300);
});

test("a variable without a display unit shows its own", () => {
  assert.deepEqual(displayUnitOf({ unit: "m/s" }), { unit: "m/s", factor: 1, offset: 0 });
  assert.deepEqual(displayUnitOf({ unit: "Pa", display_unit: "bar", factor: 1e-5 }), bar);
});

test("units are written as people write them", () => {
  assert.equal(prettyUnit("m3/s"), "m³/s");
  assert.equal(prettyUnit("N.m"), "N·m");
  assert.equal(prettyUnit("degC"), "°C");
});
