"""The root of a full search: Gumbel's choice and target, forced visits, and what they leave."""

from __future__ import annotations

import numpy as np
import pytest

import plyground as pg
from plyground.kernel import interpreted
from plyground.learn.games_kernel import new_group_arrays
from plyground.learn.root_choice import (
    PARTS,
    choose_at_root,
    draw_gumbels,
    halving_table,
    prune,
    write_improved,
)
from plyground.neural.encoding import encoding_of
from plyground.neural.puct import Puct
from plyground.search.mcts_tree import DRAWN, LOST, Tree, add_children
from test_self_play import Play, chance, rules

GAME = pg.game("tic_tac_toe")
SETTINGS = {"gumbel": rules(gumbel=4), "forced": rules(forced=2.0), "plain": rules()}


def root(visits, values, priors, total=None):
    """A group of one game whose root has these children."""
    group = new_group_arrays(GAME, encoding_of(GAME), 1, rules(gumbel=4), 1)
    nodes, count = group.nodes[0], len(visits)
    add_children(Tree(nodes, group.sizes[0]), 0, list(range(count)), count)
    nodes["visits"][1 : count + 1] = visits
    nodes["value"][1 : count + 1] = np.multiply(visits, values)
    nodes["prior"][1 : count + 1] = priors
    nodes["visits"][0] = sum(visits) + 1 if total is None else total
    group.states[0]["full"] = 1
    return group


def test_halving_looks_at_fewer_and_fewer_moves_equally_often():
    sequence = halving_table(4, 15)[4].tolist()
    assert sequence == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert halving_table(4, 7)[1].tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert halving_table(4, 5)[3].tolist() == [0, 0, 0, 1, 1, 2]


def test_gumbels_have_their_mean_and_spread():
    numbers = np.zeros(4000)
    draw_gumbels(chance(), numbers, 4000)
    assert numbers.mean() == pytest.approx(np.euler_gamma, abs=0.08)
    assert numbers.var() == pytest.approx(np.pi**2 / 6, rel=0.1)


def test_gumbel_chooses_among_the_moves_whose_turn_it_is():
    group = root([1, 1, 1, 1, 0], [0.5, 0.9, 0.9, 0.4, 0], [0.2] * 5)
    group.gumbels[0, :5] = 0, 0, 1, 0, 9
    assert choose_at_root(group, 0, SETTINGS["gumbel"]) == 3  # child 3 is move 2
    group.nodes[0]["proven"][3] = LOST
    assert choose_at_root(group, 0, SETTINGS["gumbel"]) == 2
    group.states[0]["full"] = 0  # a fast search goes by values and priors alone
    assert choose_at_root(group, 0, SETTINGS["gumbel"]) != 3


def test_the_improved_policy_adds_values_to_priors():
    visits, values, priors = [6, 2, 0, 3], [0.52, 0.5, 0, 0.9], [0.5, 0.2, 0.2, 0.1]
    group = root(visits, values, priors)
    group.nodes[0]["proven"][4] = LOST
    target = np.zeros(4, np.uint16)
    write_improved(group.nodes[0], 0.4, target, np.zeros(4))
    seen = (0.5 * 0.52 + 0.2 * 0.5 + 0.1 * 0.9) / 0.8
    mixed = (0.4 + 11 * seen) / 12
    raw = np.array(priors[:3]) * np.exp(56 * np.array([0.52, 0.5, mixed]))
    assert target[:3] / PARTS == pytest.approx(raw / raw.sum(), abs=1e-4)
    assert target[3] == 0


def test_forced_visits_come_first_and_leave_the_target():
    group = root([30, 1, 0, 4], [0.6, 0.2, 0, 0.3], [0.6, 0.1, 0.1, 0.2])
    assert choose_at_root(group, 0, SETTINGS["forced"]) == 2  # sqrt(2 * 0.1 * 36) is more than 1
    group.nodes[0]["proven"][2] = DRAWN
    assert choose_at_root(group, 0, SETTINGS["forced"]) != 2
    target = np.array([30, 1, 0, 4], np.uint16)
    prune(group.nodes[0], Puct(), 2.0, target)
    # of move 3: 0.8 * 6 * 0.2 / (0.6 + 0.8 * 6 * 0.6 / 31 - 0.3) - 1 is between 1 and 2
    assert target.tolist() == [30, 0, 0, 2]


def test_visits_that_paid_stay():
    group = root([10, 9], [0.5, 0.6], [0.9, 0.1])
    target = np.array([10, 9], np.uint16)
    prune(group.nodes[0], Puct(), 2.0, target)
    assert target[1] == 9 - int(np.sqrt(2 * 0.1 * 20))


@pytest.mark.parametrize("name", ["gumbel", "forced"])
def test_compiled_is_interpreted(name):
    compiled = Play(GAME, SETTINGS[name])
    found = compiled.run(60)
    with interpreted():
        plain = Play(GAME, SETTINGS[name])
        assert [s.policy for s in plain.run(60)] == [s.policy for s in found]
    assert (plain.buffer.replies == compiled.buffer.replies).all()
    assert (plain.buffer.owners == compiled.buffer.owners).all()
    assert found != Play(GAME).run(60)
