/**
 * The links of a shared game: one for the other player, with the key of that seat, and one to watch.
 *
 * @import { Shell } from "../main.js"
 */

import { h, keep, recall } from "../dom.js";
import { words } from "../words.js";
import { copyText } from "./copying.js";

const KEPT = "invitation";
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Remember the key that the other player gets, until the next game is made.
 * @param {string} shared
 * @param {string} key
 */
export function keepInvitation(shared, key) {
  keep(KEPT, { shared, key });
}

/**
 * The links to send: both if this browser has made the game, otherwise the one to watch.
 * @param {Shell} shell
 * @param {string} shared
 */
export function invitation(shell, shared) {
  /** @type {{shared?: string, key?: string}} */
  const kept = recall(KEPT, {});
  /** @param {string} [key] */
  const link = (key) => new URL(shell.link({ query: { shared, key } }), location.href).href;
  return h(
    "details",
    { class: "card links" },
    h("summary", {}, words.together.links),
    h(
      "div",
      { class: "stack" },
      kept.shared === shared ? row(shell, words.together.forPlayer, link(kept.key)) : null,
      row(shell, words.together.forWatchers, link()),
      LOCAL.includes(location.hostname)
        ? h("p", { class: "small muted" }, words.together.onlyHere)
        : null,
    ),
  );
}

/** @param {Shell} shell @param {string} label @param {string} link */
function row(shell, label, link) {
  const shown = h("input", {
    class: "mono",
    "aria-label": label,
    readonly: true,
    value: link,
    onfocus: ({ currentTarget }) => currentTarget.select(),
  });
  const told = {
    copied: words.together.copied,
    forbidden: words.together.notCopied,
  };
  return h(
    "div",
    {},
    h("p", { class: "small muted" }, label),
    h(
      "div",
      { class: "row" },
      shown,
      h(
        "button",
        {
          type: "button",
          "aria-label": words.together.copyLink(label),
          onclick: () => copyText(shell, link, told),
        },
        words.together.copy,
      ),
    ),
  );
}
