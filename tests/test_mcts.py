"""Monte Carlo tree search: its tree, its limits, its proofs, and how well it plays."""

from __future__ import annotations

import functools
import random
import threading
from typing import Any

import numpy as np
import pytest

import plyground as pg
from boards import SMALL_GAMES, after_chance, small_game
from plyground.errors import IllegalMoveError, InvalidLimitError, InvalidParameterError
from plyground.kernel import Monitor, interpreted
from plyground.search.mcts import (
    MonteCarlo,
    MonteCarloSettings,
    TreeSwitches,
)
from plyground.search.mcts_playouts import BEST_OF_SOME, MOSTLY_BEST, squash
from plyground.search.mcts_tree import NODE, OPEN, advance, new_tree
from plyground.search.minimax import WIN
from plyground.vocabulary import Estimate, Limit, Proven
from tiers import first_usual, rest_slow, usual_games
from waiting import wait_for

VARIANTS = {
    "plain": TreeSwitches(solver=0),
    "solver": TreeSwitches(),
    "wide": TreeSwitches(exploration=1.4, expand_after=3),
    "rave": TreeSwitches(rave=50),
    "priors": TreeSwitches(priors=1, exploration=1.5),
    "rave and priors": TreeSwitches(rave=50, priors=1),
    "best of three": TreeSwitches(playout=BEST_OF_SOME, candidates=3),
    "mostly best": TreeSwitches(playout=MOSTLY_BEST, random_percent=20),
    "cut": TreeSwitches(cut=2, rave=20),
}

# A search with a game's own judges is compiled anew; without them it is that of other tests.
JUDGED = rest_slow(SMALL_GAMES, lambda game: game.name == "tic_tac_toe")
GOLDEN_VISITS = [(0, 3), (1, 1), (2, 3), (3, 1), (4, 1), (5, 3), (6, 4), (7, 2), (8, 12)]
GOLDEN_LINE = [8, 3, 5]
GOLDEN_SCORE = 916
GOLDEN_NODES = 72


def searcher(
    game: pg.Game, switches: TreeSwitches = VARIANTS["solver"], **settings: Any
) -> MonteCarlo:
    """A search with the game's own judges."""
    known = game.knowledge
    judges = known.evaluator("default"), known.rater("default")
    return MonteCarlo(MonteCarloSettings(switches, *judges, **settings))


def tree_of(search: MonteCarlo) -> np.ndarray:
    """The nodes in use, without the numbers that `cut_to` leaves behind."""
    nodes = search.nodes.copy()
    nodes["target"] = 0
    return nodes


def summary(search: MonteCarlo) -> list[tuple[int, int]]:
    return [(move.move, move.visits) for move in search.moves]


def check_tree(nodes: np.ndarray) -> None:
    """Links go both ways, children are listed once and ascending, visits add up."""
    assert nodes[0]["parent"] == -1
    seen = 1
    for index, node in enumerate(nodes):
        first, count = int(node["first_child"]), int(node["child_count"])
        if count:
            children = nodes[first : first + count]
            assert first > index
            assert (children["parent"] == index).all()
            assert (np.diff(children["move"]) > 0).all()
            below = int(children["visits"].sum())
            assert below <= node["visits"]
            seen += count
        assert 0 <= node["value"] <= node["visits"]
    assert seen == len(nodes)


# --- the tree ---------------------------------------------------------------------------------


def test_golden_tree():
    """Thirty simulations of plain UCT, as they have been since the first version."""
    game = pg.game("tic_tac_toe")
    search = searcher(game, VARIANTS["plain"])
    decision = search.search(game, game.start(), Limit(nodes=30), seed=1)
    assert summary(search) == GOLDEN_VISITS
    assert list(decision.line) == GOLDEN_LINE
    assert decision.score == Estimate(GOLDEN_SCORE, 0)
    assert len(search.nodes) == GOLDEN_NODES


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_is_interpreted(variant):
    game = pg.game("tic_tac_toe")
    trees = []
    for _ in range(2):
        search = searcher(game, VARIANTS[variant])
        if trees:
            with interpreted():
                search.search(game, game.start(), Limit(nodes=150), seed=7)
        else:
            search.search(game, game.start(), Limit(nodes=150), seed=7)
        trees.append(tree_of(search))
    check_tree(trees[0])
    assert (trees[0] == trees[1]).all()


@pytest.mark.parametrize("game", JUDGED, ids=str)
def test_compiled_is_interpreted_with_every_judge(game):
    switches = TreeSwitches(rave=30, playout=BEST_OF_SOME, cut=12)
    check_compiled(game, searcher(game, switches), searcher(game, switches))


@pytest.mark.parametrize("game", usual_games(SMALL_GAMES), ids=str)
def test_compiled_is_interpreted_in_every_game(game):
    settings = MonteCarloSettings(TreeSwitches(rave=30))
    check_compiled(game, MonteCarlo(settings), MonteCarlo(settings))


def check_compiled(game: pg.Game, one: MonteCarlo, two: MonteCarlo) -> None:
    limit = Limit(nodes=40)
    first = one.search(game, game.start(), limit, seed=3)
    with interpreted():
        second = two.search(game, game.start(), limit, seed=3)
    assert (tree_of(one) == tree_of(two)).all()
    assert first.line == second.line
    assert first.score == second.score


def test_seed_decides():
    game = pg.game("connect_four")
    runs = []
    for seed in (5, 5, 6):
        search = searcher(game)
        search.search(game, game.start(), Limit(nodes=500), seed=seed)
        runs.append(summary(search))
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("count", [1, 2, 255, 256, 1000])
def test_iterations_are_exact(count):
    game = pg.game("connect_four")
    search = searcher(game)
    decision = search.search(game, game.start(), Limit(nodes=count))
    assert decision.statistics.nodes == count
    assert sum(visits for _, visits in summary(search)) == count
    assert tree_of(search)[0]["visits"] == count


def test_memory_is_bounded():
    game = pg.game("tic_tac_toe")
    search = searcher(game, megabytes=0.001)
    decision = search.search(game, game.start(), Limit(nodes=500))
    assert decision.statistics.nodes == 500
    assert len(search.nodes) == 10  # the root and its children
    assert decision.move in range(9)
    larger = searcher(game, megabytes=0.1)
    larger.search(game, game.start(), Limit(nodes=20_000))
    assert 1000 < len(larger.nodes) <= 0.1 * 2**20 / NODE.itemsize
    check_tree(tree_of(larger))


def test_leaves_expand_after_some_visits():
    game = pg.game("connect_four")
    sizes = []
    for visits in (1, 8):
        search = searcher(game, TreeSwitches(expand_after=visits))
        search.search(game, game.start(), Limit(nodes=2000))
        sizes.append(len(search.nodes))
    assert sizes[1] < sizes[0] / 3


# --- the tree between moves -------------------------------------------------------------------


def test_advance_keeps_the_subtree():
    game = pg.game("connect_four")
    search = searcher(game)
    move = search.search(game, game.start(), Limit(nodes=3000)).move
    before = tree_of(search)
    [child] = [i for i in range(1, 8) if before[i]["move"] == move]
    first, count = before[child]["first_child"], before[child]["child_count"]
    below = before[first : first + count]
    kept = search.advance(move)
    after = tree_of(search)
    check_tree(after)
    assert kept == len(after) < len(before)
    assert after[0]["visits"] == before[child]["visits"]
    for field in ("move", "visits", "value", "proven", "child_count"):
        assert (after[1 : 1 + count][field] == below[field]).all()
    assert sorted(after["visits"][1:]) == sorted(visits_below(before, child))


def visits_below(nodes: np.ndarray, index: int) -> list[int]:
    first, count = int(nodes[index]["first_child"]), int(nodes[index]["child_count"])
    found = []
    for child in range(first, first + count):
        found += [int(nodes[child]["visits"]), *visits_below(nodes, child)]
    return found


def test_search_goes_on_from_the_kept_tree():
    game = pg.game("connect_four")
    search = searcher(game)
    decision = search.search(game, game.start(), Limit(nodes=3000))
    position = game.start().play(decision.line[0]).play(decision.line[1])
    nodes = tree_of(search)
    reply = functools.reduce(lambda index, move: child_of(nodes, index, move), decision.line[:2], 0)
    search.search(game, position, Limit(nodes=100))
    assert tree_of(search)[0]["visits"] == nodes[reply]["visits"] + 100
    check_tree(tree_of(search))


def child_of(nodes: np.ndarray, index: int, move: int) -> int:
    first, count = int(nodes[index]["first_child"]), int(nodes[index]["child_count"])
    return next(child for child in range(first, first + count) if nodes[child]["move"] == move)


def test_unknown_position_begins_a_new_tree():
    game = pg.game("connect_four")
    search = searcher(game)
    search.search(game, game.start(), Limit(nodes=100))
    far = functools.reduce(game.play, "4444", game.start())
    search.search(game, far, Limit(nodes=50))
    assert tree_of(search)[0]["visits"] == 50
    other = pg.game("connect_four", width=5, height=4)
    search.search(other, other.start(), Limit(nodes=20))
    assert tree_of(search)[0]["visits"] == 20
    search.reset()
    assert search.moves == []
    assert len(search.nodes) == search.advance(3) == 0


def test_no_reuse():
    game = pg.game("connect_four")
    search = searcher(game, reuse=False)
    for _ in range(2):
        search.search(game, game.start(), Limit(nodes=100))
        assert tree_of(search)[0]["visits"] == 100


def test_advance_to_an_unknown_move():
    tree = new_tree(10)
    tree.nodes[0]["visits"] = 5
    assert advance(tree, 3) == 1
    assert tree.nodes[0]["visits"] == 0


# --- proofs -----------------------------------------------------------------------------------


@functools.cache
def exact(position: Any) -> int:
    """The value of a tic-tac-toe position for the player to move, by looking at everything."""
    moves = pg.game("tic_tac_toe").legal(position)
    return max((-exact(position.play(move)) for move in moves), default=position.result())


def random_position(game: pg.Game, plies: int, chance: random.Random) -> Any:
    while True:
        position = after_chance(game, plies, chance)
        if game.legal(position):
            return position


def test_solver_is_right():
    game, chance = pg.game("tic_tac_toe"), random.Random(1)
    for case in range(60):
        position = random_position(game, 2 + case % 6, chance)
        decision = searcher(game).search(game, position, Limit(nodes=60_000))
        assert decision.score == Proven(exact(position), position.player())
        assert exact(position) == -exact(position.play(decision.move))


@pytest.mark.parametrize(
    ("name", "moves", "result", "best"),
    [
        ("tic_tac_toe", "a1 a3 b1 b3", 1, {"c1"}),
        ("tic_tac_toe", "a1 b1 a2 a3 b2", -1, None),
        ("tic_tac_toe", "a1 b1 a2 a3", 1, {"b2"}),
        ("connect_four", "112233", 1, {"4"}),
        ("connect_four", "33445", -1, None),
        ("connect_four", "3344", 1, {"2", "5"}),
    ],
    ids=["win in 1", "loss in 2", "win in 3", "win in 1", "loss in 2", "win in 3"],
)
def test_short_proofs(name, moves, result, best):
    game = pg.game(name)
    position = functools.reduce(lambda p, move: p.play(move), game.split_moves(moves), game.start())
    monitor = Monitor()
    decision = searcher(game).search(game, position, Limit(nodes=20_000), monitor)
    assert decision.score == Proven(result, position.player())
    assert monitor.score == result * WIN
    assert decision.statistics.nodes < 20_000
    assert best is None or game.format_move(decision.move) in best


def test_proven_losses_are_not_played():
    game, chance = pg.game("connect_four"), random.Random(2)
    avoided = 0
    for seed in range(60):
        position = random_position(game, chance.randrange(8, 20), chance)
        search = searcher(game)
        move = search.search(game, position, Limit(nodes=200), seed=seed).move
        known = {summary.move: summary.proven for summary in search.moves}
        if any(proven != -1 for proven in known.values()):
            assert known[move] != -1
            avoided += -1 in known.values()
        assert 1 not in known.values() or known[move] == 1
    assert avoided > 5


def test_without_the_solver_nothing_is_proven():
    game = pg.game("connect_four")
    position = functools.reduce(game.play, "112233", game.start())
    search = searcher(game, VARIANTS["plain"])
    decision = search.search(game, position, Limit(nodes=500))
    assert isinstance(decision.score, Estimate)
    assert decision.score.value > 900
    assert decision.move == 3
    assert decision.statistics.nodes == 500
    assert tree_of(search)[0]["proven"] == OPEN


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", first_usual(["connect_four", "cachex"]))
def test_deadline_holds(name):
    game, search = small_game(name), MonteCarlo()
    found = search.search(game, game.start(), Limit(seconds=0.05))
    assert found.statistics.seconds >= 0.05
    assert found.move in game.legal(game.start())


def test_cancel_and_live_results():
    game, search, monitor = pg.game("connect_four"), MonteCarlo(), Monitor()
    search.search(game, game.start(), Limit(nodes=1))
    decisions = []
    thread = threading.Thread(
        target=lambda: decisions.append(search.search(game, game.start(), monitor=monitor))
    )
    thread.start()
    wait_for(lambda: monitor.statistics().nodes > 1000 and monitor.best_move >= 0)
    assert not decisions
    assert monitor.best_move in range(7)
    assert -1000 <= monitor.score <= 1000
    assert monitor.line[0] in range(7)
    monitor.stop()
    thread.join()
    assert decisions[0].move == decisions[0].line[0] == monitor.best_move
    assert decisions[0].statistics.nodes == monitor.statistics().nodes > 1000


def test_stopped_before_it_began():
    game, monitor = pg.game("connect_four"), Monitor()
    monitor.stop()
    decision = MonteCarlo().search(game, game.start(), monitor=monitor)
    assert decision.move == 0
    assert decision.score is None
    assert decision.statistics.nodes == 0


def test_depth_limit():
    game = pg.game("connect_four")
    decision = MonteCarlo().search(game, game.start(), Limit(depth=4))
    assert decision.statistics.depth == 4
    assert decision.statistics.selective_depth > 4


def test_limit_is_written_into_a_given_monitor():
    game, monitor = pg.game("connect_four"), Monitor()
    decision = MonteCarlo().search(game, game.start(), Limit(nodes=77), monitor)
    assert decision.statistics.nodes == monitor.statistics().nodes == 77


def test_refusals():
    game = pg.game("tic_tac_toe")
    over = game.parse_position("OO./.../XXX O")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        MonteCarlo().search(game, over, Limit(nodes=1))
    with pytest.raises(InvalidLimitError, match="needs a limit"):
        MonteCarlo().search(game, game.start())
    with pytest.raises(InvalidParameterError, match="candidates=0 must be at least 1"):
        MonteCarloSettings(TreeSwitches(candidates=0))
    with pytest.raises(InvalidParameterError, match="megabytes"):
        MonteCarloSettings(megabytes=0)


# --- playing ----------------------------------------------------------------------------------


def test_tic_tac_toe_is_a_draw():
    game = pg.game("tic_tac_toe")
    for seed in range(5):
        position, players = game.start(), (searcher(game), searcher(game))
        while game.legal(position):
            search = players[position.player()]
            position = position.play(
                search.search(game, position, Limit(nodes=3000), seed=seed).move
            )
        assert position.result() == 0


@pytest.mark.slow
def test_beats_random_play():
    """Bamboo of radius 3, both colours: the report's agent won 88% at radius 5 (Table IV)."""
    game, chance, wins = pg.game("bamboo", radius=3), random.Random(4), 0
    for number in range(40):
        position, search, side = game.start(), MonteCarlo(), number % 2
        while moves := game.legal(position):
            if position.player() == side:
                limit = Limit(nodes=300)
                move = search.search(game, position, limit, seed=number).move
            else:
                move = chance.choice(moves)
            position = position.play(move)
        wins += game.outcome(position).winner == side
    assert wins >= 34


@pytest.mark.parametrize("game", JUDGED, ids=str)
def test_every_variant_plays_legally(game):
    for name, switches in VARIANTS.items():
        position, chance = game.start(), random.Random(name)
        for _ in range(6):
            moves = game.legal(position)
            if not moves:
                break
            search = searcher(game, switches)
            decision = search.search(game, position, Limit(nodes=50))
            assert decision.move in moves
            assert [summary.move for summary in search.moves] == moves
            after = position
            for move in decision.line:
                after = game.play(after, move)
            position = position.play(chance.choice(moves))


def test_cut_playouts_are_judged():
    game = pg.game("connect_four")
    search = searcher(game, VARIANTS["cut"])
    decision = search.search(game, game.start(), Limit(nodes=200))
    assert 150 < decision.statistics.evaluations <= 200
    assert decision.statistics.selective_depth <= decision.statistics.depth + 2


def test_squash():
    assert squash(0, 100) == 0.5
    assert squash(100, 100) == 0.75
    assert squash(-300, 100) == 0.125
    assert 0.99 < squash(10**6, 100) < 1
