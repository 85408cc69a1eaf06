import { h } from "../dom.js";
import { words } from "../words.js";

/**
 * Show a list of keys over the page.
 * @param {string[][]} rows pairs: a key, and what it does
 */
export function showKeys(rows) {
  const close = h("button", { type: "button", class: "primary" }, words.shell.close);
  const dialog = h(
    "dialog",
    {
      class: "keys",
      "aria-labelledby": "keys-title",
      onclose: ({ currentTarget }) => currentTarget.remove(),
    },
    h("h2", { id: "keys-title" }, words.keys.title),
    h(
      "dl",
      {},
      rows.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does))),
    ),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
