/** Sentences that the page shows for a few seconds, one at a time. */

import { h } from "./dom.js";
import { words } from "./words.js";

const SHOWN_FOR = 6000; // milliseconds
const place = () => /** @type {HTMLElement} */ (document.getElementById("notices"));

/**
 * Show a sentence in place of the one before.
 * @param {string} text
 * @param {"info" | "error"} kind
 */
export function showNotice(text, kind) {
  const shown = h("p", { class: `notice ${kind}` }, text);
  place().replaceChildren(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/**
 * A search of the address waits until somebody is there; ask for that until it has happened.
 * @param {Promise<unknown>} pressed
 */
export function invite(pressed) {
  const shown = h("p", { class: "notice info lasting" }, words.shell.press);
  place().replaceChildren(shown);
  pressed.then(() => shown.remove());
}

/** Take away what was said of a game or a screen that is no longer there. */
export function forgetNotices() {
  for (const told of place().querySelectorAll(".notice:not(.lasting)")) told.remove();
}
