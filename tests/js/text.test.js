/** Numbers, times and sentences for people. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { capital, clock, sentence, short, wordsOf } from "../../src/plyground/web/static/js/dom.js";

test("large numbers are short, also where they round up to the next letter", () => {
  const read = { 0: "0", 999: "999", 1000: "1.00 k", 1234567: "1.23 M", 2.5e10: "25.0 G" };
  for (const [number, text] of Object.entries(read)) assert.equal(short(Number(number)), text);
  assert.equal(short(999499), "999 k");
  assert.equal(short(999500), "1.00 M");
  assert.equal(short(999999999), "1.00 G");
});

test("seconds are minutes and seconds", () => {
  assert.deepEqual([0, 7.9, 60, 3599].map(clock), ["0:00", "0:07", "1:00", "59:59"]);
});

test("sentences begin with a capital and end with one full stop", () => {
  assert.equal(capital("red won"), "Red won");
  assert.equal(sentence("red won"), "Red won.");
  assert.equal(sentence("is it?"), "Is it?");
  assert.equal(sentence(""), "");
});

test("whatever is thrown has words", () => {
  assert.equal(wordsOf(new TypeError("no such thing")), "no such thing");
  assert.equal(wordsOf("gone"), "gone");
});
