/**
 * Dragging a stone with mouse, pen or finger: it follows the pointer until it is let go on a cell, or
 * beyond the board, which puts it back. A press that does not move stays a click.
 *
 * @typedef {{
 *   canDrag: (cell: number) => boolean,
 *   begin: (cell: number) => unknown,
 *   carry: (cell: number, x: number, y: number) => unknown,
 *   drop: (cell: number, on: number | null) => unknown,
 * }} Host `carry` gets a point of the board, `drop` the cell below the pointer, or null
 */

const FARTHEST_CLICK = 6; // pixels

/**
 * Let stones of a board be dragged.
 * @param {SVGSVGElement} grid
 * @param {Host} host
 */
export function letDrag(grid, host) {
  /** @type {{cell: number, pointer: number, x: number, y: number, moving: boolean} | null} */
  let held = null;
  let justDropped = false; // the click that browsers make of it means nothing

  /** @param {number | null} on */
  const end = (on) => {
    const { cell, moving } = held ?? { cell: 0, moving: false };
    held = null;
    grid.classList.remove("dragging");
    removeEventListener("keydown", escape, true);
    if (moving) host.drop(cell, on);
  };
  /** @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    justDropped = true;
    end(null);
  };
  grid.addEventListener("pointerdown", (event) => {
    justDropped = false;
    const cell = cellBelow(grid, event.clientX, event.clientY);
    if (held || event.button !== 0 || cell === null || !host.canDrag(cell)) return;
    held = { cell, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  });
  grid.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    if (!held.moving) {
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
      if (far < FARTHEST_CLICK) return;
      held.moving = true;
      grid.setPointerCapture(event.pointerId);
      grid.classList.add("dragging");
      addEventListener("keydown", escape, true);
      host.begin(held.cell);
    }
    const at = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = at.matrixTransform(grid.getScreenCTM()?.inverse());
    host.carry(held.cell, x, y);
  });
  grid.addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    justDropped = held.moving;
    end(cellBelow(grid, event.clientX, event.clientY));
  });
  grid.addEventListener("pointercancel", (event) => {
    if (held?.pointer === event.pointerId) end(null);
  });
  // A finger that holds a stone does not scroll; `touch-action` means nothing inside an SVG.
  const stay = (/** @type {Event} */ event) => held && event.preventDefault();
  grid.addEventListener("touchmove", stay, { passive: false });
  grid.addEventListener(
    "click",
    (event) => {
      if (justDropped) event.stopImmediatePropagation();
      justDropped = false;
    },
    true,
  );
}

/**
 * The cell of a board below a point of the window, or null.
 * @param {SVGSVGElement} grid
 * @param {number} x
 * @param {number} y
 */
function cellBelow(grid, x, y) {
  const found = document.elementsFromPoint(x, y).map((element) => element.closest("[data-cell]"));
  const tile = found.find((each) => each !== null && grid.contains(each));
  return tile instanceof SVGElement ? Number(tile.dataset.cell) : null;
}
