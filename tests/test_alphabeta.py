"""The strong alpha-beta finds minimax's values, whatever is switched on or off."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from plyground.conformance import random_positions
from plyground.kernel import interpreted
from plyground.search.alphabeta import Features
from plyground.search.minimax import Switches
from plyground.search.runner import AlphaBetaSearch, MinimaxSearch
from plyground.search.table import (
    AT_LEAST,
    new_table,
    pack,
    probe,
    store,
    unpack_bound,
    unpack_depth,
    unpack_move,
    unpack_value,
)
from plyground.vocabulary import Limit, Proven
from tiers import usual_games

SMALL = [
    ("tic_tac_toe", {}, 6),
    ("connect_four", {"width": 5, "height": 4}, 5),
    ("konane", {"size": 6}, 4),
    ("bamboo", {"radius": 2}, 3),
    ("cachex", {"size": 4}, 3),
]
EXACT_FEATURES = {
    "everything": Features(reductions=0),
    "nothing": Features(0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    "no table": Features(table=0, reductions=0),
    "no symmetry": Features(symmetry_plies=0, reductions=0),
    "symmetry everywhere": Features(symmetry_plies=99, reductions=0),
    "no null window": Features(null_window=0, reductions=0),
    "narrow aspiration": Features(aspiration=1, reductions=0),
    "no order": Features(ordering=0, killers=0, history=0, reductions=0),
}


def judges(game):
    known = game.knowledge
    return known.evaluator("default"), known.rater("default")


def exact_value(game, position, depth):
    judge, order = judges(game)
    plain = MinimaxSearch(judge, order, Switches(pruning=0), depth)
    return plain.search(game, position).score


@pytest.mark.parametrize(
    ("name", "parameters", "depth"), usual_games(SMALL), ids=[name for name, *_ in SMALL]
)
@pytest.mark.parametrize("features", EXACT_FEATURES)
def test_value_is_minimax(name, parameters, depth, features):
    game = pg.game(name, **parameters)
    for position in random_positions(game, 5, 8):
        if not game.legal(position):
            continue
        search = AlphaBetaSearch(*judges(game), EXACT_FEATURES[features], megabytes=1)
        found = search.search(game, position, Limit(depth=depth))
        wanted = exact_value(game, position, depth)
        if isinstance(found.score, Proven):
            deeper = exact_value(game, position, found.score.distance)
            assert found.score == deeper
        else:
            assert found.score == wanted
        assert found.line[0] == found.move
        assert found.move in game.legal(position)


def test_compiled_equals_interpreted():
    game = pg.game("tic_tac_toe")
    position = pg.Playthrough.read(game, moves="b2 a1").position
    limit = Limit(depth=4)
    fast = AlphaBetaSearch(*judges(game), megabytes=1).search(game, position, limit)
    with interpreted():
        slow = AlphaBetaSearch(*judges(game), megabytes=1).search(game, position, limit)
    assert (slow.move, slow.score, slow.line) == (fast.move, fast.score, fast.line)
    assert slow.statistics.nodes == fast.statistics.nodes


@pytest.mark.parametrize(
    ("name", "parameters", "depth", "nodes"),
    usual_games(
        [
            ("connect_four", {}, 9, 27_974),
            ("konane", {}, 8, 2_040),
            ("bamboo", {"radius": 3}, 5, 7_249),
            ("bamboo", {}, 4, 7_007),
        ]
    ),
)
def test_the_tree_stays_the_same(name, parameters, depth, nodes):
    """Node counts of fixed searches: they change only when the search itself does."""
    game = pg.game(name, **parameters)
    found = AlphaBetaSearch(*judges(game)).search(game, game.start(), Limit(depth=depth))
    assert found.statistics.nodes == nodes


def test_wins_are_proven_with_distance():
    game = pg.game("connect_four")
    position = pg.Playthrough.read(game, moves="4 1 4 1 4 2").position
    found = AlphaBetaSearch(*judges(game)).search(game, position, Limit(depth=5))
    assert found.score == Proven(1, player=0, distance=1)
    defence = pg.Playthrough.read(game, moves="4 1 4 1 4").position
    found = AlphaBetaSearch(*judges(game)).search(game, defence, Limit(depth=8))
    assert game.format_move(found.move) == "4"


@pytest.mark.slow
def test_konane_small_boards_are_solved():
    game = pg.game("konane", size=4)
    found = AlphaBetaSearch(*judges(game)).search(game, game.start(), Limit(seconds=20))
    assert found.score == Proven(-1, player=0, distance=6)


def test_reductions_find_the_same_result_in_tic_tac_toe():
    game = pg.game("tic_tac_toe")
    found = AlphaBetaSearch(*judges(game)).search(game, game.start(), Limit(depth=9))
    assert found.score.value == 0


def test_best_lines_are_different_and_in_order():
    game = pg.game("connect_four")
    search = AlphaBetaSearch(*judges(game), features=Features(reductions=0))
    lines = search.best_lines(game, game.start(), 3, Limit(depth=4))
    assert len({line.move for line in lines}) == 3
    values = [line.score.value for line in lines]
    assert values == sorted(values, reverse=True)
    assert len(search.best_lines(game, game.start(), 99, Limit(depth=2))) == 7


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_agree(threads):
    game = pg.game("connect_four")
    position = pg.Playthrough.read(game, moves="4 4 4").position
    features = Features(reductions=0)
    one = AlphaBetaSearch(*judges(game), features).search(game, position, Limit(depth=7))
    many = AlphaBetaSearch(*judges(game), features, threads=threads)
    found = many.search(game, position, Limit(depth=7))
    assert found.score == one.score
    assert found.statistics.depth == 7


def test_table_keeps_what_was_stored():
    table = new_table(1)
    assert table.nbytes <= 1_000_000
    chance = random.Random(1)
    for _ in range(500):
        key = chance.getrandbits(61)
        value, move, depth = chance.randint(-(10**9), 10**9), chance.randint(-1, 9000), 17
        store(table, key, pack(value, move, depth, AT_LEAST, 3))
        data = probe(table, key)
        unpacked = unpack_value(data), unpack_move(data), unpack_depth(data), unpack_bound(data)
        assert unpacked == (value, move, depth, AT_LEAST)
        assert probe(table, key ^ 1 << 40) == 0


def test_table_prefers_depth_and_forgets_old_searches():
    table = new_table(0)
    assert table.shape == (2, 2)
    store(table, 11, pack(1, 1, 9, AT_LEAST, 1))
    store(table, 22, pack(2, 2, 3, AT_LEAST, 1))
    store(table, 33, pack(3, 3, 3, AT_LEAST, 1))
    assert [bool(probe(table, key)) for key in (11, 22, 33)] == [True, False, True]
    store(table, 44, pack(4, 4, 1, AT_LEAST, 2))
    assert [bool(probe(table, key)) for key in (11, 44)] == [False, True]


def test_clock_holds():
    game = pg.game("connect_four")
    found = AlphaBetaSearch(*judges(game)).search(game, game.start(), Limit(seconds=0.02))
    assert found.statistics.seconds >= 0.02
    assert 0 < found.statistics.depth < 42


def test_same_node_limit_gives_the_same_decision():
    game = pg.game("connect_four")
    limit = Limit(nodes=20_000)
    one, two = (AlphaBetaSearch(*judges(game)).search(game, game.start(), limit) for _ in range(2))
    assert (one.move, one.score, one.line) == (two.move, two.score, two.line)
    assert one.statistics.nodes == two.statistics.nodes == 20_000
