"""The report's tic-tac-toe program as the lab has it, and its arithmetic."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.agents import agent
from plyground.lab.experiment import Results, Scale
from plyground.lab.experiments.tic_tac_toe import (
    AGENTS,
    CACHED,
    FIRST_MOVES,
    ORDINARY,
    STRICT,
    TURNS,
    Plain,
    computer_turns,
    conclude,
    count_nodes,
    steps,
)
from plyground.lab.timing import FEWEST, MOST, estimated_ratios
from plyground.lab.verdicts import verdicts

EXPERIMENT = "tic-tac-toe-figure-3"

# Nodes of the computer's first turn, counted by a program of its own: minimax, then alpha-beta that
# leaves a branch where a score is strictly worse, and where it is as bad.
COUNTED = {
    "a1": (59705, 10557, 2788),
    "b1": (63905, 13942, 3187),
    "b2": (55505, 9143, 2459),
    "c3": (59705, 14755, 4511),
}


@pytest.mark.parametrize("first", COUNTED)
def test_nodes_of_the_first_turn(first):
    position = computer_turns(first)[0]
    found, values = [], set()
    for way in ("", STRICT, ORDINARY):
        search = Plain(way)
        values.add(search.value(position))
        found.append(search.nodes)
    assert tuple(found) == COUNTED[first]
    assert len(values) == 1


def test_every_game_has_four_turns():
    assert all(len(computer_turns(first)) == len(TURNS) for first in FIRST_MOVES)


def test_counts_by_turn():
    found = count_nodes("b2")
    assert found["moves"] == [8, 6, 4, 2]
    assert (found["minimax"][0], found[STRICT][0]) == (55505, 9143)
    assert found[CACHED][1:] == [7, 5, 3]
    assert set(found) == {*AGENTS, "moves"}


@pytest.mark.parametrize(
    ("pruning", "way"), [("none", ""), ("strict", STRICT), ("usual", ORDINARY)]
)
def test_the_report_as_an_agent(pruning, way):
    """It enters as many nodes as the plain program at every turn, and finds its scores."""
    game = pg.game("tic_tac_toe")
    player = agent(game, f"tic_tac_toe_report(pruning={pruning})")
    for first in ("b1", "c3"):
        for position in computer_turns(first):
            search, found = Plain(way), player.choose(position)
            assert found.score.value == search.value(position)
            assert found.statistics.nodes == search.nodes


def test_a_win_is_ten_by_the_marks_on_the_board():
    game = pg.game("tic_tac_toe")
    player = agent(game, "strict_report")
    won = pg.Playthrough.read(game, None, "a1 a2 b1 b2").position
    (told,) = player.analyse(won)
    scores = {game.format_move(each.move): each.score.value for each in told.moves}
    assert scores["c1"] == 2
    assert min(scores.values()) == pytest.approx(-10 / 6, abs=1e-4)
    assert player.choose(won).score.value == 2
    with pytest.raises(pg.PlygroundError, match="must be one of none, strict, usual"):
        agent(game, "tic_tac_toe_report(pruning=2)")


def test_what_is_concluded_depends_on_no_clock():
    """Nodes decide; the times are made up."""
    measured = {f"nodes, {first}": count_nodes(first) for first in FIRST_MOVES}
    measured |= {step.key: [1.0, 2.0] for step in steps(Scale()) if step.key not in measured}
    found = conclude(Results(Scale(), measured))
    states = {each.number.key: each.state for each in verdicts(EXPERIMENT, found)}
    assert states.pop("figure-3/first computer move, alpha-beta faster by/factor") == "consistent"
    assert set(states.values()) == {"reproduced"}
    factor = found.numbers["figure-3/first computer move, alpha-beta faster by/factor"]
    assert (factor.low, factor.high) == pytest.approx((2.95, 6.07), abs=0.005)
    assert "After a2 and c2 it is 3 to 4 times" in factor.note


def test_estimates_end_when_they_are_narrow():
    """Two that do nothing differ by chance alone; so narrow an interval needs every round."""
    assert len(estimated_ratios(lambda: None, lambda: None, width=1e9, seconds=60)) == FEWEST
    assert FEWEST <= len(estimated_ratios(lambda: None, lambda: None, 0.0, seconds=0.5)) <= MOST
