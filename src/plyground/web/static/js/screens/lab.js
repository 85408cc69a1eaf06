/** Lab: the experiments of the reports, as far as they are installed. */

import { get } from "../api.js";
import { h } from "../dom.js";

export async function mount(container, state, shell) {
  await shell.stylesheet("arena.css");
  const { experiments } = await get("/lab");
  container.append(h("h1", {}, "Lab"), experiments.length ? table(experiments) : nothing());
  return {};
}

function nothing() {
  return h("div", { class: "card lab-empty" },
    h("p", {}, "No experiments are installed yet."),
    h("p", { class: "muted" },
      "This screen lists the tables and figures of the reports once they can be run here."));
}

function table(experiments) {
  return h("div", { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Experiments" },
    h("table", { class: "results" },
      h("thead", {}, h("tr", {}, ["experiment", "report", "state"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, experiments.map(({ title, report, state }) =>
        h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, report), h("td", {}, state))))));
}
