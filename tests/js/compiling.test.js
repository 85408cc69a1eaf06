/** What is said while something is compiled. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { compilingWords } from "../../src/plyground/web/static/js/components/compiling.js";

const COMPILING = { game: "Connect Four", what: "alpha-beta", expected: 8, passed: 0 };

test("what is compiled is named, with the seconds that are left", () => {
  assert.equal(
    compilingWords(COMPILING, 0),
    "compiling alpha-beta for Connect Four, once: about 8\u00a0s",
  );
  assert.match(compilingWords(COMPILING, 4.6), /: about 3\ss$/);
  assert.match(compilingWords(COMPILING, 7.4), /: any moment now$/);
});

test("what takes longer than expected says so", () => {
  assert.match(compilingWords(COMPILING, 20), /: longer than the 8\ss that were expected$/);
});

test("before it is known what is compiled, nothing is promised", () => {
  assert.equal(compilingWords(null, 3), "getting ready, once");
});
