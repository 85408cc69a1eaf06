/**
 * Who answers the page: a server, or a worker of the browser with the same program in it. A published
 * site says so in its HTML, with the address of its description:
 *
 *   <meta name="plyground-site" content="site.json" data-game="the one to open with">
 *
 * @typedef {{opened: () => void, lost: () => void, heard: (text: string) => void}} Listener
 * @typedef {{send: (text: string) => void}} Line
 * @typedef {{
 *   isServer: boolean,
 *   fetch: (address: string, how?: RequestInit) => Promise<Response>,
 *   imageAddress: (address: string) => Promise<string>,
 *   connect: (listener: Listener) => Line,
 *   watch: (listener: (loading: Loading) => void) => void,
 * }} Transport `imageAddress` is where an image of the API can be shown from, `watch` hears how far a
 *   worker is that has to be loaded first
 * @typedef {{share: number, isReady: boolean, failure: string}} Loading how much has come, from 0 to 1,
 *   whether it answers, what went wrong
 */

import { ServerTransport } from "./server-transport.js";

/** @returns {Promise<Transport>} */
async function chosen() {
  const told = globalThis.document?.querySelector('meta[name="plyground-site"]');
  if (!told) return new ServerTransport();
  const { WorkerTransport } = await import("./worker-transport.js");
  return new WorkerTransport(new URL(told.getAttribute("content") ?? "", document.baseURI));
}

export const transport = await chosen();
