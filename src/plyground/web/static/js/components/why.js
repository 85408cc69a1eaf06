/**
 * Why a move was a mistake: one sentence that is proven, and its refutation to play through. Whoever
 * erred may try every reply; each has the one move that answers it.
 *
 * @import { GameView, Place, StepView, WhyView } from "../api-types.js"
 *
 * @typedef {{reply: StepView, also: StepView[]}} Choice a reply, and those that are answered alike
 */

import { post } from "../api.js";
import { capital, h, say, wordsOf } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";

const SECONDS = 6;

/**
 * The replies to choose from: those that lose at once to the same move are one choice.
 * @param {StepView[]} replies
 * @returns {Choice[]}
 */
export function choices(replies) {
  /** @type {Choice[]} */
  const made = [];
  for (const reply of replies) {
    const alike = isPunishedAtOnce(reply)
      ? made.find(
          (each) =>
            isPunishedAtOnce(each.reply) && each.reply.answers[0].move === reply.answers[0].move,
        )
      : undefined;
    if (alike) alike.also.push(reply);
    else made.push({ reply, also: [] });
  }
  return made;
}

/** @param {StepView} reply */
function isPunishedAtOnce({ answers }) {
  return answers.length === 1 && !answers[0].answers.length && !answers[0].is_folded;
}

export class WhyPanel {
  #game;
  #preview;
  /** @type {StepView[]} the moves of the refutation up to the board, its first among them */
  #path = [];
  #says = h("p", { class: "why-sentence", role: "status" }, words.why.looking);
  #line = h("p", { class: "why-line number" });
  #next = h("div", { class: "why-next" });
  #back = h("button", { type: "button", onclick: () => this.#pop() }, words.why.back);
  #on = h(
    "button",
    { type: "button", class: "primary", onclick: () => this.#follow() },
    words.why.next,
  );
  #steps;
  #closed = new AbortController();
  element;

  /**
   * `place` ends with the move in question; `preview(moves or null)` shows moves that follow it.
   * @param {{
   *   game: GameView, place: Place, preview: (moves: string[] | null) => unknown,
   *   onclose: () => unknown,
   * }} how
   */
  constructor({ game, place, preview, onclose }) {
    this.#game = game;
    this.#preview = preview;
    const close = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": words.why.close,
        onclick: () => {
          this.close();
          onclose();
        },
      },
      "×",
    );
    this.#steps = h(
      "div",
      { class: "stack", hidden: true },
      this.#line,
      this.#next,
      h("div", { class: "row" }, this.#back, this.#on),
    );
    this.element = h(
      "section",
      { class: "why stack", "aria-label": words.why.title },
      h("div", { class: "row between" }, h("h3", {}, words.why.ask), close),
      this.#says,
      this.#steps,
    );
    this.#ask(place);
  }

  /** Take the refutation off the board. */
  close() {
    this.#closed.abort();
    this.#preview(null);
    this.element.remove();
  }

  /** @param {Place} place */
  async #ask(place) {
    const { signal } = this.#closed;
    try {
      /** @type {WhyView} */
      const found = await post("/why", { ...place, seconds: SECONDS }, { signal });
      if (signal.aborted) return;
      say(this.#says, served(found.sentence));
      if (!found.refutation) return;
      this.#steps.hidden = false;
      this.#path = [found.refutation];
      this.#show();
    } catch (error) {
      if (!signal.aborted) say(this.#says, capital(`${wordsOf(error)}.`));
    }
  }

  // A reply and the move that answers it.
  /** @param {StepView} reply */
  #push(reply) {
    this.#path.push(reply, ...reply.answers);
    this.#show();
  }

  #follow() {
    const [longest] = this.#here.answers;
    if (longest) this.#push(longest);
  }

  #pop() {
    this.#path = this.#path.slice(0, this.#path.length % 2 ? -2 : -1);
    this.#show();
  }

  get #here() {
    return this.#path[this.#path.length - 1];
  }

  #show() {
    this.#preview(this.#path.map(({ move }) => move));
    const { players } = this.#game;
    const here = this.#here;
    say(this.#line, this.#path.map(({ move }, index) => `${index + 1}. ${move}`).join("  "));
    this.#back.disabled = this.#path.length <= 1;
    this.#on.disabled = !here.answers.length;
    if (!here.answers.length) {
      const rest = here.distance ? words.why.restIn(here.distance) : words.why.rest;
      const end = here.is_folded ? rest : words.why.over;
      this.#next.replaceChildren(h("p", { class: "small muted" }, end));
      return;
    }
    this.#next.replaceChildren(
      h("p", { class: "small muted" }, words.why.canTry(players[here.answers[0].player])),
      h(
        "div",
        { class: "row why-replies" },
        choices(here.answers).map((choice) => this.#choice(choice)),
      ),
    );
  }

  /** @param {Choice} choice */
  #choice({ reply, also }) {
    const [answer] = reply.answers;
    const tried = [reply, ...also].map(({ move }) => move).join(", ");
    return h(
      "button",
      { type: "button", onclick: () => this.#push(reply) },
      h("b", {}, tried),
      answer ? h("span", { class: "muted" }, words.why.then(answer.move)) : null,
    );
  }
}
