"""All positions after so many plies, of mirror images one, as sorted arrays of keys.

A key holds its position (`discs_of`), so nothing else is kept. Positions may have been reached by
players who missed a win; those in which somebody has four are not among them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.games.connect_four.solver.board import Board, holds_four, slots_of
from plyground.games.connect_four.solver.search import EVERYTHING, OPEN, key_of, plain_bounds
from plyground.kernel import compiled, search_kernel
from plyground.kernel.bits import highest_bit

CHUNK = 1_000_000  # positions whose successors are listed at once


@compiled
def discs_of(key: int, board: Any) -> tuple[int, int]:
    """The discs of the player to move and all discs, of the position with that key.

    A key is the sum of both. In a column with n discs all of them are 2**n - 1, and those of the
    player to move at most as many, so that the highest bit of the sum plus one stands at n.
    """
    mine, mask, bits = 0, 0, board.height() + 1
    for column in range(board.width()):
        shift = column * bits
        part = (key >> shift & ((1 << bits) - 1)) + 1
        full = 1 << highest_bit(part)
        mask |= (full - 1) << shift
        mine |= (part - full) << shift
    return mine, mask


@search_kernel
def list_successors(board: Any, keys: Any, found: Any) -> int:
    """How many keys were written: of what every move leads to, with repetitions."""
    number = 0
    for place in range(keys.shape[0]):
        mine, mask = discs_of(int(keys[place]), board)
        slots = slots_of(mask, board)
        while slots:
            move = slots & -slots
            slots ^= move
            if not holds_four(mine | move, board):
                found[number] = key_of(mine ^ mask, mask | move, EVERYTHING, board)
                number += 1
    return number


@search_kernel
def list_open(board: Any, keys: Any, found: Any) -> int:
    """How many keys were written: of the positions that are not won at once."""
    number = 0
    for place in range(keys.shape[0]):
        mine, mask = discs_of(int(keys[place]), board)
        least, most = plain_bounds(mine, mask, board)
        if least < most:
            found[number] = keys[place]
            number += 1
    return number


@search_kernel
def back_up(board: Any, keys: Any, next_keys: Any, next_scores: Any, scores: Any) -> None:
    """Write the scores of open positions out of those of the open positions a ply later."""
    for place in range(keys.shape[0]):
        mine, mask = discs_of(int(keys[place]), board)
        slots, best = slots_of(mask, board), -OPEN
        while slots:
            move = slots & -slots
            slots ^= move
            least, most = plain_bounds(mine ^ mask, mask | move, board)
            if least < most:
                key = key_of(mine ^ mask, mask | move, EVERYTHING, board)
                least = int(next_scores[np.searchsorted(next_keys, key)])
            best = max(best, -least)
        scores[place] = best


def successors(keys: Any, board: Board) -> Any:
    """The keys of what follows, sorted."""
    found = np.zeros(0, np.int64)
    for first in range(0, len(keys), CHUNK):
        chunk = keys[first : first + CHUNK]
        room = np.zeros(len(chunk) * board.width(), np.int64)
        found = np.union1d(found, room[: list_successors(board, chunk, room)])
    return found


def open_positions(board: Board, plies: int) -> list[Any]:
    """By ply up to `plies`, the keys of positions that are neither over nor won at once."""
    running = np.zeros(1, np.int64)
    found = [running]
    for _ in range(plies):
        running = successors(running, board)
        room = np.zeros(len(running), np.int64)
        found.append(room[: list_open(board, running, room)])
    return found
