import { test } from "node:test";
import assert from "node:assert/strict";
import { parseSets, setsPath, writeSets } from "../../src/parameters/sets";

const text = "parameter,summer,winter\nfluid.T,60 degC,-10 degC\nrelief.p_set,,180 bar\n";

test("sets are read from a table, and empty cells set nothing", () => {
  const sets = parseSets(text);
  assert.deepEqual([...sets.keys()], ["summer", "winter"]);
  assert.deepEqual(Object.fromEntries(sets.get("summer")!), { "fluid.T": "60 degC" });
  assert.deepEqual(Object.fromEntries(sets.get("winter")!), { "fluid.T": "-10 degC", "relief.p_set": "180 bar" });
});

test("what is written is read again", () => {
  assert.equal(writeSets(parseSets(text)), text);
  const odd = new Map([['a "big", load', new Map([["command.values", "{1, 2, 3}"]])]]);
  assert.deepEqual(parseSets(writeSets(odd)), odd);
});

test("files of a spreadsheet with Windows line ends and without a last one are read", () => {
  assert.deepEqual(parseSets(text.replace(/\n/g, "\r\n").trimEnd()), parseSets(text));
});

test("the table lies beside the model", () => {
  assert.equal(setsPath("machines/lift.mo"), "machines/lift.sets.csv");
});
