/**
 * What Python compiled at the first start, kept in the browser for the next ones (web/bytecode.py).
 *
 * It lies beside the files that the service worker keeps, under their addresses with a query, so that it
 * goes when they do. Where the browser keeps nothing, Python compiles at every start.
 *
 * @typedef {{library: ArrayBuffer, modules: ArrayBuffer}} Bytecode
 */

const CACHE = "plyground-lasting"; // as in service-worker.js

export class KeptBytecode {
  #addresses;

  /** @param {{runtime: URL, library: URL, app: URL}} source from which it is compiled */
  constructor({ runtime, library, app }) {
    this.#addresses = {
      library: `${library}?bytecode`,
      modules: `${app}?bytecode&${encodeURIComponent(runtime.pathname)}`,
    };
  }

  /** @returns {Promise<Bytecode | null>} */
  async recall() {
    try {
      const cache = await caches.open(CACHE);
      const found = await Promise.all([
        cache.match(this.#addresses.library),
        cache.match(this.#addresses.modules),
      ]);
      const [library, modules] = await Promise.all(found.map((each) => each?.arrayBuffer()));
      return library && modules ? { library, modules } : null;
    } catch {
      return null; // forbidden, or a page that is not safe
    }
  }

  /** @param {{library: BodyInit, modules: BodyInit}} made */
  async keep({ library, modules }) {
    try {
      const cache = await caches.open(CACHE);
      await cache.put(this.#addresses.library, new Response(library));
      await cache.put(this.#addresses.modules, new Response(modules));
    } catch {
      // Forbidden, or no room.
    }
  }

  /** Python did not start with it. */
  async drop() {
    try {
      const cache = await caches.open(CACHE);
      await Promise.all(Object.values(this.#addresses).map((each) => cache.delete(each)));
    } catch {
      // Nothing was kept, then.
    }
  }
}
