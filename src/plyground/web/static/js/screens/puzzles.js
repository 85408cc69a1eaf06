/**
 * Puzzles: positions with one right answer, which a solver has proven. One answers on the board; what
 * every move is worth is told afterwards. Progress stays in the browser.
 *
 *   #/puzzles/konane?grade=hard&puzzle=81    a puzzle among those of a grade
 *   #/puzzles/konane?puzzle=7&day=2026-11-16 the puzzle of a day
 *
 * @import { GameView, MoveView, Place, PositionView, PuzzleCounts, PuzzlesView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { gameView, get, positionView, ProblemError, transport } from "../api.js";
import { PlyBoard } from "../board.js";
import { named } from "../board-clicks.js";
import { capital, h, isTyping, keep, recall, say } from "../dom.js";
import { served } from "../served.js";
import { words } from "../words.js";
import { lineView } from "../components/line-view.js";
import * as progress from "../components/puzzle-progress.js";
import { failureCard } from "../components/failure-card.js";
import { faultLines, unreadable, withOthers } from "../components/puzzle-faults.js";
import { refusal } from "../components/refusal.js";
import { percent } from "../components/scores.js";

const STORED = "puzzles";
/** @type {Record<string, string>} */
const GRADES = words.puzzles.grades;

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  /** @type {Promise<PuzzlesView>} */
  const asked = get(`/puzzles/${encodeURIComponent(state.game)}`);
  /** @type {[PuzzlesView | ProblemError, PuzzleCounts, ...unknown[]]} */
  const [found, { games, faults }] = await Promise.all([
    asked.catch((error) => refused(error)),
    get("/puzzles"),
    shell.stylesheet("puzzles.css"),
    shell.stylesheet("end.css"),
  ]);
  if (found instanceof ProblemError) {
    container.append(unreadable(shell, found.message, games));
    return {};
  }
  if (!found.puzzles.length) {
    container.append(nothing(shell, games));
    return {};
  }
  const game = await gameView(found.game, found.parameters);
  const screen = new PuzzleScreen(container, shell, game, found, games);
  await screen.update(state);
  container.append(...faultLines(shell, faults));
  return screen;
}

/** @param {unknown} error */
function refused(error) {
  if (error instanceof ProblemError) return error;
  throw error;
}

/**
 * In place of puzzles that there are none of; visitors of a site cannot make any.
 * @param {Shell} shell
 * @param {PuzzleCounts["games"]} games
 */
function nothing(shell, games) {
  const { game } = shell;
  const heading = words.puzzles.none(game.title);
  if (!transport.isServer) return withOthers(shell, games, heading);
  const command = h("code", {}, `plyground puzzles ${game.name}`);
  return failureCard(heading, words.puzzles.howToMake, command);
}

class PuzzleScreen {
  keys = [
    [words.keys.enter, words.keys.answerCell],
    [words.keys.digits, words.keys.answerNamed],
    ["n", words.keys.nextPuzzle],
  ];
  #shell;
  #game;
  #found;
  #games;
  #number = 0; // of the puzzle, from 1
  #grade = "";
  /** @type {string | null | undefined} the date, if the puzzle is that of a day */
  #day = null;
  /** @type {PositionView} */
  #view = /** @type {any} */ (null); // until the first has come
  #isOver = false; // solved, or shown
  #wrong = ""; // the last answer that was wrong
  /** @type {import("../components/why.js").WhyPanel | null} */
  #panel = null;
  #round = 0;
  #progress = recall(STORED, progress.NOTHING);
  #board = new PlyBoard();
  #head = h("p", { class: "small muted" });
  #question = h("h2", {});
  #verdict = h("p", { role: "status" });
  #values = h("ul", { class: "puzzle-values", "aria-label": words.puzzles.moves });
  #slot = h("div", {});
  #measured = h("p", { class: "small muted" });
  #streak = h("p", { class: "small" });
  #today = h("a", { class: "button" });
  #next = h(
    "button",
    { type: "button", class: "primary", title: "n", onclick: () => this.#goOn() },
    words.puzzles.next,
  );
  #show = h("button", { type: "button", onclick: () => this.#reveal() }, words.puzzles.show);
  #why = h("button", { type: "button", onclick: () => this.#explain() }, words.why.ask);
  #play = h("a", { class: "button" }, words.puzzles.play);
  #grades;
  /** @param {KeyboardEvent} event */
  #onkey = (event) => this.#key(event);

  /**
   * @param {HTMLElement} container
   * @param {Shell} shell
   * @param {GameView} game on the board of the puzzles
   * @param {PuzzlesView} found
   * @param {PuzzleCounts["games"]} games
   */
  constructor(container, shell, game, found, games) {
    this.#shell = shell;
    this.#game = game;
    this.#found = found;
    this.#games = games;
    this.#board.game = game;
    this.#board.label = words.board.label(game.title);
    this.#board.on("move", ({ move }) => this.#answer(move));
    this.#board.on("refused", ({ path }) => this.#refuse(path));
    const counted = (/** @type {string} */ grade) =>
      found.puzzles.filter((puzzle) => puzzle.grade === grade).length;
    this.#grades = h(
      "select",
      { onchange: ({ currentTarget }) => this.#choose(currentTarget.value) },
      h("option", { value: "" }, words.puzzles.all(found.puzzles.length)),
      Object.entries(GRADES).map(([grade, name]) =>
        h("option", { value: grade }, `${name} (${counted(grade)})`),
      ),
    );
    container.append(this.#layout());
    document.addEventListener("keydown", this.#onkey);
  }

  #layout() {
    return h(
      "div",
      { class: "with-board" },
      h(
        "div",
        { class: "board-area" },
        h("h1", { class: "visually-hidden" }, words.puzzles.heading(this.#game.title)),
        this.#board,
      ),
      h(
        "div",
        { class: "panel" },
        h(
          "section",
          { class: "card stack puzzle", "aria-label": words.puzzles.title },
          this.#head,
          this.#question,
          this.#verdict,
          h("div", { class: "row actions" }, this.#next, this.#show, this.#why, this.#play),
          this.#slot,
          this.#values,
          this.#measured,
        ),
        h(
          "section",
          { class: "card stack", "aria-label": words.puzzles.choose },
          h("label", { class: "row" }, words.puzzles.grade, this.#grades),
          this.#today,
          this.#streak,
        ),
      ),
    );
  }

  unmount() {
    this.#panel?.close();
    document.removeEventListener("keydown", this.#onkey);
  }

  /**
   * Show the puzzle of the address; without one, the first that has not been answered.
   * @param {State} state
   */
  async update({ query }) {
    const round = ++this.#round;
    const { puzzles } = this.#found;
    this.#grade = Object.hasOwn(GRADES, query.grade ?? "") ? (query.grade ?? "") : "";
    this.#day = query.day;
    const asked = Number(query.puzzle);
    this.#number = puzzles[asked - 1]
      ? asked
      : progress.following(puzzles, this.#grade, 0, this.#answered) || 1;
    const view = await positionView(this.#place());
    if (round !== this.#round) return;
    this.#view = view;
    this.#ask();
  }

  get #answered() {
    return this.#progress.answered[this.#found.game] ?? {};
  }

  get #puzzle() {
    return this.#found.puzzles[this.#number - 1];
  }

  #place(moves = "") {
    const { game, parameters } = this.#found;
    return { game, parameters, position: this.#puzzle.position, moves };
  }

  #ask() {
    this.#closeWhy();
    this.#isOver = false;
    this.#wrong = "";
    this.#board.view = this.#view;
    this.#board.overlay = null;
    this.#board.interactive = true;
    const { question, grade } = this.#puzzle;
    const count = this.#found.puzzles.length;
    const which = this.#day
      ? words.puzzles.ofDay(this.#day)
      : words.puzzles.ofAll(this.#number, count);
    say(this.#head, words.puzzles.which(which, GRADES[grade]));
    say(this.#question, words.puzzles.ask(this.#game.players[this.#view.player], served(question)));
    say(this.#verdict, words.puzzles.answer);
    this.#verdict.className = "";
    this.#play.href = this.#shell.link({ screen: "play", ...this.#place(), query: {} });
    this.#grades.value = this.#grade;
    this.#showProgress();
    this.#showMore();
  }

  #showProgress() {
    const today = progress.dateOf(new Date());
    const { game, number } = progress.daily(today, this.#games);
    const title = this.#shell.games.find(({ name }) => name === game)?.title ?? game;
    const done = this.#progress.lastDay === today;
    say(this.#today, words.puzzles.today(title) + (done ? words.puzzles.solved : ""));
    this.#today.href = this.#shell.link({
      game,
      parameters: {},
      position: null,
      moves: "",
      query: { puzzle: String(number), day: today },
    });
    const days = progress.streakOf(this.#progress, today);
    const { row, best } = this.#progress;
    say(this.#streak, words.puzzles.streak(row, best, days));
  }

  // What is told only once the puzzle is over, and the buttons that make sense now.
  #showMore() {
    const { kind, answer, values, difficulty, failed } = this.#puzzle;
    this.#show.hidden = this.#isOver;
    this.#why.hidden = kind === "loses" ? !this.#isOver : !this.#wrong;
    const rows = Object.entries(values).map(([move, value]) =>
      h(
        "li",
        { class: move === answer ? "right" : "" },
        h("b", {}, move),
        ` ${progress.does(value)}`,
      ),
    );
    this.#values.replaceChildren(...(this.#isOver ? rows : []));
    this.#values.hidden = !this.#isOver;
    const agents = Object.entries(failed).map(([name, share]) => `${name} ${percent(share)}`);
    const told = words.puzzles.measured(percent(difficulty));
    say(this.#measured, this.#isOver ? `${told} (${agents.join(", ")}).` : "");
  }

  /** @param {MoveView} move */
  #answer(move) {
    if (this.#isOver) return;
    const { kind, answer, values } = this.#puzzle;
    const right = move.text === answer;
    this.#note(right);
    const told = `${move.text} ${progress.does(values[move.text])}`;
    if (right) {
      this.#finish(move, words.puzzles.right(told), "right");
      return;
    }
    this.#closeWhy();
    this.#wrong = move.text;
    const other = kind === "loses" ? words.puzzles.anotherLoses : words.puzzles.better;
    this.#tell(words.puzzles.wrong(told, other), "wrong");
    this.#board.view = this.#view;
    this.#showMore();
  }

  /** @param {boolean} right */
  #note(right) {
    const { game } = this.#found;
    this.#progress = progress.answer(this.#progress, game, this.#number, right);
    const today = progress.dateOf(new Date());
    const due = progress.daily(today, this.#games);
    if (right && due.game === game && due.number === this.#number)
      this.#progress = progress.solveDay(this.#progress, today);
    keep(STORED, this.#progress);
    this.#showProgress();
  }

  #reveal() {
    const { answer, values } = this.#puzzle;
    const move = this.#view.legal.find(({ text }) => text === answer);
    this.#note(false);
    if (move) this.#finish(move, words.puzzles.answerIs(answer, progress.does(values[answer])), "");
  }

  /** @param {MoveView} move @param {string} told @param {string} kind */
  #finish(move, told, kind) {
    this.#closeWhy();
    this.#isOver = true;
    this.#board.interactive = false;
    this.#board.paint(move);
    this.#tell(told, kind);
    this.#showMore();
    this.#next.focus();
  }

  /** @param {string} told @param {string} kind */
  #tell(told, kind) {
    say(this.#verdict, capital(told));
    this.#verdict.className = kind;
  }

  // --- why -------------------------------------------------------------------------------------

  // Of a wrong answer, or of the move that loses where that was the question.
  async #explain() {
    this.#closeWhy();
    const { kind, answer } = this.#puzzle;
    const round = this.#round;
    const place = this.#place(kind === "loses" ? answer : this.#wrong);
    const { WhyPanel } = await this.#shell.module("components/why.js");
    if (round !== this.#round) return;
    /** @type {import("../components/why.js").WhyPanel} */
    const panel = new WhyPanel({
      game: this.#game,
      place,
      preview: (/** @type {string[] | null} */ moves) => this.#preview(place, moves),
      onclose: () => (this.#panel = null),
    });
    this.#panel = panel;
    this.#slot.replaceChildren(panel.element);
  }

  #closeWhy() {
    this.#panel?.close();
    this.#panel = null;
  }

  /** @param {Place} place @param {string[] | null} moves */
  async #preview(place, moves) {
    const round = this.#round;
    if (!moves) {
      this.#board.view = this.#view;
      this.#board.overlay = null;
      this.#board.interactive = !this.#isOver;
      return;
    }
    const { view, overlay } = await lineView(place, moves);
    if (round !== this.#round || !this.#panel) return;
    this.#board.interactive = false;
    this.#board.view = view;
    this.#board.overlay = overlay;
  }

  // --- going on --------------------------------------------------------------------------------

  #goOn() {
    const { puzzles } = this.#found;
    const next = progress.following(puzzles, this.#grade, this.#number, this.#answered);
    this.#shell.go({ query: { grade: this.#grade || null, puzzle: String(next || 1) } });
  }

  /** @param {string} grade */
  #choose(grade) {
    const next = progress.following(this.#found.puzzles, grade, 0, this.#answered);
    this.#shell.go({ query: { grade: grade || null, puzzle: next ? String(next) : null } });
  }

  /** @param {number[]} path */
  async #refuse(path) {
    this.#shell.notice(await refusal(this.#game, this.#place(), this.#view, path), "error");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || !this.#view) return;
    if (event.key === "n") this.#goOn();
    const move = this.#isOver ? undefined : named(this.#view.legal, event.key);
    if (move) this.#answer(move);
  }
}
