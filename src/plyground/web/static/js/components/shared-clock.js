/**
 * The clocks of a shared game as the page shows them between two messages of the server.
 *
 * @import { SharedClockView } from "../api-types.js"
 */

import { clock } from "../dom.js";

const HURRY = 10; // seconds from which on tenths are shown

/**
 * What a player has left, so many milliseconds after the server has said it.
 * @param {SharedClockView} said
 * @param {number} player
 * @param {number} since
 */
export function secondsLeft({ seconds, running }, player, since) {
  return Math.max(0, seconds[player] - (running === player ? since / 1000 : 0));
}

/**
 * Time as people read it: 4:07, and 8.3 when it runs out.
 * @param {number} seconds
 */
export function shownTime(seconds) {
  return seconds < HURRY ? (Math.floor(seconds * 10) / 10).toFixed(1) : clock(seconds);
}
