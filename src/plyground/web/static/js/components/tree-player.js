/**
 * Step, back, play, next cutoff, start and end: the controls of anything that has steps.
 *
 * @typedef {{readonly length: number, readonly step: number, nextCutoff(): number}} Steps
 */

import { h, isTyping, isWithin, say } from "../dom.js";
import { words } from "../words.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second

export const treeKeys = () => [
  ["← →", words.keys.step],
  [words.keys.homeEnd, words.keys.stepEnds],
  [words.keys.space, words.keys.playOrPause],
  ["C", words.keys.cutoff],
  ["+ − 0", words.keys.zoom],
  [words.keys.tab, words.keys.nodes],
];

export class Player {
  /** @type {Steps | null} */
  steps = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;
  speed = 2;

  /**
   * `onstep(step)` goes there; `onkey(key)` says whether it knew another key.
   * @param {{onstep: (step: number) => unknown, onkey: (key: string) => boolean}} how
   */
  constructor({ onstep, onkey }) {
    this.onstep = onstep;
    this.onkey = onkey;
    this.buttons = {
      start: button("|◀", words.stepper.start, () => this.go(0)),
      back: button("◀", words.stepper.back, () => this.go(this.at - 1)),
      play: button(words.stepper.play, words.stepper.play, () => this.toggle(), "primary wide"),
      on: button("▶", words.stepper.on, () => this.go(this.at + 1)),
      end: button("▶|", words.stepper.end, () => this.go(Infinity)),
      cutoff: button(words.stepper.cutoff, words.stepper.toCutoff, () => this.#toCutoff()),
    };
    for (const each of Object.values(this.buttons)) each.disabled = true; // until there are steps
    this.counter = h("span", { class: "number tree-counter" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      class: "grow",
      "aria-label": words.stepper.step,
      oninput: ({ currentTarget }) => this.go(Number(currentTarget.value)),
    });
    const speed = h(
      "select",
      { onchange: ({ currentTarget }) => this.setSpeed(Number(currentTarget.value)) },
      SPEEDS.map((each) =>
        h("option", { value: each }, each < 1 ? words.stepper.slow : `${each}/s`),
      ),
    );
    speed.value = String(this.speed);
    this.element = h(
      "div",
      { class: "tree-player", role: "group", "aria-label": words.stepper.steps },
      h("div", { class: "row" }, Object.values(this.buttons)),
      h(
        "div",
        { class: "row grow" },
        this.slider,
        this.counter,
        h("label", {}, words.stepper.speed, speed),
      ),
    );
    /** @param {KeyboardEvent} event */
    this.listener = (event) => this.#key(event);
    addEventListener("keydown", this.listener);
  }

  close() {
    this.pause();
    removeEventListener("keydown", this.listener);
  }

  /**
   * Show these steps, from where they stand.
   * @param {Steps} steps
   * @param {{cutoffs: boolean}} has
   */
  watch(steps, { cutoffs }) {
    this.steps = steps;
    this.buttons.cutoff.hidden = !cutoffs;
    this.show();
  }

  /**
   * Go to a step because somebody asked for it: playing ends.
   * @param {number} step
   */
  go(step) {
    if (!this.steps) return;
    this.pause();
    this.onstep(Math.max(0, Math.min(this.steps.length, step)));
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
    this.show();
  }

  play() {
    if (!this.steps) return;
    if (this.at >= this.steps.length) this.onstep(0);
    this.timer = setInterval(() => this.#tick(), 1000 / this.speed);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.show();
  }

  /** The step that is shown. */
  get at() {
    return this.steps?.step ?? 0;
  }

  get playing() {
    return this.timer !== undefined;
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (!this.timer) return;
    clearInterval(this.timer);
    this.play();
  }

  show() {
    if (!this.steps) return;
    const { step, length } = this.steps;
    say(this.buttons.play, this.timer ? words.stepper.pause : words.stepper.play);
    for (const name of ["aria-label", "title"])
      this.buttons.play.setAttribute(name, this.buttons.play.textContent ?? "");
    this.buttons.start.disabled = this.buttons.back.disabled = step === 0;
    this.buttons.on.disabled =
      this.buttons.end.disabled =
      this.buttons.cutoff.disabled =
        step >= length;
    this.buttons.play.disabled = length === 0;
    this.slider.max = String(length);
    this.slider.value = String(step);
    say(this.counter, words.stepper.at(step, length));
  }

  #toCutoff() {
    if (this.steps) this.go(this.steps.nextCutoff());
  }

  #tick() {
    if (this.at >= (this.steps?.length ?? 0)) this.pause();
    else this.onstep(this.at + 1);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const ticking = isWithin(event, "[type=checkbox]");
    if (!this.steps || event.defaultPrevented || (isTyping(event) && !ticking)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      c: () => this.#toCutoff(),
      " ": () => this.toggle(),
    };
    const does = keys[event.key];
    if (event.key === " " && isWithin(event, "button, a, summary, input")) return;
    if (!does && !this.onkey(event.key)) return;
    does?.();
    event.preventDefault();
  }
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => unknown} onclick
 * @param {string} look
 */
function button(text, label, onclick, look = "") {
  return h(
    "button",
    { type: "button", class: look, "aria-label": label, title: label, onclick },
    text,
  );
}
