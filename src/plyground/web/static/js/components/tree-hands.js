/**
 * Hands on a drawn tree: the wheel zooms, one pointer drags, two pinch.
 */

const FARTHEST = 4; // pixels that a click may move

export class Hands {
  dragged = false; // what ends now is no click
  #element;
  #zoom;
  #move;
  /** @type {Map<number, PointerEvent>} pointers that are down */
  #held = new Map();

  /**
   * `zoom(factor, x, y)` about a point of the element, `move(across, down)` by pixels.
   * @param {SVGElement} element
   * @param {{
   *   zoom: (factor: number, x: number, y: number) => unknown,
   *   move: (across: number, down: number) => unknown,
   * }} how
   */
  constructor(element, { zoom, move }) {
    this.#element = element;
    this.#zoom = zoom;
    this.#move = move;
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => {
      this.#held.set(event.pointerId, event);
      this.dragged = false;
    });
    element.addEventListener("pointermove", (event) => this.#drag(event));
    element.addEventListener("pointerup", (event) => this.#held.delete(event.pointerId));
    element.addEventListener("pointercancel", (event) => this.#held.delete(event.pointerId));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.#element.getBoundingClientRect();
    this.#zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const before = this.#held.get(event.pointerId);
    if (!before) return;
    const far = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (!this.dragged && far < FARTHEST) return;
    if (!this.dragged) this.#element.setPointerCapture(event.pointerId);
    this.dragged = true;
    if (this.#held.size === 1) {
      this.#move(event.clientX - before.clientX, event.clientY - before.clientY);
    } else {
      const other = [...this.#held.values()].find(({ pointerId }) => pointerId !== event.pointerId);
      if (other) this.#pinch(event, before, other);
    }
    this.#held.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event @param {PointerEvent} before @param {PointerEvent} other */
  #pinch(event, before, other) {
    /** @param {PointerEvent} point */
    const reach = (point) =>
      Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
    const box = this.#element.getBoundingClientRect();
    this.#zoom(
      reach(event) / Math.max(1, reach(before)),
      other.clientX - box.left,
      other.clientY - box.top,
    );
  }
}
