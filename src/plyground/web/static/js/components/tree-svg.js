/**
 * A drawn tree as an SVG file of its own, for slides: its looks are written into it, so that it
 * needs no stylesheet.
 *
 * @import { TreeView } from "./tree-view.js"
 */

import { set, svg } from "../dom.js";
import { saveFile } from "./saving.js";

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "paint-order",
  "opacity",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
];
const MARGIN = 12;

/**
 * Save what is drawn of a tree as NAME.svg.
 * @param {TreeView} view
 * @param {string} name
 */
export function saveTree(view, name) {
  const { element, drawing } = view;
  const before = element.getAttribute("class") ?? "";
  const letters = element.style.getPropertyValue("--letters");
  set(element, "class", "tree-stage"); // as it looks from near
  element.style.setProperty("--letters", "1");
  saveFile(standalone(drawing, name), `${name}.svg`, "image/svg+xml");
  set(element, "class", before);
  element.style.setProperty("--letters", letters);
}

/** @param {SVGGElement} drawing @param {string} title */
function standalone(drawing, title) {
  const paper = getComputedStyle(/** @type {Element} */ (drawing.ownerSVGElement)).backgroundColor;
  const { x, y, width, height } = drawing.getBBox();
  const copied = copy(drawing);
  copied.removeAttribute("transform");
  const box = {
    x: x - MARGIN,
    y: y - MARGIN,
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
  };
  const made = svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: [box.x, box.y, box.width, box.height].map(Math.round).join(" "),
      width: Math.round(box.width),
      height: Math.round(box.height),
      "font-family": "system-ui, sans-serif",
    },
    svg("title", {}, title),
    svg("rect", { ...box, fill: paper }),
    copied,
  );
  return new XMLSerializer().serializeToString(made);
}

// What is seen of an element, without the classes and roles that mean something on the page only.
/** @param {SVGElement} element @returns {SVGElement} */
function copy(element) {
  const made = /** @type {SVGElement} */ (element.cloneNode(false));
  for (const { name } of [...made.attributes]) {
    if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) made.removeAttribute(name);
  }
  const looks = getComputedStyle(element);
  if (element.tagName !== "g") {
    for (const name of KEPT) {
      const value = looks.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal" && value !== "auto")
        set(made, name, value);
    }
    if (looks.fill === "none") set(made, "fill", "none");
  }
  for (const child of element.childNodes) {
    if (child instanceof SVGElement) {
      if (getComputedStyle(child).display !== "none") made.append(copy(child));
    } else made.append(child.cloneNode());
  }
  return made;
}
