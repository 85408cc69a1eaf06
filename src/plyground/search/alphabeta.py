"""A strong alpha-beta: iterative deepening with everything that pays, each part a switch.

Written as negamax: values are from the side to move, a window (alpha, beta) asks for the exact
value only between its ends, and what comes back outside is a bound. See `minimax` for how ends of
games are valued; without reductions and dropped moves this search finds the same values, sooner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import compiled, count_legal_moves, enter_node, mix, search_kernel
from plyground.kernel.monitor import (
    CUTOFFS,
    DEPTH,
    EVALUATIONS,
    SELECTIVE_DEPTH,
    STOP,
    TABLE_HITS,
)
from plyground.search.busy import is_shared, is_taken, release, take
from plyground.search.minimax import INFINITY, PROVEN, WIN, keep_line, show_root
from plyground.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    pack,
    probe,
    store,
    unpack_bound,
    unpack_depth,
    unpack_move,
    unpack_value,
)

KILLER_BONUS = 1 << 30
RATING_WEIGHT = 1 << 12  # one point of rating against one of history
LARGEST_RATING = 1 << 17  # a killer is looked at before any rating
HISTORY_LIMIT = 1 << 20
RATED_DEPTH = 2  # below this, looking at a move costs less than rating it
KEPT_DEPTH = 2  # below this, searching again costs less than going to the table
SHARED_DEPTH = 2  # from here on threads leave each other's moves for later


@compiled
class Features(NamedTuple):
    """The parts that can be switched off, to see what each is worth."""

    table: int = 1
    symmetry_plies: int = 4  # near the root, positions that are mirror images share entries
    symmetries: int = 1  # how many the game has
    null_window: int = 1  # look at all but the first move with an empty window first
    aspiration: int = 40  # width of the first window around the last value; 0 for none
    killers: int = 1
    history: int = 1
    ordering: int = 1  # by the rater
    reductions: int = 1  # look at late moves less deep first
    drop_percent: int = 0  # leave out so many of the worst rated moves


@compiled
class Memory(NamedTuple):
    """Arrays to work in; `table` and `busy` are shared by threads, the others one thread's."""

    table: Any  # [slot, 2]
    moves: Any  # [ply, move]
    scores: Any  # [ply, move]
    busy: Any  # [slot]: moves that some thread is looking at; empty for a single thread
    deferred: Any  # [ply, rank]: places in `moves` of those that another thread was looking at
    killers: Any  # [ply, 2]
    history: Any  # [player, move]
    lines: Any  # [ply, ply]
    lengths: Any  # [ply]
    excluded: Any  # [rank]: moves at the root that better lines have taken
    age: int  # of this search, in the table


@compiled
def table_key(position: Any, features: Any, ply: int) -> tuple[int, int]:
    """The key to look up, and the symmetry that leads to it; 0 where images do not share."""
    best, chosen = position.key(), 0
    if ply < features.symmetry_plies:
        for symmetry in range(1, features.symmetries):
            key = position.transform(symmetry).key()
            if key < best:
                best, chosen = key, symmetry
    return best, chosen


@compiled
def known_move_first(
    position: Any, memory: Any, ply: int, count: int, known: int, symmetry: int
) -> int:
    """1 if the table's move is legal here, and then it is the first; otherwise 0."""
    for i in range(count if known >= 0 else 0):
        move = int(memory.moves[ply, i])
        if position.transform_move(symmetry, move) == known:
            for j in range(i, 0, -1):  # the others keep their order
                memory.moves[ply, j] = memory.moves[ply, j - 1]
            memory.moves[ply, 0] = move
            return 1
    return 0


@compiled
def score_moves(
    position: Any, task: Any, memory: Any, ply: int, first: int, count: int, depth: int
) -> None:
    """Write a score for each of the moves at `ply` from place `first` on: larger is sooner.

    Killers come first, then the others by rating and history.
    """
    features, player = task.switches, position.player()
    rated = (features.ordering and depth >= RATED_DEPTH) or features.drop_percent
    for i in range(first, count):
        move = int(memory.moves[ply, i])
        score = 0
        if rated:
            rating = min(LARGEST_RATING, max(-LARGEST_RATING, int(task.rater.rate(position, move))))
            score += RATING_WEIGHT * rating
        if features.history:
            score += int(memory.history[player, move])
        if features.killers and (move == memory.killers[ply, 0] or move == memory.killers[ply, 1]):
            score += KILLER_BONUS
        memory.scores[ply, i] = score


@compiled
def take_best(memory: Any, ply: int, first: int, count: int) -> int:
    """The best scored move from place `first` on, moved there."""
    best = first
    for i in range(first + 1, count):
        if memory.scores[ply, i] > memory.scores[ply, best]:
            best = i
    move, score = int(memory.moves[ply, best]), int(memory.scores[ply, best])
    for i in range(best, first, -1):  # the others keep their order
        memory.moves[ply, i] = memory.moves[ply, i - 1]
        memory.scores[ply, i] = memory.scores[ply, i - 1]
    memory.moves[ply, first], memory.scores[ply, first] = move, score
    return move


@compiled
def remember_cutoff(memory: Any, player: int, ply: int, move: int, depth: int) -> None:
    """Note that `move` refuted a line: as a killer of its ply, and in the history."""
    if memory.killers[ply, 0] != move:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = move
    worth = int(memory.history[player, move]) + depth * depth
    memory.history[player, move] = min(worth, HISTORY_LIMIT)


@compiled
def is_excluded(memory: Any, ply: int, move: int) -> bool:
    """Whether a better line already begins with this move at the root."""
    if ply == 0:
        for rank in range(memory.excluded.shape[0]):
            if memory.excluded[rank] == move:
                return True
    return False


@compiled
def work_of(memory: Any, key: int, move: int, depth: int) -> int:
    """A number for this move from this position to this depth; 0 where no thread shares."""
    if not is_shared(memory.busy) or depth < SHARED_DEPTH:
        return 0
    return mix(key, move << 8 | depth) | 1


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


@search_kernel
def alphabeta(
    position: Any, task: Any, depth: int, ply: int, alpha: int, beta: int, memory: Any, monitor: Any
) -> int:
    """The value of `position` within the window; meaningless once stopped.

    1. Ends of games and of the depth. 2. What the table knows. 3. Moves in a promising order,
    the later ones with an empty window or reduced depth first. 4. What to remember.
    """
    if enter_node(monitor):
        return 0
    memory.lengths[ply] = 0
    count = position.fill_moves(memory.moves[ply])
    if count == 0:
        return int(position.result()) * (WIN - ply)
    if depth <= 0 or ply + 2 >= memory.lengths.shape[0]:
        monitor[EVALUATIONS] += 1
        monitor[SELECTIVE_DEPTH] = max(int(monitor[SELECTIVE_DEPTH]), ply)
        return int(task.evaluator.evaluate(position))
    features, lowest = task.switches, alpha
    key, symmetry, hash_move = 0, 0, -1
    if features.table and depth >= KEPT_DEPTH:
        key, symmetry = table_key(position, features, ply)
        data = probe(memory.table, key)
        if data != 0:
            monitor[TABLE_HITS] += 1
            hash_move = unpack_move(data)
            value, bound = from_table(unpack_value(data), ply), unpack_bound(data)
            if ply > 0 and unpack_depth(data) >= depth:
                if bound == EXACT or (bound == AT_LEAST and value >= beta):
                    return value
                if bound == AT_MOST and value <= alpha:
                    return value
    count_legal_moves(monitor, count)
    known = known_move_first(position, memory, ply, count, hash_move, symmetry)
    kept = max(1, count - count * features.drop_percent // 100)
    best, best_move, looked_at, deferred, turn = -INFINITY, -1, 0, 0, 0
    while turn < kept + deferred:
        if turn == known:
            score_moves(position, task, memory, ply, known, count, depth)
        i = turn if turn < kept else int(memory.deferred[ply, turn - kept])
        move = (
            take_best(memory, ply, i, count) if known <= turn < kept else int(memory.moves[ply, i])
        )
        turn += 1
        if is_excluded(memory, ply, move):
            continue
        work = 0
        if looked_at > 0 and turn <= kept:
            work = work_of(memory, key, move, depth)
            if is_taken(memory.busy, work):
                memory.deferred[ply, deferred] = i
                deferred += 1
                continue
        take(memory.busy, work)
        child = position.play(move)
        later = looked_at > 0
        looked_at += 1
        value = alpha + 1
        if later and features.reductions and depth >= 3 and i >= 3:
            less = depth - 2 - (1 if i >= 10 and depth >= 5 else 0)
            value = -alphabeta(child, task, less, ply + 1, -alpha - 1, -alpha, memory, monitor)
        if later and features.null_window and value > alpha:
            value = -alphabeta(child, task, depth - 1, ply + 1, -alpha - 1, -alpha, memory, monitor)
        if not later or (value > alpha and (value < beta or not features.null_window)):
            value = -alphabeta(child, task, depth - 1, ply + 1, -beta, -alpha, memory, monitor)
        release(memory.busy, work)
        if monitor[STOP] != 0:
            return 0
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                keep_line(memory, ply, move)
        if alpha >= beta:
            monitor[CUTOFFS] += 1
            remember_cutoff(memory, position.player(), ply, move, depth)
            break
    if features.table and depth >= KEPT_DEPTH and not (ply == 0 and memory.excluded.shape[0] > 0):
        bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
        image = position.transform_move(symmetry, best_move)
        store(memory.table, key, pack(to_table(best, ply), image, depth, bound, memory.age))
    return best


@search_kernel
def deepen(
    position: Any, task: Any, first_depth: int, last_depth: int, memory: Any, monitor: Any
) -> int:
    """The value of the deepest iteration that was completed, from `first_depth` on.

    Publishes each iteration in the monitor. Ends early when the game is proven won or lost
    within the depth looked at.
    """
    result = 0
    depth = first_depth
    while depth <= last_depth:
        width = task.switches.aspiration
        low, high = -INFINITY, INFINITY
        if width > 0 and depth > first_depth + 1 and abs(result) < PROVEN:
            low, high = result - width, result + width
        value = alphabeta(position, task, depth, 0, low, high, memory, monitor)
        while monitor[STOP] == 0 and (value <= low or value >= high) and high - low < 2 * INFINITY:
            if value <= low:
                low = -INFINITY
            if value >= high:
                high = INFINITY
            value = alphabeta(position, task, depth, 0, low, high, memory, monitor)
        if monitor[STOP] != 0:
            break
        result = value
        monitor[DEPTH] = depth
        show_root(memory, value, monitor)
        if abs(value) > PROVEN and WIN - abs(value) <= depth:
            break
        depth += 1
    return result
