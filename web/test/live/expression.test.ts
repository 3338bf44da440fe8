import { test } from "node:test";
import assert from "node:assert/strict";
import { ExpressionError, parseExpression, type Value } from "../../src/live/expression";

function value(text: string, names: Record<string, Value> = {}): Value | undefined {
  return parseExpression(text).evaluate((name) => names[name]);
}

test("operators bind as in Modelica", () => {
  assert.equal(value("1 + 2*3^2"), 19);
  assert.equal(value("-2^2"), -4);
  assert.equal(value("2 - 3 - 4"), -5);
  assert.equal(value("not 1 < 2 or 3 >= 3 and 2 <> 2"), false);
  assert.equal(value("8/2/2"), 2);
  assert.equal(value("1.5e3 + .5"), 1500.5);
});

test("the expressions of the library can be evaluated", () => {
  assert.deepEqual(value("{{-50 + 100*min(1, max(0, x/stroke)), 10}, {120, 30}}", { x: 0.1, stroke: 0.2 }), [
    [0, 10],
    [120, 30],
  ]);
  assert.equal(value("180 - 270*max(0, abs(dp))/(max(0, abs(dp)) + 1e7)", { dp: -1e7 }), 45);
  assert.deepEqual(value("{0, -20*min(1, max(0, (dp - p_set)/max(0.1*p_set, 1e5)))}", { dp: 2.2e7, p_set: 2e7 }), [0, -20]);
});

test("if takes the first branch that holds", () => {
  const text = "if x < 0 then {255, 0, 0} elseif noEvent(x > 1) then {0, 255, 0} else {0, 0, 255}";
  assert.deepEqual(value(text, { x: -1 }), [255, 0, 0]);
  assert.deepEqual(value(text, { x: 2 }), [0, 255, 0]);
  assert.deepEqual(value(text, { x: 0.5 }), [0, 0, 255]);
});

test("String gives as many digits as it is asked for", () => {
  assert.equal(value('String(x, significantDigits = 3) + " bar"', { x: 123.456 }), "123 bar");
  assert.equal(value("String(x)", { x: 1 / 3 }), "0.333333");
  assert.equal(value("String(7, minimumLength = 3, leftJustified = false)"), "  7");
});

test("Booleans of a result are numbers", () => {
  assert.equal(value("if on then 1 else 2", { on: 1 }), 1);
  assert.equal(value("if not on then 1 else 2", { on: 0 }), 1);
});

test("names may have dots, subscripts and quotes, and are listed", () => {
  const expression = parseExpression("a.b[2].c + 'odd name'*x");
  assert.deepEqual(expression.names, ["a.b[2].c", "'odd name'", "x"]);
  assert.equal(
    expression.evaluate((name) => ({ "a.b[2].c": 1, "'odd name'": 2, x: 3 })[name]),
    7,
  );
});

test("a name that is not known gives no value", () => {
  assert.equal(value("x + 1"), undefined);
  assert.equal(value("if true then 1 else x"), 1);
});

test("text that is no expression of this kind is refused", () => {
  for (const text of ["", "1 +", "f(x)", "{1, 2", "x; y", 'alert("1")', "`x`", "1 2", 'constructor.constructor("1")()'])
    assert.throws(() => parseExpression(text), ExpressionError, text);
});

test("names of the page are out of reach", () => {
  assert.throws(() => parseExpression("toString(1)"), ExpressionError);
  assert.equal(value("window"), undefined);
});
