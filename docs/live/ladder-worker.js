/**
 * One thread of a run of a solver; whoever has started it ends it, too.
 *
 * It is sent an `Order`. It sends {nodes} now and then, at last {nodes, found, seconds}, or {failed}
 * with the reason.
 *
 * @import { Order } from "./orders.js"
 */

import { loadKernels } from "./loader.js";

self.addEventListener("message", async ({ data }) => {
  const { bytes, description, name, given, shared } = /** @type {Order} */ (data);
  /** @param {bigint} nodes */
  const tell = (nodes) => postMessage({ nodes: Number(nodes) });
  try {
    const kernels = await loadKernels(bytes, description, tell, shared?.memory);
    const block = shared ? kernels.join(name, shared.block, shared.stack) : kernels.block(name);
    const begun = performance.now();
    const { low, high, nodes } = block.run(given);
    const seconds = (performance.now() - begun) / 1000;
    postMessage({ nodes: Number(nodes), found: [Number(low), Number(high)], seconds });
  } catch (error) {
    postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
});
