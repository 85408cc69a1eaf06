"""A strong alpha-beta: iterative deepening with everything that pays, each part a switch.

Written as negamax: values are from the side to move, a window (alpha, beta) asks for the exact
value only between its ends, and what comes back outside is a bound. See `minimax` for how ends of
games are valued; without reductions and dropped moves this search finds the same values, sooner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import (
    by_reference,
    compiled,
    count_legal_moves,
    enter_node,
    inlined,
    search_kernel,
)
from plyground.kernel.monitor import (
    CUTOFFS,
    DEPTH,
    EVALUATIONS,
    NODES,
    SELECTIVE_DEPTH,
    STOP,
    TABLE_HITS,
)
from plyground.search.busy import is_taken, release, take
from plyground.search.deferring import defer, take_back, work_of
from plyground.search.minimax import (
    INFINITY,
    PROVEN,
    WIN,
    from_table,
    keep_line,
    show_root,
    to_table,
)
from plyground.search.questions import ask, is_open, look_back, take_answer
from plyground.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    pack,
    probe,
    settles,
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
    asked: Any  # [ply, 4]: see `questions`
    answer: Any
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


@inlined
def value_of_leaf(position: Any, task: Any, ply: int, count: int, monitor: Any) -> int:
    """The result where there are no moves; otherwise what the evaluator says."""
    if count == 0:
        return int(position.result()) * (WIN - ply)
    monitor[EVALUATIONS] += 1
    monitor[SELECTIVE_DEPTH] = max(int(monitor[SELECTIVE_DEPTH]), ply)
    return int(task.evaluator.evaluate(position))


@compiled
class Known(NamedTuple):
    """What the table knows about a position."""

    key: int  # 0 where the table is not used
    symmetry: int  # leads from the position to the image that has the key
    move: int  # the best one, of the image; -1 if unknown
    value: int
    bound: int  # 0 if the value does not count here

    def settles(self, alpha: int, beta: int) -> bool:
        """Whether the value is all that the window asks for."""
        return settles(self.bound, self.value, alpha, beta)


@inlined
def is_kept(features: Any, depth: int) -> bool:
    """Whether positions to be searched to this depth are looked up and stored."""
    return bool(features.table) and depth >= KEPT_DEPTH


@inlined
def look_up(position: Any, features: Any, memory: Any, depth: int, ply: int, monitor: Any) -> Any:
    """What the table knows; at the root only a move, since a choice is wanted there."""
    if not is_kept(features, depth):
        return Known(0, 0, -1, 0, 0)
    key, symmetry = table_key(position, features, ply)
    data = probe(memory.table, key)
    if data == 0:
        return Known(key, symmetry, -1, 0, 0)
    monitor[TABLE_HITS] += 1
    bound = unpack_bound(data) if ply > 0 and unpack_depth(data) >= depth else 0
    value = from_table(unpack_value(data), ply)
    return Known(key, symmetry, unpack_move(data), value, bound)


@inlined
def remember(
    position: Any, known: Any, memory: Any, depth: int, ply: int, best: int, move: int, bound: int
) -> None:
    """Store what was found about a position, under the key it was looked up by."""
    if ply == 0 and memory.excluded.shape[0] > 0:
        return
    image = position.transform_move(known.symmetry, move)
    store(memory.table, known.key, pack(to_table(best, ply), image, depth, bound, memory.age))


@compiled
class Ranks(NamedTuple):
    """The order of the moves at a ply: the table's first, then by score as far as they are kept."""

    known: int  # 1 if the table's move is among them and stands first, otherwise 0
    kept: int
    total: int


@inlined
def rank_moves(position: Any, features: Any, known: Any, memory: Any, ply: int, count: int) -> Any:
    """The ranks of the moves at `ply`, the table's move brought to the front."""
    kept = max(1, count - count * features.drop_percent // 100)
    for i in range(count if known.move >= 0 else 0):
        move = int(memory.moves[ply, i])
        if position.transform_move(known.symmetry, move) == known.move:
            for j in range(i, 0, -1):  # the others keep their order
                memory.moves[ply, j] = memory.moves[ply, j - 1]
            memory.moves[ply, 0] = move
            return Ranks(1, kept, count)
    return Ranks(0, kept, count)


@inlined
def move_at(
    position: Any, task: Any, ranks: Any, memory: Any, depth: int, ply: int, turn: int
) -> int:
    """The move that has its turn, and stands at that place from then on."""
    if turn == ranks.known:
        score_moves(position, task, memory, ply, turn, ranks.total, depth)
    if turn >= ranks.known:
        return take_best(memory, ply, turn, ranks.total)
    return int(memory.moves[ply, turn])


@inlined
def less_for(features: Any, depth: int, place: int) -> int:
    """By how much a move so late in the order is looked at less deep at first."""
    if not features.reductions or depth < 3 or place < 3:
        return 0
    return 2 if place >= 10 and depth >= 5 else 1


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
    if count == 0 or depth <= 0 or ply + 2 >= memory.lengths.shape[0]:
        return value_of_leaf(position, task, ply, count, monitor)
    known = look_up(position, task.switches, memory, depth, ply, monitor)
    if known.settles(alpha, beta):
        return int(known.value)
    count_legal_moves(monitor, count)
    ranks = rank_moves(position, task.switches, known, memory, ply, count)
    ask(memory, ply, known.key, depth, alpha, beta)
    lowest, best, best_move, looked_at, waiting, turn = alpha, -INFINITY, -1, 0, 0, 0
    while turn < ranks.kept or waiting > 0:
        work, is_last = 0, turn >= ranks.kept
        place = take_back(memory, known.key, depth, ply, waiting, is_last) if waiting > 0 else -1
        if place >= 0:
            waiting -= 1
            move = int(memory.moves[ply, place])
        else:
            place, turn = turn, turn + 1
            move = move_at(position, task, ranks, memory, depth, ply, place)
            if is_excluded(memory, ply, move):
                continue
            work = work_of(memory, known.key, move, depth) if looked_at > 0 else 0
            if is_taken(memory.busy, work):
                waiting = defer(memory, ply, waiting, place)
                continue
        take(memory.busy, work)
        less = less_for(task.switches, depth, place) if looked_at > 0 else 0
        narrow = looked_at > 0 and task.switches.null_window
        looked_at += 1
        child, value = position.play(move), alpha + 1
        if less > 0:
            lower = depth - 1 - less
            value = -alphabeta(child, task, lower, ply + 1, -alpha - 1, -alpha, memory, monitor)
        if narrow and value > alpha and is_open(memory, ply):
            value = -alphabeta(child, task, depth - 1, ply + 1, -alpha - 1, -alpha, memory, monitor)
        if value > alpha and (value < beta or not narrow) and is_open(memory, ply):
            release(memory.busy, work)  # other threads join in: nothing matters more here
            work = 0
            value = -alphabeta(child, task, depth - 1, ply + 1, -beta, -alpha, memory, monitor)
        release(memory.busy, work)
        if monitor[STOP] != 0:
            return 0
        look_back(memory, ply, int(monitor[NODES]))
        if not is_open(memory, ply):
            memory.lengths[ply] = 0
            return take_answer(memory, ply)
        if value > best:
            best, best_move = value, move
        if value > alpha:
            alpha = value
            keep_line(memory, ply, move)
        if alpha >= beta:
            monitor[CUTOFFS] += 1
            remember_cutoff(memory, position.player(), ply, move, depth)
            break
    if is_kept(task.switches, depth):
        bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
        remember(position, known, memory, depth, ply, best, best_move, bound)
    return best


@search_kernel(title="alpha-beta")
def deepen(
    position: Any, task: Any, first_depth: int, last_depth: int, memory: Any, monitor: Any
) -> int:
    """The value of the deepest iteration that was completed, from `first_depth` on.

    Publishes each iteration in the monitor. Ends early when the game is proven won or lost
    within the depth looked at.
    """
    judge, room = by_reference(task), by_reference(memory)
    result = 0
    depth = first_depth
    while depth <= last_depth:
        width = task.switches.aspiration
        low, high = -INFINITY, INFINITY
        if width > 0 and depth > first_depth + 1 and abs(result) < PROVEN:
            low, high = result - width, result + width
        value = alphabeta(position, judge, depth, 0, low, high, room, monitor)
        while monitor[STOP] == 0 and (value <= low or value >= high) and high - low < 2 * INFINITY:
            if value <= low:
                low = -INFINITY
            if value >= high:
                high = INFINITY
            value = alphabeta(position, judge, depth, 0, low, high, room, monitor)
        if monitor[STOP] != 0:
            break
        result = value
        monitor[DEPTH] = depth
        show_root(memory, value, monitor)
        if abs(value) > PROVEN and WIN - abs(value) <= depth:
            break
        depth += 1
    return result
