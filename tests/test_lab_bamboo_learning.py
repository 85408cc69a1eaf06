"""The experiments on Bamboo's network and hybrid agent."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from plyground.lab.experiment import FULL, Games, Results, Scale, checked_steps
from plyground.lab.experiments import bamboo_learning as learning
from plyground.lab.experiments import bamboo_search as search
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.sources import numbers_of
from plyground.lab.verdicts import verdicts
from plyground.tournaments import GameRecord
from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.statistics import Tally
from plyground.vocabulary import Statistics

FIGURES, TABLE = "bamboo-figures-14-15", "bamboo-table-4"
SECONDS = {"random": 0.001, "network": 0.01, "minimax": 0.02, "hybrid": 0.015, "mcts": 0.08}


def records_of(plan, wins, seconds):
    """A record of two moves for each game; `wins(one, two)` says which share the first wins."""
    made, met = [], {}
    for each in plan.games():
        pair = tuple(sorted(each.agents))
        number = met[pair] = met.get(pair, -1) + 1
        winner = each.agents.index(pair[0]) if number % 100 < 100 * wins(*pair) else None
        if winner is None:
            winner = each.agents.index(pair[1])
        moves = tuple(
            MoveRecord(
                "a1", None, Statistics(seconds=seconds(agent), nodes=round(1e6 * seconds(agent)))
            )
            for agent in each.agents
        )
        made.append(
            GameRecord(
                "bamboo", {}, each.agents, each.opening, moves, winner, "told", False, each.pair, 1
            )
        )
    return made


def concluded(name, wins, seconds, size=FULL):
    experiment, scale = all_experiments()[name], Scale(size)
    found = {
        step.key: records_of(step.plan, wins, seconds)
        for step in checked_steps(experiment, scale)
        if isinstance(step, Games)
    }
    return checked_findings(experiment, experiment.conclude(Results(scale, found)))


def threshold_of(spec):
    return int(spec.partition("=")[2].rstrip(")"))


def seconds_by_threshold(spec):
    return 0.001 if spec == "random" else 0.001 * (1 + threshold_of(spec))


@pytest.mark.parametrize(("best", "state"), [(40, "reproduced"), (20, "differs")])
def test_thresholds(best, state):
    def wins(one, _random):
        return 0.2 if threshold_of(one) < best else 1.0

    findings = concluded(FIGURES, wins, seconds_by_threshold)
    assert findings.numbers["figure-14/most efficient/threshold"].value == best
    assert [verdict.state for verdict in verdicts(FIGURES, findings)] == [state, "reproduced"]
    assert [chart.title.partition(":")[0] for chart in findings.charts] == [
        "Figure 14",
        "Figure 15",
    ]
    assert len(findings.tables[0].rows) == 10


def test_thresholds_that_cannot_be_told_apart():
    """Time hardly rises, and 40 wins a few games more than 30."""

    def wins(one, _random):
        return 0.5 if threshold_of(one) < 30 else 0.9 if threshold_of(one) < 40 else 0.93

    findings = concluded(FIGURES, wins, lambda spec: 1 + seconds_by_threshold(spec))
    assert findings.numbers["figure-14/most efficient/threshold"].value is None
    assert findings.numbers["figure-15/both rise"].value is True
    assert "cannot be told" in findings.numbers["figure-14/most efficient/threshold"].note


def test_wins_that_do_not_rise():
    def wins(one, _random):
        return 0.9 if threshold_of(one) < 40 else 0.5

    findings = concluded(FIGURES, wins, seconds_by_threshold)
    assert findings.numbers["figure-15/both rise"].value is False


def test_the_best_of_several_settings():
    chance = np.random.default_rng(1)
    merit = chance.normal((1.0, 3.0, 2.9), 0.2, size=(1000, 3))
    assert search.is_best(merit, 0) is False
    assert search.is_best(merit, 1) is None
    assert search.is_best(merit[:, :2], 1) is True
    assert search.best_finding(merit[:, :2], (10, 20), 10, "").value == 20
    assert search.best_finding(merit, (10, 20, 30), 20, "").value is None


def test_shares_are_compared():
    assert search.wins_more(Tally(90, 0, 10), Tally(50, 0, 50)) is True
    assert search.wins_more(Tally(50, 0, 50), Tally(90, 0, 10)) is False
    assert search.wins_more(Tally(9, 0, 1), Tally(5, 0, 5)) is None


def agent_name(spec):
    known = {
        spec: name for setup in learning.SETUPS.values() for name, spec in setup.agents.items()
    }
    return known[spec]


def report_wins(one, two):
    """The report's own Table IV."""
    rates = {
        number.row: number.value / 100
        for number in numbers_of(TABLE)
        if number.source == "table-4" and number.column == "win rate"
    }
    names = agent_name(one), agent_name(two)
    row = f"{names[0]} against {names[1]}"
    return rates[row] if row in rates else 1 - rates[f"{names[1]} against {names[0]}"]


def test_the_reports_own_table_is_reproduced():
    findings = concluded(TABLE, report_wins, lambda spec: SECONDS[agent_name(spec)])
    states = {verdict.number.key: verdict.state for verdict in verdicts(TABLE, findings)}
    differing = {key for key, state in states.items() if state == "differs"}
    assert differing == {"table-4/hybrid against network/significant"}  # 100 of 100 is
    assert "not run" not in states.values()
    assert findings.numbers["table-4/mcts against minimax/win rate"].value == pytest.approx(0.01)
    assert findings.numbers["table-4/network against minimax/win rate"].value == 0
    assert [table.title for table in findings.tables][:2] == [
        "Table IV. As the report: depth 2, no opening",
        "Table IV. Depth 2, from two random plies",
    ]
    assert any("from two random plies" in note for note in findings.notes)


def test_few_games_leave_it_open():
    assert learning._no_better(Tally(26, 0, 24)) is None
    assert learning._no_better(Tally(480, 0, 520)) is True
    assert learning._no_better(Tally(70, 0, 30)) is False
    assert learning._no_better(Tally(30, 0, 70)) is True
    assert learning._is_better(Tally(61, 0, 39)) is None  # p = 0.035
    assert learning._is_better(Tally(2, 0, 0)) is None
    assert learning._is_better(Tally(2, 0, 0), fixed=True) is True


def test_plans_have_the_reports_sizes():
    (step,) = checked_steps(all_experiments()[FIGURES], Scale(FULL))
    assert 2 * len(step.plan.openings) >= 100
    steps = {step.key: step.plan for step in checked_steps(all_experiments()[TABLE], Scale(FULL))}
    for (one, two), (key, setup) in itertools.product(
        learning.pairs_of_agents(), learning.SETUPS.items()
    ):
        plan = steps[learning.step_key(key, one, two)]
        fixed = learning.is_fixed(setup, one, two)
        assert plan.game_count == 2 if fixed else plan.game_count >= 100
        assert {len(opening) for opening in plan.openings} == {setup.opening_plies}
    assert learning.is_fixed(learning.SETUPS["report"], "hybrid", "minimax")
    assert not learning.is_fixed(learning.SETUPS["opening"], "hybrid", "minimax")
    assert not learning.is_fixed(learning.SETUPS["report"], "mcts", "minimax")
