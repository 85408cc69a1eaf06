"""The agents `network` and `hybrid`: on every game, as the Bamboo report has them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.agents.report_network import depth_by_room
from plyground.errors import InvalidSpecError, NetworkFileError, PlygroundError
from plyground.learn.dense_network import encode_dense, write_file
from plyground.neural.dense import ENCODING, read_dense
from plyground.neural.network_file import Metadata
from plyground.vocabulary import Limit
from tiers import usual_games

pytest_plugins = "interpreting"

SMALL = {
    "tic_tac_toe": {},
    "connect_four": {"width": 5, "height": 4},
    "konane": {"size": 4},
    "bamboo": {"radius": 2},
    "cachex": {"size": 3},
}


def write_network(game, path, favourites=()):
    """A network that likes some moves best whatever the board, and the others by chance."""
    cells, moves = game.shape.cell_count, game.move_limit
    chance = np.random.default_rng(1)
    weights = chance.normal(size=(4, cells)), chance.normal(size=(moves, 4))
    likes = np.zeros(moves)
    for rank, move in enumerate(favourites):
        likes[move] = 1000 - 100 * rank
    layers = [(weights[0], np.zeros(4)), (weights[1], likes)]
    metadata = Metadata(game.name, ENCODING, game.parameter_values)
    write_file(encode_dense(layers, metadata), path)
    return str(path)


@pytest.fixture
def small(request, tmp_path):
    game = pg.game(request.param, **SMALL[request.param])
    return game, write_network(game, tmp_path / "n.onnx")


@pytest.mark.parametrize("small", usual_games(SMALL), indirect=True)
@pytest.mark.parametrize("spec", ['network(file="{}")', 'hybrid(threshold=6, file="{}")'])
def test_every_game_is_played(small, spec):
    game, file = small
    player = agent(game, spec.format(file.replace("\\", "\\\\")), seed=1)
    player.new_game()
    position, chance = game.start(), random.Random(1)
    while legal := game.legal(position):
        found = player.choose(position)
        assert found.move in legal
        assert found == player.choose(position) or found.statistics.seconds
        assert found.statistics.nodes > 0
        position = position.play(found.move if chance.random() < 0.5 else chance.choice(legal))


def test_network_plays_its_best_legal_move(tmp_path):
    game = pg.game("bamboo", radius=2)
    file = write_network(game, tmp_path / "n.onnx", favourites=(7, 3, 11))
    player = agent(game, f'network(file="{file}")')
    position, chosen = game.start(), []
    for _ in range(3):
        found = player.choose(position)
        chosen.append(found.move)
        assert found.line == (found.move,)
        assert found.score is None
        counted = found.statistics
        assert (counted.nodes, counted.evaluations, counted.expanded) == (1, 1, 1)
        assert counted.legal_moves == len(game.legal(position))
        position = position.play(found.move)
    assert chosen == [7, 3, 11]


def test_network_of_a_game_that_is_over(tmp_path):
    game = pg.game("tic_tac_toe")
    file = write_network(game, tmp_path / "n.onnx")
    over = pg.Playthrough.read(game, moves="a1 b1 a2 b2 a3").position
    with pytest.raises(PlygroundError, match="the game is over"):
        agent(game, f'network(file="{file}")').choose(over)


@pytest.mark.usefixtures("interpreted_here")
def test_hybrid_changes_at_the_threshold(tmp_path):
    game = pg.game("bamboo", radius=2)
    file = write_network(game, tmp_path / "n.onnx")
    network = agent(game, f'network(file="{file}")')
    hybrid = agent(game, f'hybrid(threshold=10, depth=2, file="{file}")')
    minimax = agent(game, "minimax(depth=2, pruning=1, order=squares)")
    position, chance = game.start(), random.Random(4)
    while legal := game.legal(position):
        expected = network if game.cells(position).count(0) > 10 else minimax
        found, wanted = hybrid.choose(position), expected.choose(position)
        assert (found.move, found.score) == (wanted.move, wanted.score)
        position = position.play(chance.choice(legal))


@pytest.mark.slow
def test_hybrid_looks_deeper_as_the_board_fills():
    """Depths of the report's formula, as its minimax agent has them."""
    assert [depth_by_room(empty) for empty in (91, 40, 20, 10, 0)] == [2, 2, 3, 5, 9]
    game = pg.game("bamboo")
    position, chance = game.start(), random.Random(2)
    while game.cells(position).count(0) > 22:
        position = position.play(chance.choice(game.legal(position)))
    assert agent(game, "hybrid").choose(position).statistics.depth == depth_by_room(22)
    assert agent(game, "hybrid(depth=1)").choose(position).statistics.depth == 1
    assert agent(game, "hybrid(threshold=0)").choose(position).statistics.depth == 0


def test_room_on_a_board_that_is_emptied(tmp_path):
    game = pg.game("konane", size=4)
    file = write_network(game, tmp_path / "n.onnx")
    hybrid = agent(game, f'hybrid(file="{file}")')
    assert hybrid.room(game.start()) == 16
    assert hybrid.room(game.start().play(game.legal(game.start())[0])) == 15


@pytest.mark.usefixtures("interpreted_here")
def test_hybrid_keeps_to_the_limit():
    game = pg.game("bamboo")
    found = agent(game, "hybrid(threshold=91, depth=4)").choose(game.start(), Limit(nodes=300))
    assert found.statistics.nodes <= 300


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("hybrid(threshold=-1)", "threshold=-1 must be a whole number"),
        ("hybrid(threshold=1.5)", "threshold=1.5 must be a whole number"),
        ("hybrid(depth=0)", "depth=0 must be a whole number"),
        ("network(file=3)", "file=3 must be the path"),
        ("network(folder=3)", "it has file"),
        ('network(file="none.onnx")', "there is no network file none.onnx"),
    ],
)
def test_bad_specs(spec, complaint):
    with pytest.raises(PlygroundError, match=complaint):
        agent(pg.game("bamboo"), spec)


@pytest.mark.parametrize("kind", ["network", "hybrid"])
def test_no_network_fits(kind):
    with pytest.raises(NetworkFileError, match="plyground imitate bamboo -p radius=4"):
        agent(pg.game("bamboo", radius=4), kind)


def test_shipped_network_says_how_it_was_made():
    about = read_dense(pg.game("bamboo")).file.metadata.about
    assert about["training"]["hidden"] == 3
    assert about["training"]["width"] == 2
    assert {"agents", "games", "samples", "history"} <= set(about)


# --- the page ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["network", "hybrid"])
def test_the_page_opens_no_path(kind):
    from plyground.web.agents import read_spec

    game = pg.game("bamboo")
    assert read_spec(game, kind).make(game).choose(game.start()).move in game.legal(game.start())
    for value in ('"/etc/passwd"', "word", "3"):
        with pytest.raises(InvalidSpecError, match="is not allowed here"):
            read_spec(game, f"{kind}(file={value})")


def test_the_page_does_not_offer_paths():
    from plyground.web.agents import agents

    offered = {kind.name: kind for kind in agents("bamboo").kinds}
    assert {argument.name for argument in offered["network"].arguments} == set()
    assert "file" not in {argument.name for argument in offered["hybrid"].arguments}
