"""What a thread of alpha-beta does about the work of others, with the others played by the test."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.kernel import Monitor, interpreted
from plyground.search import questions
from plyground.search.alphabeta import Features, deepen, table_key
from plyground.search.busy import is_shared, release, take
from plyground.search.deferring import defer, take_back, work_of
from plyground.search.minimax import INFINITY, Task
from plyground.search.runner import AlphaBetaSearch
from plyground.search.table import AT_LEAST, AT_MOST, EXACT, pack, store
from plyground.vocabulary import Limit

EXACT_FEATURES = Features(reductions=0)
KEY = 12345


def new_search(game, threads):
    known = game.knowledge
    judges = known.evaluator("default"), known.rater("default")
    return AlphaBetaSearch(*judges, EXACT_FEATURES, megabytes=1, threads=threads)


def memory_of_two():
    game = pg.game("tic_tac_toe")
    return new_search(game, threads=2).calls(game, game.start(), 3)[0][-1]


def search_beside_another(game, position, depth):
    """The monitor of one of two threads, while the other holds all moves of the root for ever."""
    arguments = new_search(game, threads=2).calls(game, position, depth)[0]
    _, task, *_, memory = arguments
    key, _ = table_key(position, task.switches, 0)
    for move in game.legal(position):
        for at in range(depth + 1):
            take(memory.busy, work_of(memory, key, move, at))
    watch = Monitor()
    deepen(*arguments, watch.array)
    return watch


def test_moves_that_another_thread_holds_are_looked_at_in_the_end():
    game = pg.game("connect_four")
    position = pg.Playthrough.read(game, moves="4 4 4").position
    alone = new_search(game, threads=1).search(game, position, Limit(depth=4))
    beside = search_beside_another(game, position, 4)
    assert beside.score == alone.score.value
    with interpreted():
        again = search_beside_another(game, position, 4)
    assert beside.array.tolist() == again.array.tolist()


def test_a_waiting_move_is_taken_back_once_it_is_free():
    memory = memory_of_two()
    memory.moves[0, :3] = 5, 6, 7
    work = [work_of(memory, KEY, move, 3) for move in (5, 6, 7)]
    waiting = 0
    for place in range(3):
        take(memory.busy, work[place])
        waiting = defer(memory, 0, waiting, place)
    assert take_back(memory, KEY, 3, 0, waiting, False) == -1
    release(memory.busy, work[1])
    assert take_back(memory, KEY, 3, 0, waiting, False) == 1
    assert take_back(memory, KEY, 3, 0, waiting - 1, False) == -1
    release(memory.busy, work[2])
    assert take_back(memory, KEY, 3, 0, waiting - 1, True) == 2
    assert take_back(memory, KEY, 3, 0, waiting - 2, True) == 0


@pytest.mark.parametrize(
    ("value", "depth", "bound", "is_answered"),
    [
        (7, 4, EXACT, True),
        (7, 3, EXACT, False),
        (20, 4, AT_LEAST, True),
        (19, 4, AT_LEAST, False),
        (10, 5, AT_MOST, True),
        (11, 5, AT_MOST, False),
    ],
)
def test_a_question_is_answered_by_what_settles_it(value, depth, bound, is_answered):
    memory = memory_of_two()
    questions.ask(memory, 0, KEY + 1, 5, -INFINITY, INFINITY)
    questions.ask(memory, 1, KEY, 4, 10, 20)
    questions.ask(memory, 2, 0, 1, 10, 20)  # not kept in the table
    store(memory.table, KEY + 1, pack(3, 1, 9, EXACT, 1))  # the root is never left
    store(memory.table, KEY, pack(value, 1, depth, bound, 1))
    questions.look_back(memory, 2, questions.WORTH_A_LOOK - 1)
    assert questions.is_open(memory, 2)
    questions.look_back(memory, 2, questions.WORTH_A_LOOK)
    assert questions.is_open(memory, 0)
    assert questions.is_open(memory, 1) == questions.is_open(memory, 2) == (not is_answered)
    if is_answered:
        questions.take_answer(memory, 2)
        assert questions.take_answer(memory, 1) == value
        assert questions.is_open(memory, 2)


class Teller:
    """An evaluator that plays another thread: answers the question at ply 1 as it judges."""

    def __init__(self, memory, value):
        self.memory, self.value, self.calls = memory, value, 0

    def evaluate(self, position):
        self.calls += 1
        if self.calls == 5:
            key = int(self.memory.asked[1, 0])
            store(self.memory.table, key, pack(self.value, -1, 9, EXACT, 1))
        return 0


@pytest.mark.parametrize(("value", "expected"), [(-77, 77), (77, 0)])
def test_a_thread_goes_back_to_what_another_has_answered(monkeypatch, value, expected):
    monkeypatch.setattr(questions, "WORTH_A_LOOK", 1)
    game = pg.game("tic_tac_toe")
    position, task, *_, memory = new_search(game, threads=2).calls(game, game.start(), 3)[0]
    features = task.switches._replace(symmetry_plies=0)
    teller = Teller(memory, value)
    watch = Monitor()
    with interpreted():
        found = deepen(position, Task(teller, task.rater, features), 3, 3, memory, watch.array)
    assert found == watch.score == expected
    assert teller.calls > 5
    assert watch.best_move == watch.line[0]


def test_a_single_thread_asks_nobody():
    game = pg.game("tic_tac_toe")
    memory = new_search(game, threads=1).call(game, game.start(), 3)[-1]
    assert not is_shared(memory.busy)
    questions.ask(memory, 1, KEY, 4, 10, 20)
    store(memory.table, KEY, pack(7, 1, 4, EXACT, 1))
    questions.look_back(memory, 1, 10**9)
    assert questions.is_open(memory, 1)
