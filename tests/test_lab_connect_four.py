"""The experiments on Connect Four: what they measure, and what follows from it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.games.connect_four import estimate as positions
from plyground.games.connect_four.judges import OneSided
from plyground.kernel import Kernel
from plyground.lab.experiment import FULL, Games, Results, Scale, checked_steps
from plyground.lab.experiments import connect_four as tables
from plyground.lab.experiments import connect_four_solved as solved
from plyground.lab.experiments import connect_four_turns as turns
from plyground.lab.experiments import connect_four_utility as utility
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.sources import numbers_of
from plyground.lab.tuning_evidence import shipped_evidence
from plyground.lab.verdicts import verdicts
from plyground.tournaments import GameRecord
from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.statistics import Tally
from plyground.vocabulary import Statistics

NAMES = ("connect-four-easy", "connect-four-utility", "connect-four-weights", "connect-four-turns")
SOLVED = ("connect-four-perfect", "connect-four-dataset")


def game_of(agents, winner, pair=0, opening=()):
    """A record of three plies, or of four if nobody won."""
    spent = Statistics(nodes=10, seconds=0.001)
    moves = tuple(MoveRecord(move, None, spent) for move in ("4444" if winner is None else "444"))
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


MEASURED = {
    "windows": utility.count_windows(),
    "easy 5": {turns.EASY: [(1.0, 10, 1), (1.1, 11, 1)]},
    "easy 7": {turns.EASY: [(50.0, 400, 1), (51.0, 410, 1)]},
    "utility 5": {name: [(9.0, 20, 2), (9.1, 20, 2)] for name in (turns.SCANNED, turns.SHIFTED)},
    "utility 7": {
        name: [(200.0, 600, 2), (210.0, 640, 2)] for name in (turns.SCANNED, turns.SHIFTED)
    },
    "first moves": {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2},
    "varied": [{"plies": 3, "first": 4, "winner": 0, "columns": 1}],
    "early": {"sequences": 117_649, "positions": 22_100},
    "positions": {"trillions": 4.53, "error": 0.001, "samples": 10},
    "look-ups": {
        "positions": 67_557,
        solved.LINEAR: {str(size): size for size in solved.SIZES},
        solved.HASHED: {str(size): 1 for size in solved.SIZES},
        "ratios": {str(size): [10.0, 11.0] for size in solved.SIZES},
        "growth": [2.0, 2.1],
    },
    "finish": [1, -1, 0],
    "easy": [1] * 40,
    "search": [1, -1],
}


@pytest.mark.parametrize("name", [*NAMES, *SOLVED])
def test_every_number_is_found(name):
    """A run gives something for each number of the report, those that cannot be compared apart."""
    findings = concluded(name, MEASURED)
    wanted = {number.key for number in numbers_of(name) if number.rule != "none"}
    assert wanted <= set(findings.numbers)
    assert findings.tables
    for verdict in verdicts(name, findings):
        assert verdict.state != "not run"


@pytest.mark.filterwarnings("ignore::plyground.errors.OpeningsWarning")  # sizes are the reports'
def test_plans_have_the_reports_sizes():
    """As many games as the report has, or more; equal games of one opening count once."""
    games = {}
    for name in NAMES:
        for step in checked_steps(all_experiments()[name], Scale(FULL)):
            if isinstance(step, Games):
                games[name, step.key] = step.plan.game_count
    assert games["connect-four-easy", "lookahead 5"] >= 10_000
    assert games["connect-four-easy", "lookahead 7"] >= 1_000
    for depth, least in ((5, 1000), (7, 100)):
        less = games["connect-four-easy", f"1 less than {depth}"]
        assert less / 2 >= games["connect-four-easy", f"lookahead {depth}"]
        forms = games["connect-four-utility", f"{depth}: forms"]
        assert forms / len(utility.FORMS) / 2 >= least


def test_players_are_told_apart():
    findings = concluded("connect-four-easy", winners=(0, 0, 1, None))
    shares = [
        findings.numbers[f"table-1/{row}/value"].value
        for row in ("player 1 wins", "player 2 wins", "draws")
    ]
    assert shares == [0.5, 0.25, 0.25]
    assert findings.numbers["table-1/milliseconds a turn/value"].value == pytest.approx(1)
    assert findings.numbers["table-1/seconds a game/value"].value == pytest.approx(0.00325)
    plies = findings.numbers["table-1/plies a game/value"]
    assert plies.value == pytest.approx(3.25)
    assert plies.low < 3.25 < plies.high
    note = findings.numbers["table-1/player 1 wins/value"].note
    assert "with 4 against 5 50% / 50% / 0% of 300 games (p < 0.001)" in note


def test_readings_are_judged_by_their_games():
    """The report's own shares are no sign of another kind of game; others are."""
    same = [game_of(("a", "b"), winner) for winner in [0] * 326 + [1] * 601 + [None] * 73]
    equal = [game_of(("a", "b"), winner) for winner in (0, 1) * 500]
    assert tables.reading_p_value(same, "table-1") > 0.9
    assert tables.reading_p_value(equal, "table-1") < 0.001
    row = tables.reading("equals", equal, "table-1")
    assert row == ("equals", 1000, "50%", "50%", "0%", 3.0, "< 0.001")
    last = tables.readings_table("t", [row], "table-1").rows[-1]
    assert last == ("the report", 10_000, "32.6%", "60.1%", "7.3%", 41.2, "")


def test_what_a_turn_takes():
    """Long games weigh more; the interval is over games."""
    found = tables.per_turn([(10.0, 10), (40.0, 20)])
    assert found.value == pytest.approx(50 / 30)
    assert found.low < 1 < 2 < found.high
    assert tables.per_turn([(10.0, 10), (20.0, 20)]) == pytest.approx((1, 1, 1))


def test_windows():
    found = utility.count_windows()
    assert found == {"horizontal": 24, "vertical": 21, "diagonal": 24, "all": 69}


def test_nodes_of_a_turn():
    findings = concluded("connect-four-utility", MEASURED)
    assert findings.numbers["table-3/search depth/value"].value == 10
    rows = {row[0]: row[1:] for row in findings.tables[-1].rows}
    assert rows["minimax, a ply less"] == (10, 10, 1.0)


def test_cell_by_cell_is_the_same_utility():
    game, chance = pg.game("connect_four"), random.Random(3)
    for _ in range(20):
        position = game.start()
        while legal := game.legal(position):
            assert turns.Scanned().evaluate(position) == OneSided().evaluate(position)
            position = position.play(chance.choice(legal))


def test_turns_are_searched_without_pruning(monkeypatch):
    monkeypatch.setattr(Kernel, "_code_for", lambda kernel, arguments: None)  # in every thread
    found = turns.search_turns("easy(depth=2)", [turns.EASY, turns.SCANNED], 2, 2, 1, seed=1)
    assert [row[1:] for row in found[turns.EASY]] == [row[1:] for row in found[turns.SCANNED]]
    for seconds, nodes, plies in found[turns.EASY]:
        assert seconds > 0
        assert 7 <= plies <= 41
        assert plies < nodes <= 57 * plies


@pytest.mark.parametrize(("seconds", "holds"), [(9.0, True), (0.5, False), (1.01, None)])
def test_slower(seconds, holds):
    """It must take longer by its interval, with both lookaheads."""
    rows = [(seconds, 20, 1), (1.01 * seconds, 20, 1)]
    searches = dict.fromkeys((turns.SCANNED, turns.SHIFTED), rows)
    easy = {turns.EASY: [(1.0, 10, 1), (1.01, 11, 1)]}
    given = {"easy 5": easy, "easy 7": easy, "utility 5": searches, "utility 7": searches}
    findings = concluded("connect-four-turns", given)
    assert findings.numbers["turns/slower"].value is holds


def test_tuned_weights_are_the_evidences():
    tuned = tables.after(shipped_evidence(tables.EVIDENCE))
    assert tuned == "utility(ones=2, twos=8, threes=15, fatals=26)"


@pytest.mark.parametrize(
    ("winners", "rising", "helps"),
    [((0, 1), True, True), ((0, 0), None, None), ((1, 0), False, False)],
)
def test_weights(winners, rising, helps):
    """The first weights of each step win all, as many as they lose, or none."""
    findings = concluded("connect-four-weights", winners=winners)
    assert findings.numbers["section-5b/order of weights"].value is rising
    assert findings.numbers["section-5b/tuning helps"].value is helps
    assert "is better than the untuned spec" in findings.notes[0]
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


def test_positions_have_an_interval():
    found = solved._positions({"trillions": 4.53, "error": 0.05, "samples": 9})
    assert (found.value, found.low, found.high) == pytest.approx((4.53, 4.432, 4.628), abs=0.001)


def test_perfect_games_of_different_lengths_are_told():
    games = [{"plies": plies, "first": 4, "winner": 0, "columns": 1} for plies in (3, 39)]
    findings = concluded("connect-four-perfect", {**MEASURED, "varied": games})
    assert findings.numbers["section-1/plies of the perfect game/value"].value == "3 or 39"


def test_look_ups_are_counted():
    """A list compares all keys for one that is not there, a hash table one for one that is."""
    keys = [solved.CountedKey(key) for key in range(100)]
    assert solved.comparisons(1000, keys) == 100
    assert solved.comparisons(7, keys) == 8
    assert solved.comparisons(7, set(keys)) == 1
    assert solved.comparisons(1000, set(keys)) == 0


@pytest.mark.parametrize(
    ("most", "ratio", "holds"), [(1, 9.0, True), (2, 9.0, False), (1, 0.9, False), (1, 1.0, None)]
)
def test_constant_time(most, ratio, holds):
    costs = MEASURED["look-ups"]
    hashed = {**costs[solved.HASHED], str(solved.SIZES[-1]): most}
    ratios = {**costs["ratios"], str(solved.SIZES[-1]): [ratio, 1.001 * ratio]}
    found = solved._constant({**costs, solved.HASHED: hashed, "ratios": ratios})
    assert found.value is holds


def test_a_game_is_played_out():
    game = pg.game("connect_four")
    position = game.parse_position("......./......./......./O....../O....../XXX.O.. X")
    players = (agent(game, "alphabeta(depth=2, memory=1)"), agent(game, "random", 1))
    assert solved.play_out(position, players) == 1
    assert solved._tally([1, 1, 0, -1]) == Tally(2, 1, 1)


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
