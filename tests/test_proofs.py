"""Bounded proofs in a search guided by a network: they are right, bounded, and can be stopped."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.agents.kinds import default_arguments
from plyground.errors import InvalidParameterError, UnsupportedError
from plyground.kernel import Monitor, interpreted
from plyground.neural.encoding import encoding_of
from plyground.neural.proofs import PositionProver
from plyground.neural.search import NeuralSearch
from plyground.solvers.retrograde import RetrogradeSolver
from plyground.solvers.solver import Options, solver_for
from plyground.vocabulary import Limit, Proven

GAME = pg.game("tic_tac_toe")
CONNECT_FOUR = pg.game("connect_four")
SMALL = pg.game("connect_four", width=4, height=4)
THREAT = GAME.parse_position("XX./OO./... X")  # c3 wins, everything else loses


class WrongJudge:
    """Likes the worst moves of tic-tac-toe best, and thinks the loser to be winning."""

    encoding = encoding_of(GAME)

    def __init__(self) -> None:
        self.asked = 0

    def judge(self, planes):
        self.asked += len(planes)
        logits = np.zeros((len(planes), self.encoding.slots), np.float32)
        values = np.zeros(len(planes), np.float32)
        for i, each in enumerate(planes):
            mine, theirs = (int(each[side].ravel() @ 2 ** np.arange(9)) for side in (1, 2))
            position = GAME.position_class(mine, theirs)
            values[i] = -0.9 * result(position)
            for move in GAME.legal(position):
                slot = self.encoding.encoder.slot(position, move)
                logits[i, slot] = 4.0 * result(position.play(move))
        return logits, values


@functools.cache
def result(position) -> int:
    """The result for the player to move, by plain minimax."""
    game = GAME if isinstance(position, GAME.position_class) else CONNECT_FOUR
    moves = game.legal(position)
    return max(-result(position.play(move)) for move in moves) if moves else position.result()


def positions(game: pg.Game, count: int, plies: range) -> list:
    """Unfinished positions of random games."""
    chance, found = random.Random(1), []
    while len(found) < count:
        position = game.start()
        for _ in range(chance.choice(plies)):
            if moves := game.legal(position):
                position = position.play(chance.choice(moves))
        if game.legal(position):
            found.append(position)
    return found


def searcher(nodes: int = 10_000) -> NeuralSearch:
    return NeuralSearch(GAME, WrongJudge(), prover=PositionProver(GAME, nodes))


# --- in the tree ------------------------------------------------------------------------------


def test_a_proof_overrules_a_network_that_is_always_wrong():
    for position in positions(GAME, 25, range(8)):
        judge = WrongJudge()
        search = NeuralSearch(GAME, judge, prover=PositionProver(GAME, 10_000))
        found = search.search(position, Limit(nodes=3))
        assert found.score == Proven(result(position), position.player())
        assert -result(position.play(found.move)) == result(position)
        assert judge.asked <= 2  # the root, and once while preparing


def test_small_proofs_are_right_too():
    saved = 0
    for position in positions(GAME, 25, range(4)):
        plain, search = NeuralSearch(GAME, WrongJudge()), searcher(3)
        found = search.search(position, Limit(nodes=60))
        saved += plain.search(position, Limit(nodes=60)).statistics.evaluations
        saved -= found.statistics.evaluations
        for known in search.moves:
            assert known.proven in (None, -result(position.play(known.move)))
        if isinstance(found.score, Proven):
            assert found.score.result == result(position)
            assert -result(position.play(found.move)) == result(position)
    assert saved > 0


def test_a_win_at_once_is_taken():
    found = searcher().search(THREAT, Limit(nodes=10))
    assert (found.move, found.score) == (2 + 3 * 2, Proven(1, THREAT.player()))
    assert found.statistics.proof_nodes == 0


def test_in_a_lost_game_the_network_chooses():
    lost = next(p for p in positions(GAME, 200, range(3, 6)) if result(p) == -1)
    search = searcher()
    likely, _ = search.opinion(lost)
    found = search.search(lost, Limit(nodes=10))
    assert found.score == Proven(-1, lost.player())
    assert found.move == max(likely, key=likely.__getitem__)


def test_in_a_lost_game_every_move_is_shown_as_lost():
    found = pg.analyse(CONNECT_FOUR, moves="4 4 4 4 4 4 3 3 3 3 3 3 5", agent="alphazero(nodes=20)")
    assert {report.score for report in found.found.moves} == {Proven(-1, 1)}
    assert found.certainty == "Every move is proven."


def test_an_analysis_says_what_proofs_cost():
    found = pg.analyse(CONNECT_FOUR, moves="4 4", agent="alphazero(nodes=2, proof=100)")
    assert f"{found.statistics.proof_nodes:,} more in proofs" in str(found)


def test_a_kept_tree_still_finds_moves():
    """A position that was proven as a leaf names no move; as the root it must."""
    for begin in positions(GAME, 12, range(4)):
        search, position = searcher(40), begin
        while GAME.legal(position):
            found = search.search(position, Limit(nodes=5))
            if isinstance(found.score, Proven):
                assert found.score.result == result(position)
                assert -result(position.play(found.move)) == result(position)
            position = position.play(found.move)


def test_equal_searches():
    position = GAME.start()
    search = searcher(20)
    first = search.search(position, Limit(nodes=30))
    search.reset()
    again = search.search(position, Limit(nodes=30))
    assert (first.move, first.score) == (again.move, again.score)
    assert first.statistics.proof_nodes == again.statistics.proof_nodes > 0
    assert first.statistics.nodes == again.statistics.nodes


def test_proofs_stop():
    monitor = Monitor()
    search = searcher()
    search.search(GAME.start(), Limit(nodes=1))  # which expands the root
    monitor.stop()
    assert search.search(GAME.start(), monitor=monitor).statistics.proof_nodes == 0


# --- solvers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "plies"), [(GAME, range(8)), (CONNECT_FOUR, range(34, 42))])
def test_answers_are_those_of_minimax(game, plies):
    solver = solver_for(game, Options(memory=1))
    for position in positions(game, 30, plies):
        for goal in (0, 1):
            assert solver.reaches_within(position, goal, 10**6)[0] is (result(position) >= goal)


@pytest.mark.parametrize("game", [GAME, CONNECT_FOUR], ids=str)
def test_nodes_bound_a_proof(game):
    solver, position = solver_for(game, Options(memory=1)), game.start()
    for move in () if game is GAME else "12345671234567":
        position = game.play(position, move)
    reached, nodes = solver.reaches_within(position, 1, 50)
    assert reached is None
    assert 50 <= nodes <= 60
    reached, nodes = solver.reaches_within(position, 1, 10**6)
    assert reached is not None
    again = solver.reaches_within(position, 1, 10**6)
    assert again[0] is reached
    assert again[1] < nodes
    solver.forget()
    assert solver.reaches_within(position, 1, 50)[0] is None


def test_retrograde_analysis_is_not_bounded():
    solver = RetrogradeSolver(pg.game("cachex", size=3))
    for ask in (lambda: solver.reaches_within(None, 1, 1), solver.forget):
        with pytest.raises(UnsupportedError, match="cannot"):
            ask()


# --- specs ------------------------------------------------------------------------------------


def test_specs():
    with interpreted():
        found = agent(SMALL, "alphazero(nodes=5, proof=100)").choose(SMALL.start())
    assert found.statistics.proof_nodes >= 100
    for game, wrong, match in (
        (SMALL, "proof=-1", "from 0 to"),
        (SMALL, "proof=1.5", "must be a whole number"),
        (pg.game("cachex", size=3), "proof=9", "leave it out"),
    ):
        with pytest.raises(InvalidParameterError, match=match):
            agent(game, f"alphazero(nodes=5, {wrong})")


def test_a_board_may_have_defaults_of_its_own():
    """Proofs pay where the solver gets to the end."""
    for game, proof in (
        (pg.game("konane", size=6), 200),
        (pg.game("konane", rows=6, columns=6, jumps="single"), 200),
        (pg.game("konane"), 0),
        (pg.game("bamboo", radius=2), 200),
        (pg.game("bamboo"), 0),
        (CONNECT_FOUR, 5000),
    ):
        assert default_arguments(game, "alphazero")["proof"] == proof
    assert default_arguments(type(pg.game("konane")), "alphazero")["proof"] == 0
