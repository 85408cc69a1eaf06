/** @import { TourView } from "../api-types.js" */

/**
 * Steps with other words; a sentence that has none stays as it is, as those of somebody's own game.
 * @param {TourView["steps"]} steps
 * @param {Record<string, string>} texts by the English sentences
 */
export function stepsInLanguage(steps, texts) {
  const said = (/** @type {string} */ text) => texts[text] ?? text;
  return steps.map((step) => ({
    ...step,
    title: said(step.title),
    says: said(step.says),
    task: said(step.task),
    done: said(step.done),
    otherwise: said(step.otherwise),
  }));
}
