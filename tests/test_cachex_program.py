"""The Cachex report's program in plain Python: the same game, and what it costs."""

from __future__ import annotations

import random
import sys

import pytest

import plyground as pg
from plyground.games.cachex import program
from plyground.games.cachex.judges import BesideStones, distance_to_win
from plyground.lab.experiments.cachex_budget import ask_process, ask_program, decisions, lookahead
from plyground.tournaments.memory import PROCESSES

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_here")


def random_games(size, games=20, seed=1):
    """Positions of random games after the steal, with the moves that are played in them."""
    board, chance = pg.game("cachex", size=size), random.Random(seed)
    for _ in range(games):
        position = board.start()
        while legal := board.legal(position):
            move = chance.choice([move for move in legal if move < size * size])
            if position.turn >= 2:
                yield board, position, move
            position = position.play(move)


@pytest.mark.parametrize("size", [3, 5, 8])
def test_its_rules_are_those_of_the_game(size):
    beside, captures = BesideStones(), 0
    for board, position, move in random_games(size):
        cells, colour = list(board.cells(position)), 1 + position.player()
        found = [each for each in board.legal(position) if beside.rate(position, each)]
        assert program.candidates(cells, size) == found
        after = position.play(move)
        placed = program.placed(cells, size, move, colour)
        assert placed == board.cells(after)
        captures += placed.count(0) >= cells.count(0)
        won = board.outcome(after) is not None
        assert program.has_joined(placed, size, colour) == won
    assert captures


@pytest.mark.parametrize("size", [3, 5, 8])
def test_its_distances(size):
    too_high = 0
    for board, position, _ in random_games(size, games=4):
        cells = list(board.cells(position))
        for side, stones in enumerate((position.mine, position.theirs)):
            player = (position.player() + side) % 2
            true = distance_to_win(stones, position.free, position.left, size, player)
            assert program.distance(cells, size, 1 + player) == true
            assert program.distance_through_stones(cells, size, 1 + player) >= true
            if size < 8:
                deepened = program.distance_by_deepening(cells, size, 1 + player)
                assert deepened >= true
                too_high += deepened > true
    assert too_high or size == 8


def test_alpha_beta_finds_what_minimax_finds():
    def value(node, colour, depth):
        if not node.children:
            return whole.evaluate(node.board, colour) - program.DEEPER * depth
        values = [value(child, colour, depth + 1) for child in node.children]
        return max(values) if node.colour != colour else min(values)

    whole = program.Program(4, 3)
    for cells, colour in decisions(4, seed=3):
        root = program.Node(cells, -1, 3 - colour)
        whole.grow(root, 3)
        values = {child.move: value(child, colour, 1) for child in root.children}
        assert values[program.Program(4, 3).choose(cells, colour)] == max(values.values())


def test_a_table_changes_nothing_but_the_number_of_evaluations():
    plain, with_table = program.Program(4, 3), program.Program(4, 3, table=True)
    for cells, colour in decisions(4, seed=1):
        assert plain.choose(cells, colour) == with_table.choose(cells, colour)
    assert with_table.evaluations < plain.evaluations


def test_time_runs_out():
    with pytest.raises(program.OutOfTimeError):
        program.Program(5, 3, seconds=0).choose(*decisions(5, seed=1)[0])


@pytest.mark.skipif(not PROCESSES.exists(), reason="memory is measured on Linux")
def test_a_process_of_its_own_is_measured():
    positions = decisions(5, seed=1)
    answer, grown = ask_program(5, lookahead(5), positions)
    assert answer["done"]
    assert answer["evaluations"] <= answer["leaves"] < answer["nodes"]
    assert 0 < grown < 20
    hurried, _ = ask_program(5, 4, positions, seconds=0)
    assert not hurried["done"]
    large = (
        "print(1, flush=True); input(); kept = b'x' * (50 << 20); print('{}', flush=True); input()"
    )
    _, grown = ask_process([sys.executable, "-c", large], {})
    assert 50 <= grown < 60


def test_a_tree_that_is_kept_chooses_alike_and_builds_less():
    new, kept = program.Program(4, 3), program.Program(4, 3, keep=True)
    reused = 0
    for cells, colour in decisions(4, seed=1):
        known = kept.known(cells)
        reused += 0 if known is None else 1 + len(known.children)
        assert kept.choose(cells, colour) == new.choose(cells, colour)
    assert new.nodes - kept.nodes == reused > 0
