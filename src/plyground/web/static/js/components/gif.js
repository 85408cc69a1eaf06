/**
 * Moving pictures: frames of pixels as a GIF (89a) that repeats for ever.
 *
 * @typedef {{pixels: ArrayLike<number>, seconds: number}} Frame red, green, blue, alpha by pixel
 */

const COLOURS = 256;
const CODES = 4096; // of the compression

/**
 * The bytes of a GIF.
 * @param {number} width
 * @param {number} height
 * @param {Frame[]} frames
 */
export function gif(width, height, frames) {
  const palette = paletteOf(frames);
  const nearest = nearestIn(palette);
  /** @type {number[]} */
  const bytes = [...text("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0];
  for (let index = 0; index < COLOURS; index += 1) bytes.push(...(palette[index] ?? [0, 0, 0]));
  bytes.push(0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  for (const { pixels, seconds } of frames) {
    bytes.push(0x21, 0xf9, 4, 4, ...short(Math.round(100 * seconds)), 0, 0);
    bytes.push(0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 8);
    const indices = new Uint8Array(width * height);
    for (let at = 0; at < indices.length; at += 1) indices[at] = nearest(pixels, 4 * at);
    for (const byte of blocks(compressed(indices))) bytes.push(byte);
  }
  bytes.push(0x3b);
  return new Uint8Array(bytes);
}

/** @param {string} letters */
function text(letters) {
  return [...letters].map((letter) => letter.charCodeAt(0));
}

/** @param {number} number */
function short(number) {
  return [number & 255, number >> 8];
}

// Colours to 5 bits a part: the board has few, and edges mix them.
/** @param {ArrayLike<number>} pixels @param {number} at */
function coarse(pixels, at) {
  return ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);
}

/**
 * The most frequent colours.
 * @param {Frame[]} frames
 * @returns {number[][]}
 */
function paletteOf(frames) {
  /** @type {Map<number, {count: number, colour: number[]}>} */
  const seen = new Map();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const found = seen.get(coarse(pixels, at));
      if (found) found.count += 1;
      else
        seen.set(coarse(pixels, at), {
          count: 1,
          colour: [pixels[at], pixels[at + 1], pixels[at + 2]],
        });
    }
  }
  const ranked = [...seen.values()].sort((one, two) => two.count - one.count);
  return ranked.slice(0, COLOURS).map(({ colour }) => colour);
}

/** @param {number[][]} palette */
function nearestIn(palette) {
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @param {ArrayLike<number>} pixels @param {number} at */
  return (pixels, at) => {
    const key = coarse(pixels, at);
    let best = known.get(key);
    if (best === undefined) {
      const offs = palette.map(
        ([red, green, blue]) =>
          (red - pixels[at]) ** 2 + (green - pixels[at + 1]) ** 2 + (blue - pixels[at + 2]) ** 2,
      );
      best = offs.indexOf(Math.min(...offs));
      known.set(key, best);
    }
    return best;
  };
}

/**
 * Lempel, Ziv and Welch's compression: codes of 9 to 12 bits, the lowest bit first.
 * @param {Uint8Array} indices
 */
function compressed(indices) {
  const [clear, end] = [256, 257];
  /** @type {number[]} */
  const bytes = [];
  let [held, bits, size, next] = [0, 0, 9, end + 1];
  /** @type {Map<number, number>} from a code and the index after it */
  let known = new Map();
  /** @param {number} code */
  const emit = (code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  emit(clear);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at += 1) {
    const key = (prefix << 8) | indices[at];
    const longer = known.get(key);
    if (longer !== undefined) {
      prefix = longer;
      continue;
    }
    emit(prefix);
    prefix = indices[at];
    if (next === CODES) {
      emit(clear);
      [size, next, known] = [9, end + 1, new Map()];
    } else {
      if (next >= 1 << size) size += 1;
      known.set(key, next);
      next += 1;
    }
  }
  emit(prefix);
  emit(end);
  if (bits) bytes.push(held & 255);
  return bytes;
}

/**
 * Bytes in blocks of 255 at most, each behind its length.
 * @param {number[]} bytes
 */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    yield block.length;
    yield* block;
  }
  yield 0;
}
