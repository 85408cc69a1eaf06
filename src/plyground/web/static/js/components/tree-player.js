/** Step, back, play, next cutoff, start and end: the controls of anything that has steps. */

import { h, isTyping, say } from "../dom.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second

export const KEYS = [
  ["← →", "one step back or on"],
  ["Home End", "to the start or the end"],
  ["Space", "play or pause"],
  ["C", "to the next cutoff"],
  ["+ − 0", "zoom in, zoom out, fit"],
  ["Tab, then arrows", "walk the nodes of the tree; Enter selects"],
];

export class Player {
  /** `steps` has {length, step, nextCutoff()}; `onstep(step)` goes there. */
  constructor({ onstep, onkey }) {
    this.steps = null;
    this.onstep = onstep;
    this.onkey = onkey;
    this.timer = 0;
    this.speed = 2;
    this.buttons = {
      start: button("|◀", "To the start", () => this.go(0)),
      back: button("◀", "One step back", () => this.go(this.steps.step - 1)),
      play: button("Play", "Play", () => this.toggle(), "primary wide"),
      on: button("▶", "One step on", () => this.go(this.steps.step + 1)),
      end: button("▶|", "To the end", () => this.go(this.steps.length)),
      cutoff: button("Next cutoff", "To the next cutoff", () => this.go(this.steps.nextCutoff())),
    };
    for (const each of Object.values(this.buttons)) each.disabled = true; // until there are steps
    this.counter = h("span", { class: "number tree-counter" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      class: "grow",
      "aria-label": "Step",
      oninput: () => this.go(Number(this.slider.value)),
    });
    const speed = h(
      "select",
      { onchange: ({ target }) => this.setSpeed(Number(target.value)) },
      SPEEDS.map((each) => h("option", { value: each }, each < 1 ? "slow" : `${each}/s`)),
    );
    speed.value = this.speed;
    this.element = h(
      "div",
      { class: "tree-player", role: "group", "aria-label": "Steps" },
      h("div", { class: "row" }, Object.values(this.buttons), h("label", {}, "Speed", speed)),
      h("div", { class: "row" }, this.slider, this.counter),
    );
    this.listener = (event) => this.#key(event);
    addEventListener("keydown", this.listener);
  }

  close() {
    this.pause();
    removeEventListener("keydown", this.listener);
  }

  /** Show these steps, from where they stand. */
  watch(steps, { cutoffs }) {
    this.steps = steps;
    this.buttons.cutoff.hidden = !cutoffs;
    this.show();
  }

  /** Go to a step because somebody asked for it: playing ends. */
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
    if (this.steps.step >= this.steps.length) this.onstep(0);
    this.timer = setInterval(() => this.#tick(), 1000 / this.speed);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  get playing() {
    return this.timer !== 0;
  }

  setSpeed(speed) {
    this.speed = speed;
    if (!this.timer) return;
    clearInterval(this.timer);
    this.play();
  }

  show() {
    if (!this.steps) return;
    const { step, length } = this.steps;
    say(this.buttons.play, this.timer ? "Pause" : "Play");
    for (const name of ["aria-label", "title"])
      this.buttons.play.setAttribute(name, this.buttons.play.textContent);
    this.buttons.start.disabled = this.buttons.back.disabled = step === 0;
    this.buttons.on.disabled =
      this.buttons.end.disabled =
      this.buttons.cutoff.disabled =
        step >= length;
    this.buttons.play.disabled = length === 0;
    this.slider.max = length;
    this.slider.value = step;
    say(this.counter, `step ${step} of ${length}`);
  }

  #tick() {
    if (this.steps.step >= this.steps.length) this.pause();
    else this.onstep(this.steps.step + 1);
  }

  #key(event) {
    if (!this.steps || event.defaultPrevented || isTyping(event)) return;
    const step = this.steps.step;
    const does = {
      ArrowLeft: () => this.go(step - 1),
      ArrowRight: () => this.go(step + 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length),
      c: () => this.go(this.steps.nextCutoff()),
      " ": () => this.toggle(),
    }[event.key];
    if (event.key === " " && event.target.closest?.("button, a, summary")) return;
    if (!does && !this.onkey(event.key)) return;
    does?.();
    event.preventDefault();
  }
}

function button(text, label, onclick, look = "") {
  return h(
    "button",
    { type: "button", class: look, "aria-label": label, title: label, onclick },
    text,
  );
}
