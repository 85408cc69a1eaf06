"""The readings of the Bamboo report's heuristics and tree search, and its radix sort."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.game.registry import game
from plyground.kernel import interpreted
from plyground.lab.experiment import FULL, SIZES, Results, Scale, checked_steps
from plyground.lab.experiments import bamboo_readings as readings
from plyground.lab.experiments import bamboo_trees as trees
from plyground.lab.experiments.bamboo_random import reported_rates
from plyground.lab.experiments.bamboo_search import merge_sort, radix_sort
from plyground.lab.registry import all_experiments
from plyground.lab.verdicts import verdicts
from plyground.search.buffers import move_buffer


def ratings(text, name, radius=2):
    board = game("bamboo", radius=radius)
    position = board.parse_position(text)
    number = readings.READINGS.index(name)
    return {
        board.format_move(move): readings.rate_by_reading(position, move, number)
        for move in board.legal(position)
    }


def test_readings_of_groups():
    text = "B.R/..../...../..../R.B R"
    own = ratings(text, "own groups")
    assert own["c3"] == 3
    assert own["b1"] == 2
    assert ratings(text, "own groups of two or more stones")["b1"] == 1
    assert ratings(text, "own groups of two or more stones")["c3"] == 0
    assert ratings(text, "fewest own groups")["b1"] == -2
    mixed = ratings(text, "groups whatever their colour")
    assert (mixed["c3"], mixed["b1"], mixed["a2"]) == (5, 4, 3)
    theirs = ratings(text, "the opponent's groups, were the stone theirs")
    assert (theirs["c3"], theirs["b1"], theirs["b4"]) == (3, 3, 2)


def test_readings_of_sparsity():
    text = ".../..../..B../..../R.. R"
    added = ratings(text, "closest and outer added up")
    assert added["e3"] == 4 + 2
    assert added["d3"] == 3 + 1
    ties = ratings(text, "outer, ties by closest")
    assert (ties["e3"], ties["d3"]) == (64 * 2 + 4, 64 + 3)
    assert set(ratings(text, "uniform").values()) == {0}


def test_each_side_starts_half_of_the_games():
    """Outer weighting wins nearly always, whoever starts."""
    assert readings.wins_of_reading("outer", "uniform", 20, 1) >= 19
    assert readings.wins_of_reading("uniform", "outer", 20, 1) <= 1
    wins = readings.wins_of_reading("own groups", "uniform", 2, 3)
    with interpreted():
        assert readings.wins_of_reading("own groups", "uniform", 2, 3) == wins


@pytest.mark.parametrize("name", trees.TREES)
def test_a_tree_search_plays_a_legal_move(name):
    board = game("bamboo")
    reading = trees.TREES[name]._replace(iterations=200)
    moves = move_buffer(board)
    tree = trees.tree_arrays(200, len(moves), board.max_plies)
    found = {trees.search_by_reading(board.start(), reading, 0.4, 7, tree, moves) for _ in range(2)}
    assert len(found) == 1
    assert found < set(board.legal(board.start()))
    assert tree.visits[0] == 200
    assert tree.visits[1 : 1 + tree.children[0]].sum() == 200


@pytest.mark.parametrize("size", SIZES)
def test_conclusions_of_the_readings(size):
    notes = []
    for name in ("bamboo-table-1", "bamboo-section-4c"):
        experiment, scale = all_experiments()[name], Scale(size)
        found = {step.key: 2 for step in checked_steps(experiment, scale)}
        findings = experiment.conclude(Results(scale, found))
        assert "not run" not in {each.state for each in verdicts(name, findings)}
        notes += findings.notes
    assert "none" in notes[0]
    assert ("no reading" if size == FULL else "Too few games") in notes[1]


@pytest.mark.parametrize("length", [1, 2, 91, 500])
def test_both_sorts_sort(length):
    values = [int(each) for each in np.random.default_rng(length).integers(0, 243, length)]
    assert radix_sort(values) == merge_sort(values) == sorted(values, reverse=True)


def test_the_reports_rates():
    assert reported_rates() == [12, 38, 45, 46, 49]
