/** Moving pictures, read back. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { gif } from "../../src/plyground/web/static/js/components/gif.js";

/** The pixels of one colour after another. */
const pixels = (...colours) => colours.flatMap((colour) => [...colour, 255]);
const [BLACK, WHITE, RED] = [
  [0, 0, 0],
  [255, 255, 255],
  [200, 10, 20],
];

/** The indices that compressed bytes stand for, as any reader of GIFs finds them. */
function unpacked(bytes) {
  const [clear, end] = [256, 257];
  let [table, size, held, bits, previous] = [[], 9, 0, 0, null];
  const out = [];
  for (const byte of bytes) {
    held |= byte << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === end) return out;
      if (code === clear) {
        table = Array.from({ length: 258 }, (_, index) => [index]);
        [size, previous] = [9, null];
        continue;
      }
      const entry = table[code] ?? [...previous, previous[0]];
      out.push(...entry);
      if (previous && table.length < 4096) table.push([...previous, entry[0]]);
      if (table.length === 1 << size && size < 12) size += 1;
      previous = entry;
    }
  }
  return out;
}

/** Size and frames of a GIF with a palette of 256 colours. */
function read(bytes) {
  const palette = bytes.slice(13, 13 + 768);
  const frames = [];
  let at = 13 + 768 + 19; // behind the block that makes it repeat
  while (bytes[at] === 0x21) {
    const seconds = (bytes[at + 4] | (bytes[at + 5] << 8)) / 100;
    at += 8 + 10 + 1;
    const data = [];
    for (; bytes[at]; at += bytes[at] + 1) data.push(...bytes.slice(at + 1, at + 1 + bytes[at]));
    at += 1;
    const colours = unpacked(data).map((index) => [...palette.slice(3 * index, 3 * index + 3)]);
    frames.push({ seconds, colours });
  }
  assert.equal(bytes[at], 0x3b);
  return { width: bytes[6], height: bytes[8], frames };
}

test("a small picture comes back as it was", () => {
  const one = pixels(BLACK, WHITE, RED, RED, WHITE, BLACK);
  const two = pixels(RED, RED, RED, RED, RED, RED);
  const made = gif(3, 2, [
    { pixels: one, seconds: 0.7 },
    { pixels: two, seconds: 3 },
  ]);
  assert.equal(String.fromCharCode(...made.slice(0, 6)), "GIF89a");
  const { width, height, frames } = read(made);
  assert.deepEqual([width, height], [3, 2]);
  assert.deepEqual(
    frames.map(({ seconds }) => seconds),
    [0.7, 3],
  );
  assert.deepEqual(frames[0].colours, [BLACK, WHITE, RED, RED, WHITE, BLACK]);
  assert.deepEqual(frames[1].colours, Array(6).fill(RED));
});

test("a picture that needs every size of code, and a new table, comes back too", () => {
  let chance = 7;
  const next = () => (chance = (chance * 1103515245 + 12345) % 2147483648);
  const colours = Array.from({ length: 120 * 120 }, () => [BLACK, WHITE, RED][(next() >> 16) % 3]);
  const { frames } = read(gif(120, 120, [{ pixels: pixels(...colours), seconds: 1 }]));
  assert.deepEqual(frames[0].colours, colours);
});
