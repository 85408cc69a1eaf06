"""Depth-first proofs: does the side to move reach a value?

Values are from the side to move. Without distances they are -1, 0 and 1. With distances a game
that is over is worth +-ceiling, and each ply before it one less in size: a win in d plies is
ceiling - d, a loss in d plies d - ceiling, a draw 0; so quick wins and late losses are preferred,
and to reach ceiling - d is to win within d plies, which a search d plies deep decides.

A question has two answers only, so there is no window: a move answers it, or none does. The
table keeps what is proven as bounds, which serve every other question about the position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import by_reference, compiled, count_legal_moves, enter_node, search_kernel
from plyground.kernel.monitor import CUTOFFS, NODES, SELECTIVE_DEPTH, STOP, TABLE_HITS, begin_anew
from plyground.search.busy import is_shared, is_taken, release, take
from plyground.solvers.exact_table import probe, store
from plyground.solvers.open_questions import NO_KEY, forget_questions, go_down, go_up, take_answer
from plyground.vocabulary import Move

LAST = -(1 << 60)  # the score of a move that need not be looked at
REPLY_BITS = 30  # a reply more weighs more than any rating below 1 << 30


@compiled
class KeepAll(NamedTuple):
    """Keeps every move: for games that declare no rule by which moves lose before the end."""

    rules: int = 0  # machine code knows no NamedTuple without a field

    def keep(self, position: Any, moves: Any, count: int) -> int:
        """Leave the moves that may not lose at the front of `moves`; how many there are."""
        return count


@compiled
class AnySoon(NamedTuple):
    """Keeps every win in mind: for games that do not tell how soon a side may win at best."""

    rules: int = 0

    def may_win(self, position: Any, plies: int, mover: int) -> bool:
        """Whether a side may win within so many plies: who is to move if `mover` is 1."""
        return True


@compiled
class AllAlike(NamedTuple):
    """Rates all moves alike."""

    score: int = 0

    def rate(self, position: Any, move: Move) -> int:
        """The same for each."""
        return self.score


@compiled
class FewestReplies(NamedTuple):
    """Rates moves by how few replies they leave: a rater that serves every game."""

    moves: Any  # [move]: room for the replies
    sieve: Any  # replies that it leaves out do not count
    ties: Any  # the rater of moves that leave equally many

    def rate(self, position: Any, move: Move) -> int:
        """The number of replies, negative, and far behind it what the other rater says."""
        child = position.play(move)
        count = int(self.sieve.keep(child, self.moves, child.fill_moves(self.moves)))
        return -(count << REPLY_BITS) + int(self.ties.rate(position, move))


@compiled
class Features(NamedTuple):
    """The parts that can be changed, to see what each is worth."""

    symmetry_plies: int = 8  # so far from the root, images of a position share an entry
    probing: int = 1  # look all children up before looking at any
    killer: int = 1  # rating points for a move that answered a question at the same ply
    endings: int = 1  # ask the game's own endings where they know a position


@compiled
class NoEndings(NamedTuple):
    """For games that do not say how positions near the end are decided."""

    none: int = 0

    def knows(self, position: Any) -> bool:
        """Whether `answer` may be asked: never."""
        return False

    def answer(self, position: Any, goal: int, monitor: Any) -> tuple[int, int]:
        """Bounds of the result for the side to move, which say whether it reaches the goal.

        Goals are 1, to win, and 0, not to lose. Meaningless once stopped.
        """
        return -1, 1


@compiled
class Task(NamedTuple):
    """What is asked, and how to look."""

    rater: Any
    sieve: Any  # leaves out moves that lose, such as `KeepAll`
    soonest: Any  # tells who cannot win soon, such as `AnySoon`; asked where plies count
    keys: Any  # see `exact_keys`
    features: Any
    symmetries: int
    ceiling: int  # what a game that is over is worth to the winner
    step: int  # 1 if every ply counts, 0 if only the result does


@compiled
class Memory(NamedTuple):
    """Arrays to work in; the table, `busy` and `seen` are shared by threads."""

    table: Any
    moves: Any  # [ply, move]
    scores: Any  # [ply, move]
    keys: Any  # [ply, move]: of the positions that the moves lead to
    deferred: Any  # [ply, rank]: places of moves that another thread was looking at
    killers: Any  # [ply, 2]
    questions: Any  # see `open_questions`
    busy: Any  # [slot]: keys that some thread is looking at, see `search.busy`
    seen: Any  # [1]: 1 once some game ended in a draw, or may have
    endings: Any  # `NoEndings`, or what the game has in its place


@compiled
def shared_key(position: Any, task: Any, ply: int) -> int:
    """The key under which the position, and near the root each of its images, is known."""
    best = int(task.keys.key(position))
    if ply < task.features.symmetry_plies:
        for symmetry in range(1, task.symmetries):
            best = max(best, int(task.keys.key(position.transform(symmetry))))
    return best


@compiled
def largest_image(position: Any, task: Any, ply: int) -> Any:
    """The position, or near the root that of its images which has the largest key.

    The search goes on from there, so that what it proves below is found again from every image.
    """
    best, most = position, int(task.keys.key(position))
    if ply < task.features.symmetry_plies:
        for symmetry in range(1, task.symmetries):
            image = position.transform(symmetry)
            key = int(task.keys.key(image))
            if key > most:
                best, most = image, key
    return best


@compiled
def goal_before(goal: int, step: int) -> int:
    """What must be reached after a move, by who made it, for `goal` to be reached before it."""
    if goal > 0:
        return goal + step
    return goal - step if goal < 0 else 0


@compiled
def is_too_late(position: Any, goal: int, task: Any) -> bool:
    """Whether the side that the question is about cannot win in the plies that it leaves.

    The answer is then no if `goal` is to win, and yes if it is not to lose.
    """
    if goal > 0:
        return not task.soonest.may_win(position, task.ceiling - goal, 1)
    return not task.soonest.may_win(position, task.ceiling + goal - 1, 0)


@compiled
def score_of(position: Any, move: int, task: Any, memory: Any, ply: int) -> int:
    """How early to look at the move: larger is sooner."""
    score = int(task.rater.rate(position, move))
    if move == memory.killers[ply, 0] or move == memory.killers[ply, 1]:
        score += task.features.killer
    return score


@compiled
def look_up_children(position: Any, count: int, goal: int, ply: int, task: Any, memory: Any) -> int:
    """The place of a move that is known to answer the question, -1 if none is.

    Writes key and score of each child; those known to fail get the score LAST.
    """
    for i in range(count):
        child = position.play(int(memory.moves[ply, i]))
        memory.keys[ply, i] = shared_key(child, task, ply + 1)
        memory.scores[ply, i] = 0
        if task.step and is_too_late(child, goal, task):
            if goal > 0:
                return i
            memory.scores[ply, i] = LAST
    for i in range(count if task.features.probing else 0):  # apart, so that memory is read at once
        low, high = probe(memory.table, int(memory.keys[ply, i]))
        if high < goal:
            return i
        if low >= goal:
            memory.scores[ply, i] = LAST
    for i in range(count):
        if memory.scores[ply, i] != LAST:
            move = int(memory.moves[ply, i])
            memory.scores[ply, i] = score_of(position, move, task, memory, ply)
    return -1


@compiled
def take_best(memory: Any, ply: int, first: int, count: int) -> None:
    """Exchange the place `first` with the best scored of those from there on."""
    best = first
    for i in range(first + 1, count):
        if memory.scores[ply, i] > memory.scores[ply, best]:
            best = i
    if best != first:
        for row in (memory.moves[ply], memory.scores[ply], memory.keys[ply]):
            kept = row[first]
            row[first] = row[best]
            row[best] = kept


@compiled
def remember_answer(memory: Any, ply: int, move: int) -> None:
    """Note that the move answered a question at its ply."""
    if memory.killers[ply, 0] != move:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = move


@compiled
def next_place(memory: Any, ply: int, turn: int, count: int) -> int:
    """Where the move of a turn stands: the best of those left, then what was put off.

    -1 if none of the others can answer the question.
    """
    if turn >= count:
        return int(memory.deferred[ply, turn - count])
    take_best(memory, ply, turn, count)
    return -1 if memory.scores[ply, turn] == LAST else turn


@compiled
def end_reaches(position: Any, goal: int, task: Any, memory: Any) -> bool:
    """Whether a game that is over reaches the goal; that there are draws is noted."""
    result = int(position.result())
    if result == 0:
        memory.seen[0] = 1
    return bool(result * task.ceiling >= goal)


@compiled
def remember_bounds(memory: Any, key: int, low: int, high: int, work: int) -> None:
    """Store what is known of a position, unless its key is NO_KEY."""
    if key != NO_KEY:
        store(memory.table, key, low, high, work)


@compiled
def ending_reaches(position: Any, key: int, goal: int, memory: Any, monitor: Any) -> bool:
    """Whether a position that the game's endings know reaches the goal; meaningless once stopped.

    What they prove is kept, and noted if it leaves room for a draw.
    """
    before, known = int(monitor[NODES]), probe(memory.table, key)
    low, high = memory.endings.answer(position, goal, monitor)
    if monitor[STOP] == 0:
        low, high = max(low, known[0]), min(high, known[1])
        if low <= 0 <= high:
            memory.seen[0] = 1
        store(memory.table, key, low, high, int(monitor[NODES]) - before + 1)
    return bool(low >= goal)


@search_kernel
def reaches(
    position: Any, key: int, goal: int, ply: int, task: Any, memory: Any, monitor: Any
) -> bool:
    """Whether the side to move reaches `goal`; meaningless once stopped.

    With the key NO_KEY, the position itself is neither looked up nor stored. If the goal is then
    reached, `killers[ply, 0]` is a move that reaches it.

    1. Games that are over, and goals too near or too far to fail or be reached. 2. What the table
    knows of the position, or the game's own endings; what the game's rule leaves of its moves, and
    what the table knows of the children. 3. Moves in a promising order; those that another thread
    looks at come last. 4. What to remember.
    """
    if enter_node(monitor):
        return False
    begun = int(monitor[NODES])
    count = position.fill_moves(memory.moves[ply])
    if count == 0:
        return bool(end_reaches(position, goal, task, memory))
    low, high = -int(task.ceiling), int(task.ceiling)
    if key != NO_KEY:
        if task.step and (goal > task.ceiling - task.step or goal <= task.step - task.ceiling):
            return goal <= 0
        low, high = probe(memory.table, key)
        if low >= goal or high < goal:
            monitor[TABLE_HITS] += 1
            return low >= goal
        if task.step == 0:
            if memory.endings.knows(position):
                return bool(ending_reaches(position, key, goal, memory, monitor))
            count = task.sieve.keep(position, memory.moves[ply], count)
    count_legal_moves(monitor, count)
    monitor[SELECTIVE_DEPTH] = max(int(monitor[SELECTIVE_DEPTH]), ply)
    theirs = 1 - goal_before(goal, task.step)
    known = look_up_children(position, count, theirs, ply, task, memory)
    if known >= 0:
        remember_answer(memory, ply, int(memory.moves[ply, known]))
        remember_bounds(memory, key, goal, high, 1)
        return True
    deferred, turn, reached, shared = 0, 0, False, is_shared(memory.busy)
    while turn < count + deferred and not reached:
        place = next_place(memory, ply, turn, count)
        if place < 0:
            turn = count
            continue
        turn += 1
        move, child_key = int(memory.moves[ply, place]), int(memory.keys[ply, place])
        if 1 < turn <= count and is_taken(memory.busy, child_key):
            memory.deferred[ply, deferred] = place
            deferred += 1
            continue
        take(memory.busy, child_key)
        before = int(monitor[NODES])
        if shared:
            go_down(memory.questions, ply, key, goal)
        child = largest_image(position.play(move), task, ply + 1)
        reached = not reaches(child, child_key, theirs, ply + 1, task, memory, monitor)
        release(memory.busy, child_key)
        if monitor[STOP] != 0:
            return False
        if shared and go_up(memory.questions, memory.table, ply, int(monitor[NODES]) - before):
            return take_answer(memory.questions, ply) >= goal
        if reached:
            monitor[CUTOFFS] += 1
            remember_answer(memory, ply, move)
    low, high = (goal, high) if reached else (low, goal - 1)
    remember_bounds(memory, key, low, high, int(monitor[NODES]) - begun + 1)
    return reached


@search_kernel(title="the solver")
def ask(position: Any, key: int, goal: int, ply: int, task: Any, memory: Any, monitor: Any) -> bool:
    """Whether the side to move reaches `goal`, see `reaches`: what Python calls."""
    how, room = by_reference(task), by_reference(memory)
    return bool(reaches(position, key, goal, ply, how, room, monitor))


@compiled
class Bounds(NamedTuple):
    """What is proven of a result, for the side to move, and what it took."""

    low: int
    high: int
    nodes: int


@search_kernel(title="the solver")
def prove(position: Any, task: Any, nodes: int, memory: Any, monitor: Any) -> Any:
    """Bounds of the result: equal, unless it took more than `nodes` nodes, if that is not 0.

    Where no game that was looked at ended in a draw, a position that does not win loses. Requires
    a task in which only results count.
    """
    how, room = by_reference(task), by_reference(memory)
    begin_anew(monitor, nodes)
    forget_questions(memory.questions)
    key, low, high = shared_key(position, task, 0), -1, 1
    if reaches(position, key, 1, 0, how, room, monitor):
        low = 1
    elif monitor[STOP] == 0:
        high = 0 if memory.seen[0] else -1
    if low < high and high == 0:
        if reaches(position, key, 0, 0, how, room, monitor):
            low = 0
        elif monitor[STOP] == 0:
            high = -1
    return Bounds(low, high, int(monitor[NODES]))
