/** Files for people to keep. */

import { h } from "../dom.js";

/**
 * Give somebody a text as a file.
 * @param {string} text
 * @param {string} name
 * @param {string} type
 */
export function saveFile(text, name, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
