/**
 * Making elements. Data only ever becomes text or attributes, never markup.
 *
 *   h("button", { class: "quiet", onclick: undo, disabled: !moves.length }, "Undo")
 *   svg("circle", { cx: 1, cy: 2, r: 0.4 })
 */

import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined} Child */

/**
 * @template {Element} E
 * @typedef {{
 *   [K in keyof HTMLElementEventMap as `on${K}`]?:
 *     (event: HTMLElementEventMap[K] & {currentTarget: E}) => unknown
 * } & {data?: Record<string, unknown>, [name: string]: unknown}} Properties
 */

/**
 * An HTML element: `on...` are listeners, `data` is its dataset, the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties<HTMLElementTagNameMap[T]>} properties
 * @param {...(Child | Child[])} children
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties<SVGElementTagNameMap[T]>} properties
 * @param {...(Child | Child[])} children
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {object} properties
 * @param {(Child | Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  const shown = children.flat().filter((child) => child !== null && child !== undefined);
  element.append(...shown.map((child) => (typeof child === "number" ? String(child) : child)));
  return element;
}

/**
 * Set an attribute, a listener (`onclick`) or data; null, undefined and false take it away.
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {any} value
 */
export function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "value" && "value" in element) element.value = value;
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * Replace the text of an element, if it differs.
 * @param {Node | null} element
 * @param {string} text
 */
export function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/**
 * A number that is written with a point, as the language writes it.
 * @param {string} number
 */
export function decimal(number) {
  return number.replace(".", words.decimal);
}

/** @type {[number, string][]} */
const SIZES = [
  [1e9, " G"],
  [1e6, " M"],
  [1e3, " k"],
];

/**
 * A number for people: 1234567 is 1.23 M.
 * @param {number} number
 */
export function short(number) {
  const [size, letter] = SIZES.find(([least]) => number >= 0.9995 * least) ?? [];
  return size ? `${decimal((number / size).toPrecision(3))}${letter}` : String(Math.round(number));
}

/**
 * Seconds as 0:07.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Text with a capital at its start and, if it has none, a full stop at its end.
 * @param {string} text
 */
export function sentence(text) {
  return text ? `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/**
 * Text with a capital at its start.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What the browser keeps under a name; `otherwise` where there is nothing, or it is forbidden.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keep a value in the browser, where that is allowed.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the URL still holds the game.
  }
}

/**
 * Whether a key press belongs to a field rather than to the screen.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const fields = "input, textarea, select, dialog, [contenteditable]";
  return isWithin(event, fields) || event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * Whether an event happened in an element that matches.
 * @param {Event} event
 * @param {string} selector
 */
export function isWithin({ target }, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}

/**
 * What went wrong, in words.
 * @param {unknown} error
 */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
