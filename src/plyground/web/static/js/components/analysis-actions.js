/**
 * What else one can do with an analysis: begin anew, set up a position, go on elsewhere, take the
 * game along as a link, as text, as a file or as a picture.
 *
 * @import { PositionView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { Imported } from "./exchange.js"
 *
 * @typedef {{
 *   shell: Shell, current: () => PositionView, comment: (ply: number) => string,
 *   begin: () => unknown, edit: () => unknown,
 * }} Host `current` is the position on the board, `comment` what is said of a move of the line
 */

import { h } from "../dom.js";
import { words } from "../words.js";
import { keepComments } from "./comments.js";
import { copyLink, embedButton } from "./copying.js";
import { exchange } from "./exchange.js";

export class AnalysisActions {
  #shell;
  #current;
  #links = {
    play: h("a", { class: "button" }, words.analyse.play),
    tree: h("a", { class: "button" }, words.play.seeSearch),
  };
  elements;

  /** @param {Host} host */
  constructor({ shell, current, comment, begin, edit }) {
    this.#shell = shell;
    this.#current = current;
    /** @param {string} text @param {() => unknown} onclick */
    const button = (text, onclick) => h("button", { type: "button", onclick }, text);
    this.elements = [
      h(
        "div",
        { class: "row actions" },
        button(words.analyse.begin, begin),
        button(words.analyse.edit, edit),
        Object.values(this.#links),
        button(words.play.copyLink, () => copyLink(shell)),
        embedButton(shell),
      ),
      exchange({
        game: shell.game,
        current,
        comment,
        notice: (text) => shell.notice(text),
        onimport: (read) => this.#import(read),
        picture: (kind) => this.#savePicture(kind),
      }),
    ];
  }

  /**
   * Lead to the other screens with these moves.
   * @param {string} moves
   */
  lead(moves) {
    const { first, second } = this.#shell.state.query;
    const players = { first, second };
    this.#links.play.href = this.#shell.link({ screen: "play", moves, query: players });
    this.#links.tree.href = this.#shell.link({ screen: "tree", moves, query: {} });
  }

  /** @param {Imported} read */
  #import({ game, parameters, position, moves, comments }) {
    if (game && comments) keepComments({ game, parameters, position }, moves.split(" "), comments);
    const { state } = this.#shell;
    if (game && game !== this.#shell.game.name)
      this.#shell.go({ game, parameters, position, moves, query: {} });
    else
      this.#shell.go({
        parameters: parameters ?? state.parameters,
        position,
        moves,
        query: { ...state.query, at: undefined },
      });
  }

  /** @param {"svg" | "png" | "gif"} kind */
  async #savePicture(kind) {
    try {
      const { savePicture } = await this.#shell.module("components/pictures.js");
      await savePicture(this.#current(), kind, this.#shell.theme);
    } catch (error) {
      this.#shell.fail(error);
    }
  }
}
