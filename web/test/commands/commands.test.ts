import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isTyping, keptByBrowsers, keyOf, shownKey } from "../../src/commands/keys";
import { rank } from "../../src/commands/rank";
import { type Command, commandFor, commands, registerCommands, runCommand } from "../../src/commands/registry";
import { standInForBrowser } from "../browser_stand_in";

const press = (key: string, held: Partial<Record<"ctrlKey" | "shiftKey" | "altKey" | "metaKey", boolean>> = {}) =>
  keyOf({ key, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...held });

let all: Command[] = [];

before(async () => {
  standInForBrowser();
  await import("../../src/features");
  all = [...commands.value.values()];
});

test("every action of the workbench can be reached: by a key, a menu or the list of commands", () => {
  assert.ok(all.length > 50, `${all.length} commands`);
  for (const { id, keys, menus, listed } of all) assert.ok(keys?.length || menus?.length || listed !== false, id);
});

test("every action that only keys reach has one, and every action has a title", () => {
  for (const { id, keys, listed, menus, title } of all) {
    if (listed === false && !menus?.length) assert.ok(keys?.length, id);
    assert.match(title, /^[A-Z]/, id);
  }
});

test("keys that a browser keeps are not bound", () => {
  for (const { id, keys } of all) for (const key of keys ?? []) assert.ok(!keptByBrowsers.includes(key), `${id}: ${key}`);
});

test("a key means one thing in one place: where it is bound twice, at most one of both can be done at a time", () => {
  const bound = new Map<string, Command[]>();
  for (const command of all) {
    for (const key of command.keys ?? []) {
      const place = `${command.context ?? "global"} ${key}`;
      bound.set(place, [...(bound.get(place) ?? []), command]);
    }
  }
  // Arrows and Enter go by what the user is in the middle of; the first that can be done is done.
  const byMode = /^canvas (Arrow\w+|Enter)$/;
  for (const [place, sharing] of bound) {
    if (sharing.length > 1) assert.match(place, byMode, `${place}: ${sharing.map(({ id }) => id).join(", ")}`);
    for (const command of sharing.slice(0, -1)) assert.ok(command.when, `${command.id} would hide the others`);
  }
});

test("keys are written as they are pressed", () => {
  assert.equal(press("z", { ctrlKey: true }), "Ctrl+Z");
  assert.equal(press("Z", { metaKey: true, shiftKey: true }), "Ctrl+Shift+Z");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("+", { shiftKey: true }), "+");
  assert.equal(press("r", { shiftKey: true }), "Shift+R");
  assert.equal(press(" "), "Space");
  assert.equal(press("ArrowLeft", { altKey: true }), "Alt+ArrowLeft");
});

test("keys are shown as people write them", () => {
  assert.equal(shownKey("Ctrl+ArrowLeft"), "Ctrl+←");
  assert.equal(shownKey("+"), "+");
  assert.equal(shownKey("Delete"), "Del");
});

test("keys by themselves write into fields, those with Ctrl, Alt or of the top row do not", () => {
  assert.ok(isTyping("R") && isTyping("Shift+R") && isTyping("ArrowLeft") && isTyping("Escape"));
  assert.ok(!isTyping("Ctrl+S") && !isTyping("F5") && !isTyping("Shift+F5") && !isTyping("Alt+V"));
});

test("the innermost place decides, and what cannot be done leaves its key to the next", () => {
  let possible = true;
  const done: string[] = [];
  registerCommands(
    { id: "t.global", title: "Global", group: "Help", keys: ["Ctrl+Alt+9"], run: () => void done.push("global") },
    { id: "t.canvas", title: "Canvas", group: "Help", context: "canvas", keys: ["Ctrl+Alt+9"], when: () => possible, run: () => void done.push("canvas") },
  );
  const go = (...contexts: ("canvas" | "text")[]) => runCommand(commandFor("Ctrl+Alt+9", contexts)?.id ?? "");
  go("canvas");
  go("text");
  possible = false;
  go("canvas");
  assert.deepEqual(done, ["canvas", "global", "global"]);
  assert.equal(runCommand("t.canvas"), false);
});

test("what begins with the words that are typed comes first, and all words must occur", () => {
  const items = ["Pressure relief valve", "ReliefValve", "Valve43", "Pump"];
  const find = (query: string) => rank(items, query, (item) => [item]);
  assert.deepEqual(find("relief"), ["ReliefValve", "Pressure relief valve"]);
  assert.deepEqual(find("valve re"), ["ReliefValve", "Pressure relief valve"]);
  assert.deepEqual(find("zzz"), []);
  assert.deepEqual(find(" "), items);
});
