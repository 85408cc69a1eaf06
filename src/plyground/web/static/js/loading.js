/**
 * How far Python is that a published site loads, in a bar at the foot of the page.
 *
 * @import { Loading, Transport } from "./transport.js"
 */

import { h, say } from "./dom.js";
import { words } from "./words.js";

/**
 * Show it until it is there; as a part of the page it stands before an element.
 * @param {Transport} transport
 * @param {HTMLElement} below
 */
export function showLoading(transport, below) {
  const told = h("span", {});
  const bar = h("progress", { max: 1, "aria-label": words.site.title });
  const shown = h("p", { class: "loading small", role: "status" }, told, bar);
  transport.watch((loading) => {
    if (loading.isReady) shown.remove();
    else if (!shown.isConnected) below.before(shown);
    bar.hidden = Boolean(loading.failure);
    if (loading.share < 1) bar.value = loading.share;
    else bar.removeAttribute("value");
    const text = wordsFor(loading);
    if (told.textContent !== text) say(told, text);
  });
}

/** @param {Loading} loading */
function wordsFor({ share, failure }) {
  if (failure) return words.site.failed(failure);
  return share < 1 ? words.site.loading(Math.floor(20 * share) * 5) : words.site.starting;
}
