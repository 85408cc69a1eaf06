/**
 * The knobs of a game: `parametersPicker(game, apply)` is a form with ranges from the API.
 *
 * @import { GameView, ParameterView } from "../api-types.js"
 * @import { Parameters } from "../router.js"
 */

import { gameView, transport } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

/** @param {GameView} game @param {(parameters: Parameters) => unknown} apply */
export function parametersPicker(game, apply) {
  if (!game.parameters.length) return null;
  const fields = game.parameters.map((parameter) => ({
    parameter,
    input: field(parameter, game.values[parameter.name]),
  }));
  const error = h("p", { class: "error-text", role: "alert" });
  const changed = () =>
    fields
      .filter(({ parameter: { name }, input }) => input.value !== String(game.values[name] ?? ""))
      .filter(({ input }) => input.value !== "")
      .map(({ parameter: { name } }) => name);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    /** @type {Parameters} */
    const parameters = {};
    for (const { parameter, input } of fields) {
      const value = valueOf(parameter, input);
      const said = input.value !== "" && value !== parameter.default;
      if (said) parameters[parameter.name] = value;
    }
    try {
      const idle = await withoutEffect(game, parameters, changed());
      say(error, idle ? words.parameters.idle(served(idle)) : "");
      if (!idle) apply(parameters);
    } catch (problem) {
      say(error, wordsOf(problem));
    }
  };
  const shown = fields.map(({ parameter: { name, help }, input }) =>
    h(
      "label",
      { class: "parameter" },
      h(
        "span",
        {},
        h("strong", {}, served(name)),
        " ",
        h("small", { class: "muted" }, served(help)),
      ),
      input,
    ),
  );
  const form = h(
    "form",
    { class: "stack", onsubmit: submit, novalidate: true },
    shown,
    transport.isServer ? null : h("p", { class: "small muted" }, words.site.sizes),
    error,
    h("button", { type: "submit" }, words.parameters.begin),
  );
  const said = game.parameters.filter(({ name }) => name in game.values);
  const summary = said
    .map(({ name }) => `${served(name)} ${served(String(game.values[name]))}`)
    .join(", ");
  return h(
    "details",
    { class: "card parameters" },
    h("summary", {}, words.parameters.title, h("span", { class: "muted small" }, summary)),
    form,
  );
}

/**
 * Of the parameters that were changed, one that others overrule: the board is the same without it.
 * @param {GameView} game
 * @param {Parameters} parameters
 * @param {string[]} changed
 */
async function withoutEffect({ name: game }, parameters, changed) {
  const { values, full_name } = await gameView(game, parameters);
  for (const name of changed.filter((each) => !(each in values))) {
    const others = Object.entries(parameters).filter(([each]) => each !== name);
    const without = await gameView(game, Object.fromEntries(others));
    if (without.full_name === full_name) return name;
  }
  return null;
}

/** @param {ParameterView} parameter @param {string | number} [value] none where others decide */
function field({ low, high, choices }, value) {
  if (choices.length) {
    const made = h(
      "select",
      {},
      choices.map((choice) => h("option", { value: choice }, served(choice))),
    );
    made.value = String(value);
    return made;
  }
  const number = low !== null || high !== null || typeof value === "number";
  return h("input", {
    type: number ? "number" : "text",
    min: low,
    max: high,
    value: value ?? "",
    required: value !== undefined,
  });
}

/** @param {ParameterView} parameter @param {HTMLInputElement | HTMLSelectElement} input */
function valueOf({ default: usual }, input) {
  return typeof usual === "number" ? Number(input.value) : input.value;
}
