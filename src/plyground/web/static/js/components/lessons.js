/**
 * The lessons in the language of the page. `lessons.json` says what is shown and asked, and has the
 * English words; those of another language stand in `words/lessons-LANGUAGE.json`.
 *
 * @import { Asked, Shown } from "./lesson-material.js"
 *
 * @typedef {{heading: string, text: string[]}} PartWords
 * @typedef {PartWords & {show: Shown, ask?: Asked[], merge?: boolean}} Part `merge`: mirror images can
 *   be merged on a switch
 * @typedef {{title: string, about: string, parts: PartWords[]}} LessonWords
 * @typedef {{id: string, title: string, about: string, parts: Part[]}} Lesson
 */

import { wordFile } from "../word-files.js";

/** @returns {Promise<Lesson[]>} */
export async function loadLessons() {
  const [lessons, texts] = await Promise.all([load(), wordFile("lessons")]);
  return inLanguage(lessons, texts);
}

async function load() {
  const answer = await fetch(new URL("../../lessons.json", import.meta.url));
  return answer.json();
}

/**
 * Lessons with other words; one that has none stays as it is.
 * @param {Lesson[]} lessons
 * @param {Record<string, LessonWords>} texts by the lessons' ids
 */
export function inLanguage(lessons, texts) {
  return lessons.map((lesson) => {
    const parts = lesson.parts.map((part, place) => ({
      ...part,
      ...texts[lesson.id]?.parts[place],
    }));
    return { ...lesson, ...texts[lesson.id], parts };
  });
}
