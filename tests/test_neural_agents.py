"""The agents `policy` and `alphazero`: with the package's networks, other files, and none."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
import torch

import plyground as pg
from example_files import SNORT
from plyground.agents import agent
from plyground.agents.residual_network import PolicyAgent
from plyground.errors import (
    IllegalMoveError,
    InvalidLimitError,
    InvalidParameterError,
    InvalidSpecError,
    NetworkFileError,
)
from plyground.kernel import interpreted
from plyground.learn.board_file import board_file
from plyground.learn.model import Architecture, BoardNetwork
from plyground.neural.board_network import board_judge
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from plyground.vocabulary import Estimate, Limit, Proven

TIC_TAC_TOE = pg.game("tic_tac_toe")
SMALLEST = (
    pg.game("bamboo", radius=1),
    pg.game("cachex", size=3),
    pg.game("konane", size=4),
    pg.game("connect_four", width=4, height=4),
)
SIZES = (
    *(pg.game("bamboo", radius=radius) for radius in range(1, 4)),
    *(pg.game("cachex", size=size) for size in (3, 5)),
    *(pg.game("konane", size=size) for size in (4, 8)),
    pg.game("connect_four"),
    pg.game("connect_four", width=5, height=9),
)
LARGE = (
    *(pg.game("bamboo", radius=radius) for radius in range(4, 7)),
    *(pg.game("cachex", size=size) for size in (9, 15)),
)
SPECS = ("policy", "policy(temperature=1)", "alphazero(nodes=50)")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A network for tic-tac-toe that has learnt nothing."""
    torch.manual_seed(1)
    architecture = Architecture.for_encoding(encoding_of(TIC_TAC_TOE), width=4, blocks=1)
    path = tmp_path_factory.mktemp("networks") / "my network.onnx"
    path.write_bytes(
        board_file(BoardNetwork(architecture), Metadata("tic_tac_toe", "tic_tac_toe-1"))
    )
    return path


def played(game: pg.Game, first: Any, second: Any) -> list[Any]:
    """The decisions of a game between two agents, every move of it legal."""
    position, decisions = game.start(), []
    for each in (first, second):
        each.new_game()
    while legal := game.legal(position):
        decisions.append((first, second)[position.player()].choose(position))
        assert decisions[-1].move in legal
        position = position.play(decisions[-1].move)
    return decisions


# --- the package's networks -------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [*SIZES, *(pytest.param(each, marks=pytest.mark.slow) for each in LARGE)], ids=str
)
def test_one_network_plays_every_size(game):
    quick = agent(game, "policy")
    position = game.start()
    for _ in range(4):
        found = quick.choose(position)
        assert found.move in game.legal(position)
        assert isinstance(found.score, Estimate)
        assert abs(found.score.value) <= 1000
        position = position.play(found.move)


@pytest.mark.parametrize("game", SMALLEST, ids=str)
def test_whole_games(game):
    with interpreted():
        for spec in SPECS:
            decisions = played(game, agent(game, spec, seed=1), agent(game, "policy", seed=2))
            assert len(decisions) <= game.max_plies
    assert isinstance(decisions[0].score, Estimate | Proven)


def test_compiled_is_interpreted():
    game = SMALLEST[0]

    def moves():
        guided = agent(game, "alphazero(nodes=40)")
        return [(each.move, str(each.score)) for each in played(game, guided, guided)]

    compiled = moves()
    with interpreted():
        assert moves() == compiled


def test_alphazero_ends_with_a_proof():
    game = pg.game("connect_four", width=4, height=4)
    with interpreted():
        guided = agent(game, "alphazero(nodes=50, proof=0)")
        decisions = played(game, guided, guided)
    assert isinstance(decisions[-1].score, Proven)
    assert max(each.statistics.nodes for each in decisions) == 50


def test_networks_know_more_than_chance():
    """The shipped policies give a win in one more than its share of the moves."""
    game = pg.game("connect_four")
    position = game.play(game.parse_position(f"{'......./' * 3}X....../X....../XOO.... O"), "3")
    found = agent(game, "policy").choose(position)
    assert game.format_move(found.move) == "1"
    assert found.score.value > 500


def test_a_board_may_have_a_network_of_its_own():
    small, usual = pg.game("connect_four", width=6, height=5), pg.game("connect_four")
    files = [board_judge(game).network.metadata.about["config"] for game in (small, usual)]
    assert len(files[0]["boards"]) == 3
    assert files[1]["lessons"] == 1.0
    assert len(usual.knowledge.network_files) == 2
    assert all(file.stat().st_size < 1_500_000 for file in usual.knowledge.network_files)


@pytest.mark.parametrize("name", ["bamboo", "cachex", "konane", "connect_four"])
def test_shipped_networks_say_how_they_were_made(name):
    about = board_judge(
        pg.game(name), pg.game(name).knowledge.network("residual", pg.game(name).parameter_values)
    ).network.metadata.about
    assert about["config"]["game"] == name
    assert about["progress"]["samples"] > 0


# --- policy -----------------------------------------------------------------------------------


class Opinion:
    """What a search thinks of three moves."""

    game = TIC_TAC_TOE

    def __init__(self, *shares: float) -> None:
        self.shares = dict(enumerate(shares))

    def opinion(self, position: Any, symmetric: bool = False) -> tuple[dict[int, float], float]:
        return self.shares, -0.25


def drawn(temperature: float, *shares: float) -> np.ndarray:
    """How often each move is drawn."""
    chooser = PolicyAgent("policy", Opinion(*shares), temperature, seed=1)
    moves = [chooser.choose(TIC_TAC_TOE.start()).move for _ in range(2000)]
    return np.bincount(moves, minlength=len(shares)) / 2000


def test_temperature():
    assert drawn(0, 0.2, 0.5, 0.3).tolist() == [0, 1, 0]
    assert drawn(1, 0.2, 0.5, 0.3) == pytest.approx([0.2, 0.5, 0.3], abs=0.04)
    assert drawn(100, 0.2, 0.5, 0.3) == pytest.approx([1 / 3] * 3, abs=0.04)
    sharp = np.array([0.2, 0.5, 0.3]) ** 2
    assert drawn(0.5, 0.2, 0.5, 0.3) == pytest.approx(sharp / sharp.sum(), abs=0.04)


def test_a_low_temperature_is_no_trap():
    assert drawn(1e-5, 0.2, 0.5, 0.3).tolist() == [0, 1, 0]
    assert drawn(1e-308, 0.2, 0.5, 0.3).tolist() == [0, 1, 0]
    assert drawn(0.01, 0.0, 1.0).tolist() == [0, 1]


def test_decision_of_the_policy():
    chooser = PolicyAgent("policy", Opinion(0.2, 0.8), 0, None)
    found = chooser.choose(TIC_TAC_TOE.start())
    assert (found.move, found.score, found.line) == (1, Estimate(-250, 0), (1,))
    assert found.statistics.nodes == found.statistics.evaluations == 1


def test_equal_seeds_draw_alike():
    game = SMALLEST[0]
    one, two = (
        [each.move for each in played(game, agent(game, SPECS[1], seed=4), agent(game, "policy"))]
        for _ in range(2)
    )
    assert one == two


# --- other files ------------------------------------------------------------------------------


def test_a_file_of_ones_own(file):
    game = TIC_TAC_TOE
    quick = agent(game, f'policy(file="{file}")')
    guided = agent(game, f'alphazero(nodes=100, file="{file}")')
    decisions = played(game, guided, quick)
    assert decisions[0].statistics.nodes == 100
    assert isinstance(decisions[-1].score, Estimate | Proven)
    assert guided.choose(game.start(), Limit(nodes=7)).statistics.nodes == 7


def test_a_new_game_forgets_the_tree(file):
    guided = agent(TIC_TAC_TOE, f'alphazero(nodes=30, file="{file}")')
    first = guided.choose(TIC_TAC_TOE.start())
    kept = guided.choose(TIC_TAC_TOE.start())
    guided.new_game()
    again = guided.choose(TIC_TAC_TOE.start())
    assert again.line == first.line
    assert again.statistics.depth == first.statistics.depth
    assert kept.score != first.score


def test_clock_of_a_game(file):
    guided = agent(TIC_TAC_TOE, f'alphazero(game_seconds=2, file="{file}")')
    assert guided.choose(TIC_TAC_TOE.start()).move in range(9)


def test_finished_games_are_refused(file):
    over = TIC_TAC_TOE.parse_position("XXX/OO./... O")
    for spec in ("policy", "alphazero(nodes=5)"):
        chooser = agent(TIC_TAC_TOE, with_file(spec, file))
        with pytest.raises(IllegalMoveError, match="the game is over"):
            chooser.choose(over)


def with_file(spec: str, file: Any) -> str:
    name, _, rest = spec.removesuffix(")").partition("(")
    return f'{name}({rest + ", " if rest else ""}file="{file}")'


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
def test_games_without_a_network_say_how_to_get_one(spec):
    with pytest.raises(NetworkFileError, match="train one with `plyground train tic_tac_toe`"):
        agent(TIC_TAC_TOE, spec)


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_of_the_users_needs_a_file(spec, monkeypatch):
    monkeypatch.chdir(SNORT.parents[2])
    for name, command in (("policy", "train"), (spec, "train"), ("network", "imitate")):
        said = f"train one with `plyground {command} docs/examples/snort.py"
        with pytest.raises(NetworkFileError, match=re.escape(said)):
            agent(pg.game(str(SNORT)), name)


def test_files_that_do_not_fit(file, tmp_path):
    for spec in SPECS:
        with pytest.raises(NetworkFileError, match="it plays tic_tac_toe, not konane"):
            agent(pg.game("konane"), with_file(spec, file))
        with pytest.raises(NetworkFileError, match="there is no network file"):
            agent(pg.game("konane"), with_file(spec, tmp_path / "none.onnx"))
        report = pg.game("bamboo").knowledge.network("report", {})
        with pytest.raises(NetworkFileError, match="cannot be used"):
            agent(pg.game("bamboo"), with_file(spec, report))


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("policy(temperature=-1)", InvalidParameterError, "temperature=-1 must be from 0 to 100"),
        ("policy(temperature=101)", InvalidParameterError, "must be from 0 to 100"),
        ("policy(symmetric=-1)", InvalidParameterError, "symmetric=-1 must be 0 or 1"),
        ("alphazero(nodes=9, symmetric=7)", InvalidParameterError, "symmetric=7 must be 0 or 1"),
        ("policy(temperature=warm)", InvalidSpecError, "warm"),
        ("policy(file=3)", InvalidParameterError, "file=3 must be the path of a network"),
        ("policy(nodes=3)", InvalidSpecError, "nodes"),
        ("alphazero(file=3)", InvalidParameterError, "file=3 must be the path of a network"),
        ("alphazero(nodes=0)", InvalidLimitError, "nodes=0 must be positive"),
        ("alphazero(seconds=-1)", InvalidLimitError, "seconds=-1 must be positive"),
        ("alphazero(c=-1)", InvalidParameterError, "c must be at least 0"),
        ("alphazero(reduction=2)", InvalidParameterError, "the reduction from 0 to 1"),
        ("alphazero(batch=0)", InvalidParameterError, "batch from 1 to 1024"),
        ("alphazero(batch=many)", InvalidSpecError, "many"),
        ("alphazero(memory=0)", InvalidParameterError, "memory=0 must be a number of megabytes"),
        ("alphazero(depth=3)", InvalidSpecError, "depth"),
    ],
)
def test_wrong_arguments_say_what_is_right(spec, error, says):
    with pytest.raises(error) as caught:
        agent(pg.game("connect_four"), spec)
    assert says in str(caught.value)


def test_value_of_a_network_is_finite():
    judge = board_judge(pg.game("connect_four"))
    planes = np.stack([judge.encoding.planes_of(pg.game("connect_four").start())])
    logits, values = judge.judge(planes)
    assert all(map(math.isfinite, logits.ravel()))
    assert -1 <= values[0] <= 1
