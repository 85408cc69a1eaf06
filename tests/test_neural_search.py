"""Search guided by a network: its tree, its proofs, its limits, and whose side values are on."""

from __future__ import annotations

import functools
import random
import threading
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.errors import (
    IllegalMoveError,
    InvalidLimitError,
    InvalidParameterError,
    InvalidPositionError,
)
from plyground.kernel import Monitor, interpreted
from plyground.neural.answers import RememberingJudge
from plyground.neural.encoding import encoding_of
from plyground.neural.puct import Puct, choose_child, find_priors
from plyground.neural.search import NeuralSearch, NeuralSettings
from plyground.search.mcts_tree import LOST, OPEN, WON, add_children, new_tree
from plyground.vocabulary import Estimate, Limit, Proven

GAME = pg.game("tic_tac_toe")
ENCODING = encoding_of(GAME)
THREAT = GAME.parse_position("XX./OO./... X")  # c3 wins, everything else loses


class Judge:
    """Answers for tic-tac-toe by functions of the planes; a judge of zeros without them."""

    def __init__(self, prior=None, value=None):
        self.encoding = ENCODING
        self.prior, self.value = prior, value
        self.asked = []

    def judge(self, planes):
        self.asked.append(len(planes))
        logits = np.zeros((len(planes), ENCODING.slots), np.float32)
        values = np.zeros(len(planes), np.float32)
        for i, each in enumerate(planes):
            if self.prior is not None:
                logits[i] = self.prior(each)
            if self.value is not None:
                values[i] = self.value(each)
        return logits, values


def by_cells(planes):
    """Logits and a value without meaning that tell positions apart, the same everywhere."""
    weights = np.arange(1, 10, dtype=np.float32)
    mine, theirs = (float(planes[i].ravel() @ weights) for i in (1, 2))
    return np.cos(weights * (1 + mine - 2 * theirs)).astype(np.float32), np.sin(3 * mine - theirs)


def odd_judge():
    return Judge(lambda planes: by_cells(planes)[0], lambda planes: by_cells(planes)[1])


def searcher(judge=None, **settings):
    return NeuralSearch(GAME, judge or Judge(), NeuralSettings(**settings))


@functools.cache
def result(position: Any) -> int:
    """The result for the player to move, by plain minimax."""
    moves = GAME.legal(position)
    if not moves:
        return position.result()
    return max(-result(position.play(move)) for move in moves)


def positions(count: int, seed: int = 1) -> list[Any]:
    """Unfinished positions of random games."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        position = GAME.start()
        for _ in range(chance.randrange(2, 8)):
            if GAME.legal(position):
                position = position.play(chance.choice(GAME.legal(position)))
        if GAME.legal(position):
            found.append(position)
    return found


def check_tree(search: NeuralSearch) -> None:
    """Every walk is counted once at every node that it passed, and no virtual loss is left."""
    nodes, size = search._tree.nodes, int(search._tree.size[0])
    for node in nodes[:size]:
        visits, first = int(node["visits"]), int(node["first_child"])
        children = nodes[first : first + int(node["child_count"])]
        assert -1e-9 <= node["value"] <= visits + 1e-9
        if len(children):
            assert children["visits"].sum() + 1 == visits
            assert children["prior"].sum() == pytest.approx(1)
            assert all(children["move"][1:] > children["move"][:-1])
        else:
            assert visits <= 1 or node["proven"] != OPEN


# --- finding ----------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8])
def test_results_are_proven_and_right(batch):
    search = searcher(batch=batch)
    for position in [*positions(30), GAME.start().play(4)]:
        search.reset()
        found = search.search(position, Limit(nodes=200_000))
        assert found.score == Proven(result(position), position.player())
        assert -result(position.play(found.move)) == result(position)
        check_tree(search)


def test_moves_agree_with_the_solver():
    perfect = agent(GAME, "perfect")
    search = searcher()
    for position in positions(5, seed=2):
        solved = perfect.choose(position, Limit(seconds=120)).score
        assert search.search(position, Limit(nodes=200_000)).score.result == solved.result


def test_a_win_in_one_is_found_without_help():
    search = searcher()
    found = search.search(THREAT, Limit(nodes=100))
    assert GAME.format_move(found.move) == "c3"
    assert found.score == Proven(1, 0)
    assert found.line == [found.move]
    assert found.statistics.nodes < 20


def test_proof_needs_no_network_for_finished_games():
    judge = Judge(value=lambda planes: 1.0)  # "whoever moves wins": wrong in every finished game
    found = searcher(judge).search(THREAT, Limit(nodes=1000))
    assert found.score == Proven(1, 0)


# --- whose value is it ------------------------------------------------------------------------


def test_value_is_for_the_player_to_move_at_the_leaf():
    """The network likes every position in which the other holds the centre, for who moves there."""
    judge = Judge(value=lambda planes: 1.0 if planes[2, 1, 1] else -1.0)
    search = searcher(judge)
    found = search.search(GAME.start(), Limit(nodes=60))
    by_move = {each.move: each for each in search.moves}
    assert by_move[4].visits < min(each.visits for each in search.moves if each.move != 4)
    assert by_move[4].value < 0.3
    assert found.move != 4


def test_a_good_value_is_followed():
    judge = Judge(value=lambda planes: -0.9 if planes[2, 1, 1] else 0.9 if planes[1, 1, 1] else 0)
    found = searcher(judge).search(GAME.start(), Limit(nodes=100))
    assert found.move == 4
    assert isinstance(found.score, Estimate)
    assert found.score.player == 0
    assert found.score.value > 300


def test_a_strong_prior_is_followed():
    def prior(planes):
        return np.where(np.arange(9) == 5, 9, 0)

    search = searcher(Judge(prior))
    assert search.search(GAME.start(), Limit(nodes=50)).move == 5
    assert next(each for each in search.moves if each.move == 5).visits > 30


def test_opinion_is_the_network_alone():
    search = searcher(odd_judge())
    for position in positions(5):
        likely, value = search.opinion(position)
        planes = ENCODING.planes_of(position)
        logits, expected = by_cells(planes)
        moves = GAME.legal(position)
        weights = np.exp(logits[moves].astype(float))
        assert list(likely) == moves
        assert list(likely.values()) == pytest.approx(list(weights / weights.sum()), rel=1e-5)
        assert value == pytest.approx(expected, rel=1e-5)


def test_a_symmetric_opinion_is_the_same_for_every_image():
    search = searcher(odd_judge())
    for position in positions(5):
        likely, value = search.opinion(position, symmetric=True)
        assert sum(likely.values()) == pytest.approx(1)
        for symmetry in range(GAME.symmetries):
            turned, same = search.opinion(position.transform(symmetry), symmetric=True)
            assert same == pytest.approx(value, rel=1e-5)
            for move, share in likely.items():
                image = position.transform_move(symmetry, move)
                assert turned[image] == pytest.approx(share, rel=1e-5)


def test_a_symmetric_search_asks_about_every_image():
    position = positions(3)[2]
    search = searcher(odd_judge(), symmetric=True, batch=3)
    likely, value = search.opinion(position, symmetric=True)
    search.search(position, Limit(nodes=1))
    root, children = search.nodes[0], search.nodes[1:]
    assert dict(zip(children["move"], children["prior"], strict=True)) == pytest.approx(likely)
    assert 1 - 2 * root["value"] == pytest.approx(value)
    search.search(position, Limit(nodes=40))
    check_tree(search)
    with interpreted():
        again = searcher(odd_judge(), symmetric=True, batch=3)
        again.search(position, Limit(nodes=1))
        again.search(position, Limit(nodes=40))
    assert [each.visits for each in again.moves] == [each.visits for each in search.moves]


def test_spread_priors_let_no_move_be_overlooked():
    def prior(planes):
        return np.where(np.arange(9) == 5, 30, 0)

    for spread, least in ((0.0, 0), (0.5, 1)):
        search = searcher(Judge(prior), spread=spread)
        search.search(GAME.start(), Limit(nodes=80))
        assert (min(each.visits for each in search.moves) > 0) == (least > 0)


def test_priors_are_spread_once():
    search = searcher(odd_judge(), spread=0.5)
    for _ in range(2):
        search.search(GAME.start(), Limit(nodes=5))
    alone, _ = search.opinion(GAME.start())
    root = search.nodes[0]
    found = search.nodes[root["first_child"] : root["first_child"] + 9]["prior"]
    assert list(found) == pytest.approx([0.5 * share + 0.5 / 9 for share in alone.values()])


def test_priors_are_a_softmax_of_the_legal_moves():
    priors, slots = np.full(4, np.nan), np.array([7, 0, 3, 9])
    find_priors(np.array([1000.0, 5, 5, 999, 5, 5, 5, -1000], np.float32), slots, 3, priors)
    assert priors[:3] == pytest.approx([0, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))])
    assert np.isnan(priors[3])


def test_children_are_chosen_by_value_and_wish():
    tree = new_tree(10)
    add_children(tree, 0, [1, 2, 3], 3)
    nodes = tree.nodes
    nodes["prior"][1:4] = 0.2, 0.2, 0.6
    nodes["visits"][:4] = 5, 2, 2, 0
    nodes["value"][:4] = 2.5, 0.5, 1.5, 0
    assert choose_child(nodes, 0, Puct(0.0, 0.1)) == 2  # the value alone
    assert choose_child(nodes, 0, Puct(0.0, 0.0)) == 2
    assert choose_child(nodes, 0, Puct(2.0, 0.1)) == 3  # the wish for what the network likes
    nodes["proven"][3] = LOST
    assert choose_child(nodes, 0, Puct(2.0, 0.1)) == 2
    nodes["proven"][2] = WON
    assert choose_child(nodes, 0, Puct(2.0, 0.1)) == 1
    nodes["value"][0] = 0.0  # the other wins everything here: an untried move is worth 1 - 0.1
    nodes["proven"][1:4] = OPEN
    assert choose_child(nodes, 0, Puct(0.0, 0.1)) == 3


# --- the tree ---------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", range(1, 17))
def test_virtual_losses_are_taken_back(batch):
    for judge in (Judge(), odd_judge()):
        search = searcher(judge, batch=batch)
        for nodes in (1, 2, 7, 60, 300):
            search.reset()
            found = search.search(GAME.start(), Limit(nodes=nodes))
            check_tree(search)
            assert int(search._tree.nodes[0]["visits"]) == found.statistics.nodes == nodes


@pytest.mark.parametrize("batch", [1, 5])
def test_equal_inputs_equal_decisions(batch):
    def play():
        search, position, seen = searcher(odd_judge(), batch=batch), GAME.start(), []
        while GAME.legal(position):
            found = search.search(position, Limit(nodes=40))
            seen.append((found.move, found.score, found.line, search.moves))
            position = position.play(found.move)
        return seen

    assert play() == play()


@pytest.mark.parametrize("batch", [1, 6])
def test_compiled_is_interpreted(batch):
    def play():
        search = searcher(odd_judge(), batch=batch)
        position, seen = GAME.start(), []
        for _ in range(2):
            found = search.search(position, Limit(nodes=50))
            seen.append((found.move, found.line, found.score))
            seen.append([(each.visits, pytest.approx(each.value)) for each in search.moves])
            found.statistics.seconds = 0.0
            seen.append(found.statistics)
            position = position.play(found.move)
        return seen

    compiled = play()
    with interpreted():
        assert play() == compiled


def test_batches_grow_to_the_size_asked_for():
    judge = odd_judge()
    searcher(judge, batch=4).search(GAME.start(), Limit(nodes=200))
    assert judge.asked[1:5] == [1, 1, 1, 1]
    assert max(judge.asked) == 4


def test_the_tree_is_kept_after_two_moves():
    search, position = searcher(odd_judge()), GAME.start()
    found = search.search(position, Limit(nodes=200))
    answer = found.line[1]
    reached = position.play(found.move).play(answer)
    inside = next(each for each in search.moves if each.move == found.move)
    search.search(reached, Limit(nodes=1))
    kept = int(search._tree.nodes[0]["visits"])
    assert 1 < kept < inside.visits
    check_tree(search)
    search.reset()
    search.search(reached, Limit(nodes=1))
    assert search._tree.nodes[0]["visits"] == 1


def test_a_kept_proof_is_answered_at_once():
    search = searcher()
    first = search.search(THREAT, Limit(nodes=100))
    again = search.search(THREAT, Limit(nodes=100))
    assert (again.move, again.score, again.statistics.nodes) == (first.move, first.score, 0)


def test_a_position_elsewhere_begins_a_new_tree():
    search = searcher(odd_judge())
    search.search(GAME.start(), Limit(nodes=100))
    search.search(THREAT, Limit(nodes=1))
    assert search._tree.nodes[0]["visits"] == 1


def test_a_full_tree_still_answers():
    search = searcher(odd_judge(), megabytes=1e-9)
    capacity = len(search._tree.nodes)
    assert capacity < 50
    found = search.search(GAME.start(), Limit(nodes=500))
    assert found.move in range(9)
    assert found.statistics.nodes == 500
    assert int(search._tree.size[0]) <= capacity
    assert sum(each.visits for each in search.moves) == 499


def test_root_with_one_move():
    position = GAME.parse_position("XOX/XOO/O.X X")
    found = searcher().search(position, Limit(nodes=10))
    assert found.move == 1
    assert found.score == Proven(result(position), position.player())


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [1, 8, 16])
def test_limit_in_nodes_is_kept(batch):
    judge = odd_judge()
    search = searcher(judge, batch=batch)
    search.prepare(GAME.start())
    for nodes in (1, 9, 50, 101):
        judge.asked.clear()
        search.reset()
        spared = search.judge.spared
        found = search.search(GAME.start(), Limit(nodes=nodes))
        assert found.statistics.nodes == nodes
        answered = sum(judge.asked) + search.judge.spared - spared
        assert answered == found.statistics.evaluations <= nodes


def test_answers_are_kept_and_change_nothing():
    judge = odd_judge()
    search, plain = searcher(judge), searcher(odd_judge())
    plain.judge = odd_judge()
    for position in (GAME.start(), GAME.start().play(4), GAME.start().play(4).play(0)):
        found, other = (each.search(position, Limit(nodes=100)) for each in (search, plain))
        assert found.score == other.score
        assert search.moves == plain.moves
    assert search.judge.spared > 10
    assert len(search.judge._known) == sum(judge.asked)


def test_the_oldest_answers_go_first():
    judge = odd_judge()
    remembering = RememberingJudge(judge, megabytes=0)  # room for 32
    planes = np.zeros((40, *judge.encoding.shape), np.float32)
    planes[:, 0, 0, 0] = np.arange(40)
    logits, values = remembering.judge(planes)
    for last, asked in ((39, 0), (0, 1)):
        judge.asked.clear()
        again = remembering.judge(planes[[last, 38, 38]])
        assert sum(judge.asked) == asked
        assert np.array_equal(again[0], logits[[last, 38, 38]])
        assert np.array_equal(again[1], values[[last, 38, 38]])


def test_no_time_at_all_gives_a_legal_move():
    ticks = iter(range(10**6))
    search = NeuralSearch(GAME, Judge(), clock=lambda: float(next(ticks)))
    found = search.search(THREAT, Limit(seconds=0.5))
    assert found.move == GAME.legal(THREAT)[0]
    assert (found.score, list(found.line)) == (None, [])


def test_time_is_kept():
    ticks = iter(range(10**6))
    search = NeuralSearch(GAME, odd_judge(), clock=lambda: float(next(ticks)))
    found = search.search(GAME.start(), Limit(seconds=20))
    assert 1 < found.statistics.nodes < 20 * 8
    assert found.statistics.seconds >= 20


def test_a_monitor_stops_the_search():
    monitor = Monitor()
    timer = threading.Timer(0.2, monitor.stop)
    timer.start()
    search = NeuralSearch(pg.game("connect_four"), FarJudge())
    with interpreted():
        found = search.search(pg.game("connect_four").start(), monitor=monitor)
    timer.join()
    assert found.move in range(7)


class FarJudge:
    """Zeros for Connect Four, which no search finishes."""

    encoding = encoding_of(pg.game("connect_four"))

    def judge(self, planes):
        count = len(planes)
        return np.zeros((count, self.encoding.slots), np.float32), np.zeros(count, np.float32)


def test_limit_in_depth_is_kept():
    game = pg.game("connect_four")
    with interpreted():
        found = NeuralSearch(game, FarJudge()).search(game.start(), Limit(depth=2))
    assert found.statistics.depth == 2
    assert found.move in range(7)


def test_a_stopped_monitor_gives_a_legal_move():
    monitor = Monitor()
    monitor.stop()
    found = searcher().search(THREAT, monitor=monitor)
    assert found.move in GAME.legal(THREAT)


def test_a_used_monitor_neither_hangs_nor_answers_with_its_old_line():
    monitor, search = Monitor(Limit(nodes=5)), searcher(odd_judge())
    assert search.search(GAME.start(), monitor=monitor).statistics.nodes == 5
    found = search.search(THREAT, Limit(nodes=3), monitor)
    assert found.move in GAME.legal(THREAT)


def test_monitor_shows_the_best_line():
    monitor = Monitor()
    found = searcher(odd_judge()).search(GAME.start(), Limit(nodes=80), monitor)
    assert monitor.best_move == found.move
    assert monitor.line == found.line
    assert monitor.array[0] == 1  # it stopped itself


def test_counters():
    found = searcher(odd_judge()).search(GAME.start(), Limit(nodes=80))
    cost = found.statistics
    assert cost.expanded == cost.evaluations <= cost.nodes == 80
    assert cost.branching_factor == pytest.approx(7, abs=1)
    assert 2 <= cost.depth <= cost.selective_depth <= 9


# --- refusals ---------------------------------------------------------------------------------


def test_refusals():
    over = GAME.parse_position("XXX/OO./... O")
    search = searcher()
    for ask in (lambda: search.search(over, Limit(nodes=1)), lambda: search.opinion(over)):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            ask()
    for limit in (None, Limit()):
        with pytest.raises(InvalidLimitError, match="needs a limit"):
            search.search(THREAT, limit)
    with pytest.raises(InvalidPositionError):
        search.search(pg.game("connect_four").start(), Limit(nodes=1))


@pytest.mark.parametrize(
    "wrong",
    [
        {"puct": Puct(-1.0)},
        {"puct": Puct(float("nan"))},
        {"puct": Puct(float("inf"))},
        {"puct": Puct(1.0, 2.0)},
        {"megabytes": 0},
        {"megabytes": float("inf")},
        {"batch": 0},
        {"batch": 2000},
        {"spread": 1.5},
    ],
    ids=str,
)
def test_wrong_settings(wrong):
    with pytest.raises(InvalidParameterError, match="must be"):
        NeuralSettings(**wrong)
