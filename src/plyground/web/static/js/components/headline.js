import { words } from "../words.js";

/**
 * What a person sees first at the end of a game: "You won" where one played, otherwise who won.
 * @param {number | null} winner
 * @param {number[]} people the players that are people
 * @param {string[]} players
 */
export function headline(winner, people, players) {
  if (winner === null) return words.end.draw;
  if (people.length !== 1) return words.end.won(players[winner]);
  return people[0] === winner ? words.end.youWon : words.end.youLost;
}
