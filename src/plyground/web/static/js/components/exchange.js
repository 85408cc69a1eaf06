/**
 * Import and export: moves as text, a position as text, a record as JSON, and pictures.
 *
 * @import { GameView, PositionView } from "../api-types.js"
 * @import { Parameters } from "../router.js"
 * @import { Said } from "./comments.js"
 *
 * @typedef {{
 *   position: string | null, moves: string, game?: string, parameters?: Parameters,
 *   comments?: Said,
 * }} Imported with its game and comments where the text named them
 */

import { positionView } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { words } from "../words.js";
import { saveFile } from "./saving.js";

/**
 * The card; `current()` is the position to export, `comment(ply)` what is said of its moves.
 * @param {{
 *   game: GameView, current: () => PositionView, comment: (ply: number) => string,
 *   onimport: (read: Imported) => unknown, notice: (text: string) => unknown,
 *   picture: (kind: "svg" | "png" | "gif") => unknown,
 * }} how
 */
export function exchange({ game, current, comment, onimport, notice, picture }) {
  const text = h("textarea", {
    rows: 3,
    spellcheck: "false",
    "aria-label": words.exchange.field,
    placeholder: words.exchange.hint,
  });
  const error = h("p", { class: "error-text", role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".json,.txt,application/json,text/plain",
    "aria-label": words.exchange.file,
    onchange: async ({ currentTarget }) => {
      if (currentTarget.files?.length) text.value = await currentTarget.files[0].text();
    },
  });
  const take = async () => {
    try {
      onimport(await understand(text.value.trim(), game));
      say(error, "");
    } catch (problem) {
      say(error, wordsOf(problem));
    }
  };
  /** @param {string} what @param {string} content */
  const copy = async (what, content) => {
    text.value = content;
    try {
      await navigator.clipboard.writeText(content);
      notice(words.exchange.copied(what));
    } catch {
      text.select();
      notice(words.exchange.ready(what));
    }
  };
  /** @param {string} label @param {() => unknown} onclick */
  const button = (label, onclick) => h("button", { type: "button", onclick }, label);
  return h(
    "details",
    { class: "card exchange" },
    h("summary", {}, words.exchange.title),
    h(
      "div",
      { class: "stack" },
      text,
      error,
      h("div", { class: "row" }, button(words.exchange.import, take), file),
      h(
        "div",
        { class: "row" },
        button(words.exchange.copyMoves, () => copy(words.exchange.moves, current().moves)),
        button(words.exchange.copyPosition, () =>
          copy(words.exchange.position, current().position),
        ),
        button(words.exchange.saveRecord, () =>
          save(record(current(), comment), `${game.name}.json`),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button(words.exchange.saveSvg, () => picture("svg")),
        button(words.exchange.savePng, () => picture("png")),
        button(words.exchange.saveGif, () => picture("gif")),
      ),
    ),
  );
}

/**
 * A game as a record: the fields that a tournament's records have, and comments on moves.
 * @param {PositionView} view
 * @param {(ply: number) => string} comment
 */
function record(view, comment) {
  return {
    game: view.game,
    parameters: view.parameters,
    agents: ["human", "human"],
    start: view.start_is_default ? null : view.start,
    opening: [],
    moves: view.plies.map(({ text }, index) => ({
      move: text,
      comment: comment(index + 1) || undefined,
    })),
    winner: view.outcome?.winner ?? null,
    reason: view.outcome?.reason ?? "unfinished",
  };
}

/** @param {object} content @param {string} name */
function save(content, name) {
  saveFile(`${JSON.stringify(content, null, 2)}\n`, name, "application/json");
}

// A record begins with a brace; otherwise it is moves, or else a position.
/** @param {string} text @param {GameView} game @returns {Promise<Imported>} */
async function understand(text, game) {
  if (!text) throw new Error(words.exchange.nothing);
  if (text.startsWith("{")) return fromRecord(text);
  const place = { game: game.name, parameters: game.values };
  try {
    const { moves } = await positionView({ ...place, moves: text });
    return { position: null, moves };
  } catch (noMoves) {
    try {
      await positionView({ ...place, position: text });
      return { position: text, moves: "" };
    } catch (noPosition) {
      throw text.includes("/") ? noPosition : noMoves;
    }
  }
}

/** @param {string} text */
async function fromRecord(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(words.exchange.noJson(wordsOf(error)));
  }
  const { game, parameters = {}, start: position = null, opening = [], moves = [] } = read;
  if (typeof game !== "string" || !Array.isArray(moves)) throw new Error(words.exchange.noRecord);
  /** @type {(string | {move: string, comment?: unknown})[]} */
  const all = [...opening, ...moves];
  const texts = all.map((move) => (typeof move === "string" ? move : move.move));
  const view = await positionView({ game, parameters, position, moves: texts.join(" ") });
  /** @type {Said} */
  const comments = {};
  all.forEach((move, index) => {
    if (typeof move === "object" && typeof move.comment === "string")
      comments[index + 1] = move.comment;
  });
  return { game, parameters: view.parameters, position, moves: view.moves, comments };
}
