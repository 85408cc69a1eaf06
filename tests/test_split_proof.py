"""Proofs in parts: the same values as by one process, whatever is lost, late or full."""

from __future__ import annotations

import random
from concurrent.futures import Future
from dataclasses import replace
from weakref import WeakSet

import numpy as np
import pytest

import plyground as pg
from lossy_machines import LossyMachines
from plyground.cluster.machines import Threads
from plyground.errors import (
    ContradictionError,
    FileError,
    InvalidParameterError,
    WorkerError,
    WorkerWarning,
)
from plyground.solvers import split_proof, split_work
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_search import Features
from plyground.solvers.exact_store import costliest
from plyground.solvers.exact_table import new_table, store
from plyground.solvers.proof_parcels import (
    FRESH,
    costliest_parcel,
    no_proofs,
)
from plyground.solvers.solver import Options, new_solver, solver_for
from plyground.solvers.split_places import NOWHERE, Places
from plyground.solvers.split_tree import SplitTree
from plyground.solvers.split_work import Place
from plyground.vocabulary import Limit

GAMES = {
    "tic_tac_toe": pg.game("tic_tac_toe"),  # a draw: two questions
    "bamboo": pg.game("bamboo", radius=2),
    "konane": pg.game("konane", size=5),
}
MEGABYTES = 8


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """So few nodes that even small boards are split again and again."""
    monkeypatch.setattr(split_proof, "FIRST_NODES", 100)
    monkeypatch.setattr(split_proof, "FIRST_SECONDS", 1e-9)
    monkeypatch.setattr(split_proof, "MOST_NODES", 2000)
    monkeypatch.setattr(split_work, "WORTH_TELLING", (4, 4))
    monkeypatch.setattr(split_work, "_desks", WeakSet())  # an error may keep an old one


def split(game, machines, **options):
    return new_solver(game, Options(memory=MEGABYTES, cluster=machines, **options))


@pytest.mark.parametrize("name", ["tic_tac_toe", "bamboo"])
def test_values_are_those_of_one_process(name):
    game = GAMES[name]
    right = ExactSolver(game, Options(memory=MEGABYTES)).solve(game.start())
    with Threads(2) as machines:
        found = split(game, machines).solve(game.start())
    assert (found.low, found.high) == (right.low, right.high)
    told = found.notes["cluster"].data
    assert told["split"] > 0
    assert told["nodes"] >= told["lost"] + told["repeated"]
    assert "subproblems" in found.notes["cluster"].words


def test_workers_that_are_lost_change_nothing():
    game = GAMES["konane"]
    with LossyMachines(3, lose=lambda count: count in (1, 3)) as machines:
        assert split(game, machines).solve(game.start()).low == 1
    assert machines.lost == 2


def test_every_move_and_a_line_to_the_end():
    game = GAMES["tic_tac_toe"]
    with Threads(2) as machines:
        found = pg.solve(game, moves="a1 b2", all_moves=True, cluster=machines)
    right = pg.solve(game, moves="a1 b2", all_moves=True)
    assert found.moves == right.moves
    assert len(found.line) == 7


def test_a_proof_goes_on_from_what_was_kept(tmp_path, monkeypatch):
    game, file = GAMES["bamboo"], tmp_path / "kept"
    with Threads(1) as machines:
        first = split(game, machines, keep=file).solve(game.start(), Limit(nodes=4000))
        assert first.value is None
    with Threads(1) as others:  # whose workers know nothing
        again = split(game, others, keep=file)
        assert again.recalled == first.notes["proofs"].data["kept"] > 0
        assert again.solve(game.start()).low == -1
    with Threads(1) as others:
        known = split(game, others, keep=file).solve(game.start())
        assert known.notes["cluster"].data["subproblems"] == 0
    one = ExactSolver(game, Options(keep=file))  # the file serves one process as well
    assert one.known_bounds(game.start(), 0) == (-1, 0)


def test_workers_tell_the_next_process_again_what_they_have_proven():
    game = GAMES["bamboo"]
    with Threads(1) as machines:
        first, second = (split(game, machines) for _ in range(2))
        first.solve(game.start())
        second.solve(game.start())
    told, again = (int(each.count.tally[FRESH]) for each in (first, second))
    assert 0 < told / 2 < again
    assert second.count.nodes < first.count.nodes / 2  # it was known there


def test_a_full_disk_loses_nothing_in_memory(tmp_path, monkeypatch):
    game, tried = GAMES["tic_tac_toe"], []

    def full(_solver, path):
        tried.append(path)
        if len(tried) < 3:
            raise FileError(f"cannot write {path}: No space left on device")
        return 17

    monkeypatch.setattr(split_proof, "keep_proofs", full)
    monkeypatch.setattr(split_proof, "SAVE_SHARE", float("inf"))
    with Threads(1) as machines, pytest.warns(WorkerWarning, match="No space left"):
        found = split(game, machines, keep=tmp_path / "kept").solve(game.start())
    assert (found.low, found.high) == (0, 0)
    assert len(tried) > 2


def test_a_value_is_told_though_it_cannot_be_kept(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    solver = solver_for(GAMES["tic_tac_toe"], Options(keep=folder / "kept"))
    folder.rmdir()
    found = solver.solve(solver.game.start())
    assert found.value is not None
    assert "NOT KEPT: cannot write" in found.notes["proofs"].words


def test_a_lost_cluster_says_how_to_go_on(tmp_path):
    game = GAMES["bamboo"]
    broken = WorkerError("the scheduler was lost")

    class Broken(Threads):
        def call(self, function, *arguments):
            future = super().call(function, *arguments)
            if future.result().nodes > 100:
                raise broken
            return future

    for keep, said in ((None, "with --keep FILE"), (tmp_path / "kept", "what was proven is in")):
        with Broken(1) as machines, pytest.raises(WorkerError, match=f"was lost; {said}"):
            split(game, machines, keep=keep).solve(game.start())
    assert split(game, Threads(1), keep=tmp_path / "kept").recalled > 0


def test_a_limit_ends_it():
    game = GAMES["bamboo"]
    with Threads(1) as machines:
        found = split(game, machines).solve(game.start(), Limit(nodes=2000))
        assert found.value is None
        assert 2000 <= found.statistics.nodes < 6000
        assert split(game, machines).solve(game.start(), Limit(seconds=0.01)).value is None


def test_a_slow_part_is_split_for_others(monkeypatch):
    game = GAMES["bamboo"]
    monkeypatch.setattr(split_proof, "SLOW", 0.0)
    waiting = []

    class Slow(Threads):
        """Never answers the first call, as a worker that hangs does."""

        def call(self, function, *arguments):
            future = super().call(function, *arguments)
            if not waiting:
                waiting.append(future)
                return Future()
            return future

    with Slow(2) as machines:
        assert split(game, machines).solve(game.start()).low == -1


def test_workers_may_have_threads_and_share_what_a_search_of_endings_proves():
    """The game's own search for positions near the end has a table of its own."""
    game = pg.game("konane", size=6)
    with Threads(2) as machines:
        solver = split(game, machines, threads=2)
        assert solver.solve(game.start()).low == -1
        desks = [desk for desk in split_work._desks if desk.solver is not None]
    assert {desk.solver.threads for desk in desks} == {2}
    assert solver.threads == 1  # here nobody searches
    of_results, of_endings = (costliest(table, 10**6)[0] for table in solver.result_tables())
    assert min(len(of_results), len(of_endings)) > 100


def test_what_a_cluster_does_not_do():
    with Threads(1) as machines:
        with pytest.raises(InvalidParameterError, match="without distance"):
            split(GAMES["bamboo"], machines, distance=True)
        with pytest.raises(InvalidParameterError, match="does not use cluster"):
            split(pg.game("connect_four"), machines)


def test_a_worker_with_other_code_is_refused(monkeypatch):
    with Threads(1) as machines:
        solver = split(GAMES["tic_tac_toe"], machines)
        solver._code = "other"
        with pytest.raises(WorkerError, match="other code"):
            solver.solve(solver.game.start())


@pytest.mark.parametrize("side", [split_proof, split_work])
def test_nothing_is_proven_once_either_side_is_told_a_contradiction(side, monkeypatch):
    def refuse(*_):
        raise WorkerError("these contradict each other")

    monkeypatch.setattr(side, "take_parcels", refuse)
    with Threads(1) as machines, pytest.raises(WorkerError, match="contradict"):
        split(GAMES["tic_tac_toe"], machines).solve(GAMES["tic_tac_toe"].start())


def test_contradictions_are_not_kept(tmp_path, monkeypatch):
    """Draws are noted before proofs are taken, of which some may be right."""
    game, file, noted = GAMES["tic_tac_toe"], tmp_path / "kept", []

    def refuse(*_):
        noted.append(solver.saw_draw())
        raise ContradictionError("these contradict each other")

    monkeypatch.setattr(split_proof, "take_parcels", refuse)
    with Threads(1) as machines:
        solver = split(game, machines, keep=file)
        with pytest.raises(ContradictionError, match=f"contradict.*; do not go on from {file}"):
            solver.solve(game.parse_position("XOX/XO./... O"))
    assert noted == [True]
    assert not file.exists()


def test_a_desk_that_was_told_a_contradiction_is_left(monkeypatch):
    def refuse(*_):
        raise ContradictionError("these contradict each other")

    with monkeypatch.context() as patch, Threads(1) as machines:
        patch.setattr(split_work, "take_parcels", refuse)
        with pytest.raises(ContradictionError):
            split(GAMES["tic_tac_toe"], machines).solve(GAMES["tic_tac_toe"].start())
    assert [desk.solver for desk in split_work._desks] == [None]


def test_an_answer_that_another_thread_has_found_is_told():
    """Though the first one was stopped by its limit."""
    given = []

    class Noting(Threads):
        def call(self, function, *arguments):
            given.append(arguments[0])
            return super().call(function, *arguments)

    game = GAMES["bamboo"]
    with Noting(1) as machines:
        split(game, machines).solve(game.start())
        first = replace(given[0], nodes=1)
        told = machines.call(split_work.answer, first).result()
    assert first.moves == ()
    assert told.nodes <= 2
    assert told.reached is False


def test_other_endings_are_other_code():
    game = pg.game("konane", size=6)
    usual, without = (
        ExactSolver(game, Options(8), features=Features(endings=endings)) for endings in (1, 0)
    )
    assert split_work.code_of(usual) != split_work.code_of(without)


def test_draws_that_nobody_searched_for_are_seen():
    """Else a position that does not win would be called lost."""
    game = GAMES["tic_tac_toe"]
    with Threads(1) as machines:
        solver = split(game, machines)
    tree = solver._tree(game.parse_position("XOX/XOO/OX. X"), Question(1, 0))
    assert not solver.saw_draw()
    tree.split(tree.root)
    assert tree.root.answer is False
    assert solver.saw_draw()


def test_a_game_that_is_over_is_no_loss_where_it_is_a_draw():
    """Nothing is searched for it, neither alone nor as the position after a move."""
    game = GAMES["tic_tac_toe"]
    with Threads(1) as machines:
        for text in ("XOX/XOO/OXX O", "XOX/XOO/OX. X"):
            solution = split(game, machines).solve(game.parse_position(text), moves=True)
            assert (solution.low, solution.high) == (0, 0)
            assert [value.result for value in solution.moves.values()] in ([], [0])


def test_workers_remember_that_there_are_draws_for_the_next_process():
    game = GAMES["bamboo"]
    with Threads(1) as machines:
        first, second = (split(game, machines) for _ in range(2))
        first.results.seen[0] = 1  # as if another worker had seen one
        first.solve(game.start())
        second.solve(game.start())
    assert second.saw_draw()


# --- the tree alone -----------------------------------------------------------------------------


def test_a_tree_asks_until_it_knows_and_no_longer():
    """Every answer is that of plain minimax; the root's must follow."""
    game, chance, told = GAMES["tic_tac_toe"], random.Random(3), []
    right = ExactSolver(game, Options(memory=MEGABYTES))

    tree = tree_of(game, told.append)
    asked = 0
    while tree.root.answer is None:
        (part,) = tree.next_parts(1)
        if part.ply < 2 or chance.random() < 0.3:
            tree.split(part)
            continue
        asked += 1
        tree.settle(part, right.result(part.position) >= part.goal)
    assert tree.root.answer is False
    assert tree.root in told
    assert not any(part.is_needed for part in tree._parts.values())
    assert 9 <= asked < len(tree)


def test_others_wait_for_the_first_and_parts_under_way_are_passed_over():
    game = GAMES["tic_tac_toe"]
    tree = tree_of(game, lambda _part: None)
    assert tree.next_parts(9) == [tree.root]
    tree.split(tree.root)
    first, *others = tree.root.children
    assert tree.next_parts(9) == [first]
    first.under_way = True
    assert tree.next_parts(9) == []
    tree.settle(first, True)
    assert tree.next_parts(20) == others
    others[0].under_way = True
    assert tree.next_parts(2) == others[1:3]
    tree.settle(others[1], False)
    assert tree.root.answer is True
    assert tree.next_parts(9) == []


def tree_of(game, on_answer):
    return SplitTree(
        game,
        game.start(),
        1,
        lambda position, _ply: position.key(),
        lambda position, move, _ply: position.play(move),
        lambda *_: 0,
        lambda *_: None,
        on_answer,
        np.zeros(1, np.int64),
    )


# --- places -------------------------------------------------------------------------------------


def test_as_many_children_are_given_out_early_as_have_failed():
    tree = tree_of(GAMES["tic_tac_toe"], lambda _part: None)
    tree.split(tree.root)
    first, second, third, *rest = tree.root.children
    assert tree.next_parts(9) == [first]
    tree.split(first)
    assert tree.next_parts(9) == first.children[:1]
    tree.settle(first, True)
    assert tree.next_parts(9) == [second, third, *rest]
    tree.split(second)
    tree.settle(second.children[0], True)
    later = [*second.children[1:3], third, second.children[3], rest[0]]
    assert tree.next_parts(5) == later
    later.pop(2).under_way = True
    assert tree.next_parts(4) == later


def test_one_worker_looks_at_no_more_than_one_process():
    game = GAMES["bamboo"]
    alone = ExactSolver(game, Options(memory=MEGABYTES)).solve(game.start()).statistics.nodes
    with Threads(1) as machines:
        count = split(game, machines).solve(game.start()).notes["cluster"].data
    assert count["split"] == 0
    assert count["subproblems"] > 5
    assert count["nodes"] < 1.2 * alone  # what a stopped search has proven is not proven again


def test_a_place_goes_on_with_what_it_knows_and_hears_what_others_found():
    one, two, table = Place("a", 0), Place("b", 0), new_table(1, 1)
    tree = tree_of(GAMES["tic_tac_toe"], lambda _part: None)
    tree.split(tree.root)
    first, second, third, *_ = tree.root.children
    store(table, 5, 1, 1, 100)
    parcel, places = costliest_parcel(table, 10), Places([table])
    assert places.choose(first) == NOWHERE
    assert [*map(len, places.news(NOWHERE))] == [1]  # the costliest there are
    for place, part, found in ((one, first, parcel), (two, second, no_proofs())):
        places.answered(NOWHERE, place, part, (found,))
        part.place = place
    assert places.choose(second) == two
    assert places.choose(third) == NOWHERE  # both have something to go on with
    assert [*map(len, places.news(one))] == [0]  # it found that itself
    assert [*map(len, places.news(two))] == [1]
    places.given(two, second)
    assert places.choose(second) == NOWHERE  # busy
    assert [*map(len, places.news(two))] == [0]  # told once
    second.answer = True
    places.answered(two, two, second, (no_proofs(),))
    assert places.choose(third) == two
    places.answered(two, one, third, (no_proofs(),))  # another answered: that one is gone
    assert places.choose(third) == NOWHERE


def test_work_that_nobody_needs_is_stopped():
    desk = split_work._Desk(0, work=("me", 7))
    split_work._desks.add(desk)
    split_work.stop_work("me", 6)
    split_work.stop_work("you", 7)
    assert not desk.watch.stopped
    split_work.stop_work("me", 7)
    assert desk.watch.stopped
