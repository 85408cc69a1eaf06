/**
 * Import and export: moves as text, a position as text, or a record as JSON.
 *
 *   exchange({game, current, onimport, notice}): `current()` is {view, start}, `onimport` gets
 *   {position, moves} in this game, or the whole state of another one.
 */

import { positionView } from "../api.js";
import { h, say } from "../dom.js";

export function exchange({ game, current, onimport, notice }) {
  const text = h("textarea", {
    rows: 3,
    spellcheck: "false",
    "aria-label": "Moves, a position or a record",
    placeholder: "Moves, a position, or a record",
  });
  const error = h("p", { class: "error-text", role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".json,.txt,application/json,text/plain",
    "aria-label": "File to import",
    onchange: async () => {
      if (file.files.length) text.value = await file.files[0].text();
    },
  });
  const take = async () => {
    try {
      onimport(await understand(text.value.trim(), game));
      say(error, "");
    } catch (problem) {
      say(error, problem.detail ?? problem.message);
    }
  };
  const copy = async (what, content) => {
    text.value = content;
    try {
      await navigator.clipboard.writeText(content);
      notice(`${what} copied.`);
    } catch {
      text.select();
      notice(`${what} stands in the field, ready to copy.`);
    }
  };
  const button = (label, onclick) => h("button", { type: "button", onclick }, label);
  return h(
    "details",
    { class: "card exchange" },
    h("summary", {}, "Import and export"),
    h(
      "div",
      { class: "stack" },
      text,
      error,
      h("div", { class: "row" }, button("Import", take), file),
      h(
        "div",
        { class: "row" },
        button("Copy moves", () => copy("Moves", current().view.moves)),
        button("Copy position", () => copy("Position", current().view.position)),
        button("Save record", () => save(record(current().view), `${game.name}.json`)),
      ),
    ),
  );
}

/** A game as a record: the fields that a tournament's records have. */
function record(view) {
  return {
    game: view.game,
    parameters: view.parameters,
    agents: ["human", "human"],
    start: view.start_is_default ? null : view.start,
    opening: [],
    moves: view.plies.map(({ text }) => ({ move: text })),
    winner: view.outcome?.winner ?? null,
    reason: view.outcome?.reason ?? "unfinished",
  };
}

function save(content, name) {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }),
  );
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A record begins with a brace; otherwise it is moves, or else a position.
async function understand(text, game) {
  if (!text) throw new Error("There is nothing to import: paste moves, a position or a record.");
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

async function fromRecord(text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(`This begins like a record, but is no JSON: ${error.message}`);
  }
  const { game, parameters = {}, start: position = null, opening = [], moves = [] } = read;
  if (typeof game !== "string" || !Array.isArray(moves))
    throw new Error("A record has a game and moves.");
  const texts = [...opening, ...moves].map((move) => (typeof move === "string" ? move : move.move));
  const place = { game, parameters, position, moves: texts.join(" ") };
  await positionView(place);
  return place;
}
