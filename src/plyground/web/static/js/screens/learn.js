/**
 * Learn: a path of lessons on game trees and the searches that walk them.
 *
 * A lesson has parts; a part has words, something to look at, and questions about it, which are made
 * from what is shown, never written down. The score stays in the browser.
 *
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 * @import { Exhibit } from "../components/lesson-exhibits.js"
 * @import { Question } from "../components/lesson-questions.js"
 * @import { Lesson, Part } from "../components/lessons.js"
 *
 * @typedef {Record<string, Record<string, boolean>>} Answers by lesson and question: whether right
 */

import { isAbort } from "../api.js";
import { h, isTyping, keep, recall, say, wordsOf } from "../dom.js";
import { whole } from "../router.js";
import { words } from "../words.js";
import { Compiling } from "../components/compiling.js";
import { loadExhibit } from "../components/lesson-exhibits.js";
import { addressOf, RANDOM } from "../components/lesson-material.js";
import { loadLessons } from "../components/lessons.js";
import { Player } from "../components/tree-player.js";
import { saveTree } from "../components/tree-svg.js";

const STORED = "lessons";
const learnKeys = () => [
  [words.keys.digits, words.keys.answer],
  [words.keys.enter, words.keys.goOn],
  ["← →", words.keys.step],
  [words.keys.space, words.keys.playOrPause],
  ["P", words.keys.presenter],
];

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  const [lessons] = await Promise.all([
    loadLessons(),
    shell.stylesheet("tree.css"),
    shell.stylesheet("learn.css"),
  ]);
  const screen = new LearnScreen(container, shell, lessons);
  screen.update(state);
  return screen;
}

class LearnScreen {
  keys = learnKeys();
  loading = new AbortController();
  /** @type {Exhibit | null} */
  exhibit = null;
  /** @type {Player | null} */
  player = null;
  /** @type {Question[]} */
  questions = [];
  place = 0; // of the question that is asked
  merged = false;
  compiling = new Compiling();

  /** @param {HTMLElement} container @param {Shell} shell @param {Lesson[]} lessons */
  constructor(container, shell, lessons) {
    this.container = container;
    this.shell = shell;
    this.lessons = lessons;
    /** @type {Answers} */
    this.answers = recall(STORED, {});
    /** @param {KeyboardEvent} event */
    this.listener = (event) => this.#key(event);
    addEventListener("keydown", this.listener);
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    this.#leavePart();
    const lesson = this.lessons.find(({ id }) => id === state.lesson);
    this.#present(state.query.present === "1");
    if (!lesson) return this.#showPath();
    const high = lesson.parts.length;
    const number = whole(state.query.part, { low: 1, high, otherwise: 1 });
    return this.#showPart(lesson, number - 1);
  }

  unmount() {
    this.#leavePart();
    this.#present(false);
    removeEventListener("keydown", this.listener);
  }

  #leavePart() {
    this.loading.abort();
    this.loading = new AbortController();
    this.player?.close();
    this.player = null;
    this.exhibit?.close();
    this.exhibit = null;
    this.questions = [];
    this.merged = false;
    this.controls?.replaceChildren();
  }

  /** @param {boolean} on */
  #present(on) {
    document.documentElement.classList.toggle("presenting", on);
  }

  // --- the path --------------------------------------------------------------------------------

  #showPath() {
    const next = this.lessons.find(({ id }) => !this.answers[id]) ?? this.lessons[0];
    const score = this.#score(this.lessons.map(({ id }) => id));
    this.container.replaceChildren(
      h("h1", {}, words.learn.heading),
      h(
        "p",
        {},
        words.learn.about(this.lessons.length),
        score.asked ? words.learn.soFar(score.right, score.asked) : "",
      ),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button primary", href: this.#link(next.id) },
          score.asked ? words.learn.goOnWith(next.title) : words.learn.begin,
        ),
      ),
      h(
        "ol",
        { class: "lesson-path" },
        this.lessons.map(({ id, title, about }) => this.#pathItem(id, title, about)),
      ),
    );
  }

  /** @param {string} id @param {string} title @param {string} about */
  #pathItem(id, title, about) {
    const { right, asked } = this.#score([id]);
    return h(
      "li",
      { class: "card" },
      h("a", { href: this.#link(id) }, title),
      h("span", { class: "muted" }, about),
      h("span", { class: "small" }, asked ? words.learn.rightOf(right, asked) : ""),
    );
  }

  /** @param {string[]} ids */
  #score(ids) {
    const all = ids.flatMap((id) => Object.values(this.answers[id] ?? {}));
    return { right: all.filter(Boolean).length, asked: all.length };
  }

  /** @param {string} lesson @param {number} part */
  #link(lesson, part = 1) {
    const query = { part: part > 1 ? String(part) : null, present: this.state?.query.present };
    return this.shell.link({ screen: "learn", lesson, query });
  }

  // --- a part of a lesson ----------------------------------------------------------------------

  /** @param {Lesson} lesson @param {number} place */
  async #showPart(lesson, place) {
    const part = lesson.parts[place];
    this.lesson = lesson;
    this.part = place;
    const waiting = h("p", { class: "muted" }, words.learn.moment);
    this.stage = h("div", { class: "lesson-stage" }, waiting, this.compiling.element);
    this.controls = h("div", { class: "lesson-controls" });
    this.questionCard = h("section", { class: "card lesson-question", "aria-live": "polite" });
    this.questionCard.hidden = true;
    const number = this.lessons.indexOf(lesson) + 1;
    const steps = words.learn.place(number, this.lessons.length, place + 1, lesson.parts.length);
    this.scoreLine = h("span", { class: "small lesson-score" });
    this.container.replaceChildren(
      h(
        "div",
        { class: "lesson-top" },
        h("a", { href: this.#link("") }, words.learn.all),
        h("span", { class: "small muted" }, steps),
        this.scoreLine,
        this.#tools(),
      ),
      h("h1", {}, lesson.title),
      h(
        "div",
        { class: "lesson-layout" },
        h(
          "div",
          { class: "lesson-words" },
          h("h2", {}, part.heading),
          part.text.map((paragraph) => h("p", {}, paragraph)),
          this.#mergeSwitch(part),
        ),
        h("div", { class: "lesson-main" }, this.controls, this.stage),
        h("div", { class: "lesson-below" }, this.questionCard, this.#onward(lesson, place)),
      ),
    );
    this.#showScore();
    await this.#load(part);
  }

  #tools() {
    return h(
      "span",
      { class: "row lesson-tools" },
      h("button", { type: "button", onclick: () => this.#save(), title: words.tree.save }, "SVG"),
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.state?.query.present === "1"),
          onclick: () => this.#togglePresenting(),
        },
        words.learn.presenter,
      ),
    );
  }

  #save() {
    const names = ["", "-alpha-beta"];
    this.exhibit?.views.forEach((view, index) =>
      saveTree(view, `${this.lesson?.id}-${(this.part ?? 0) + 1}${names[index]}`),
    );
  }

  #togglePresenting() {
    const present = this.state?.query.present === "1" ? null : "1";
    this.shell.go({ query: { ...this.state?.query, present } }, { replace: true });
  }

  /** @param {Part} part */
  #mergeSwitch(part) {
    if (!part.merge) return "";
    const change = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => {
      this.#leavePart();
      this.merged = currentTarget.checked;
      this.#load(part);
    };
    return h(
      "label",
      {},
      h("input", { type: "checkbox", onchange: change }),
      words.settings.merged,
    );
  }

  /** @param {Lesson} lesson @param {number} place */
  #onward(lesson, place) {
    const number = this.lessons.indexOf(lesson);
    const after = this.lessons[number + 1];
    const last = place + 1 === lesson.parts.length;
    const { show } = lesson.parts[place];
    const [tree, play] = [addressOf(show, "tree"), addressOf(show, "play")];
    const onward = last
      ? after
        ? h(
            "a",
            { class: "button primary", href: this.#link(after.id) },
            words.learn.next(after.title),
          )
        : h("a", { class: "button primary", href: this.#link("") }, words.learn.all)
      : h(
          "a",
          { class: "button primary", href: this.#link(lesson.id, place + 2) },
          words.learn.goOn,
        );
    this.onward = onward;
    return h(
      "nav",
      { class: "row lesson-onward", "aria-label": words.learn.lesson },
      place
        ? h("a", { class: "button", href: this.#link(lesson.id, place) }, words.learn.back)
        : "",
      onward,
      show.tree === RANDOM ? this.#another() : "",
      tree ? h("a", { class: "small", href: tree }, words.learn.openTree) : "",
      play ? h("a", { class: "small", href: play }, words.learn.play) : "",
    );
  }

  #another() {
    const again = () => this.state && this.update(this.state);
    return h("button", { type: "button", onclick: again }, words.learn.another);
  }

  /** @param {Part} part */
  async #load(part) {
    const { signal } = this.loading;
    try {
      const shown = { ...part.show, merged: this.merged };
      const exhibit = await loadExhibit(shown, signal, this.compiling);
      this.compiling.hide();
      if (signal.aborted) return exhibit.close();
      this.exhibit = exhibit;
      this.stage?.replaceChildren(exhibit.element);
      this.questions = (part.ask ?? []).flatMap((asked) => exhibit.questions(asked));
      this.place = 0;
      if (this.questions.length) this.#ask();
      else this.#walk(part.show.at === "end" ? (exhibit.steps?.length ?? 0) : 0);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return undefined;
      this.stage?.replaceChildren(h("p", { class: "error-text", role: "alert" }, wordsOf(error)));
    }
    return undefined;
  }

  // Once nothing is asked any more, everybody may step through it.
  /** @param {number} step */
  #walk(step) {
    const { exhibit } = this;
    if (!exhibit) return;
    exhibit.ask(null, true);
    if (!exhibit.steps) return;
    const player = new Player({
      onstep: (wanted) => {
        exhibit.show(wanted);
        player.show();
      },
      onkey: () => false,
    });
    this.player = player;
    this.controls?.replaceChildren(player.element);
    exhibit.show(step);
    player.watch(exhibit.steps, exhibit.steps);
  }

  // --- questions -------------------------------------------------------------------------------

  #ask() {
    const question = this.questions[this.place];
    this.exhibit?.ask(question, false);
    const many = this.questions.length;
    const options = question.options.map((text, place) =>
      h(
        "button",
        { type: "button", onclick: () => this.#answer(place) },
        text === String(place + 1) ? "" : h("kbd", { "aria-hidden": "true" }, place + 1),
        text,
      ),
    );
    this.options = options;
    this.verdict = h("p", { class: "lesson-verdict" });
    this.questionCard?.replaceChildren(
      h("h2", {}, many > 1 ? words.learn.questionOf(this.place + 1, many) : words.learn.question),
      h("p", {}, question.text),
      h("div", { class: "lesson-options" }, options),
      this.verdict,
    );
    if (this.questionCard) this.questionCard.hidden = false;
  }

  /** @param {number} chosen */
  #answer(chosen) {
    const question = this.questions[this.place];
    if (!question || !this.options || this.options[0]?.disabled) return;
    const right = question.right.includes(chosen);
    this.options.forEach((button, place) => {
      button.disabled = true;
      if (question.right.includes(place)) button.classList.add("right");
      else if (place === chosen) button.classList.add("wrong");
    });
    this.#keep(right);
    this.exhibit?.ask(question, true);
    const more = this.place + 1 < this.questions.length;
    const goOn = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.#next() },
      words.learn.nextQuestion,
    );
    this.verdict?.replaceChildren(
      h("strong", {}, right ? words.learn.right : words.learn.wrong),
      question.why,
      " ",
    );
    if (more) this.questionCard?.append(goOn);
    else this.#walk(question.then);
    (more ? goOn : this.onward)?.focus({ preventScroll: true });
    this.questionCard?.scrollIntoView({ block: "nearest" }); // below the tree on a narrow page
  }

  #next() {
    this.place += 1;
    this.#ask();
    this.options?.[0]?.focus({ preventScroll: true });
  }

  /** @param {boolean} right */
  #keep(right) {
    const { id } = /** @type {Lesson} */ (this.lesson);
    const name = `${(this.part ?? 0) + 1}.${this.place + 1}`;
    this.answers = { ...this.answers, [id]: { ...this.answers[id], [name]: right } };
    keep(STORED, this.answers);
    this.#showScore();
  }

  #showScore() {
    const { right, asked } = this.#score(this.lessons.map(({ id }) => id));
    if (this.scoreLine) say(this.scoreLine, asked ? words.learn.score(right, asked) : "");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented) return;
    if (event.key === "p" && this.state?.lesson) this.#togglePresenting();
    else if (/^[1-9]$/.test(event.key)) {
      const chosen = Number(event.key) - 1;
      if (chosen < (this.options?.length ?? 0)) this.#answer(chosen);
    }
  }
}
