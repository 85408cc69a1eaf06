/**
 * A worker that runs the server's own program: of a published site, which has no server.
 *
 * What the page asks for first was answered when the site was written (`answers` of site.json), so
 * that a board is there before Python is. Everything else waits until the worker is ready.
 *
 * @import { Listener, Loading } from "./transport.js"
 *
 * @typedef {{answers: Record<string, string>, python: object}} Description
 */

import { ProblemError } from "./problem.js";

export class WorkerTransport {
  isServer = false;
  #address;
  /** @type {Promise<Description>} */
  #description;
  #worker;
  /** @type {Map<number, {resolve: (answer: Response) => void, reject: (error: Error) => void}>} */
  #asked = new Map();
  #count = 0;
  #isReady = false;
  /** @type {Loading} */
  #loading = { share: 0, isReady: false, failure: "" };
  /** @type {(loading: Loading) => void} */
  #told = () => {};
  /** @type {Listener | null} */
  #listener = null;

  /** @param {URL} address of the site's description */
  constructor(address) {
    this.#address = address;
    this.#description = fetch(address).then((answer) => answer.json());
    this.#worker = new Worker(new URL("./site-worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = ({ message }) => this.#fail(message);
    this.#worker.postMessage({ type: "begin", site: address.href });
  }

  /** @param {string} address @param {RequestInit} how */
  async fetch(address, { method = "GET", body = "", signal } = {}) {
    const { answers } = await this.#description;
    const known = answers[`${method} ${address}${body ? ` ${body}` : ""}`];
    if (known) return fetch(new URL(known, this.#address), { signal });
    return this.#ask({ method, address, body }, signal);
  }

  /** @param {string} address */
  async imageAddress(address) {
    return URL.createObjectURL(await (await this.fetch(address)).blob());
  }

  /** @param {Listener} listener */
  connect(listener) {
    this.#listener = listener;
    if (this.#isReady) setTimeout(listener.opened);
    return {
      /** @param {string} text */
      send: (text) => {
        if (this.#isReady) this.#worker.postMessage({ type: "say", text });
      },
    };
  }

  /** @param {(loading: Loading) => void} listener */
  watch(listener) {
    this.#told = listener;
    listener(this.#loading);
  }

  /**
   * @param {{method: string, address: string, body: unknown}} request
   * @param {AbortSignal | null | undefined} signal
   * @returns {Promise<Response>}
   */
  #ask(request, signal) {
    return new Promise((resolve, reject) => {
      if (this.#loading.failure) throw new ProblemError({ detail: this.#loading.failure });
      signal?.throwIfAborted();
      const id = ++this.#count;
      this.#asked.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        this.#asked.delete(id);
        reject(signal.reason);
      });
      this.#worker.postMessage({ type: "request", id, ...request });
    });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "heard") this.#listener?.heard(message.text);
    else if (message.type === "answer") this.#answer(message);
    else if (message.type === "loading") this.#load(message.share);
    else if (message.type === "ready") this.#begin();
    else if (message.type === "failed") this.#fail(message.reason);
  }

  /** @param {{id: number, status: number, kind: string, body: string}} answered */
  #answer({ id, status, kind, body }) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.resolve(new Response(body, { status, headers: { "Content-Type": kind } }));
  }

  /** @param {number} share */
  #load(share) {
    if (this.#isReady || this.#loading.failure) return;
    this.#tell({ share, isReady: false, failure: "" });
  }

  #begin() {
    this.#isReady = true;
    this.#tell({ share: 1, isReady: true, failure: "" });
    this.#listener?.opened();
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("keep"));
  }

  /** @param {string} failure */
  #fail(failure) {
    if (this.#loading.failure) return; // the first is the reason of the others
    this.#tell({ share: 0, isReady: false, failure });
    this.#listener?.lost();
    for (const { reject } of this.#asked.values()) reject(new ProblemError({ detail: failure }));
    this.#asked.clear();
  }

  /** @param {Loading} loading */
  #tell(loading) {
    this.#loading = loading;
    this.#told(loading);
  }
}
