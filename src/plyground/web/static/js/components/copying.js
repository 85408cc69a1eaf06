/** Giving on what is shown: copying to the clipboard, where the browser allows it, and embedding. */

import { transport } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words.js";

/**
 * The button that offers the line for a frame in another page; null where no server sends that page.
 * @param {import("../main.js").Shell} shell
 */
export function embedButton(shell) {
  if (!transport.isServer) return null;
  const offer = async () => {
    try {
      const { offerEmbedding } = await shell.module("components/embedding.js");
      offerEmbedding(shell);
    } catch (error) {
      shell.fail(error);
    }
  };
  return h("button", { type: "button", onclick: offer }, words.embedding.embed);
}

/**
 * Copy the address of what is shown, and say so.
 * @param {import("../main.js").Shell} shell
 */
export function copyLink(shell) {
  return copyText(shell, location.href, {
    copied: words.play.copied,
    forbidden: words.play.notCopied,
  });
}

/**
 * Copy a text, and say so, or that it cannot be done.
 * @param {import("../main.js").Shell} shell
 * @param {string} text
 * @param {{copied: string, forbidden: string}} words
 */
export async function copyText(shell, text, { copied, forbidden }) {
  try {
    await navigator.clipboard.writeText(text);
    shell.notice(copied);
  } catch {
    shell.notice(forbidden);
  }
}
