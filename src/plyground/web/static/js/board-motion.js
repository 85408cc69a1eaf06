/** How pieces come onto a board. Nothing moves for people who asked for less motion. */

const FALL = 90; // milliseconds, and more with the height, as things fall
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the person asked for less motion. */
export function isStill() {
  return still.matches;
}

/**
 * Let a piece fall into its place from `height` cells above, and bounce a little.
 * @param {Element} node
 * @param {number} height
 */
export function fall(node, height) {
  const steps = [
    { transform: `translate(0, ${-height}px)`, easing: "cubic-bezier(.45,0,.9,.6)" },
    { transform: "none", offset: 0.8 },
    { transform: `translate(0, ${-height * 0.04}px)`, offset: 0.9 },
    { transform: "none" },
  ];
  node.animate(steps, { duration: FALL + 150 * Math.sqrt(height) });
}

/**
 * Let a piece slide to its place from (x, y) beside it.
 * @param {Element} node
 * @param {number} x
 * @param {number} y
 */
export function slide(node, x, y) {
  const steps = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  node.animate(steps, { duration: 180, easing: "ease-out" });
}

/**
 * Let a piece grow into its place.
 * @param {Element} node
 */
export function appear(node) {
  node.animate([{ transform: "scale(.6)" }, { transform: "none" }], {
    duration: 110,
    easing: "ease-out",
  });
}
