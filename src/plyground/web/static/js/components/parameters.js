/** The knobs of a game: `parametersPicker(game, apply)` is a form with ranges from the API. */

import { gameView } from "../api.js";
import { h, say } from "../dom.js";

export function parametersPicker(game, apply) {
  if (!game.parameters.length) return null;
  const fields = game.parameters.map((parameter) => ({
    parameter,
    input: field(parameter, game.values[parameter.name]),
  }));
  const error = h("p", { class: "error-text", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const chosen = fields.map(({ parameter, input }) => [parameter, valueOf(parameter, input)]);
    const changed = chosen.filter(([{ default: usual }, value]) => value !== usual);
    const parameters = Object.fromEntries(changed.map(([{ name }, value]) => [name, value]));
    try {
      await gameView(game.name, parameters);
      say(error, "");
      apply(parameters);
    } catch (problem) {
      say(error, problem.detail ?? problem.message);
    }
  };
  const shown = fields.map(({ parameter: { name, help }, input }) =>
    h(
      "label",
      { class: "parameter" },
      h("span", {}, h("strong", {}, name), " ", h("small", { class: "muted" }, help)),
      input,
    ),
  );
  const form = h(
    "form",
    { class: "stack", onsubmit: submit, novalidate: true },
    shown,
    error,
    h("button", { type: "submit" }, "New game on this board"),
  );
  const summary = game.parameters.map(({ name }) => `${name} ${game.values[name]}`).join(", ");
  return h(
    "details",
    { class: "card parameters" },
    h("summary", {}, "Board ", h("span", { class: "muted small" }, summary)),
    form,
  );
}

function field({ low, high, choices }, value) {
  if (choices.length) {
    const made = h(
      "select",
      {},
      choices.map((choice) => h("option", { value: choice }, choice)),
    );
    made.value = value;
    return made;
  }
  const number = low !== null || high !== null || typeof value === "number";
  return h("input", {
    type: number ? "number" : "text",
    min: low,
    max: high,
    value,
    required: true,
  });
}

function valueOf({ default: usual }, input) {
  return typeof usual === "number" ? Number(input.value) : input.value;
}
