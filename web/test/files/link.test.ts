import { test } from "node:test";
import assert from "node:assert/strict";
import { linkFragment, textOfFragment } from "../../src/files/link";
import { standInForCompression } from "../compression_stand_in";

standInForCompression();

const texts = ["", "model A end A;", 'model Ä "Öl – 40 °C"\r\n  // comment\r\nend Ä;\n', "x".repeat(100_000)];

test("a link gives its text back byte for byte", async () => {
  for (const text of texts) assert.equal(await textOfFragment(await linkFragment(text)), text);
});

test("a link has only characters that an address may have", async () => {
  for (const text of texts) assert.match(await linkFragment(text), /^#m=[\w-]*$/);
});

test("repetitive text makes a short link", async () => {
  assert.ok((await linkFragment(texts[3]!)).length < 300);
});

test("a fragment without a text is none, a damaged one is refused", async () => {
  assert.equal(await textOfFragment("#tour"), undefined);
  assert.equal(await textOfFragment(""), undefined);
  await assert.rejects(textOfFragment("#m=%%%"));
  await assert.rejects(textOfFragment("#m=AAAA_-"));
});
