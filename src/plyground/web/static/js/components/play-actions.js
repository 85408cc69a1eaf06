/**
 * What one can do with the game that is played: begin anew, undo, ask for a hint, go on elsewhere,
 * take it along as a link; and whether it has sound.
 *
 * @import { PositionView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { PlayedGame } from "./played-game.js"
 *
 * @typedef {{
 *   begin: () => unknown, undo: () => unknown, redo: () => unknown, hint: () => unknown,
 *   pause: () => unknown,
 * }} Does
 */

import { transport } from "../api.js";
import { h, keep, recall, say } from "../dom.js";
import { TOGETHER } from "../router.js";
import { words } from "../words.js";
import { copyLink, embedButton } from "./copying.js";

export class PlayActions {
  #shell;
  #hasSound = recall("sound", true);
  #buttons;
  #links = {
    analyse: h("a", { class: "button" }, words.play.analyse),
    tree: h("a", { class: "button" }, words.play.seeSearch),
    together: h("a", { class: "button" }, words.play.together),
    invite: h("a", { class: "button", hidden: true }, words.play.invite),
  };
  element;

  /** @param {Shell} shell @param {Does} does */
  constructor(shell, { begin, undo, redo, hint, pause }) {
    this.#shell = shell;
    /**
     * @param {string} label
     * @param {() => unknown} onclick
     */
    const button = (label, onclick, more = {}) =>
      h("button", { type: "button", onclick, ...more }, label);
    this.#buttons = {
      begin: button(words.play.newGame, begin, { class: "primary", title: "n" }),
      undo: button(words.play.undo, undo, { title: "u" }),
      redo: button(words.play.redo, redo, { title: "r" }),
      hint: button(words.play.hint, hint, { title: "h" }),
      pause: button(words.play.pause, pause, { hidden: true }),
      copy: button(words.play.copyLink, () => copyLink(shell)),
      sound: button(words.play.sound, () => this.#switchSound(), {
        "aria-pressed": String(this.#hasSound),
      }),
    };
    const { copy, sound, ...first } = this.#buttons;
    const { analyse, tree, together, invite } = this.#links;
    this.element = h(
      "div",
      { class: "row actions" },
      Object.values(first),
      transport.isServer ? [analyse, tree, together, invite] : [analyse, tree],
      copy,
      embedButton(shell),
      sound,
    );
  }

  get hasSound() {
    return this.#hasSound;
  }

  #switchSound() {
    this.#hasSound = !this.#hasSound;
    keep("sound", this.#hasSound);
    this.#buttons.sound.setAttribute("aria-pressed", String(this.#hasSound));
  }

  /**
   * Offer what can be done in the position on the board, and lead from it to the other screens.
   * @param {PositionView} view
   * @param {PlayedGame} game
   * @param {{canPause: boolean, isPaused: boolean}} how a game without people can be paused
   */
  show(view, game, { canPause, isPaused }) {
    const over = Boolean(view.outcome);
    this.#buttons.undo.disabled = game.at === 0;
    this.#buttons.redo.disabled = !game.canRedo;
    this.#buttons.hint.disabled = over;
    this.#buttons.pause.hidden = !canPause || over;
    say(this.#buttons.pause, isPaused ? words.play.playOn : words.play.pause);
    this.#links.analyse.href = this.#shell.link({
      screen: "analyse",
      query: { at: game.walkedTo },
    });
    const { moves } = game.here();
    this.#links.tree.href = this.#shell.link({ screen: "tree", moves, query: {} });
    this.#links.tree.hidden = over;
    this.#links.together.href = this.#shell.link({
      screen: TOGETHER,
      position: null,
      moves: "",
      query: {},
    });
    this.#links.invite.hidden = over || (view.start_is_default && !view.plies.length);
    this.#links.invite.href = this.#shell.link({ screen: TOGETHER, moves, query: {} });
  }
}
