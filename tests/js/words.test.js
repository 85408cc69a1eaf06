import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { inLanguage } from "../../src/plyground/web/static/js/components/lessons.js";
import { stepsInLanguage } from "../../src/plyground/web/static/js/components/tour-words.js";
import { translator } from "../../src/plyground/web/static/js/served.js";
import { become, LANGUAGES } from "../../src/plyground/web/static/js/words.js";
import { words as english } from "../../src/plyground/web/static/js/words/en.js";

const PAGE = new URL("../../src/plyground/web/static/", import.meta.url);
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== "en");
const SERVED = "served"; // by the server's own sentences: English needs none

const load = async (language) => (await import(new URL(`js/words/${language}.js`, PAGE))).words;
const json = (path) => JSON.parse(readFileSync(new URL(path, PAGE), "utf8"));

// "play.undo: string", "moves.slips.blunder: 1": every key with how many arguments it takes.
function shape(section, path = "") {
  return Object.entries(section).flatMap(([name, value]) => {
    const here = `${path}${name}`;
    if (here === SERVED) return [];
    if (typeof value === "function") return [`${here}: ${value.length}`];
    if (Array.isArray(value)) return [`${here}: list of ${value.length}`];
    return typeof value === "string" ? [`${here}: string`] : shape(value, `${here}.`);
  });
}

test("every language has the words of English, and each takes as many arguments", async () => {
  assert.ok(OTHERS.length);
  for (const language of OTHERS)
    assert.deepEqual(shape(await load(language)).sort(), shape(english).sort(), language);
});

// The same with what each says of its arguments, which are numbers that no word has in it.
function said(section, path = "") {
  return Object.entries(section).flatMap(([name, value]) => {
    const here = `${path}${name}`;
    if (here === SERVED) return [];
    if (typeof value === "string" || Array.isArray(value))
      return [[here, [value].flat().every((text) => text.trim() !== "")]];
    if (typeof value !== "function") return said(value, `${here}.`);
    const marks = Array.from({ length: value.length }, (_, place) => 9001 + place);
    const told = value(...marks);
    return [[here, marks.filter((mark) => told.includes(String(mark)))]];
  });
}

test("no word is empty, and each says those of its arguments that English says", async () => {
  const expected = said(english).sort();
  assert.ok(expected.every(([, told]) => told));
  for (const language of OTHERS)
    assert.deepEqual(said(await load(language)).sort(), expected, language);
});

test("a language is called by its name, and its file stands in the list", () => {
  const files = readdirSync(new URL("js/words/", PAGE)).filter((name) => name.endsWith(".js"));
  assert.deepEqual(
    files.sort(),
    Object.keys(LANGUAGES)
      .map((each) => `${each}.js`)
      .sort(),
  );
});

test("every language has the files of English, a screen each", () => {
  const files = (language) => readdirSync(new URL(`js/words/${language}/`, PAGE)).sort();
  assert.ok(files("en").includes("play.js"));
  for (const language of OTHERS) assert.deepEqual(files(language), files("en"), language);
});

test("holes of the server's sentences are filled", async () => {
  const holes = (text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
  for (const language of OTHERS)
    for (const [theirs, ours] of Object.entries((await load(language)).served))
      assert.deepEqual(holes(ours), holes(theirs), theirs);
});

test("what the server says is put together from its parts", async () => {
  const german = translator((await load("de")).served);
  const told = {
    "Red (O) to move": "Rot (O) am Zug",
    "Black won: White cannot jump": "Schwarz hat gewonnen: Weiß kann nicht springen",
    "draw: the board is full": "Remis: das Brett ist voll",
    "a move is a cell from a1 to h8, or steal": "ein Zug ist ein Feld von a1 bis h8, oder steal",
    "there would be a group of 4, but only 3 groups":
      "es gäbe eine Gruppe von 4, aber nur 3 Gruppen",
    "Only one move wins (in 5 plies): which?": "Nur ein Zug gewinnt (in 5 Halbzügen): welcher?",
    "4 wins in 7 plies; after 2 Yellow (X) forces a win in 5 plies: four in a line on the right.":
      "4 gewinnt in 7 Halbzügen; nach 2 erzwingt Gelb (X) den Gewinn in 5 Halbzügen: vier in einer Reihe rechts.",
    "b2 draws; after a1 X forces a win in 3 plies.":
      "b2 hält Remis; nach a1 erzwingt X den Gewinn in 3 Halbzügen.",
    "b2 wins in 1 ply: no move is better.": "b2 gewinnt in 1 Halbzug: Kein Zug ist besser.",
    "a1 wins only in 5 plies; b2 wins in 3 plies.":
      "a1 gewinnt erst in 5 Halbzügen; b2 gewinnt in 3 Halbzügen.",
    "Hexes everywhere": "Hexes everywhere",
  };
  for (const [theirs, ours] of Object.entries(told)) assert.equal(german(theirs), ours);
});

test("every language has each sentence of the rules to click through, and no other", () => {
  const games = new URL("../../games/", PAGE);
  const sentences = readdirSync(games)
    .filter((game) => existsSync(new URL(`${game}/tour.json`, games)))
    .flatMap((game) => json(new URL(`${game}/tour.json`, games)).steps)
    .flatMap(({ title, says, task, done, otherwise }) => [title, says, task, done, otherwise])
    .filter(Boolean);
  for (const language of OTHERS) {
    const texts = json(`js/words/tours-${language}.json`);
    assert.deepEqual(new Set(Object.keys(texts)), new Set(sentences));
    const step = { title: "Groups", says: "Mine.", task: "", done: "", otherwise: "", moves: "a1" };
    const [told] = stepsInLanguage([step], texts);
    assert.deepEqual(told, { ...step, title: texts.Groups });
  }
});

test("every language has the lessons of English, paragraph by paragraph", () => {
  const lessons = json("lessons.json");
  const measure = ({ parts }) => parts.map(({ text }) => text.length);
  for (const language of OTHERS) {
    const texts = json(`js/words/lessons-${language}.json`);
    assert.deepEqual(
      Object.entries(texts).map(([id, lesson]) => [id, measure(lesson)]),
      lessons.map((lesson) => [lesson.id, measure(lesson)]),
    );
    const [first] = inLanguage(lessons, texts);
    assert.equal(first.title, texts[first.id].title);
    assert.deepEqual(first.parts[0].show, lessons[0].parts[0].show);
    assert.equal(first.parts[0].heading, texts[first.id].parts[0].heading);
  }
  assert.deepEqual(inLanguage(lessons, {}), lessons);
});

// --- nothing is said elsewhere ------------------------------------------------------------------

const FILES = ["js/", "js/components/", "js/screens/"].flatMap((folder) =>
  readdirSync(new URL(folder, PAGE))
    .filter((name) => name.endsWith(".js"))
    .map((name) => folder + name),
);
const NO_WORDS =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^import .*$|\bclass(?:Name)?(?::| =) (?:"[^"]*"|`[^`]*`)/gm;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const HOLE = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;
const SENTENCE = /[a-z]{2,},? [a-z(]{2,}|^["`][A-Z][a-z]{2,}/; // two words, or a capital as of a label
const ALLOWED = new Set([
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter", "Escape"],
  ...["Content-Type", "AbortError", "Plyground", "English", "Deutsch"],
  ...["heat ahead", "heat behind", "title middle", "unseen veiled", "primary wide"], // classes
  ...["not comparable", "not run"], // states of the API
  ...["input, select", "button, a, summary", "button, a, summary, input", "system-ui, sans-serif"],
  ...["input, textarea, select, dialog, [contenteditable]", "plyground puzzles ${game.name}"],
  "plyground serve",
]);

test("screens and components say nothing that is not in a language's file", () => {
  const found = FILES.flatMap((path) => {
    const source = readFileSync(new URL(path, PAGE), "utf8").replace(NO_WORDS, "");
    return (source.match(LITERAL) ?? [])
      .filter((literal) => SENTENCE.test(literal.replace(HOLE, "¤")))
      .filter((literal) => !ALLOWED.has(literal.slice(1, -1)))
      .map((literal) => `${path}: ${literal}`);
  });
  assert.deepEqual(found, []);
});

test("no style says a word", () => {
  const styles = readdirSync(new URL("css/", PAGE)).map((name) => `css/${name}`);
  const said = styles.flatMap(
    (path) =>
      readFileSync(new URL(path, PAGE), "utf8").match(/content:[^;]*?"[^";\\]*[a-z]{2}[^;]*/gi) ??
      [],
  );
  assert.ok(styles.length);
  assert.deepEqual(said, []);
});

test("the markup says nothing but the page's name", () => {
  const html = readFileSync(new URL("index.html", PAGE), "utf8").replace(/<noscript>.*/, "");
  const body = html.slice(html.indexOf("<body>"));
  const said = body.replace(/<[^>]*>/g, " ").match(/[A-Za-z]{2,}/g) ?? [];
  assert.deepEqual([...new Set(said)], ["Plyground"]);
});

test("words become those of another language in place, and back", async () => {
  const german = await load("de");
  const words = {};
  become(words, english);
  const { titles, connection } = words.shell;
  become(words, german);
  assert.deepEqual([titles, connection], [german.shell.titles, german.shell.connection]);
  assert.deepEqual(words, german);
  become(words, english);
  assert.deepEqual(words, english);
  assert.deepEqual(words.served, {});
});

test("no constant of a module holds words, which would stay when the language changes", () => {
  const held = /^(?:export )?const \w+ = [[{][^;]*?\bwords\./m;
  const found = FILES.filter((path) => held.test(readFileSync(new URL(path, PAGE), "utf8")));
  assert.deepEqual(found, []);
});
