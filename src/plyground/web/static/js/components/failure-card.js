import { h } from "../dom.js";

/**
 * What stands in place of a screen that has nothing to show: why, and what can be done.
 * @param {string} heading
 * @param {...(string | HTMLElement | null)} lines
 */
export function failureCard(heading, ...lines) {
  return h(
    "div",
    { class: "failure card" },
    h("h1", {}, heading),
    lines.filter((line) => line !== null).map((line) => h("p", {}, line)),
  );
}
