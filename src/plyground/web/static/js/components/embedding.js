/**
 * The line that puts a board into another page: a frame with the address of the embedded board.
 *
 * @import { Shell } from "../main.js"
 */

import { h, say } from "../dom.js";
import { format } from "../router.js";
import { copyText } from "./copying.js";
import { words } from "../words.js";

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
    "aria-label": words.embedding.line,
    onfocus: ({ currentTarget }) => currentTarget.select(),
  });
  /** @type {HTMLSelectElement} */
  const theme = h(
    "select",
    { onchange: () => show() },
    Object.entries(words.embedding.themes).map(([value, told]) =>
      h("option", { value: value === "auto" ? "" : value }, told),
    ),
  );
  const show = () => say(field, frameLine(shell, theme.value));
  const close = h("button", { type: "button" }, words.embedding.close);
  const copy = () => copyText(shell, field.value, words.embedding);
  const dialog = h(
    "dialog",
    {
      class: "embedding",
      "aria-labelledby": "embedding-title",
      onclose: ({ currentTarget }) => currentTarget.remove(),
    },
    h("h2", { id: "embedding-title" }, words.embedding.title),
    h("p", {}, words.embedding.about),
    h("label", { class: "row" }, `${words.embedding.theme} `, theme),
    field,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", onclick: copy }, words.embedding.copy),
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
    title: words.embedding.frame(shell.game.title),
    loading: "lazy",
  });
  return frame.outerHTML;
}
