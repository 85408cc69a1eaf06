/**
 * How to play: the rules of a game as steps, each on a board that the rules of the server move.
 *
 *   #/rules/konane?step=3
 *
 * @import { GameView, MoveView, PositionView, TourStepView, TourView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { gameView, get, positionView } from "../api.js";
import { PlyBoard } from "../board.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, say } from "../dom.js";
import { failureCard } from "../components/failure-card.js";
import { refusal } from "../components/refusal.js";
import { statusOf } from "../components/scores.js";
import { stepsInLanguage } from "../components/tour-words.js";
import { whole } from "../router.js";
import { wordFile } from "../word-files.js";
import { words } from "../words.js";

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  /** @type {[TourView, Record<string, string>, unknown]} */
  const [{ steps }, texts] = await Promise.all([
    get(`/tours/${encodeURIComponent(state.game)}`),
    wordFile("tours"),
    shell.stylesheet("rules.css"),
  ]);
  if (!steps.length) {
    container.append(nothing(shell));
    return {};
  }
  const rules = new Rules(container, shell, stepsInLanguage(steps, texts));
  await rules.update(state);
  return rules;
}

/** @param {Shell} shell */
function nothing({ game }) {
  return failureCard(words.tour.none(game.title), words.tour.noneHelp, game.summary);
}

class Rules {
  keys = [
    ["← →", words.tour.walk],
    [words.keys.enter, words.keys.playCell],
    [words.keys.digits, words.keys.playNamed],
    [words.keys.escape, words.keys.putDown],
  ];
  #shell;
  #steps;
  #number = 1;
  /** @type {GameView} */
  #game = /** @type {any} */ (null); // on the board of the step, until the first has come
  /** @type {PositionView} */
  #view = /** @type {any} */ (null);
  #isDone = false;
  #round = 0;
  #board = new PlyBoard();
  #head = h("p", { class: "small muted" });
  #title = h("h2", {});
  #says = h("p", {});
  #task = h("p", { class: "rules-task" });
  #verdict = h("p", { class: "rules-verdict", role: "status" });
  #again = h(
    "button",
    { type: "button", onclick: () => this.update(this.#shell.state) },
    words.tour.again,
  );
  #back = h(
    "button",
    { type: "button", onclick: () => this.#go(this.#number - 1) },
    words.tour.back,
  );
  #next = h(
    "button",
    { type: "button", onclick: () => this.#go(this.#number + 1) },
    words.tour.next,
  );
  #play = h("a", { class: "button" });
  /** @type {HTMLAnchorElement[]} */
  #links;
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#key(event);

  /** @param {HTMLElement} container @param {Shell} shell @param {TourStepView[]} steps */
  constructor(container, shell, steps) {
    this.#shell = shell;
    this.#steps = steps;
    this.#links = steps.map(({ title }, index) =>
      h("a", { href: shell.link({ query: { step: String(index + 1) } }) }, title),
    );
    this.#board.on("move", ({ move }) => this.#try(move));
    this.#board.on("refused", ({ path }) => this.#refuse(path));
    const { game } = shell;
    say(this.#play, words.tour.play(game.title));
    this.#play.href = shell.link({ screen: "play", query: {} });
    container.append(this.#layout());
    document.addEventListener("keydown", this.#onkey);
  }

  #layout() {
    return h(
      "div",
      { class: "with-board" },
      h("div", { class: "board-area" }, this.#board),
      h(
        "div",
        { class: "panel" },
        h("h1", {}, words.tour.heading(this.#shell.game.title)),
        h(
          "section",
          { class: "card stack rules-step", "aria-label": words.tour.rule },
          this.#head,
          this.#title,
          this.#says,
          this.#task,
          this.#verdict,
          h("div", { class: "row actions" }, this.#back, this.#next, this.#again, this.#play),
        ),
        h(
          "nav",
          { class: "card", "aria-label": words.tour.steps },
          h(
            "ol",
            { class: "rules-steps" },
            this.#links.map((link) => h("li", {}, link)),
          ),
        ),
      ),
    );
  }

  /**
   * Show the step of the address, from its beginning.
   * @param {State} state
   */
  async update({ query }) {
    const round = ++this.#round;
    this.#number = whole(query.step, { low: 1, high: this.#steps.length, otherwise: 1 });
    const { parameters } = this.#step;
    const [game, view] = await Promise.all([
      gameView(this.#shell.game.name, parameters),
      positionView(this.#place()),
    ]);
    if (round !== this.#round) return;
    this.#game = game;
    this.#view = view;
    this.#isDone = false;
    this.#show();
  }

  unmount() {
    this.#round += 1; // what is still asked for is not shown
    document.removeEventListener("keydown", this.#onkey);
  }

  get #step() {
    return this.#steps[this.#number - 1];
  }

  #place(more = "") {
    const { parameters, position, moves } = this.#step;
    return { game: this.#shell.game.name, parameters, position, moves: `${moves} ${more}`.trim() };
  }

  #show() {
    const { title, says, task, marked } = this.#step;
    this.#board.game = this.#game;
    this.#board.label = `${this.#game.title}: ${title}`;
    this.#board.view = this.#view;
    this.#board.overlay = { hint: marked };
    this.#board.interactive = Boolean(task);
    say(this.#head, words.tour.step(this.#number, this.#steps.length));
    say(this.#title, title);
    say(this.#says, says);
    say(this.#task, task);
    this.#tell("", "");
    this.#links.forEach((link, index) => {
      if (index + 1 === this.#number) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    this.#offer();
  }

  // What can be done now: a task that is open may be skipped.
  #offer() {
    const isOpen = Boolean(this.#step.task) && !this.#isDone;
    const isLast = this.#number === this.#steps.length;
    this.#back.disabled = this.#number === 1;
    this.#next.hidden = isLast;
    say(this.#next, isOpen ? words.tour.skip : words.tour.next);
    this.#next.classList.toggle("primary", !isOpen);
    this.#again.hidden = !this.#isDone;
    this.#play.hidden = !isLast;
    this.#play.classList.toggle("primary", !isOpen);
  }

  /** @param {string} words @param {"" | "right" | "wrong"} kind */
  #tell(words, kind) {
    say(this.#verdict, words);
    this.#verdict.className = `rules-verdict ${kind}`;
    if (words) this.#verdict.scrollIntoView({ block: "nearest" });
  }

  // A move that the rules allow: it is shown if it is the one that is asked for.
  /** @param {MoveView} move */
  async #try(move) {
    const { answers, otherwise } = this.#step;
    if (!answers.includes(move.text)) {
      this.#tell(otherwise || words.tour.otherwise, "wrong");
      this.#board.view = this.#view;
      return;
    }
    const round = ++this.#round;
    this.#board.interactive = false;
    this.#board.overlay = null;
    this.#board.paint(move);
    try {
      const view = await positionView(this.#place(move.text));
      if (round !== this.#round) return;
      this.#board.view = view;
      this.#finish(
        view.outcome ? `${this.#step.done} ${capital(statusOf(view))}.` : this.#step.done,
      );
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  /** @param {number[]} path */
  async #refuse(path) {
    const round = this.#round;
    const { answers, tries, done } = this.#step;
    const why = words.tour.refused(await refusal(this.#game, this.#place(), this.#view, path));
    if (round !== this.#round) return;
    const isAsked =
      !answers.length &&
      (!tries.length || tries.some((tried) => path.every((cell, index) => tried[index] === cell)));
    if (isAsked) this.#finish(`${why} ${done}`);
    else this.#tell(why, "wrong");
  }

  /** @param {string} told */
  #finish(told) {
    this.#isDone = true;
    this.#board.interactive = false;
    this.#tell(told || words.tour.done, "right");
    this.#offer();
    (this.#next.hidden ? this.#play : this.#next).focus();
  }

  /** @param {number} number */
  #go(number) {
    if (number < 1 || number > this.#steps.length) return;
    this.#shell.go({ query: { step: String(number) } });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented || !this.#view) return;
    const move = this.#board.interactive && named(this.#view.legal, event.key);
    if (move) this.#try(move);
    else if (event.key === "ArrowLeft") this.#go(this.#number - 1);
    else if (event.key === "ArrowRight") this.#go(this.#number + 1);
    else return;
    event.preventDefault();
  }
}
