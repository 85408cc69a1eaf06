/**
 * The board of a notebook: what anywidget renders. Python holds the game (see `verbs/board_widget.py`).
 *
 * The model has `board`, a GameView, and `state`. What is done here is sent: {move}, {path}: clicked
 * cells that begin no legal move, or {undo}. The moves that are shown go back as `seen`.
 *
 * @import { PlyBoard, Shown } from "./board.js"
 *
 * @typedef {{view: Shown, status: string, said: string, open: boolean, begun: boolean}} State
 * @typedef {{
 *   get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   send(content: object): void,
 *   on(event: string, does: () => void): void, off(event: string, does: () => void): void,
 * }} Model
 */

import "./board.js";
import { h, say } from "./dom.js";
import { words } from "./words.js";

export const widget = {
  /** @param {{model: Model, el: HTMLElement}} place */
  render({ model, el }) {
    // By its name: where a notebook holds two widgets, the first one's code has defined it.
    const board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
    const status = h("p", { class: "status", role: "status" });
    const undo = h(
      "button",
      { type: "button", onclick: () => model.send({ undo: true }) },
      words.play.undo,
    );
    const show = () => {
      /** @type {State} */
      const state = model.get("state");
      board.view = state.view;
      board.interactive = state.open;
      undo.disabled = !state.begun;
      say(status, state.said || state.status);
      if (model.get("seen") !== state.view.moves) {
        model.set("seen", state.view.moves);
        model.save_changes();
      }
    };
    board.game = model.get("board");
    board.label = words.board.label(board.game.title);
    board.on("move", ({ move }) => {
      board.paint(move);
      model.send({ move: move.move });
    });
    board.on("refused", ({ path }) => model.send({ path }));
    el.append(h("div", { class: "ply-widget" }, board, h("div", { class: "below" }, status, undo)));
    show();
    model.on("change:state", show);
    return () => model.off("change:state", show);
  },
};
