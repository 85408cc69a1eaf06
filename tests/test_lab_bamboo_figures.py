"""Bamboo's drawn figures, what a move costs by size, and the convolutional follow-up."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.game.registry import game
from plyground.lab.document import Picture, as_html, as_markdown
from plyground.lab.experiment import SIZES, Results, Scale, checked_steps
from plyground.lab.experiments import bamboo_figures as figures
from plyground.lab.experiments import bamboo_follow_up as follow_up
from plyground.lab.experiments import bamboo_scaling as scaling
from plyground.lab.findings import Findings
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.verdicts import verdicts

FIGURES, SCALING, FOLLOW_UP = "bamboo-figures-2-5-6", "bamboo-scaling", "bamboo-section-6"


def concluded(name, found, size="quick"):
    experiment, scale = all_experiments()[name], Scale(size)
    measured = {step.key: found(step) for step in checked_steps(experiment, scale)}
    findings = checked_findings(experiment, experiment.conclude(Results(scale, measured)))
    return findings, {each.number.key: each.state for each in verdicts(name, findings)}


# --- figures ----------------------------------------------------------------------------------


def test_neighbours_by_the_rules_are_those_of_equation_3():
    found = figures.coordinates(2)
    assert found == {"tiles": 7 + 19, "off the plane": 0, "pairs": 192, "not as equation 3": 0}


def test_the_network_is_that_of_figure_6():
    assert figures.layers_of_network() == [91, 182, 182, 182, 91]


def drawn():
    layers = [91, 182, 182, 182, 91]
    return concluded(
        FIGURES, lambda step: layers if step.key == "layers" else figures.coordinates(2)
    )


def test_figures_are_drawn_from_our_code():
    findings, states = drawn()
    assert set(states.values()) == {"reproduced", "not comparable"}
    titles = [drawing.title for drawing in findings.drawings]
    assert titles[0] == "Figure 2: cube coordinates"
    assert titles[-1] == "Figure 6: the network"
    assert len([title for title in titles if title.startswith("Figure 5")]) == 4
    assert findings.drawings[0].svg.count(">-2</text>") == 3 * 3  # axes, tiles at their ends
    outer = findings.drawings[1].svg
    board = game("bamboo", radius=figures.SHOWN)
    legal = board.legal(board.parse_position(figures.POSITION))
    far = [move for move in legal if max(map(abs, board.shape.cube(move))) == 2]
    assert outer.count('dominant-baseline="central">2</text>') == len(far) > 0
    assert Findings.from_data(findings.data()) == findings


def test_drawings_are_part_of_the_document(tmp_path):
    findings, _ = drawn()
    pictures = [Picture(each, f"{n}.svg") for n, each in enumerate(findings.drawings)]
    page = as_html(pictures)
    assert page.count("<svg") == len(pictures)
    assert "Figure 2: cube coordinates. x, y and z, from the top." in page
    as_markdown(pictures, tmp_path / "lab.md")
    assert len(list((tmp_path / "lab-figures").iterdir())) == len(pictures)


# --- what a move costs ------------------------------------------------------------------------


def costs_of(power, early=0.5, late=0.9):
    """Costs that grow by that power of the number of tiles, MCTS's in proportion."""

    def found(step):
        radius, filled = step.arguments["radius"], step.arguments["filled"]
        tiles = 3 * radius * (radius + 1) + 1
        share = early if filled < 0.5 else late
        row = dict.fromkeys(scaling.KINDS, 0.01 * tiles**power)
        row |= {f"{name}, positions": 1.0 for name in scaling.KINDS}
        row |= {f"{scaling.CHOSEN}, positions": share, scaling.MCTS: 100.0 * tiles}
        return [{name: value * (1 + 0.01 * n) for name, value in row.items()} for n in range(4)]

    return found


@pytest.mark.parametrize("size", SIZES)
def test_growth_with_the_board(size):
    _, states = concluded(SCALING, costs_of(3), size)
    assert states["scaling/does not scale"] == "reproduced"
    assert states["scaling/sorting helps early"] == "reproduced"
    assert states["scaling/minimax is slower"] == "differs"  # 0.01 * 91**2 = 83 % of 100
    _, states = concluded(SCALING, costs_of(0.5, 0.9, 0.5), size)
    assert states["scaling/does not scale"] == "differs"
    assert states["scaling/sorting helps early"] == "differs"


def test_costs_are_counted():
    (row,) = scaling.costs(1, 0.25, 1, seed=1)
    assert set(row) >= {*scaling.KINDS, scaling.MCTS}
    assert row["depth 2, not pruned, positions"] >= row["depth 2, positions"]
    assert scaling.costs(1, 0.25, 1, seed=1) == [row]


# --- the follow-up ----------------------------------------------------------------------------


def test_neighbours_by_direction():
    board = game("bamboo", radius=2)
    around = follow_up.neighbours_of(board)
    assert around.shape == (19, 7)
    assert around[:, 0].tolist() == list(range(19))
    for direction in (1, 2, 3):  # the fourth to the sixth are their opposites
        for tile in range(19):
            other = around[tile, direction]
            assert other == 19 or around[other, direction + 3] == tile
    assert (around < 19).sum() == 19 + 2 * 42


def test_two_networks_learn_the_same_games():
    """The tile to the right of the only own stone."""
    board = game("bamboo", radius=1)
    boards = np.array([[1, 0, 0, 0, 0, 0, -1], [0, 0, 1, 0, -1, 0, 0]], np.int8)
    samples = follow_up.Samples(np.repeat(boards, 40, axis=0), np.repeat([1, 3], 40))
    conv_on = follow_up.convolutional(board, samples, 80, seed=1)
    assert conv_on(board)(boards).argmax(axis=1).tolist() == [1, 3]
    assert conv_on(game("bamboo", radius=2))(np.zeros((3, 19), np.int8)).shape == (3, 19)
    flat = follow_up.dense(samples, samples, board.move_limit, 60, seed=1)
    assert flat(boards).argmax(axis=1).tolist() == [1, 3]


def test_a_network_that_knows_a_good_move_wins_more():
    board = game("bamboo", radius=2)

    def outermost(boards):
        far = [max(map(abs, board.shape.cube(tile))) for tile in range(19)]
        return np.tile(np.array(far, float), (len(boards), 1))

    wins = follow_up.wins_against(board, outermost, None, 60, seed=1)
    assert wins == follow_up.wins_against(board, outermost, None, 60, seed=1)
    assert 35 <= wins <= 60
    assert follow_up.wins_against(board, outermost, lambda boards: -outermost(boards), 60, 1) > 30


@pytest.mark.parametrize(
    ("more", "state"), [(30, "reproduced"), (-30, "differs"), (0, "undecided")]
)
def test_the_better_network(more, state):
    def found(_step):
        return {
            "positions": 1000,
            "games": 100,
            "other sizes": len(follow_up.OTHER_SIZES),
            "dense: found": 300,
            "dense: wins": 50,
            "conv: found": 300 + 4 * more,
            "conv: wins": 50 + more,
            "conv against dense": 50 + more,
        }

    _, states = concluded(FOLLOW_UP, found)
    assert states == {
        "section-6/convolution helps": state,
        "section-6/one network for every size": "reproduced",
    }
