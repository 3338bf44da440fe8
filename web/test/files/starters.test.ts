import { test } from "node:test";
import assert from "node:assert/strict";
import { faultOfPath, freePath, modelNameOf, starters } from "../../src/files/starters";

test("starters are models of the name that they are given", () => {
  for (const starter of starters) {
    const text = starter.text("Machine");
    assert.match(text, /^model Machine\b/, starter.id);
    assert.match(text, /\nend Machine;\n$/, starter.id);
    assert.match(text, /experiment\(StopTime = /, starter.id);
  }
});

test("a model's name is made of its file's", () => {
  assert.equal(modelNameOf("machines/my lift.mo"), "my_lift");
  assert.equal(modelNameOf("2press.mo"), "Model_2press");
});

test("a path that is taken gets a number", () => {
  assert.equal(freePath("Lift.mo", ["Press.mo"]), "Lift.mo");
  assert.equal(freePath("Lift.mo", ["Lift.mo", "Lift2.mo"]), "Lift3.mo");
});

test("paths lead to model files beneath the folder", () => {
  assert.equal(faultOfPath("a/b.mo"), undefined);
  assert.match(faultOfPath("a.txt")!, /ends in .mo/);
  assert.match(faultOfPath("../a.mo")!, /beneath/);
  assert.match(faultOfPath("/a.mo")!, /beneath/);
});
