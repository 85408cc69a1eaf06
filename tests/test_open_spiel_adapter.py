"""Our games under OpenSpiel's own tests, which are run as they come, and our agents as its bots."""

from __future__ import annotations

import subprocess
import sys
import unittest

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import plyground as pg
from example_files import SNORT
from plyground.adapters.open_spiel import PlygroundBot, register
from plyground.game.registry import built_in_names
from plyground.kernel import interpreted

GAMES = [
    "plyground_tic_tac_toe",
    "plyground_connect_four(width=4,height=4)",
    "plyground_konane(size=4)",
    "plyground_bamboo(radius=1)",
    "plyground_cachex(size=3)",
    "plyground_othello(size=4)",
    "plyground_snort",
]
SLOW = GAMES[3:5]  # whose planes take milliseconds, interpreted; their test asks for thousands


@pytest.fixture(autouse=True, scope="module")
def user_game():
    """A game in a file; registering it twice changes nothing."""
    found = type(pg.game(str(SNORT)))
    assert register(found) == register(found) == "plyground_snort"


def test_every_game_is_registered():
    assert {f"plyground_{name}" for name in built_in_names()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("text", GAMES)
def test_random_games_pass_their_simulation(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=pytest.mark.slow if text in SLOW else ()) for text in GAMES]
)
def test_their_api_test_passes(text):
    attributes = {"game": pyspiel.load_game(text), "game_name": text}
    case = type("EnforceAPI", (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not [*result.errors, *result.failures]


@pytest.mark.parametrize("text", GAMES[:2])
def test_playthroughs_can_be_made_and_replayed(text, tmp_path):
    flags.FLAGS.mark_as_parsed()  # which their command does
    made, file = generate_playthrough.playthrough(text, None, seed=1), tmp_path / "playthrough.txt"
    file.write_text(made)
    before, after = generate_playthrough.replay(str(file))
    assert before == after
    assert 'GameType.short_name = "plyground_' in made


def test_states_are_our_positions():
    game = pyspiel.load_game("plyground_konane(size=4,jumps=single)")
    assert game.game == pg.game("konane", size=4, jumps="single")
    state = game.new_initial_state()
    assert [state.action_to_string(move) for move in state.legal_actions()] == (
        game.game.legal_moves(game.game.start())
    )
    state.apply_action(state.legal_actions()[0])
    assert game.game.parse_position(str(state)) == state.position
    assert str(state.clone()) == str(game.deserialize_state(state.serialize())) == str(state)


def test_returns_are_the_outcome():
    state = pyspiel.load_game("plyground_tic_tac_toe").new_initial_state()
    for move in (0, 1, 3, 4, 6):
        assert state.returns() == [0, 0]
        state.apply_action(move)
    assert (state.is_terminal(), state.returns()) == (True, [1, -1])


def test_their_algorithms_run_on_our_games():
    game, chance = pyspiel.load_game("plyground_tic_tac_toe"), np.random.RandomState(1)
    bot = MCTSBot(game, 2, 50, RandomRolloutEvaluator(1, chance), random_state=chance)
    won = game.new_initial_state()
    for move in (0, 3, 1, 4):
        won.apply_action(move)
    assert bot.step(won) == 2
    environment = rl_environment.Environment(game)
    step = environment.reset()
    assert step.observations["legal_actions"][0] == list(range(9))
    assert len(step.observations["info_state"][0]) == 27


@pytest.mark.parametrize(
    "text",
    ["plyground_tic_tac_toe", "tic_tac_toe", "dots_and_boxes", "breakthrough(rows=4,columns=3)"],
)
def test_our_agents_are_bots(text):
    game, chance = pyspiel.load_game(text), np.random.RandomState(1)
    bots = [PlygroundBot(game, "perfect", seed=1), UniformRandomBot(1, chance)]
    state = game.new_initial_state()
    with interpreted():
        gained = evaluate_bots(state, bots, chance)
    assert state.is_terminal()
    assert gained[0] >= 0
    assert sum(gained) == 0


def test_bots_with_equal_seeds_play_equally():
    game, limit = pyspiel.load_game("plyground_connect_four(width=4,height=4)"), pg.Limit(nodes=5)
    histories = []
    for _ in range(2):
        bots = [PlygroundBot(game, "mcts(iterations=10)", seed, limit) for seed in (1, 2)]
        for bot in bots:
            bot.restart()
        state = game.new_initial_state()
        with interpreted():
            evaluate_bots(state, bots, None)
        histories.append(state.history())
    assert histories[0] == histories[1]
    assert state.is_terminal()


def test_python_ends_well_after_games_were_registered():
    code = "import plyground.adapters.open_spiel"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
