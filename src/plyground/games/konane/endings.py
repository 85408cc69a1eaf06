"""Who wins Konane on a board of up to 61 squares, once some stones are gone: a lean search.

The solver of all games (`solvers.exact_search`) asks it once `GONE` stones are gone and at most
`STONES` are left. It is the same search with the same order of moves: replies left, and what each
side may still take. What makes it quicker are boards in one word (`boards`): a position is the set
of squares with a stone and whose turn it is, which is its key, too; so no two positions share one.

What both sides together may still take if the other stood still, their *prospects*, says how much
there is left to search. A position with few of them is kept in a small table of each thread's
own, which stays in the processor's cache; one with many is where threads avoid doing the same. A
position is looked up with its siblings, before any of them is searched. It is not looked up again:
every move takes a stone, so no sibling leads to it, but for another thread or a longer jump.

An entry of the small table is the key and who wins: key << 1 | 1 if the side to move does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.konane.boards import board_of, count_prospects, count_replies, fill_children
from plyground.games.konane.game import Konane
from plyground.games.konane.solving import BoardKeys, exact_keys
from plyground.kernel import by_reference, compiled, enter_node, inlined, popcount, search_kernel
from plyground.kernel.bits import FULL_WORD, STEP, WORD_BITS
from plyground.kernel.monitor import NODES, STOP
from plyground.search.busy import is_shared, is_taken, new_busy, release, take
from plyground.solvers.exact_table import new_table, probe, store, whole_table
from plyground.solvers.open_questions import (
    forget_questions,
    go_down,
    go_up,
    new_questions,
    take_answer,
)

GONE = 12  # stones, before which positions are never decided here
STONES = 33  # left, from which on they are: what is proven before is kept in files of proofs
FEWEST_SQUARES = 30  # smaller boards are as soon solved without
LARGE = 43  # squares of a board that needs its table whole
MANY = 4  # threads, which do not wait for one of them to make it larger
SOON = 6  # prospects, up to which positions are in the small table
SPLIT = 14  # prospects, from which on threads avoid doing the same
SMALL_BITS = 17  # of the number of entries in a small table
REPLIES, THEIRS, OWN = 4, 2, 1  # weights of the order, as in `prospects`
UNIT = 128  # scores are multiples of it, plus the prospects
PUT_OFF = UNIT << 10  # added to the score of a move that another thread is looking at


@compiled
class KonaneEndings(NamedTuple):
    """What a thread works with; the table and `busy` are those of all."""

    board: Any
    stones: int  # with so many left or fewer, positions are decided here
    keys: Any  # of positions: occupied squares, then whose turn it is
    table: Any
    busy: Any  # [slot]: keys that some thread is looking at, see `search.busy`
    small: Any  # [entry]
    children: Any  # [ply, move]: what is occupied after it
    scores: Any  # [ply, move]: small ones come first
    killers: Any  # [ply, 2]: squares that the last moves changed which won
    questions: Any  # see `open_questions`

    def knows(self, position: Any) -> bool:
        """Whether `wins` may be asked."""
        stones = popcount(int(position.mine[0])) + popcount(int(position.theirs[0]))
        return bool(stones <= self.stones)

    def answer(self, position: Any, goal: int, monitor: Any) -> tuple[int, int]:
        """The result, twice, whatever the goal: there are no draws. Meaningless once stopped."""
        return (1, 1) if decide(position, self, monitor) else (-1, -1)


@search_kernel
def decide(position: Any, endings: Any, monitor: Any) -> bool:
    """Whether the side to move wins; meaningless once stopped."""
    room, turn = by_reference(endings), int(position.player())
    occupied = int(endings.keys.key(position)) ^ turn << endings.board.squares
    forget_questions(endings.questions)
    left = both_prospects(occupied, room)
    if left <= SOON:
        return bool(wins_soon(occupied, turn, 0, left, room, monitor))
    return bool(wins_later(occupied, turn, 0, left, room, monitor))


@compiled
def both_prospects(occupied: int, room: Any) -> int:
    """What both sides together may still take."""
    black, white = int(room.board.colours[0]), int(room.board.colours[1])
    total = count_prospects(occupied, black, room.board)
    return int(total + count_prospects(occupied, white, room.board))


@inlined
def key_of(occupied: int, turn: int, room: Any) -> int:
    """The key of a position."""
    return occupied | turn << int(room.board.squares)


@inlined
def place_of(key: int) -> int:
    """Where the key stands in a small table."""
    return (key * STEP & FULL_WORD) >> (WORD_BITS - SMALL_BITS)


@compiled
def begin(occupied: int, turn: int, ply: int, room: Any) -> int:
    """How many moves there are, written with the replies they leave; -1 if one leaves none."""
    count = fill_children(occupied, turn, room.board, room.children, ply)
    least = rate_replies(room.children, room.scores, ply, count, 1 - turn, room.board)
    return -1 if least == 0 else count


@compiled
def rate_replies(children: Any, scores: Any, ply: int, count: int, player: int, board: Any) -> int:
    """Score moves by the replies that they leave the player; the fewest.

    A loop without branches, for the processor's vectors.
    """
    own, least = int(board.colours[player]), UNIT
    for i in range(count):
        replies = count_replies(int(children[ply, i]), own, board)
        scores[ply, i] = REPLIES * replies
        least = min(least, replies)
    return least


@compiled
def look_up_soon(count: int, turn: int, ply: int, room: Any) -> int:
    """How many moves are not known to lose, moved to the front; -1 if one is known to win."""
    kept = 0
    for i in range(count):
        child = int(room.children[ply, i])
        key = key_of(child, 1 - turn, room)
        entry = int(room.small[place_of(key)])
        if entry >> 1 != key:
            room.children[ply, kept], room.scores[ply, kept] = child, room.scores[ply, i]
            kept += 1
        elif entry & 1 == 0:
            return -1
    return kept


@compiled
def look_up_later(count: int, turn: int, ply: int, room: Any) -> int:
    """The same, where children are in the shared table."""
    kept = 0
    for i in range(count):
        child = int(room.children[ply, i])
        low, high = probe(room.table, key_of(child, 1 - turn, room))
        if high < 0:
            return -1
        if low < 0:
            room.children[ply, kept], room.scores[ply, kept] = child, room.scores[ply, i]
            kept += 1
    return kept


@compiled
def rate(occupied: int, count: int, turn: int, ply: int, left: int, room: Any) -> None:
    """Score the moves by replies and prospects; a move that won at the same ply is a bit better."""
    if count == 1:
        room.scores[ply, 0] = left - 1
        return
    first, second = int(room.killers[ply, 0]), int(room.killers[ply, 1])
    killers = occupied ^ first, occupied ^ second
    rate_prospects(room.children, room.scores, ply, count, turn, left, killers, room.board)


@compiled
def rate_prospects(
    children: Any,
    scores: Any,
    ply: int,
    count: int,
    turn: int,
    left: int,
    killers: tuple[int, int],
    board: Any,
) -> None:
    """Complete the scores of moves; without branches, too."""
    mine, enemies = int(board.colours[turn]), int(board.colours[1 - turn])
    for i in range(count):
        child = int(children[ply, i])
        theirs, own = count_prospects(child, enemies, board), count_prospects(child, mine, board)
        score = int(scores[ply, i]) + THEIRS * theirs - OWN * own
        score -= (child == killers[0]) | (child == killers[1])
        scores[ply, i] = UNIT * score + min(theirs + own, left - 1)


@compiled
def take_best(first: int, count: int, ply: int, room: Any) -> None:
    """Exchange the place `first` with the one of the smallest score from there on."""
    best, least = first, int(room.scores[ply, first])
    for i in range(first + 1, count):
        score = int(room.scores[ply, i])
        if score < least:
            best, least = i, score
    child = int(room.children[ply, best])
    room.children[ply, best], room.children[ply, first] = room.children[ply, first], child
    room.scores[ply, best], room.scores[ply, first] = room.scores[ply, first], least


@compiled
def remember_answer(changed: int, ply: int, room: Any) -> None:
    """Note which squares a move changed that won."""
    if room.killers[ply, 0] != changed:
        room.killers[ply, 1] = room.killers[ply, 0]
        room.killers[ply, 0] = changed


@search_kernel
def wins_soon(occupied: int, turn: int, ply: int, left: int, room: Any, monitor: Any) -> bool:
    """Whether the side to move wins, where `left`, the prospects of both sides, are few."""
    if enter_node(monitor):
        return False
    count = begin(occupied, turn, ply, room)
    if count <= 0:
        return count < 0
    count = look_up_soon(count, turn, ply, room)
    won, i = count < 0, 0
    if count > 0:
        rate(occupied, count, turn, ply, left, room)
    while i < count and not won:
        take_best(i, count, ply, room)
        child, rest = int(room.children[ply, i]), int(room.scores[ply, i]) & UNIT - 1
        won = not wins_soon(child, 1 - turn, ply + 1, rest, room, monitor)
        if monitor[STOP] != 0:
            return False
        if won:
            remember_answer(child ^ occupied, ply, room)
        i += 1
    key = key_of(occupied, turn, room)
    room.small[place_of(key)] = key << 1 | won
    return won


@search_kernel
def wins_later(occupied: int, turn: int, ply: int, left: int, room: Any, monitor: Any) -> bool:
    """Whether the side to move wins, with many prospects left.

    1. What is known. 2. Moves by their scores; those that another thread looks at come last, and a
    thread that finds its question, or an earlier one, answered meanwhile is done. 3. What to
    remember.
    """
    if enter_node(monitor):
        return False
    begun, split = int(monitor[NODES]), left >= SPLIT and is_shared(room.busy)
    count = begin(occupied, turn, ply, room)
    if count <= 0:
        return count < 0
    key = key_of(occupied, turn, room)
    if split:
        low, high = probe(room.table, key)
        if low == high:
            return bool(low > 0)
    count = look_up_later(count, turn, ply, room)
    won, i = count < 0, 0
    if count > 0:
        rate(occupied, count, turn, ply, left, room)
    while i < count and not won:
        take_best(i, count, ply, room)
        child, score = int(room.children[ply, i]), int(room.scores[ply, i])
        rest, child_key, before = score & UNIT - 1, key_of(child, 1 - turn, room), 0
        if split:
            if i > 0 and score < PUT_OFF // 2 and is_taken(room.busy, child_key):
                room.scores[ply, i] = score + PUT_OFF
                continue
            take(room.busy, child_key)
            go_down(room.questions, ply, key, 1)
            before = int(monitor[NODES])
        if rest <= SOON:
            won = not wins_soon(child, 1 - turn, ply + 1, rest, room, monitor)
        else:
            won = not wins_later(child, 1 - turn, ply + 1, rest, room, monitor)
        if split:
            release(room.busy, child_key)
        if monitor[STOP] != 0:
            return False
        if split and go_up(room.questions, room.table, ply, int(monitor[NODES]) - before):
            return take_answer(room.questions, ply) > 0
        if won:
            remember_answer(child ^ occupied, ply, room)
        i += 1
    value = 1 if won else -1
    store(room.table, key, value, value, int(monitor[NODES]) - begun + 1)
    return won


def endings(game: Konane, megabytes: float, threads: int) -> list[KonaneEndings] | None:
    """What each thread works with; None for boards that do not fit, and for small ones."""
    fitting = isinstance(exact_keys(game), BoardKeys)
    large = game.height * game.width >= FEWEST_SQUARES
    return new_endings(game, megabytes, threads) if fitting and large else None


def new_endings(game: Konane, megabytes: float, threads: int) -> list[KonaneEndings]:
    """What each thread works with, with empty tables. Requires a board that fits into a word."""
    board, keys, busy = board_of(game), exact_keys(game), new_busy(threads)
    whole, plies = board.squares >= LARGE or threads >= MANY, game.max_plies + 3
    table = whole_table(megabytes, 1) if whole else new_table(megabytes, 1, threads)
    return [
        KonaneEndings(
            board,
            min(STONES, board.squares - GONE),
            keys,
            table._replace(growth=0) if thread else table,
            busy,
            np.zeros(1 << SMALL_BITS, np.int64),
            np.zeros((plies, game.max_moves), np.int64),
            np.zeros((plies, game.max_moves), np.int64),
            np.zeros((plies, 2), np.int64),
            new_questions(plies),
        )
        for thread in range(threads)
    ]
