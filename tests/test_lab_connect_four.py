"""The experiments on Connect Four: what they measure, and what follows from it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.arena import GameRecord
from plyground.arena.game_record import MoveRecord
from plyground.games.connect_four import estimate as positions
from plyground.lab.experiment import FULL, Games, Results, Scale, checked_steps
from plyground.lab.experiments import connect_four as tables
from plyground.lab.experiments import connect_four_solved as solved
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.sources import numbers_of
from plyground.lab.tuning_evidence import shipped_evidence
from plyground.lab.verdicts import verdicts
from plyground.vocabulary import Statistics

NAMES = ("connect-four-easy", "connect-four-utility", "connect-four-weights")
SOLVED = ("connect-four-perfect", "connect-four-dataset")


def game_of(agents, winner, pair=0, opening=()):
    """A record of three plies."""
    spent = Statistics(nodes=10, seconds=0.001)
    moves = tuple(MoveRecord(move, None, spent) for move in "444")
    return GameRecord(
        "connect_four", {}, agents, opening, moves, winner, "told", forfeit=False, pair=pair, seed=1
    )


def games_of(plan, winners):
    """Records of the plan, whose agents 0 wins so often as player 0, then player 1, then draws."""
    chosen = list(winners)
    return [
        game_of(each.agents, chosen[number % len(chosen)], each.pair, each.opening)
        for number, each in enumerate(plan.games())
    ]


def concluded(name, measured=None, winners=(0, 1, None)):
    """Findings of an experiment from games that end like this, and these measurements."""
    experiment = all_experiments()[name]
    found = {}
    for step in checked_steps(experiment, Scale()):
        if isinstance(step, Games):
            found[step.key] = games_of(step.plan, winners)
        else:
            found[step.key] = measured[step.key]
    return checked_findings(experiment, experiment.conclude(Results(Scale(), found)))


@pytest.mark.parametrize("name", [*NAMES, *SOLVED])
def test_every_number_is_found(name):
    """A run gives something for each number of the report, those that cannot be compared apart."""
    measured = {
        "windows": tables.count_windows(),
        "slower": {"utility": 3.0, "nothing": 1.0},
        "first moves": {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2},
        "varied": [{"plies": 41, "first": 4, "winner": 0, "columns": 1}],
        "early": {"sequences": 117_649, "positions": 22_100},
        "positions": {"trillions": 4.53, "error": 0.001, "samples": 10},
        "look-ups": {
            "positions": 67_557,
            solved.LINEAR: {str(size): size / 100 for size in solved.SIZES},
            solved.HASHED: {str(size): 0.1 for size in solved.SIZES},
        },
        "finish": [1, -1, 0],
        "easy": [1] * 40,
        "search": [1, -1],
    }
    findings = concluded(name, measured)
    wanted = {number.key for number in numbers_of(name) if number.rule != "none"}
    assert wanted <= set(findings.numbers)
    assert findings.tables
    for verdict in verdicts(name, findings):
        assert verdict.state != "not run"


def test_plans_have_the_reports_sizes():
    """As many games as the report has, or more; equal games of one opening count once."""
    games = {}
    for name in NAMES:
        for step in checked_steps(all_experiments()[name], Scale(FULL)):
            if isinstance(step, Games):
                games[name, step.key] = step.plan.game_count
    assert games["connect-four-easy", "lookahead 5"] >= 10_000
    assert games["connect-four-easy", "lookahead 7"] >= 1_000
    assert games["connect-four-utility", "lookahead 5"] / 2 >= 1_000
    assert games["connect-four-utility", "lookahead 7"] / 2 >= 100


def test_players_are_told_apart():
    findings = concluded("connect-four-easy", winners=(0, 0, 1, None))
    shares = [
        findings.numbers[f"table-1/{row}/value"].value
        for row in ("player 1 wins", "player 2 wins", "draws")
    ]
    assert shares == [0.5, 0.25, 0.25]
    assert findings.numbers["table-1/milliseconds a turn/value"].value == pytest.approx(1)
    assert findings.numbers["table-1/seconds a game/value"].value == pytest.approx(0.003)
    assert "one ply less" in findings.numbers["table-1/player 1 wins/value"].note


def test_windows():
    found = tables.count_windows()
    assert found == {"horizontal": 24, "vertical": 21, "diagonal": 24, "all": 69}


def test_times_are_compared():
    found = tables.compare_times(positions=1, seed=1)
    assert min(found.values()) > 0


def test_tuned_weights_are_the_evidences():
    tuned = tables.after(shipped_evidence(tables.EVIDENCE))
    assert tuned == "utility(ones=2, twos=8, threes=15, fatals=26)"


@pytest.mark.parametrize(
    ("winners", "rising", "helps"),
    [((0, 1), True, True), ((0, 0), None, True), ((1, 0), False, False)],
)
def test_weights(winners, rising, helps):
    """The first weights of each step win all, as many as they lose, or none."""
    findings = concluded("connect-four-weights", winners=winners)
    assert findings.numbers["section-5b/order of weights"].value is rising
    assert findings.numbers["section-5b/tuning helps"].value is helps
    assert "is better than the untuned spec" in findings.numbers["section-5b/tuning helps"].note
    assert len(findings.charts) == 5


# --- solved -----------------------------------------------------------------------------------


def test_early_counts():
    assert solved.early_counts(6) == {"sequences": 117_649, "positions": 22_100}


def test_perfect_games():
    """Whatever equally good moves they choose, two perfect players need 41 plies."""
    found = solved.perfect_game(random.Random(3))
    assert found == {"plies": 41, "first": 4, "winner": 0, "columns": 1}
    scores = solved.first_moves()
    assert [solved._meaning(scores[str(column)]) for column in range(1, 5)] == [
        "loss at ply 40",
        "loss at ply 42",
        "draw",
        "win at ply 41",
    ]


def test_positions_are_undecided_with_few_samples():
    known = solved._positions({"trillions": 4.53, "error": 0.005, "samples": 9})
    vague = solved._positions({"trillions": 4.53, "error": 0.05, "samples": 9})
    assert known.value == 4.53
    assert vague.value is None
    assert "4.530 ± 0.098" in vague.note


def test_a_game_is_played_out():
    game = pg.game("connect_four")
    position = game.parse_position("......./......./......./O....../O....../XXX.O.. X")
    players = (agent(game, "alphabeta(depth=2, memory=1)"), agent(game, "random", 1))
    assert solved.play_out(position, players) == 1
    assert solved._tally([1, 1, 0, -1]) == tables.Tally(2, 1, 1)


# --- counting positions -----------------------------------------------------------------------

KNOWN = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)  # positions by ply


def test_arrangements():
    assert [positions.arrangements(n) for n in range(4)] == [1, 7, 28 * 2, 84 * 3]
    assert positions.arrangements(42) == 538_257_874_440


@pytest.mark.parametrize("discs", [2, 5, 8])
def test_reachable_share(discs):
    """The share of arrangements that can be reached agrees with the number of positions."""
    drawn = 3000
    found = positions.count_reachable(discs, drawn, np.random.default_rng(1))
    share = KNOWN[discs] / positions.arrangements(discs)
    spread = (share * (1 - share) / drawn) ** 0.5
    assert abs(found / drawn - share) < 4 * spread


def test_played_positions_are_reachable():
    """Whatever random games lead to is recognised, won games included."""
    game, chance = pg.game("connect_four"), random.Random(5)
    for _ in range(30):
        position = game.start()
        heights = [0] * 7
        while legal := game.legal(position):
            move = chance.choice(legal)
            heights[move] += 1
            position = position.play(move)
            sides = (position.mine, position.theirs)
            first, second = sides if position.player() == 0 else sides[::-1]
            assert positions.is_reachable(first, second, heights)


def test_impossible_arrangements():
    lowest = [1 << 7 * column for column in range(7)]
    assert not positions.is_reachable(0, lowest[0] | lowest[1], [1, 1, 0, 0, 0, 0, 0])
    first = sum(lowest[:4])
    second = lowest[6] * 0b1111  # both have four
    assert not positions.is_reachable(first, second, [1, 1, 1, 1, 0, 0, 4])
    # The second player's disc lies under the first player's first one.
    assert not positions.is_reachable(0b10, 0b1, [2, 0, 0, 0, 0, 0, 0])
    assert positions.is_reachable(0b1, 0b10, [2, 0, 0, 0, 0, 0, 0])


def test_estimate():
    found = positions.estimate_positions(samples=3000, seed=2)
    assert found["samples"] >= 3000
    assert abs(found["trillions"] - 4.532) < 5 * found["error"]
    assert found == positions.estimate_positions(samples=3000, seed=2)
