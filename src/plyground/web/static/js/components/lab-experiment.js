/**
 * One experiment on the page: what it found beside the report, and its progress while it runs.
 *
 * @import { ChartView, ExperimentView, LabTableView, SourceView } from "../api-types.js"
 * @import { Shell } from "../main.js"
 */

import { get, post } from "../api.js";
import { h, say, wordsOf } from "../dom.js";
import { fitting } from "./tables.js";

const POLL = 700; // milliseconds
const SIGNS = {
  reproduced: "✓",
  differs: "≠",
  undecided: "?",
  "not comparable": "–",
  "not run": "·",
};

/**
 * A state with its sign, so that colour is not the only one.
 * @param {ExperimentView["state"]} state
 */
export function stateMark(state) {
  return h("span", { class: "lab-state", data: { state } }, `${SIGNS[state]} ${state}`);
}

export class LabExperiment {
  running = false;
  seed = 1; // of the next run
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  closed = new AbortController();

  /** @param {string} name @param {{shell: Shell, onchange: () => unknown}} how */
  constructor(name, { shell, onchange }) {
    this.name = name;
    this.shell = shell;
    this.onchange = onchange;
    this.title = h("h2", {}, name);
    this.about = h("p", {});
    this.status = h("p", { class: "lab-status small muted" });
    this.bar = h("progress", { "aria-label": "Progress", hidden: true });
    this.runButton = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.#run() },
      "Run",
    );
    this.stopButton = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.#stop() },
      "Cancel",
    );
    this.found = h("div", { class: "stack" });
    this.element = h(
      "section",
      { class: "card stack", "aria-label": "Experiment" },
      this.title,
      this.about,
      this.status,
      this.bar,
      h(
        "div",
        { class: "row" },
        this.runButton,
        this.stopButton,
        h("a", { class: "button", href: `/api/lab/${encodeURIComponent(name)}/data` }, "Raw data"),
      ),
      this.found,
    );
    this.#poll();
  }

  close() {
    this.closed.abort();
    clearTimeout(this.timer);
  }

  async #run() {
    try {
      await post(`/lab/${encodeURIComponent(this.name)}/run`, { seed: this.seed });
      this.shell.announce(`${this.name} is being run`);
      this.onchange();
      this.#poll();
    } catch (error) {
      this.shell.fail(error);
    }
  }

  async #stop() {
    try {
      await post(`/lab/${encodeURIComponent(this.name)}/stop`, {});
      this.#poll();
    } catch (error) {
      this.shell.fail(error);
    }
  }

  async #poll() {
    clearTimeout(this.timer);
    try {
      /** @type {ExperimentView} */
      const view = await get(`/lab/${encodeURIComponent(this.name)}`, [], {
        signal: this.closed.signal,
      });
      if (this.closed.signal.aborted) return;
      this.#show(view);
      if (view.progress) this.timer = setTimeout(() => this.#poll(), POLL);
    } catch (error) {
      if (this.closed.signal.aborted) return;
      say(this.status, wordsOf(error));
      this.runButton.hidden = true;
    }
  }

  /** @param {ExperimentView} view */
  #show(view) {
    const ended = this.running && !view.progress;
    this.running = Boolean(view.progress);
    say(this.title, view.title);
    say(this.about, view.measures);
    say(this.status, statusText(view));
    this.seed = view.run?.size === "quick" ? view.run.seed + 1 : 1;
    say(this.runButton, view.run ? `Run again, seed ${this.seed}` : "Run");
    this.runButton.disabled = this.running;
    this.stopButton.hidden = this.bar.hidden = !this.running;
    if (view.progress?.total) {
      this.bar.max = view.progress.total;
      this.bar.value = view.progress.done;
    } else {
      this.bar.removeAttribute("value");
    }
    if (!this.running || !this.found.childElementCount)
      this.found.replaceChildren(...findings(view));
    if (ended) {
      this.shell.announce(`${view.title}: ${view.error ? "failed" : view.state}`);
      this.onchange();
    }
  }
}

/** @param {ExperimentView} view */
function statusText({ progress, error, run, minutes, command }) {
  if (progress) {
    if (!progress.total) return "Starting, or waiting for the one before it.";
    return `Running: ${progress.done} of ${progress.total}, ${progress.step}`;
  }
  if (error) return error;
  if (!run) return `Not run yet; a quick run takes about ${minutes} minutes. ${command}`;
  const when = run.finished.slice(0, 16).replace("T", " ");
  return `${run.size}, seed ${run.seed}, ${Math.round(run.seconds)} s, ${when} UTC, version ${run.version}. ${command}`;
}

/** @param {ExperimentView} view */
function findings(view) {
  return [
    ...view.sources.map((source) => sourcePart(source, view.report_title)),
    ...view.tables.map(tablePart),
    ...view.charts.map((chart) => chartPart(chart, view)),
    ...view.notes.map((note) => h("p", { class: "small muted" }, note)),
  ];
}

/** @param {SourceView} source @param {string} report */
function sourcePart({ name, says, conditions, verdicts }, report) {
  const heads = ["what", "report", "ours", "state", "why"];
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, `${name}: ${says}`),
    h("p", { class: "small muted" }, `${report}. ${conditions}.`),
    fitting(
      `${name}, numbers`,
      h(
        "table",
        { class: "lab-verdicts" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          verdicts.map(({ place, report: theirs, ours, state, why }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, place),
              h("td", {}, theirs),
              h("td", {}, ours),
              h("td", {}, stateMark(state)),
              h("td", { class: "wide" }, why),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {LabTableView} table */
function tablePart({ title, columns, rows, note }) {
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, title),
    fitting(
      title,
      h(
        "table",
        { class: "lab-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(([head, ...cells]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, head),
              cells.map((cell) => h("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
    note ? h("p", { class: "small muted" }, note) : null,
  );
}

/** @param {ChartView} chart @param {ExperimentView} view */
function chartPart({ number, title, note }, { name, can_draw: drawn, run }) {
  if (!drawn)
    return h("p", { class: "small muted" }, `${title}: the server needs matplotlib to draw it.`);
  const of = encodeURIComponent(run?.finished ?? "");
  const src = `/api/lab/${encodeURIComponent(name)}/charts/${number}?of=${of}`;
  const image = h("img", { src, alt: title, loading: "lazy", width: 720, height: 420 });
  return h(
    "figure",
    {},
    h("a", { href: src, target: "_blank", title: "The picture alone, to enlarge" }, image),
    note ? h("figcaption", { class: "small muted" }, note) : null,
  );
}
