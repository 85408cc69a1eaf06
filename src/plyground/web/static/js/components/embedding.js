/**
 * The line that puts a board into another page: a frame with the address of the embedded board.
 *
 * @import { Shell } from "../main.js"
 */

import { h, say } from "../dom.js";
import { format } from "../router.js";
import { copyText } from "./copying.js";

const WORDS = {
  title: "Embed this board",
  says: "Put this line into a page of yours. It shows the game to step through, as long as this server runs and the reader's browser reaches it.",
  line: "The line to put into a page",
  theme: "Colours",
  themes: { "": "as the reader's system", light: "light", dark: "dark" },
  copy: "Copy",
  close: "Close",
  copied: "The line is copied.",
  forbidden: "The browser forbids copying; select the line instead.",
  frame: (/** @type {string} */ title) => `${title} on Plyground`,
};
const [WIDTH, HEIGHT] = [420, 520]; // pixels

/**
 * Offer the line for what is shown.
 * @param {Shell} shell
 */
export function offerEmbedding(shell) {
  const field = h("textarea", {
    rows: 4,
    readonly: true,
    class: "mono",
    "aria-label": WORDS.line,
    onfocus: ({ currentTarget }) => currentTarget.select(),
  });
  /** @type {HTMLSelectElement} */
  const theme = h(
    "select",
    { onchange: () => show() },
    Object.entries(WORDS.themes).map(([value, words]) => h("option", { value }, words)),
  );
  const show = () => say(field, frameLine(shell, theme.value));
  const close = h("button", { type: "button" }, WORDS.close);
  const copy = () => copyText(shell, field.value, WORDS);
  const dialog = h(
    "dialog",
    {
      class: "embedding",
      "aria-labelledby": "embedding-title",
      onclose: ({ currentTarget }) => currentTarget.remove(),
    },
    h("h2", { id: "embedding-title" }, WORDS.title),
    h("p", {}, WORDS.says),
    h("label", { class: "row" }, `${WORDS.theme} `, theme),
    field,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", onclick: copy }, WORDS.copy),
      close,
    ),
  );
  close.addEventListener("click", () => dialog.close());
  show();
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Shell} shell @param {string} theme */
function frameLine(shell, theme) {
  const { at } = shell.state.query;
  const address = format({ ...shell.state, screen: "play", query: { at, theme } });
  const frame = h("iframe", {
    src: new URL(`embed/${address}`, location.origin).href,
    width: WIDTH,
    height: HEIGHT,
    title: WORDS.frame(shell.game.title),
    loading: "lazy",
  });
  return frame.outerHTML;
}
