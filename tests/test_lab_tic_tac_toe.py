"""The report's tic-tac-toe program as the lab has it, and its arithmetic."""

from __future__ import annotations

import pytest

from plyground.lab.experiments.tic_tac_toe import (
    AGENTS,
    CACHED,
    FIRST_MOVES,
    ORDINARY,
    STRICT,
    TURNS,
    Plain,
    computer_turns,
    count_nodes,
    quotient,
    time_cache,
)
from plyground.lab.timing import FEWEST, MOST, estimated_ratios
from plyground.tournaments.statistics import Interval

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
    assert found["minimax"][0] == found[STRICT][0] + 55505 - 9143
    assert found[CACHED][1:] == [7, 5, 3]
    assert set(found) == {*AGENTS, STRICT, "moves"}


def test_a_kept_cache_is_timed():
    found = time_cache(kept=True, seconds=0.0)
    assert len(found) == FEWEST
    assert all(ratio > 0 for ratio in found)


def test_quotient_of_intervals():
    found = quotient(Interval(8, 4, 16), Interval(2, 2, 2))
    assert found == pytest.approx((4, 2, 8))


def test_estimates_end_when_they_are_narrow():
    """Two that do nothing differ by chance alone; so narrow an interval needs every round."""
    assert len(estimated_ratios(lambda: None, lambda: None, width=1e9, seconds=60)) == FEWEST
    assert FEWEST <= len(estimated_ratios(lambda: None, lambda: None, 0.0, seconds=0.5)) <= MOST
