"""Does the player to move reach a score? A depth-first search that answers yes or no.

A question is a position and a goal. The value that answers it is a bound on the score: at least the
goal if the score is, below it otherwise. Values are from the side to move, so the other side's
question is whether it reaches 1 - goal.

A position is *settled* where its answer can be read off the board (`assess`); otherwise it is open
and becomes a `Node`. Moves that are forced are played out first, so an open position always has
two moves or more that do not lose at once. The children of a node are assessed and looked up in
the table, all of them, before any is searched: most nodes end there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.connect_four.solver.board import (
    completing,
    holds_four,
    mirrored,
    slots_of,
)
from plyground.games.connect_four.solver.follow_up import follow_up_bound
from plyground.games.connect_four.solver.order import Recent, lines_of, no_lines, rank_of
from plyground.games.connect_four.solver.table import (
    bucket_of,
    keep,
    look_up,
    lower_of,
    prefetch,
    upper_of,
)
from plyground.kernel import by_reference, compiled, lowest_bit, popcount, search_kernel
from plyground.kernel.bits import WORD_BITS, highest_bit
from plyground.kernel.monitor import NODE_LIMIT, NODES, STOP, begin_anew, peek, poke, tell
from plyground.search.busy import is_shared, is_taken, new_busy, release, take
from plyground.solvers.exact_search import Bounds
from plyground.solvers.open_questions import (
    NO_KEY,
    forget_questions,
    go_down,
    go_up,
    new_questions,
    take_answer,
)

OPEN = 100  # in place of a value: the position is not settled
BARE_CELLS = 6  # with fewer cells left, searching costs less than going to the table
LINED_CELLS = 17  # with more cells left, lines are looked at to order moves
# What is kept of a child: [place, field].
RANK, MINE, MASK, MOVES, SIGN, KEY, MOVE, FIELDS = 0, 1, 2, 3, 4, 5, 6, 7
SETTLED, DEFERRED = -1, -2  # as ranks


@compiled
class Features(NamedTuple):
    """The parts that can be switched off, to see what each is worth."""

    follow_up: int = 1
    mirrors: int = 1
    probing: int = 1
    ordering: int = 1


EVERYTHING = Features()


@compiled
class Memory(NamedTuple):
    """Arrays to work in; `table` and `busy` are shared by threads, the others one thread's."""

    table: Any
    children: Any  # [ply * width + place, field]
    recent: Any  # [ply], then [cells + 1 + bit of a move]: what has last answered with yes
    questions: Any  # see `solvers.open_questions`
    busy: Any  # [slot]: keys that some thread is searching, see `search.busy`


def new_memories(threads: int, board: Any, table: Any) -> list[Memory]:
    """What each of the threads works in; the first one lets the table grow."""
    cells, busy = board.width() * board.height(), new_busy(threads)
    rows = (cells + 1) * board.width()
    return [
        Memory(
            table._replace(growth=0 if thread else threads),
            np.zeros((rows, FIELDS), np.int64),
            np.zeros(cells + 1 + WORD_BITS, np.int64),
            new_questions(cells),
            busy,
        )
        for thread in range(threads)
    ]


@compiled
class Node(NamedTuple):
    """An open position: the mover's discs, all discs, moves that do not lose at once.

    `last` is the move that its parent has it by; at the root, any cell.
    """

    mine: int
    mask: int
    moves: int
    key: int
    last: int


@compiled
def key_of(mine: int, mask: int, features: Any, board: Any) -> int:
    """The same number for a position and its mirror image, and for no other."""
    key = mine + mask
    if features.mirrors:
        key = min(key, mirrored(key, board))
    return key


@compiled
def assess(
    mine: int, mask: int, threats: int, goal: int, features: Any, board: Any
) -> tuple[int, int, int, int, int]:
    """The value if it is settled, otherwise OPEN; then what forced moves lead to.

    Gives value, discs of the mover, all discs, moves that do not lose at once, and -1 if the
    other is to move there. Requires that the mover cannot complete four now, and that `threats`
    are the cells where the other can.
    """
    count = board.width() * board.height()
    sign = 1
    while True:
        left, slots = count - popcount(mask), slots_of(mask, board)
        moves, pressing = slots & ~(threats >> 1), slots & threats
        if pressing:
            moves = pressing & moves if pressing & (pressing - 1) == 0 else 0
        if moves == 0:
            return sign * -(left // 2), mine, mask, moves, sign
        most, least = (left - 1) // 2, -((left - 2) // 2)
        if left <= 2 or most < goal:
            return sign * most, mine, mask, moves, sign
        if least >= goal:
            return sign * least, mine, mask, moves, sign
        if moves & (moves - 1):
            break
        mine, mask = mine ^ mask, mask | moves
        sign, goal = -sign, 1 - goal
        threats = completing(mine ^ mask, mask, board)
    if features.follow_up and (goal >= 0 or threats):
        bound = follow_up_bound(mine, mine ^ mask, mask, threats, board)
        if bound < goal:
            return sign * bound, mine, mask, moves, sign
    return OPEN, mine, mask, moves, sign


@compiled
def place_for(children: Any, first: int, number: int, rank: int) -> int:
    """Where a child of that rank goes among those from `first` on; the later ones make room."""
    place = first + number
    while place > first and children[place - 1, RANK] < rank:
        for field in range(FIELDS):
            children[place, field] = children[place - 1, field]
        place -= 1
    return place


@compiled
def list_children(
    board: Any, node: Any, goal: int, first: int, features: Any, memory: Any
) -> tuple[int, int]:
    """The best value of settled children, and how many open ones were written, best first.

    Ends at the first child that settles the question with yes.
    """
    children, number, best = memory.children, 0, -OPEN
    theirs, rest = node.mine ^ node.mask, node.moves
    count, recent = board.width() * board.height(), memory.recent
    lately = Recent(
        int(recent[popcount(node.mask)]), int(recent[count + 1 + lowest_bit(node.last)])
    )
    own = other = no_lines()
    if features.ordering and count - popcount(node.mask) > LINED_CELLS:
        own, other = lines_of(node.mine, theirs, board), lines_of(theirs, node.mine, board)
    while rest:
        move = rest & -rest
        rest ^= move
        after = node.mask | move
        threats = completing(node.mine | move, after, board)
        value, mine, mask, moves, sign = assess(theirs, after, threats, 1 - goal, features, board)
        if value != OPEN:
            best = max(best, -value)
            if best >= goal:
                break
            continue
        key = 0
        if count - popcount(mask) > BARE_CELLS:
            key = key_of(mine, mask, features, board)
            prefetch(memory.table.entries, bucket_of(memory.table, key))
        rank = lowest_bit(move)
        if features.ordering:
            rank = rank_of(move, threats, moves, lately, own, other, board)
        place = place_for(children, first, number, rank)
        children[place, RANK] = rank
        children[place, MINE] = mine
        children[place, MASK] = mask
        children[place, MOVES] = moves
        children[place, SIGN] = sign
        children[place, KEY] = key
        children[place, MOVE] = move
        number += 1
    return best, number


@compiled
def known_bounds(memory: Any, place: int) -> tuple[int, int]:
    """What the table says that this child is worth to its parent, at least and at most."""
    key = int(memory.children[place, KEY])
    entry = look_up(memory.table, key) if key != 0 else 0
    if entry == 0:
        return -OPEN, OPEN
    if memory.children[place, SIGN] > 0:
        return -upper_of(entry), -lower_of(entry)
    return lower_of(entry), upper_of(entry)


@compiled
def probe_children(memory: Any, goal: int, first: int, number: int, best: int) -> int:
    """The best value that the table settles; children that it settles with no are marked."""
    for place in range(first, first + number):
        least, most = known_bounds(memory, place)
        if least >= goal:
            return least
        if most < goal:
            best = max(best, most)
            memory.children[place, RANK] = SETTLED
    return best


@compiled
def count_nodes(monitor: Any, number: int) -> None:
    """Count positions; asks the search to stop where that reaches the limit."""
    nodes = peek(monitor, NODES) + number
    poke(monitor, NODES, nodes)
    tell(monitor, number)
    if 0 < monitor[NODE_LIMIT] <= nodes:
        poke(monitor, STOP, 1)


@search_kernel
def expand(board: Any, node: Any, goal: int, features: Any, memory: Any, monitor: Any) -> int:
    """The value that answers the question; meaningless once stopped.

    1. Children that are settled on the board or in the table. 2. The open ones in order; those
    that another thread is searching are left for a second turn, if they are not the best. 3. What
    to remember.
    """
    discs = popcount(node.mask)
    left, first = board.width() * board.height() - discs, discs * board.width()
    begun, shared = peek(monitor, NODES), is_shared(memory.busy)
    best, number = list_children(board, node, goal, first, features, memory)
    count_nodes(monitor, popcount(node.moves))
    if peek(monitor, STOP) != 0:
        return 0
    if best < goal and features.probing:
        best = probe_children(memory, goal, first, number, best)
    searched, deferred, turn = 0, 0, 0
    while best < goal and turn < number + deferred:
        place = first + turn % number
        rank = memory.children[place, RANK]
        turn += 1
        if rank == SETTLED or (turn > number and rank != DEFERRED):
            continue
        key = int(memory.children[place, KEY])
        if 1 < turn <= number and is_taken(memory.busy, key):
            memory.children[place, RANK] = DEFERRED
            deferred = number
            continue
        if searched > 0 or turn > number or not features.probing:
            least, most = known_bounds(memory, place)
            if least >= goal or most < goal:
                best = max(best, least if least >= goal else most)
                continue
        searched += 1
        sign = int(memory.children[place, SIGN])
        child = Node(
            int(memory.children[place, MINE]),
            int(memory.children[place, MASK]),
            int(memory.children[place, MOVES]),
            key,
            int(memory.children[place, MOVE]),
        )
        take(memory.busy, key)
        before = peek(monitor, NODES)
        if shared:
            go_down(memory.questions, discs, node.key if node.key != 0 else NO_KEY, goal)
        value = -sign * expand(
            board, child, 1 - goal if sign > 0 else goal, features, memory, monitor
        )
        release(memory.busy, key)
        if peek(monitor, STOP) != 0:
            return 0
        if shared and go_up(memory.questions, memory.table, discs, peek(monitor, NODES) - before):
            return take_answer(memory.questions, discs)
        best = max(best, value)
        if best >= goal:
            memory.recent[discs] = memory.children[place, MOVE]
            memory.recent[left + discs + 1 + lowest_bit(node.last)] = memory.children[place, MOVE]
    if node.key != 0:
        least, most = -((left - 2) // 2), (left - 1) // 2
        if best >= goal:
            least = best
        else:
            most = best
        keep(memory.table, node.key, least, most, highest_bit(peek(monitor, NODES) - begun))
    return best


@search_kernel(title="the solver")
def reaches(
    board: Any, mine: int, mask: int, goal: int, features: Any, memory: Any, monitor: Any
) -> int:
    """The value that answers whether the player to move scores at least `goal`.

    Requires a game that is not over, in which the player to move cannot complete four now.
    """
    threats = completing(mine ^ mask, mask, board)
    value, mine, mask, moves, sign = assess(mine, mask, threats, goal, features, board)
    if value != OPEN:
        return value
    goal = goal if sign > 0 else 1 - goal
    key = key_of(mine, mask, features, board)
    entry = look_up(memory.table, key)
    if entry != 0 and lower_of(entry) >= goal:
        return sign * lower_of(entry)
    if entry != 0 and upper_of(entry) < goal:
        return sign * upper_of(entry)
    for i in range(memory.recent.shape[0]):
        memory.recent[i] = 0
    node = Node(mine, mask, moves, key, 1)
    if is_shared(memory.busy):
        forget_questions(memory.questions)
    room = by_reference(memory)
    return int(sign * expand(board, node, goal, features, room, monitor))


@compiled
def plain_bounds(mine: int, mask: int, board: Any) -> tuple[int, int]:
    """What the score is at least and at most; they meet if the game is over or won at once."""
    left = board.width() * board.height() - popcount(mask)
    if holds_four(mine ^ mask, board):
        return -((left + 2) // 2), -((left + 2) // 2)
    if completing(mine, mask, board) & slots_of(mask, board):
        return (left + 1) // 2, (left + 1) // 2
    return -(left // 2), max(0, (left - 1) // 2)


@compiled
def next_goal(low: int, high: int, turn: int) -> int:
    """What to ask next, in turn 0, 1, ..., about a score from `low` to `high`.

    First whether the game is won or lost very soon, since that is quickly answered, then whether
    it is won, or drawn, then in which half of what is left the score lies.
    """
    if low <= 0 < high:
        if turn == 0:
            return max(1, high - 2)
        return min(0, low + 3) if turn == 1 and low < 0 else 1
    return 0 if high == 0 else low + (high - low + 1) // 2


@search_kernel(title="the solver")
def settle(
    board: Any, mine: int, mask: int, low: int, high: int, features: Any, memory: Any, monitor: Any
) -> tuple[int, int]:
    """The score, if it lies from `low` to `high`, as a lower and an upper bound that meet.

    Once stopped, the bounds that were proven.
    """
    least, most = plain_bounds(mine, mask, board)
    low, high = min(high, max(low, least)), max(low, min(high, most))
    turn = 0
    while low < high:
        goal = next_goal(low, high, turn)
        value = reaches(board, mine, mask, goal, features, memory, monitor)
        if peek(monitor, STOP) != 0:
            break
        if value >= goal:
            low = min(high, value)
        else:
            high = max(low, value)
        turn += 1
    return low, high


@search_kernel(title="the solver")
def prove_score(
    position: Any, board: Any, features: Any, nodes: int, memory: Any, monitor: Any
) -> Any:
    """Bounds of the score, which meet unless it took more than `nodes` nodes, if that is not 0."""
    begin_anew(monitor, nodes)
    cells, mask = board.width() * board.height(), position.mine | position.theirs
    low, high = settle(board, position.mine, mask, -cells, cells, features, memory, monitor)
    return Bounds(low, high, int(monitor[NODES]))
