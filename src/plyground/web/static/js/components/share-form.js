/**
 * Making a game for two people: who begins, and the clocks.
 *
 * @import { SharedKeysView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { post } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { keepInvitation } from "./invitation.js";
import { parametersPicker } from "./parameters.js";

/** @param {Shell} shell */
export function shareForm(shell) {
  const { game } = shell;
  const side = h(
    "select",
    {},
    game.players.map((name, player) =>
      h("option", { value: player }, `${name}${player ? "" : words.together.begins}`),
    ),
  );
  const minutes = h("input", { type: "number", min: 0, max: 180, step: "any", value: 10 });
  const increment = h("input", { type: "number", min: 0, max: 180, step: "any", value: 5 });
  const error = h("p", { class: "error-text", role: "alert" });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const asked = {
      game: game.name,
      parameters: game.values,
      seconds: Number(minutes.value) * 60 || null,
      increment: Number(increment.value),
    };
    try {
      const made = /** @type {SharedKeysView} */ (await post("/shared", asked));
      const own = Number(side.value);
      keepInvitation(made.shared, made.keys[1 - own]);
      await shell.go({ query: { shared: made.shared, key: made.keys[own] } });
    } catch (problem) {
      say(error, wordsOf(problem));
    }
  };
  /** @param {string} text @param {HTMLElement} input */
  const field = (text, input) => h("label", { class: "parameter" }, h("span", {}, text), input);
  return h(
    "div",
    { class: "share stack" },
    h("h1", {}, words.together.withFriend(game.title)),
    h("p", {}, words.together.about),
    h(
      "form",
      { class: "card stack", "aria-label": words.together.form, onsubmit: submit },
      field(words.together.youPlay, side),
      field(words.together.minutes, minutes),
      field(words.together.increment, increment),
      error,
      h("button", { type: "submit", class: "primary" }, words.together.make),
    ),
    parametersPicker(game, (parameters) => shell.go({ parameters })),
  );
}
