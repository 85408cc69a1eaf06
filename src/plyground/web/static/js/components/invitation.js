/**
 * The links of a shared game: one for the other player, with the key of that seat, and one to watch.
 *
 * @import { Shell } from "../main.js"
 */

import { h, keep, recall } from "../dom.js";
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
    h("summary", {}, "Links to send"),
    h(
      "div",
      { class: "stack" },
      kept.shared === shared ? row(shell, "For the other player", link(kept.key)) : null,
      row(shell, "For people who watch", link()),
      LOCAL.includes(location.hostname)
        ? h(
            "p",
            { class: "small muted" },
            "These links work on this machine. For others, start the server with --host and open the page by the link that it prints.",
          )
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
  const words = {
    copied: "The link is copied.",
    forbidden: "The browser forbids copying; select the link instead.",
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
          "aria-label": `Copy the link: ${label}`,
          onclick: () => copyText(shell, link, words),
        },
        "Copy",
      ),
    ),
  );
}
