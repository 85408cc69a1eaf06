/**
 * Pictures of a game to save: a position as SVG or PNG, the moves up to it as GIF. The server draws
 * each position; the browser turns drawings into pixels.
 *
 * @import { PositionView } from "../api-types.js"
 */

import { transport } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words.js";
import { gif } from "./gif.js";

const WIDE = 720; // pixels
const WIDE_MOVING = 360;
const MOVE_SECONDS = 0.7;
const LAST_SECONDS = 3;

/**
 * Save a picture of a position; `kind` is svg, png or gif.
 * @param {PositionView} view
 * @param {"svg" | "png" | "gif"} kind
 * @param {"light" | "dark"} theme
 */
export async function savePicture(view, kind, theme) {
  const make = { svg, png, gif: moving }[kind];
  const url = URL.createObjectURL(await make(view, theme));
  h("a", { href: url, download: `${view.game}.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * The address of a drawing, after so many of the moves.
 * @param {PositionView} view
 * @param {number} plies
 * @param {string} theme
 * @param {number} width
 */
export function drawingOf(view, plies, theme, width) {
  const moves = view.plies.slice(0, plies).map(({ text }) => text);
  const query = new URLSearchParams({ game: view.game, theme, width: String(width) });
  for (const [name, value] of Object.entries(view.parameters))
    query.append("parameter", `${name}=${value}`);
  if (!view.start_is_default) query.append("position", view.start);
  query.append("moves", moves.join(" "));
  return `/api/svg?${query}`;
}

/** @param {PositionView} view @param {string} theme */
async function svg(view, theme) {
  const answer = await transport.fetch(drawingOf(view, view.plies.length, theme, WIDE));
  return answer.blob();
}

/** @param {PositionView} view @param {string} theme @returns {Promise<Blob>} */
async function png(view, theme) {
  const canvas = await painted(drawingOf(view, view.plies.length, theme, WIDE));
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(words.exchange.noPicture)))),
  );
}

/** @param {PositionView} view @param {string} theme */
async function moving(view, theme) {
  const last = view.plies.length;
  const frames = [];
  let [width, height] = [0, 0];
  for (let plies = 0; plies <= last; plies += 1) {
    const canvas = await painted(drawingOf(view, plies, theme, WIDE_MOVING));
    ({ width, height } = canvas);
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    frames.push({ pixels, seconds: plies < last ? MOVE_SECONDS : LAST_SECONDS });
  }
  return new Blob([gif(width, height, frames)], { type: "image/gif" });
}

/** @param {string} address */
async function painted(address) {
  const image = new Image();
  image.src = await transport.imageAddress(address);
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas;
}
