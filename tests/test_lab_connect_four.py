"""The experiments on Connect Four: what they measure, and what follows from it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.games.connect_four import estimate as positions
from plyground.kernel import interpreted
from plyground.lab.experiment import FULL, Games, Results, Scale, checked_steps
from plyground.lab.experiments import connect_four as tables
from plyground.lab.experiments import connect_four_data_set as data_set
from plyground.lab.experiments import connect_four_solved as solved
from plyground.lab.experiments import connect_four_tree as tree
from plyground.lab.experiments import connect_four_turns as turns
from plyground.lab.experiments import connect_four_utility as utility
from plyground.lab.experiments import connect_four_weights as weights
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
SOLVED = ("connect-four-perfect", "connect-four-dataset", "connect-four-tree")


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


COUNTED = dict.fromkeys((*tree.READINGS, tree.STOPPED, tree.PRUNED), 10)
TREES = [{**COUNTED, tree.UNCHECKED: more, "turns": 1, "agree": 1} for more in (12, 13)]
DEPTHS = len(data_set.DEPTHS)
MEASURED = {
    "windows": utility.count_windows(),
    "easy 5": [(10, 1), (11, 1)],
    "easy 7": [(400, 1), (410, 1)],
    "utility 5": [(20, 2), (20, 2)],
    "utility 7": [(600, 2), (640, 2)],
    "cells": [(3000, 20_000), (3100, 20_100)],
    "first moves": {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2},
    "varied": [{"plies": 41, "first": 4, "winner": 0, "columns": 1}],
    "counterexample": {"perfect": True, "winner": 0, "columns": ["5", "7"]},
    "early": {"sequences": 117_649, "positions": 22_100},
    "positions": {"trillions": 4.53, "error": 0.001, "samples": 10},
    "lookahead 5": TREES,
    "lookahead 7": TREES,
    "look-ups": {
        "positions": 67_557,
        data_set.LINEAR: {str(size): size for size in data_set.SIZES},
        data_set.HASHED: {str(size): 1 for size in data_set.SIZES},
    },
    "trees": {
        "nodes": [7.0**depth for depth in data_set.DEPTHS],
        data_set.LINEAR: [67_557 * 7.0**depth for depth in data_set.DEPTHS],
        data_set.HASHED: [0.0] * DEPTHS,
    },
    "comparison": 2.1,
    "utility": [(3500, 20_000)] * 2,
    "finish": {"perfect": [-1] * 80 + [1] * 20, "itself": [1, 0, -1] * 30},
    "easy": [1] * 40,
    "search": [1, -1],
    "by speed": {
        "tried": [
            {"round": 1, "weights": [2, 4, 16, 24], "value": 9, "kept": True},
            {"round": 1, "weights": [3, 4, 16, 24], "value": 1, "kept": False},
        ],
        "games": [20, 10, -20, -12, 0] * 200,
    },
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
        assert less >= games["connect-four-easy", f"lookahead {depth}"], "two agents each"
        assert games["connect-four-utility", f"{depth}: {utility.ONE_SIDED}"] / 2 >= least


def test_players_are_told_apart():
    findings = concluded("connect-four-easy", winners=(0, 0, 0, 0, 1, None, 1, None))
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
    assert "with easy(depth=4) against easy(depth=5) 50% / 50% / 0% of 300 games" in note


def test_readings_are_judged_by_their_games():
    """The report's own shares are no sign of another kind of game; others are."""
    same = [game_of(("a", "b"), winner) for winner in [0] * 326 + [1] * 601 + [None] * 73]
    equal = [game_of(("a", "b"), winner) for winner in (0, 1) * 500]
    assert tables.reading_p_value(same, "table-1") > 0.9
    assert tables.reading_p_value(equal, "table-1") < 0.001
    row = tables.reading("equals", equal, "table-1")
    assert row == ("equals", 1000, "50%", "50%", "0%", 3.0, "< 0.001", "none")
    last = tables.readings_table("t", [row], "table-1").rows[-1]
    assert last == ("the report", 10_000, "32.6%", "60.1%", "7.3%", 41.2, "", "")


def test_a_reading_says_which_rows_it_fits():
    """Wins of player 2 alone, and where player 2 begins those of player 1."""
    uneven = [game_of(("a", "b"), winner) for winner in [0] * 399 + [1] * 601]
    assert tables.fitting_rows(uneven, "table-1") == "player 2 wins"
    swapped = [game_of(("a", "b"), winner) for winner in [0] * 601 + [1] * 399]
    assert tables.fitting_rows(swapped, "table-1", swapped=True) == "player 2 wins"
    row = tables.reading("r", swapped, "table-1", swapped=True)
    assert row[2:5] == ("39.9%", "60.1%", "0%")


def test_what_a_turn_takes():
    """Long games weigh more; the interval is over games."""
    found = tables.per_turn([(10.0, 10), (40.0, 20)])
    assert found.value == pytest.approx(50 / 30)
    assert found.low < 1 < 2 < found.high
    assert tables.per_turn([(10.0, 10), (20.0, 20)]) == pytest.approx((1, 1, 1))


def test_windows():
    found = utility.count_windows()
    assert found == {"horizontal": 24, "vertical": 21, "diagonal": 24, "all": 69}


@pytest.mark.parametrize(
    ("cells", "holds"),
    [([(10, 90), (10, 95)], True), ([(10, 0), (10, 0)], False), ([(10, 5), (10, 80)], None)],
)
def test_slower(cells, holds):
    """It must look at twice as many cells by the interval, with both lookaheads."""
    even = [(100, 10), (101, 10)]
    counts = dict.fromkeys(("easy 5", "easy 7", "utility 5", "utility 7"), even)
    findings = concluded("connect-four-turns", {**counts, "cells": cells})
    assert findings.numbers["turns/slower"].value is holds


def test_nodes_of_games():
    with interpreted():
        found = turns.nodes_of_games("easy(depth=2)", 2, 2, 0, seed=1)
    for nodes, turns_ in found:
        assert 7 <= turns_ <= 42
        assert turns_ < nodes <= 57 * turns_


def test_cells_looked_at():
    """An empty board: one cell of each window, and all four for the utility."""
    assert turns.cells_of_win_test(0) == 69
    assert turns.cells_of_win_test(0b1111) == 2 + 4, "two along the row, four up the column"
    tests = sum(turns.cells_of_win_test(0b10 << 7 * column) for column in range(7))
    assert turns.cells_of_utility(0, 0) == 4 * 69 + tests


# --- the tree ---------------------------------------------------------------------------------


def a_position(moves):
    game = pg.game("connect_four")
    return pg.Playthrough.read(game, moves=moves).position


def test_the_tree_has_every_sequence():
    levels = tree.build(a_position(""), 4)
    assert [len(level.mine) for level in levels] == [1, 7, 49, 343, 2401]
    assert tree.nodes_of(levels) == 2801
    won = tree.build(a_position("4 1 4 1 4 2"), 2)
    assert [len(level.mine) for level in won] == [1, 7, 42], "nothing below a win"
    assert [len(level.mine) for level in tree.build(a_position("4 1 4 1 4 2"), 2, check=False)] == [
        1,
        7,
        49,
    ]
    stopped = tree.build(a_position("4 1 4 1 4 2"), 1, until_won=True)
    assert stopped[1].moves.tolist() == [0, 1, 2, 3], "no sibling after the win"


def test_a_full_column_has_no_child():
    levels = tree.build(a_position("4 4 4 4 4 4"), 1)
    assert levels[1].moves.tolist() == [0, 1, 2, 4, 5, 6]


@pytest.mark.parametrize("moves", ["4 1 4 1 4 2", "4 1 4 1 4", "4 1 4 2 3", "", "3 4 4 4 3 1 5"])
def test_weights_are_those_of_minimax(moves):
    position = a_position(moves)
    with interpreted():
        known = tree.values_of(agent(pg.game("connect_four"), "easy(depth=3)", 0), position)
    assert tree.weigh(tree.build(position, 3)) == known


def test_one_exception_contradicts_the_weights():
    wrong = [{**row, "agree": 0} for row in TREES]
    assert concluded("connect-four-tree", MEASURED).numbers["section-3/weighed"].value is True
    findings = concluded("connect-four-tree", {**MEASURED, "lookahead 7": wrong})
    assert findings.numbers["section-3/weighed"].value is False


# --- weights ----------------------------------------------------------------------------------


def test_tuned_weights_are_the_evidences():
    tuned = weights.after(shipped_evidence(weights.EVIDENCE))
    assert tuned == "utility(ones=2, twos=8, threes=15, fatals=26)"


@pytest.mark.parametrize(("winners", "rising"), [((0, 1), True), ((0, 0), None), ((1, 0), False)])
def test_rising_weights(winners, rising):
    """The first weights of each step win all, as many as they lose, or none."""
    findings = concluded("connect-four-weights", MEASURED, winners)
    assert findings.numbers["section-5b/order of weights"].value is rising
    assert "is better than the untuned spec" in findings.notes[0]
    assert len(findings.charts) == 5


@pytest.mark.parametrize(
    ("games", "helps"),
    [([9] * 60 + [-9] * 40, True), ([9, -9] * 50, False), ([9] * 56 + [-9] * 44, None)],
)
def test_tuning_helps_only_with_five_points(games, helps):
    by_speed = {**MEASURED["by speed"], "games": games * 20}
    findings = concluded("connect-four-weights", {**MEASURED, "by speed": by_speed})
    verdict = findings.numbers["section-5b/tuning helps"]
    assert verdict.value is helps
    assert "ones=2, twos=4, threes=16, fatals=24" in verdict.note


def test_weights_are_adjusted_one_by_one():
    assert weights.adjusted((1, 4, 16, 24), 0, -1) == (0, 4, 16, 24)
    assert weights.adjusted((0, 4, 16, 24), 0, -1) == (0, 4, 16, 24)
    assert weights.adjusted((1, 4, 16, 24), 2, 1) == (1, 4, 18, 24)


def test_games_are_worth_more_the_sooner_they_are_won(monkeypatch):
    """The tuning keeps what is worth more; games of equal agents are worth nothing together."""
    start = a_position("4 1 4 1 4")  # the second to move must block and does
    with interpreted():
        one = weights.meet((1, 4, 16, 24), (1, 4, 16, 24), [a_position("4 1 4 1 4 2")], 1)
        assert one == [36, -36]
        assert sum(weights.meet((2, 4, 16, 24), (2, 4, 16, 24), [start], 1)) == 0
    worth = {(2, 4, 16, 24): 5, (2, 4, 16, 26): 9}
    monkeypatch.setattr(weights, "openings", lambda count, plies, seed: [])
    monkeypatch.setattr(weights, "meet", lambda one, *_: [worth.get(one, 0)])
    assert weights.tuned_weights(weights.tune_by_speed()) == (2, 4, 16, 26)


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
    games = [{"plies": plies, "first": 4, "winner": 0, "columns": 1} for plies in (41, 39)]
    findings = concluded("connect-four-perfect", {**MEASURED, "varied": games})
    assert findings.numbers["section-1/plies of the perfect game/value"].value == "3 or 39 or 41"


def test_one_perfect_game_with_two_columns_disproves():
    found = solved.replay(solved.COUNTEREXAMPLE)
    assert found == {"perfect": True, "winner": 0, "columns": ["5", "7"]}
    findings = concluded("connect-four-perfect", MEASURED)
    verdict = findings.numbers["section-1/one column left"]
    assert verdict.value is False
    assert solved.COUNTEREXAMPLE in verdict.note
    refuted = {**MEASURED, "counterexample": {**found, "perfect": False}}
    seen = concluded("connect-four-perfect", refuted).numbers["section-1/one column left"]
    assert (seen.value, seen.trials) == (True, 1), "no exception in one"


def test_a_game_that_is_not_perfect_disproves_nothing():
    assert not solved.replay("4444415666612322211334711575327733662755")["perfect"]


# --- the data set -----------------------------------------------------------------------------


def test_look_ups_are_counted():
    """A list compares all keys for one that is not there, a hash table one for one that is."""
    keys = [data_set.CountedKey(key) for key in range(100)]
    assert data_set.comparisons(1000, keys) == 100
    assert data_set.comparisons(7, keys) == 8
    assert data_set.comparisons(7, set(keys)) == 1
    assert data_set.comparisons(1000, set(keys)) == 0


@pytest.mark.parametrize(("most", "holds"), [(1, True), (2, False)])
def test_constant_comparisons(most, holds):
    costs = MEASURED["look-ups"]
    hashed = {**costs[data_set.HASHED], str(data_set.SIZES[-1]): most}
    assert data_set._constant({**costs, data_set.HASHED: hashed}).value is holds


@pytest.mark.parametrize(
    ("linear", "hashed", "holds"),
    [((10.0, 70.0), 1.0, True), ((70.0, 490.0), 1.0, False), ((1.0, 7.0), 1.0, False)],
)
def test_depth_with_a_linear_search(linear, hashed, holds):
    seconds = {data_set.LINEAR: [0.0] * 4 + [*linear, 900.0], data_set.HASHED: [hashed] * 7}
    assert data_set._depth(seconds).value is holds


def test_cells_compared():
    assert data_set.cells_compared(a_position("1"), a_position("2")) == 1
    assert data_set.cells_compared(a_position("2 2"), a_position("2 3")) == 8
    assert data_set.cells_compared(a_position("4"), a_position("4")) == 42


@pytest.mark.parametrize(
    ("perfect", "itself", "holds"), [(10, 60, True), (95, 60, False), (10, 99, False)]
)
def test_look_up_alone(perfect, itself, holds):
    rates = (Tally(wins, 0, 100 - wins) for wins in (perfect, itself))
    assert data_set._throws_away(*rates).value is holds


def test_drastically_is_more_than_better():
    """Winning two games of three is better, and not 200 Elo; a few games do not decide."""
    few = {**MEASURED, "easy": [1, 1, -1] * 100}
    for winners, holds in (((0, 1), True), ((0, 1, 0, 0, 0, 0), False)):
        findings = concluded("connect-four-dataset", few, winners)
        assert findings.numbers["section-5/improves play"].value is holds


def test_a_game_is_played_out():
    game = pg.game("connect_four")
    position = game.parse_position("......./......./......./O....../O....../XXX.O.. X")
    players = (agent(game, "alphabeta(depth=2, memory=1)"), agent(game, "random", 1))
    assert data_set.play_out(position, players) == 1
    assert data_set._tally([1, 1, 0, -1]) == Tally(2, 1, 1)


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
