"""A ladder of solvers: plain negamax, and the steps that make a solver of it, each a switch.

Every combination finds the same score; what changes is how many positions it looks at. It is
written to be read (docs/algorithms/solver-ladder.md); `solver` is the one to be used. Boards and
scores are the solver's: bits as `solver.board` says, 0 for a draw, more for a sooner win.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.board import (
    board_of,
    completing,
    mirrored,
    slots_of,
)
from plyground.games.connect_four.solver.search import next_goal, plain_bounds
from plyground.games.connect_four.solver.table import keep, look_up, lower_of, new_table, upper_of
from plyground.kernel import Monitor, compiled, lowest_bit, popcount, search_kernel
from plyground.kernel.bits import highest_bit
from plyground.kernel.monitor import NODES, begin_anew, enter_node, peek, stop_requested, tell
from plyground.solvers.exact_search import Bounds

BEYOND = 100  # more than any score
MOST_MEGABYTES = 64.0  # that the table may grow to


@compiled
class Steps(NamedTuple):
    """The steps of the ladder, 1 where they are taken; without any it is plain negamax."""

    pruning: int = 0
    centre: int = 0
    table: int = 0
    safe: int = 0
    threats: int = 0
    narrowing: int = 0
    mirrors: int = 0


TITLES = (  # what people call them
    "alpha-beta",
    "middle columns first",
    "table of positions",
    "no move that loses at once",
    "most threats first",
    "yes-or-no questions",
    "mirror images are one",
)
RUNGS = ("plain negamax", *(f"+ {title}" for title in TITLES), "the full solver")
LADDER = tuple(
    Steps(*(int(place < taken) for place in range(len(Steps._fields))))
    for taken in range(len(Steps._fields) + 1)
)

_GAME = "66276332362733421147744374"
POSITIONS = {  # to try it on: the columns that were played
    "the end, 26 discs": _GAME,
    "22 discs": _GAME[:22],
    "the middle, 18 discs": _GAME[:18],
    "14 discs": _GAME[:14],
    "the opening, 6 discs": "444444",
    "the empty board": "",
}


@compiled
def moves_that_do_not_lose(mine: int, mask: int, board: Any) -> int:
    """The slots after which the other does not win at once."""
    slots, threats = slots_of(mask, board), completing(mine ^ mask, mask, board)
    pressing = slots & threats
    if pressing & (pressing - 1):
        return 0  # two cells to block, and one disc
    if pressing:
        slots = pressing
    return int(slots & ~(threats >> 1))


@compiled
def rank_of(move: int, mine: int, mask: int, steps: Any, board: Any) -> int:
    """How promising a move is: the threats it makes, then how near to the middle it is."""
    rank = 0
    if steps.threats:
        rank += 64 * popcount(completing(mine | move, mask | move, board))
    if steps.centre:
        column = lowest_bit(move) // (board.height() + 1)
        rank -= abs(2 * column - board.width() + 1)
    return int(rank)


@compiled
def most_promising(moves: int, mine: int, mask: int, steps: Any, board: Any) -> int:
    """The move of highest rank, the leftmost of equals."""
    chosen, best = 0, -BEYOND
    while moves:
        move = moves & -moves
        moves ^= move
        rank = rank_of(move, mine, mask, steps, board)
        if rank > best:
            chosen, best = move, rank
    return int(chosen)


@compiled
def key_of(mine: int, mask: int, steps: Any, board: Any) -> int:
    """The number under which the table keeps a position; with `mirrors` its image has the same."""
    key = mine + mask
    return min(key, mirrored(key, board)) if steps.mirrors else key


@search_kernel(title="the ladder of solvers")
def negamax(
    board: Any, mine: int, mask: int, alpha: int, beta: int, steps: Any, table: Any, monitor: Any
) -> int:
    """The score for the player to move, if it lies between alpha and beta; otherwise a bound.

    What is alpha or less is an upper bound, what is beta or more a lower one. Requires a game that
    is not won. 1. The end of the game, or the move before it. 2. Which scores are possible.
    3. The moves, one after the other. 4. What to remember.
    """
    if enter_node(monitor):
        return 0
    tell(monitor, 1)
    moves = slots_of(mask, board)
    left = int(board.width() * board.height()) - popcount(mask)
    if moves == 0:
        return 0
    if moves & completing(mine, mask, board):
        return (left + 1) // 2
    least, most = -(left // 2), (left - 1) // 2
    if steps.safe:
        moves = moves_that_do_not_lose(mine, mask, board)
        if moves == 0:
            return least
        least = min(0, least + 1)
    key = key_of(mine, mask, steps, board)
    if steps.table:
        least, most = remembered(table, key, least, most)
        if least == most:
            return most
    if steps.pruning:
        alpha, beta = max(alpha, least), min(beta, most)
        if alpha >= beta:
            return beta
    begun, best = peek(monitor, NODES), -BEYOND
    while moves and best < beta:
        move = most_promising(moves, mine, mask, steps, board)
        moves ^= move
        low = max(alpha, best) if steps.pruning else -BEYOND
        value = -negamax(board, mine ^ mask, mask | move, -beta, -low, steps, table, monitor)
        best = max(best, value)
    if steps.table and not stop_requested(monitor):
        least, most = best if best > alpha else least, best if best < beta else most
        keep(table, key, least, most, highest_bit(peek(monitor, NODES) - begun + 1))
    return int(best)


@compiled
def remembered(table: Any, key: int, least: int, most: int) -> tuple[int, int]:
    """The bounds of a score, narrower where the table knows the position."""
    entry = look_up(table, key)
    if entry == 0:
        return least, most
    return max(least, lower_of(entry)), min(most, upper_of(entry))


@compiled
def narrowed(board: Any, mine: int, mask: int, steps: Any, table: Any, monitor: Any) -> int:
    """The score by questions: is it at least this much? A window of 1 says no more than that."""
    low, high = plain_bounds(mine, mask, board)
    turn = 0
    while low < high and not stop_requested(monitor):
        goal = next_goal(low, high, turn)
        value = negamax(board, mine, mask, goal - 1, goal, steps, table, monitor)
        low, high = (value, high) if value >= goal else (low, value)
        turn += 1
    return int(low)


@search_kernel(title="the ladder of solvers")
def climb(position: Any, board: Any, steps: Any, nodes: int, table: Any, monitor: Any) -> Any:
    """The score as bounds that meet, unless it took `nodes` nodes, if that is not 0.

    Requires a game that is not over.
    """
    begin_anew(monitor, nodes)
    mine, mask = position.mine, position.mine | position.theirs
    if steps.narrowing and steps.pruning:
        score = narrowed(board, mine, mask, steps, table, monitor)
    else:
        score = negamax(board, mine, mask, -BEYOND, BEYOND, steps, table, monitor)
    if stop_requested(monitor):
        return Bounds(-BEYOND, BEYOND, int(monitor[NODES]))
    return Bounds(int(score), int(score), int(monitor[NODES]))


class Climbed(NamedTuple):
    """What it took to find a score; None if it took more nodes than were allowed."""

    score: int | None
    nodes: int
    seconds: float  # of processor time


def score_by(position: ConnectFourPosition, steps: Steps, nodes: int = 0) -> Climbed:
    """The score of a position, found with these steps and an empty table.

    Gives up after `nodes` nodes, if that is not 0. Requires a game that is not over.
    """
    call = ladder_call(position, steps, nodes)
    climb.prepare(*call)
    begun = time.process_time()
    found = climb(*call)
    taken = time.process_time() - begun
    return Climbed(found.low if found.low == found.high else None, found.nodes, taken)


def ladder_call(
    position: ConnectFourPosition, steps: Steps, nodes: int, megabytes: float = MOST_MEGABYTES
) -> tuple[Any, ...]:
    """The arguments of `climb`, with an empty table."""
    width, height = position.width, position.height
    table = new_table(megabytes, width * (height + 1))
    return position, board_of(width, height), steps, nodes, table, Monitor().array
