/** What tools/live_docs.py puts into the script beside the code. */

import type { GameView } from "../../src/plyground/web/static/js/api-types.js";
import type { Description } from "../../src/plyground/kernel/targets/loader.js";

export const game: GameView; // the board of Connect Four
export const description: Description;
export const kernels: string; // the WebAssembly module, in base64
export const threads: string; // the same for threads that share a memory
export const worker: string; // the source of ladder-worker.js
export const positions: [string, string][]; // a name, and the columns that were played
export const rungs: [string, string][]; // what the kernel calls a step, and what people call it
