"""Agents from text: on every game, within their limits, with errors that help."""

from __future__ import annotations

import random

import pytest

import plyground as pg
from plyground.agents import Spec, agent, agent_names, parse_spec, tighter
from plyground.agents.kinds import KINDS
from plyground.agents.presets import PRESETS
from plyground.vocabulary import Limit

SPECS = [
    "random",
    "random(prefer=default)",
    "minimax(depth=1)",
    "alphabeta(nodes=500)",
    "mcts(iterations=20)",
    "mcts(iterations=20, rave=100, guide=default, cut=5)",
    "humanlike(depth=1, temperature=2)",
    "easy(depth=2)",
]
GAMES = {
    "tic_tac_toe": {},
    "connect_four": {"width": 5, "height": 4},
    "konane": {"size": 6},
    "bamboo": {"radius": 2},
    "cachex": {"size": 4},
}


def play(game, first, second, seed):
    chance = random.Random(seed)
    players = [agent(game, spec, chance.getrandbits(30)) for spec in (first, second)]
    position, moves = game.start(), []
    while game.legal(position):
        chosen = players[position.player()].choose(position)
        moves.append(chosen.move)
        position = game.play(position, chosen.move)
    return moves, game.outcome(position)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_plays_every_game(name, spec):
    game = pg.game(name, **GAMES[name])
    moves, outcome = play(game, spec, "random", seed=1)
    assert outcome is not None
    assert play(game, spec, "random", seed=1) == (moves, outcome)


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in PRESETS for preset in PRESETS[game]]
)
def test_every_preset_chooses(game, preset):
    game = pg.game(game)
    player = agent(game, preset, seed=1)
    assert player.name == preset
    found = player.choose(game.start(), Limit(seconds=0.05))
    assert found.move in game.legal(game.start())
    player.new_game()


def test_random_with_preference_plays_the_best_rated():
    game = pg.game("bamboo", radius=3)
    player = agent(game, "random(prefer=outer)", seed=3)
    chosen = {player.choose(game.start()).move for _ in range(60)}
    assert all(max(map(abs, game.shape.cube(tile))) == 3 for tile in chosen)
    assert len(chosen) > 10


def test_easy_sees_wins_and_losses():
    game = pg.game("connect_four")
    winning = pg.Playthrough.read(game, moves="4 1 4 1 4 2").position
    losing = pg.Playthrough.read(game, moves="4 1 4 1 4").position
    for seed in range(5):
        assert agent(game, "easy(depth=3)", seed).choose(winning).move == 3
        assert agent(game, "easy(depth=3)", seed).choose(losing).move == 3
    free = {agent(game, "easy(depth=3)", seed).choose(game.start()).move for seed in range(30)}
    assert len(free) > 3


def test_beginners_vary_and_the_strong_do_not():
    game = pg.game("connect_four")
    varied = {agent(game, "beginner", seed).choose(game.start()).move for seed in range(30)}
    assert len(varied) > 2
    steady = {agent(game, "minimax(depth=3)", seed).choose(game.start()).move for seed in range(5)}
    assert len(steady) == 1


def test_strengths_are_ordered():
    game = pg.game("connect_four")
    wins = 0
    for seed in range(10):
        _, outcome = play(game, "casual", "beginner", seed)
        wins += outcome.result_for(0)
        _, outcome = play(game, "beginner", "casual", seed)
        wins += outcome.result_for(1)
    assert wins > 8


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "minimax(depth=2)",
        "mcts(iterations=1000, c=0.4)",
        "alphabeta(depth=6, order=outer, evaluate=groups_moves)",
        "alphabeta(evaluate=utility(ones=1, twos=-3), seconds=0.5)",
    ],
)
def test_specs_survive_text(text):
    assert str(parse_spec(text)) == text
    assert parse_spec(text.replace(" ", "")) == parse_spec(text)


def test_nested_spec():
    spec = parse_spec("alphabeta(evaluate=utility(ones=2), depth=3)")
    assert spec == Spec("alphabeta", {"evaluate": Spec("utility", {"ones": 2}), "depth": 3})


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", pg.InvalidSpecError, "expected a name, found 'the end'"),
        ("alphabeta(", pg.InvalidSpecError, "expected a name"),
        ("alphabeta(depth)", pg.InvalidSpecError, "expected '=', found '\\)'"),
        ("alphabeta(depth=)", pg.InvalidSpecError, "expected a name, found '\\)'"),
        ("alphabeta(depth=3", pg.InvalidSpecError, "expected ',', found 'the end'"),
        ("alphabeta(depth=3) x", pg.InvalidSpecError, "expected the end, found 'x'"),
        ("alphabeta(depth=3, depth=4)", pg.InvalidSpecError, "depth is given twice"),
        ("alpha-beta", pg.InvalidSpecError, "means nothing|expected the end"),
        ("alphabeta(dept=3)", pg.InvalidSpecError, "no parameter 'dept'; it has depth, seconds"),
        ("alphazero", pg.UnknownAgentError, "no agent 'alphazero' for connect_four; there are"),
        ("minimax(depth=0)", pg.InvalidParameterError, "depth=0 must be a whole number"),
        ("minimax(depth=2.5)", pg.InvalidParameterError, "depth=2.5 must be a whole number"),
        ("minimax(drop=100)", pg.InvalidParameterError, "percentage from 0 to 99"),
        ("minimax(ends=soon)", pg.InvalidParameterError, "ends=soon must be one of quick, flat"),
        ("minimax(evaluate=luck)", pg.InvalidParameterError, "no evaluator 'luck'; it has threats"),
        ("minimax(order=luck)", pg.InvalidParameterError, "no rater 'luck'; it has"),
        ("minimax(evaluate=utility(x=1))", pg.InvalidParameterError, "no weight 'x'; it has ones"),
        ("minimax(evaluate=utility(ones=a))", pg.InvalidParameterError, "must be a whole number"),
        ("alphabeta(threads=0)", pg.InvalidParameterError, "threads=0 must be"),
        ("alphabeta(seconds=-1)", pg.InvalidLimitError, "seconds=-1 must be positive"),
        ("nowhere.py", pg.UnknownGameError, "no file nowhere.py"),
    ],
)
def test_wrong_specs_say_what_is_right(text, error, says):
    with pytest.raises(error, match=says):
        agent(pg.game("connect_four"), text)


OWN_AGENT = """
from plyground import Decision

class Last:
    name = "last"

    def __init__(self, game):
        self.game = game

    def choose(self, position, limit=None, monitor=None):
        return Decision(self.game.legal(position)[-1])

    def new_game(self):
        pass
"""


def test_agent_in_a_file(tmp_path):
    file = tmp_path / "last.py"
    file.write_text(OWN_AGENT)
    game = pg.game("connect_four")
    assert agent(game, str(file)).choose(game.start()).move == 6
    assert agent(game, f"{file}:Last").name == "last"
    file.write_text("x = 1")
    with pytest.raises(pg.UnknownAgentError, match="one class with a method choose; it has none"):
        agent(game, str(file))


def test_names_and_kinds():
    assert agent_names("bamboo")[:4] == ["beginner", "casual", "strong", "best"]
    assert all(kind.__doc__ for kind in KINDS.values())
    assert set(PRESETS) == set(GAMES)


def test_tighter_limits():
    assert tighter(Limit(seconds=1, depth=4), Limit(seconds=2, nodes=9)) == Limit(1, 9, 4)
    assert tighter(None, None) == Limit()
    assert tighter(Limit(depth=2), None) == Limit(depth=2)


def test_cachex_report_opens_and_steals_by_its_rules():
    game = pg.game("cachex", size=6)
    opened = {agent(game, "report", seed).choose(game.start()).move for seed in range(80)}
    assert not opened & {0, 35}
    assert len(opened) > 20
    for first, steals in (("c3", True), ("a1", False), ("f6", False)):
        position = pg.Playthrough.read(game, moves=first).position
        found = agent(game, "report").choose(position)
        assert (game.format_move(found.move) == "steal") == steals
    small = pg.game("cachex", size=4)
    position = pg.Playthrough.read(small, moves="a1").position
    assert small.format_move(agent(small, "report").choose(position).move) == "steal"


def test_cachex_report_looks_beside_stones_only():
    game = pg.game("cachex", size=11)
    position = pg.Playthrough.read(game, moves="f5 a1 e8").position
    found = agent(game, "report").choose(position)
    assert found.statistics.nodes == 1 + 6 + 6 + 2


def test_bamboo_report_looks_deeper_as_the_board_fills():
    game = pg.game("bamboo", radius=2)
    chance, position, depths = random.Random(1), game.start(), []
    while legal := game.legal(position):
        depths.append(agent(game, "report").choose(position).statistics.depth)
        position = position.play(chance.choice(legal))
    assert depths[0] == round(7.1 * 2.718281828 ** (-0.07 * 19) + 1.55)
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]


def test_report_agents_play_only_their_game():
    with pytest.raises(pg.UnknownAgentError, match="cachex_report plays only cachex, not bamboo"):
        agent(pg.game("bamboo"), "cachex_report")


def test_game_clock_is_never_overrun():
    game = pg.game("cachex", size=4)
    player = agent(game, "alphabeta(game_seconds=0.4, memory=1)")
    player.choose(game.start(), Limit(depth=1))
    player.new_game()
    chance, position = random.Random(1), game.start()
    while legal := game.legal(position):
        move = player.choose(position).move if position.player() == 0 else chance.choice(legal)
        position = position.play(move)
    assert 0 < player.clock.spent < 0.4


def test_presets_take_arguments():
    game = pg.game("connect_four")
    assert agent(game, "utility(depth=3)").choose(game.start()).statistics.depth == 3
