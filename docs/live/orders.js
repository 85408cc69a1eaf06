/**
 * What the threads of a run are sent.
 *
 * Where the page is cross-origin isolated (its server sends two headers for that), threads may share
 * a memory. Then several run the full solver: each asks the same questions with a stack and arrays
 * of its own, one table of positions and one list of what they are busy with. The first answer counts.
 *
 * @import { Position } from "./connect-four.js"
 * @import { Description } from "./loader.js"
 * @typedef {{memory: WebAssembly.Memory, block: number, stack: number}} Shared
 * @typedef {{
 *   bytes: ArrayBuffer, description: Description, name: string, given: object, shared?: Shared
 * }} Order
 */

import { description, kernels, threads } from "./data.js";
import { loadKernels, sharedMemory } from "./loader.js";

const MOST_THREADS = 8;

/** The module for one thread. */
export const bytes = decoded(kernels);

/** How many threads may share a memory here; 1 if they may not. */
export const threadCount = globalThis.crossOriginIsolated
  ? Math.min(MOST_THREADS, navigator.hardwareConcurrency)
  : 1;

/**
 * The order for one thread.
 * @param {string} name of the kernel
 * @param {object} given
 * @returns {Order}
 */
export function single(name, given) {
  return { bytes, description, name, given };
}

/**
 * The orders for several threads that solve a position together.
 * @param {Position} position
 * @param {number} count of threads, 2 or more
 */
export async function together(position, count) {
  const memory = sharedMemory();
  const module = decoded(threads);
  const loaded = await loadKernels(module, description, () => {}, memory);
  const first = loaded.block("solve");
  const helpers = Array.from({ length: count - 1 }, () => loaded.block("help"));
  first.set("memory.table.growth", count); // it adds buckets for all
  first.share("memory.busy", helpers[0]);
  for (const helper of helpers) {
    helper.share("memory.table", first);
    helper.set("memory.table.growth", 0);
    helper.share("memory.busy", helpers[0]);
  }
  return [first, ...helpers].map((block, place) => {
    const shared = { memory, block: block.address, stack: loaded.newStack() };
    const name = place ? "help" : "solve";
    return { bytes: module, description, name, given: { position }, shared };
  });
}

/** @param {string} text in base64 */
function decoded(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}
