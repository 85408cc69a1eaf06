/**
 * A kernel that runs in threads of its own, from the source of a worker.
 *
 * @import { Order } from "./orders.js"
 * @typedef {{nodes: number, seconds: number, found: [number, number] | null}} Result nodes are those
 *   of all threads; found is null if it was stopped
 */

export class Run {
  /** @type {Worker[]} */
  #workers;
  /** @type {number[]} by thread */
  #nodes;
  #begun = performance.now();
  /** @type {(result: Result) => void} */
  #end = () => {};
  /** @type {Promise<Result>} of the thread that is first */
  result;

  /**
   * @param {string} source of the worker
   * @param {Order[]} orders one for each thread
   * @param {(nodes: number, seconds: number) => void} tell is called now and then
   */
  constructor(source, orders, tell) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#workers = orders.map(() => new Worker(address));
    this.#nodes = orders.map(() => 0);
    this.result = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#workers.forEach((worker, thread) => {
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data: { nodes, found, seconds, failed } }) => {
          if (failed) return reject(new Error(failed));
          this.#nodes[thread] = nodes;
          if (found) return resolve({ nodes: this.#sum(), seconds, found });
          return tell(this.#sum(), this.#passed());
        };
      });
    }).finally(() => {
      for (const worker of this.#workers) worker.terminate();
      URL.revokeObjectURL(address);
    });
    this.#workers.forEach((worker, thread) => worker.postMessage(orders[thread]));
  }

  /** End it; the result says how far it got. */
  stop() {
    this.#end({ nodes: this.#sum(), seconds: this.#passed(), found: null });
  }

  #sum() {
    return this.#nodes.reduce((sum, nodes) => sum + nodes, 0);
  }

  #passed() {
    return (performance.now() - this.#begun) / 1000;
  }
}
