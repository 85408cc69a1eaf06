/**
 * Trainings of networks, as far as they are: a card each with its curves, drawn anew while one runs.
 *
 * @import { ChartView, PointView, TrainingsView, TrainingView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { get } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words.js";
import { chartFigure } from "./chart.js";
import { numberText } from "./chart-axes.js";

const RUNNING_EVERY = 3000; // milliseconds between two looks, while a training runs
const IDLE_EVERY = 15000;

/**
 * The charts of a training: what its network gets wrong, how it plays, and what it has to learn.
 * @param {TrainingView} training
 * @returns {ChartView[]}
 */
export function chartsOf({ points, strengths }) {
  const told = words.lab.trainings;
  const examined = points.filter(({ kept }) => kept !== null);
  const common = { whose: /** @type {const} */ ("yours"), note: "", x: told.minutes, log_y: false };
  const charts = [
    {
      title: told.mistakes,
      percent: false,
      series: [series(told.mistakes, examined, ({ kept }) => point(mistakes(kept ?? 0)))],
    },
    {
      title: told.score,
      percent: true,
      series: [series(told.score, strengths, ({ score, low, high }) => point(score, low, high))],
    },
    {
      title: told.losses,
      percent: false,
      series: [
        series(told.policyLoss, points, ({ policy_loss: loss }) => point(loss)),
        series(told.valueLoss, points, ({ value_loss: loss }) => point(loss)),
      ],
    },
  ];
  return charts
    .filter((chart) => chart.series[0].points.length)
    .map((chart) => ({ ...common, y: chart.title, ...chart }));
}

/**
 * Of a thousand moves, those that do not keep the value.
 * @param {number} kept the share that does
 */
function mistakes(kept) {
  return Math.round(10000 * (1 - kept)) / 10;
}

/** @param {number} y @param {number | null} low @param {number | null} high */
function point(y, low = null, high = null) {
  return { y, low, high };
}

/**
 * A line over the minutes.
 * @template {{minutes: number}} T
 * @param {string} label
 * @param {T[]} found
 * @param {(from: T) => Omit<PointView, "x">} read
 */
function series(label, found, read) {
  const rounded = (/** @type {number} */ minutes) => Math.round(100 * minutes) / 100;
  const points = found.map((from) => ({ x: rounded(from.minutes), ...read(from) }));
  return { label, points, curve: null };
}

export class Trainings {
  element = h("section", { class: "card lab-trainings", "aria-labelledby": "trainings" });
  #shown = ""; // what is drawn, as text
  #isClosed = false;
  #hasFailed = false; // the last time
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;

  /** @param {Shell} shell */
  constructor(shell) {
    this.titles = Object.fromEntries(shell.games.map(({ name, title }) => [name, title]));
    this.shell = shell;
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#next);
  }

  /** Look how far the trainings are, now and again; a failure is told once, until one succeeds. */
  async look() {
    let pause = IDLE_EVERY;
    try {
      /** @type {TrainingsView} */
      const found = await get("/trainings");
      if (this.#isClosed) return;
      this.#draw(found);
      this.#hasFailed = false;
      if (found.trainings.some(({ running }) => running)) pause = RUNNING_EVERY;
    } catch (error) {
      if (this.#isClosed) return;
      if (!this.#hasFailed) this.shell.fail(error);
      this.#hasFailed = true;
    }
    this.#next = setTimeout(() => this.look(), pause);
  }

  /** @param {TrainingsView} found */
  #draw({ folder, trainings }) {
    const text = JSON.stringify(trainings);
    if (text === this.#shown) return;
    this.#shown = text;
    const open = new Set([...this.element.querySelectorAll("details[open]")].map(nameOf));
    this.element.replaceChildren(
      h("h2", { id: "trainings" }, words.lab.trainings.title),
      ...(trainings.length
        ? trainings.map((each) => this.#part(each))
        : [h("p", { class: "muted" }, words.lab.trainings.none(folder))]),
    );
    for (const details of this.element.querySelectorAll("details"))
      details.open = open.has(nameOf(details));
  }

  /** @param {TrainingView} training */
  #part(training) {
    const { name, game, running, minutes, planned, games } = training;
    const told = words.lab.trainings;
    const kept = training.points.at(-1)?.kept;
    const about = [
      game ? (this.titles[game] ?? game) : "",
      planned
        ? told.progress(numberText(Math.min(minutes, planned)), numberText(planned))
        : told.sofar(numberText(minutes)),
      games ? told.games(numberText(games)) : "",
      kept ? told.kept(words.percent(numberText(100 * kept))) : "",
      running ? words.lab.running : "",
    ];
    const charts = chartsOf(training);
    return h(
      "article",
      { "data-training": name },
      h("h3", {}, name),
      h("p", { class: "small muted" }, about.filter(Boolean).join(" · ")),
      planned && running
        ? h("progress", { max: planned, value: Math.min(minutes, planned), "aria-label": name })
        : null,
      charts.length
        ? h(
            "div",
            { class: "lab-charts" },
            charts.map((chart) => chartFigure(chart, { name: `${name}: ${chart.title}` })),
          )
        : running
          ? h("p", { class: "small" }, told.notYet)
          : null,
    );
  }
}

/**
 * What a part of the page that opens is known by, from one drawing to the next.
 * @param {Element} details
 */
function nameOf(details) {
  const figure = details.closest("figure");
  const title = figure?.querySelector("title")?.textContent;
  return title ?? "";
}
