"""The readings of the Bamboo report's heuristics and tree search, and its radix sort."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.agents import agent
from plyground.errors import PlygroundError
from plyground.game.registry import game
from plyground.games.bamboo.readings import BY_NUMBER, rate_by_reading
from plyground.games.bamboo.report_program import program_room
from plyground.games.bamboo.report_program import radix_sort as radix_sort_moves
from plyground.games.bamboo.report_tree import TreeReading, search_by_reading, tree_arrays
from plyground.kernel import Monitor, interpreted
from plyground.lab.experiment import SIZES, Results, Scale, checked_steps
from plyground.lab.experiments import bamboo_readings as readings
from plyground.lab.experiments import bamboo_sorting as sorting
from plyground.lab.experiments import bamboo_trees as trees
from plyground.lab.experiments.bamboo_random import reported_rates
from plyground.lab.registry import all_experiments
from plyground.lab.verdicts import verdicts
from plyground.search.buffers import move_buffer
from plyground.search.playouts import playouts_for


def ratings(text, name, radius=2):
    board = game("bamboo", radius=radius)
    position = board.parse_position(text)
    rater = readings.RATERS[name]
    number = BY_NUMBER.index(rater)
    rated = {move: rate_by_reading(position, move, number) for move in board.legal(position)}
    if number:  # the agent by that name rates alike
        judge = board.knowledge.rater(rater)
        by_name = {move: judge.rate(position, move) for move in rated}
        assert by_name == rated
    return {board.format_move(move): rating for move, rating in rated.items()}


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
    assert all(ratings(text, name) for name in readings.READINGS)


def test_each_side_starts_half_of_the_games():
    """Outer weighting wins nearly always, whoever starts."""
    assert readings.wins_of_reading("outer", "uniform", 20, 1) >= 19
    assert readings.wins_of_reading("uniform", "outer", 20, 1) <= 1
    wins = readings.wins_of_reading("own groups", "uniform", 2, 3)
    with interpreted():
        assert readings.wins_of_reading("own groups", "uniform", 2, 3) == wins


@pytest.mark.parametrize("name", trees.TREES)
def test_a_reading_of_the_tree_search_is_an_agent(name):
    board = game("bamboo", radius=2)
    spec = trees.TREES[name]
    found = [agent(board, spec, seed=7).choose(board.start()) for _ in range(2)]
    assert found[0].move == found[1].move
    assert found[0].move in board.legal(board.start())
    assert found[0].statistics.nodes == (250 if "iterations=250" in spec else 1000)


def tree_after(**reading):
    board = game("bamboo", radius=2)
    chosen = TreeReading(**{"iterations": 200, **reading})
    tree = tree_arrays(board, 200)
    arguments = (board.start(), chosen, 7, tree, playouts_for(board), Monitor().array)
    assert search_by_reading(*arguments) == 200
    return tree


@pytest.mark.parametrize("reading", [{}, {"count_wins": 1}, {"flat": 1}, {"one_view": 1}])
def test_every_iteration_passes_one_child_of_the_root(reading):
    tree = tree_after(**reading)
    children = slice(1, 1 + int(tree.children[0]))
    assert tree.visits[0] == tree.visits[children].sum() == 200
    assert (tree.wins[children] <= tree.visits[children]).all()
    assert bool(tree.children[children].any()) != bool(reading.get("flat"))


def test_the_number_of_wins_keeps_to_what_won_first():
    """Where wins are added up, a child that has won a few times is hardly left again."""
    assert tree_after(count_wins=1).visits[1:].max() > 2 * tree_after().visits[1:20].max()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("bamboo_mcts(value=sum)", "value=sum must be average or wins"),
        ("bamboo_mcts(iterations=0)", "iterations=0"),
        ("bamboo_mcts(c=-1)", "c=-1"),
        ("bamboo_minimax(sort=merge)", "sort=merge must be none or radix"),
        ("bamboo_hybrid(threshold=-1)", "threshold=-1"),
    ],
)
def test_wrong_arguments_are_refused(spec, complaint):
    with pytest.raises(PlygroundError, match=complaint):
        agent(game("bamboo"), spec)


# --- the stack, the queue and radix sort ------------------------------------------------------


@pytest.mark.parametrize("theirs", sorting.TESTED)
def test_agents_built_as_the_report_builds_them_choose_as_ours(theirs):
    assert sorting.other_choices(theirs, sorting.TESTED[theirs], 6, seed=1) == 0


def test_other_choices_are_noticed():
    assert sorting.other_choices("bamboo_stack", "random(prefer=outer)", 6, seed=1) > 0


def test_the_stack_takes_every_legal_move():
    board = game("bamboo", radius=1)
    taken = {agent(board, "bamboo_stack", seed=n).choose(board.start()).move for n in range(60)}
    assert taken == set(board.legal(board.start()))


def test_radix_sort_of_an_agent_keeps_the_order_of_equals():
    board = game("bamboo")
    room, moves = program_room(board, 2), np.arange(8)
    room.keys[:8] = [5, 50, 12, 5, 100, 0, 12, 7]
    radix_sort_moves(moves, room, 8)
    assert moves.tolist() == [4, 1, 2, 6, 7, 0, 3, 5]
    assert room.dealt[0] == 3 * 8


def test_finished_games_are_judged_by_equation_7():
    board = game("bamboo", radius=1)
    judged = agent(board, "bamboo_minimax(depth=6)").choose(board.start())
    plain = agent(board, "minimax(depth=6, evaluate=groups_moves, order=squares, ends=judged)")
    assert judged.score == plain.choose(board.start()).score
    assert judged.move == plain.choose(board.start()).move


@pytest.mark.parametrize("length", [1, 2, 91, 500])
def test_both_sorts_sort(length):
    values = [int(each) for each in np.random.default_rng(length).integers(0, 243, length)]
    ordered = sorted(values, reverse=True)
    assert sorting.radix_sort(values) == sorting.merge_sort(values) == ordered


def test_steps_of_sorting_are_counted():
    counted = sorting.steps_of_sorting([12, 50, 7, 33])
    assert counted["buckets"] == 2 * 4
    assert 4 <= counted["comparisons"] <= 5


# --- conclusions ------------------------------------------------------------------------------


def test_the_end_of_a_game_is_seen():
    board = game("bamboo", radius=1)
    buffers = [move_buffer(board) for _ in range(4)]
    kinds = set()
    position, chance = board.start(), np.random.default_rng(3)
    while legal := board.legal(position):
        count = trees.judge_ends(position, *buffers)
        assert buffers[0][:count].tolist() == legal
        for move, kind in zip(legal, buffers[3][:count].tolist(), strict=True):
            after = position.play(move)
            replies = board.legal(after)
            fatal = any(not board.legal(after.play(reply)) for reply in replies)
            assert kind == (trees.ENDS if not replies else trees.FATAL if fatal else trees.SAFE)
            kinds.add(kind)
        position = position.play(int(chance.choice(legal)))
    assert kinds == {trees.SAFE, trees.FATAL, trees.ENDS}


def test_games_are_lost_by_sudden_death_if_most_have_one_that_was_missed():
    def holds(lost, by_it):
        found = {"sudden": 9, "turns": 99, "missed": 3, "lost": lost, "lost by it": by_it}
        return trees._loses_by_them(found).value

    assert holds(40, 38) is True
    assert holds(40, 1) is False
    assert holds(40, 20) is None
    assert holds(0, 0) is None


@pytest.mark.parametrize("size", SIZES)
def test_conclusions_of_the_heuristics(size):
    for name in ("bamboo-table-1", "bamboo-table-3"):
        experiment, scale = all_experiments()[name], Scale(size)
        found = {step.key: 2 for step in checked_steps(experiment, scale)}
        findings = experiment.conclude(Results(scale, found))
        assert "not run" not in {each.state for each in verdicts(name, findings)}
    assert findings.numbers["table-3/groups against uniform/significant"].value is True


def test_the_reports_rates():
    assert reported_rates() == [12, 38, 45, 46, 49]
