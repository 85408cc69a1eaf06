/**
 * Making a game for two people: who begins, and the clocks. It begins where the address says.
 *
 * @import { PositionView, SharedKeysView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { post } from "../api.js";
import { PlyBoard } from "../board.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { keepInvitation } from "./invitation.js";
import { parametersPicker } from "./parameters.js";

/** @param {Shell} shell @param {PositionView} begins */
export function shareForm(shell, begins) {
  const { game } = shell;
  const side = h(
    "select",
    {},
    game.players.map((name, player) =>
      h(
        "option",
        { value: player },
        `${name}${player === begins.player ? words.together.begins : ""}`,
      ),
    ),
  );
  side.value = String(begins.player);
  const isStart = begins.start_is_default && !begins.plies.length;
  const position = isStart ? null : begins.position;
  const minutes = h("input", { type: "number", min: 0, max: 180, step: "any", value: 10 });
  const increment = h("input", { type: "number", min: 0, max: 180, step: "any", value: 5 });
  const error = h("p", { class: "error-text", role: "alert" });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const asked = {
      game: game.name,
      parameters: game.values,
      position,
      seconds: Number(minutes.value) * 60 || null,
      increment: Number(increment.value),
    };
    try {
      const made = /** @type {SharedKeysView} */ (await post("/shared", asked));
      const own = Number(side.value);
      keepInvitation(made.shared, made.keys[1 - own]);
      await shell.go({
        position: null,
        moves: "",
        query: { shared: made.shared, key: made.keys[own] },
      });
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
    isStart
      ? parametersPicker(game, (parameters) => shell.go({ parameters }))
      : startBoard(shell, begins),
  );
}

/** @param {Shell} shell @param {PositionView} begins */
function startBoard({ game }, begins) {
  const board = new PlyBoard();
  board.game = game;
  board.label = words.together.start;
  board.view = begins;
  return h("section", { class: "card stack start-board" }, h("p", {}, words.together.from), board);
}
