/** The Lab screen's counts. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { total } from "../../src/plyground/web/static/js/screens/lab.js";

test("the verdicts of all experiments are counted by state", () => {
  const one = { counts: { reproduced: 2, differs: 1, "not comparable": 4 } };
  const other = { counts: { reproduced: 3, differs: 0, undecided: 1, "not comparable": 0 } };
  assert.deepEqual(total([one, other]), {
    reproduced: 5,
    differs: 1,
    undecided: 1,
    "not comparable": 4,
  });
  assert.deepEqual(total([]), {});
});
