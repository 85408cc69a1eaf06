"""Games from which lessons are drawn: random moves and right ones, the share of each by chance.

A game is the moves made so far, in `path`, and a state; both are changed in place:

    SEED        of the next random number
    LENGTH      moves made so far
    CHANCE      of a random move, in CERTAIN; drawn anew for every game
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled
from plyground.kernel.bits import FULL_WORD, mix
from plyground.kernel.chance import next_seed, pick

SEED, LENGTH, CHANCE, FIELDS = range(4)  # of a state
CERTAIN = 256


def new_state(seed: int) -> np.ndarray:
    """No move is made yet; all of the first game are random."""
    state = np.zeros(FIELDS, np.int64)
    state[SEED], state[CHANCE] = mix(seed & FULL_WORD, 0), CERTAIN
    return state


@compiled
def chance_below(state: Any, count: int) -> int:
    """A random number below `count`."""
    state[SEED] = next_seed(int(state[SEED]))
    return pick(int(state[SEED]), count)


@compiled
def begin_game(state: Any) -> None:
    """Go back to the start, with another share of random moves."""
    state[LENGTH], state[CHANCE] = 0, chance_below(state, CERTAIN + 1)


@compiled
def position_reached(start: Any, path: Any, state: Any) -> Any:
    """The position that the game has come to."""
    position = start
    for ply in range(state[LENGTH]):
        position = position.play(int(path[ply]))
    return position


@compiled
def chosen_move(moves: Any, count: int, worths: Any, known: bool, state: Any) -> int:
    """A random move, or where it is known and chance wills it, one that keeps the value."""
    right = 0
    for i in range(count):
        right += known and worths[int(moves[i])] > 0
    if right == 0 or chance_below(state, CERTAIN) < state[CHANCE]:
        return int(moves[chance_below(state, count)])
    wanted = chance_below(state, right)
    for i in range(count):
        if worths[int(moves[i])] > 0:
            if wanted == 0:
                return int(moves[i])
            wanted -= 1
    return -1
