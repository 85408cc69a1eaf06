/**
 * Making elements. Data only ever becomes text or attributes, never markup.
 *
 *   h("button", { class: "quiet", onclick: undo, disabled: !moves.length }, "Undo")
 *   svg("circle", { cx: 1, cy: 2, r: 0.4 })
 */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `on...` are listeners, `data` is its dataset, the rest are attributes. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set an attribute, a listener (`onclick`) or data; null, undefined and false take it away. */
export function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "value") element.value = value;
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Replace the text of an element, if it differs. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A number for people: 1234567 is 1.23 M. */
export function short(number) {
  for (const [size, letter] of [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ]) {
    if (number >= size) return (number / size).toPrecision(3) + letter;
  }
  return String(Math.round(number));
}

/** Seconds as 0:07. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Text with a capital at its start and, if it has none, a full stop at its end. */
export function sentence(text) {
  return text ? `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/** Text with a capital at its start. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the browser keeps under a name; `otherwise` where there is nothing, or it is forbidden. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value in the browser, where that is allowed. */
export function keep(name, value) {
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the URL still holds the game.
  }
}

/** Whether a key press belongs to a field rather than to the screen. */
export function isTyping(event) {
  const inside = event.target.closest?.("input, textarea, select, dialog, [contenteditable]");
  return Boolean(inside) || event.ctrlKey || event.metaKey || event.altKey;
}
