"""Minimax and alpha-beta as the reports define them: one algorithm with switches.

Values are from the side to move. A finished game is worth WIN minus the plies it took for the
winner, so that quick wins and late losses are preferred, as in the tic-tac-toe report (QUICK);
or always WIN (FLAT); or what the evaluator says, as in the Konane report (JUDGED). The first of
equally good moves is kept. With `pruning`, a subtree is left as soon as its value is known to be
at least `beta`; what comes back then is a lower bound, otherwise the exact minimax value. Ordered
below the root only, it chooses the very move that it would choose unordered, sooner.

With a cache, scores of positions are kept, from turn to turn as well (the tic-tac-toe report,
section 3.5). A score counts for a search of the same depth, or for any if no line it came from was
broken off; so the choice is that without a cache, sooner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import by_reference, compiled, count_legal_moves, enter_node, search_kernel
from plyground.kernel.monitor import (
    BEST_MOVE,
    CUTOFFS,
    EVALUATIONS,
    LINE,
    LINE_LENGTH,
    LONGEST_LINE,
    SCORE,
    SELECTIVE_DEPTH,
    STOP,
    TABLE_HITS,
)
from plyground.search.table import (
    AT_LEAST,
    AT_MOST,
    DEEPEST,
    EXACT,
    pack,
    probe,
    store,
    unpack_bound,
    unpack_depth,
    unpack_value,
)

WIN = 1_000_000_000
PROVEN = WIN - 10_000  # values beyond this are wins or losses by force
INFINITY = 2 * WIN
QUICK, FLAT, JUDGED = 0, 1, 2
UNORDERED, ORDERED, ORDERED_BELOW = 0, 1, 2
TO_THE_END = DEEPEST  # the depth of a score in the cache that no evaluation went into


@compiled
class Switches(NamedTuple):
    """What makes one algorithm into several."""

    pruning: int = 1  # alpha-beta instead of plain minimax
    ordering: int = 0  # look at the best rated moves first: UNORDERED, ORDERED, ORDERED_BELOW
    drop_percent: int = 0  # forward pruning: leave out so many of the worst rated moves
    only_rated: int = 0  # look only at moves rated above 0, as long as there are any
    ends: int = 0  # what finished games are worth: QUICK, FLAT or JUDGED


@compiled
class Task(NamedTuple):
    """Who judges, and how to search."""

    evaluator: Any
    rater: Any
    switches: Any


@compiled
class Scratch(NamedTuple):
    """Arrays to work in."""

    moves: Any  # [ply, move]
    ratings: Any  # [move]
    lines: Any  # [ply, ply]: the best line from each ply on
    lengths: Any  # [ply]
    cache: Any  # [slot, 2]: scores of positions; no slots for none
    leaves: Any  # [1]: how many positions were judged instead of searched


@compiled
def to_table(value: int, ply: int) -> int:
    """A won or lost value as a distance from here instead of from the root."""
    if value > PROVEN:
        return value + ply
    return value - ply if value < -PROVEN else value


@compiled
def from_table(value: int, ply: int) -> int:
    """The inverse of `to_table`."""
    if value > PROVEN:
        return value - ply
    return value + ply if value < -PROVEN else value


@compiled
def kept_value(data: int, switches: Any, ply: int) -> int:
    """The score in the cache's entry, as it is at this ply."""
    value = unpack_value(data)
    return from_table(value, ply) if switches.ends == QUICK else value


@compiled
def is_settled(data: int, value: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether the cache's entry (0 for none) is all that a search of that depth would find."""
    known, bound = unpack_depth(data), unpack_bound(data)
    if data == 0 or (known != depth and known != TO_THE_END):
        return False
    if bound == AT_LEAST:
        return value >= beta
    return bound == EXACT or value <= alpha


@compiled
def keep_value(
    key: int, switches: Any, depth: int, ply: int, value: int, bound: int, cache: Any
) -> None:
    """Put a score into the cache."""
    if switches.ends == QUICK:
        value = to_table(value, ply)
    store(cache, key, pack(value, -1, depth, bound, 0))


@compiled
def order_moves(position: Any, rater: Any, moves: Any, ratings: Any, count: int) -> None:
    """Sort the first `count` moves, best rated first; equally rated ones stay as they are."""
    for i in range(count):
        move = int(moves[i])
        rating = rater.rate(position, move)
        place = i
        while place > 0 and ratings[place - 1] < rating:
            ratings[place] = ratings[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        ratings[place] = rating
        moves[place] = move


@compiled
def is_ordered(switches: Any, ply: int) -> bool:
    """Whether moves at this ply are rated."""
    if switches.drop_percent or switches.only_rated or switches.ordering == ORDERED:
        return True
    return switches.ordering == ORDERED_BELOW and ply > 0


@compiled
def keep_line(scratch: Any, ply: int, move: int) -> None:
    """The best line from `ply` is `move` and then the best line from the next ply."""
    length = scratch.lengths[ply + 1]
    scratch.lines[ply, 0] = move
    for i in range(length):
        scratch.lines[ply, i + 1] = scratch.lines[ply + 1, i]
    scratch.lengths[ply] = length + 1


@search_kernel
def look_ahead(
    position: Any,
    task: Any,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    scratch: Any,
    monitor: Any,
) -> int:
    """The value of `position`, looked at `depth` plies deep; meaningless once stopped.

    1. Enter, look into the cache, judge. 2. Order and drop moves. 3. Look at each; cut off where
    nothing is left to learn. 4. Keep the score.
    """
    if enter_node(monitor):
        return 0
    cached, key, least, before = scratch.cache.shape[0] > 0, 0, alpha, int(scratch.leaves[0])
    if cached:
        key = position.key()
        data = probe(scratch.cache, key)
        value = kept_value(data, task.switches, ply)
        if ply > 0 and is_settled(data, value, depth, alpha, beta):
            monitor[TABLE_HITS] += 1
            scratch.lengths[ply] = 0
            scratch.leaves[0] += unpack_depth(data) != TO_THE_END
            return value
    if ply > monitor[SELECTIVE_DEPTH]:
        monitor[SELECTIVE_DEPTH] = ply
    scratch.lengths[ply] = 0
    moves = scratch.moves[ply]
    count = position.fill_moves(moves)
    if count == 0:
        if task.switches.ends == JUDGED:
            return int(task.evaluator.evaluate(position))
        return int(position.result()) * (WIN - ply if task.switches.ends == QUICK else WIN)
    monitor[EVALUATIONS] += 1
    if depth == 0:
        scratch.leaves[0] += 1
        return int(task.evaluator.evaluate(position))
    count_legal_moves(monitor, count)
    if is_ordered(task.switches, ply):
        order_moves(position, task.rater, moves, scratch.ratings, count)
        count = max(1, count - count * task.switches.drop_percent // 100)
        while task.switches.only_rated and count > 1 and scratch.ratings[count - 1] <= 0:
            count -= 1
    best = -INFINITY
    for i in range(count):
        move = int(moves[i])
        child = position.play(move)
        value = -look_ahead(child, task, depth - 1, ply + 1, -beta, -alpha, scratch, monitor)
        if monitor[STOP] != 0:
            return 0
        if value > best:
            best = value
            keep_line(scratch, ply, move)
            if ply == 0:
                show_root(scratch, best, monitor)
        if task.switches.pruning:
            if best >= beta:
                monitor[CUTOFFS] += 1
                break
            alpha = max(alpha, best)
    if cached:
        bound = AT_LEAST if best >= beta else EXACT if best > least else AT_MOST
        reach = depth if int(scratch.leaves[0]) > before else TO_THE_END
        keep_value(key, task.switches, reach, ply, best, bound, scratch.cache)
    return best


@search_kernel(title="minimax")
def minimax(position: Any, task: Any, depth: int, scratch: Any, monitor: Any) -> int:
    """The value of `position`, looked at `depth` plies deep; move and line are in the monitor."""
    judge, room = by_reference(task), by_reference(scratch)
    return int(look_ahead(position, judge, depth, 0, -INFINITY, INFINITY, room, monitor))


@search_kernel(title="minimax")
def judge_moves(
    position: Any,
    task: Any,
    depth: int,
    width: int,
    values: Any,
    scratch: Any,
    monitor: Any,
) -> int:
    """How many moves were judged: all, unless stopped; the value of each is in `values`.

    Values beyond plus or minus `width` are bounds: all that is known is that they are beyond it.
    """
    judge, room = by_reference(task), by_reference(scratch)
    count = position.fill_moves(scratch.moves[0])
    for i in range(count):
        child = position.play(int(scratch.moves[0, i]))
        values[i] = -look_ahead(child, judge, depth - 1, 1, -width, width, room, monitor)
        if monitor[STOP] != 0:
            return i
    return int(count)


@compiled
def show_root(scratch: Any, value: int, monitor: Any) -> None:
    """Tell the outside about a new best move and the line that follows it."""
    length = min(int(scratch.lengths[0]), LONGEST_LINE)
    for i in range(length):
        monitor[LINE + i] = scratch.lines[0, i]
    monitor[LINE_LENGTH] = length
    monitor[SCORE] = value
    monitor[BEST_MOVE] = scratch.lines[0, 0]
