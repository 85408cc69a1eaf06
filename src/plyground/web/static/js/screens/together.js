/**
 * Together: two people play a game through the server. Without a game in the address one is made.
 *
 * @import { Shell } from "../main.js"
 * @import { State } from "../router.js"
 */

import { positionView } from "../api.js";
import { words } from "../words.js";
import { SharedBoard } from "../components/shared-board.js";
import { shareForm } from "../components/share-form.js";

/**
 * @param {HTMLElement} container
 * @param {State} state
 * @param {Shell} shell
 */
export async function mount(container, state, shell) {
  await shell.stylesheet("together.css");
  const together = new Together(container, shell);
  await together.update(state);
  return together;
}

class Together {
  keys = [
    ["← →", words.keys.walkGame],
    [words.keys.homeEnd, words.keys.ends],
    [words.keys.enter, words.keys.playCell],
    [words.keys.digits, words.keys.playNamed],
    [words.keys.escape, words.keys.putDown],
  ];
  #container;
  #shell;
  /** @type {SharedBoard | null} */
  #board = null;

  /** @param {HTMLElement} container @param {Shell} shell */
  constructor(container, shell) {
    this.#container = container;
    this.#shell = shell;
  }

  /** @param {State} state */
  async update({ position, moves, query: { shared, key } }) {
    this.unmount();
    this.#board = shared ? new SharedBoard(this.#shell, shared, key ?? null) : null;
    const { name, values } = this.#shell.game;
    this.#container.replaceChildren(
      this.#board?.element ??
        shareForm(
          this.#shell,
          await positionView({ game: name, parameters: values, position, moves }),
        ),
    );
  }

  unmount() {
    this.#board?.close();
  }
}
