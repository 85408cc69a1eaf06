"""Planes and slots under symmetries, and from the point of view of each player."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import plyground as pg
from encoded import by_cell, cell_of, place, planes_of, policy_plane, sample
from plyground.games.konane.rules import REMOVAL
from plyground.neural.encoding import encoding_of


def turned_cell(game: pg.Game, position: Any, symmetry: int, cell: int) -> int:
    """Where a symmetry takes a cell, by where it takes the move there."""
    if game.name == "connect_four":
        row, column = divmod(cell, game.width)
        return row * game.width + position.transform_move(symmetry, column)
    if game.name == "konane":
        return position.transform_move(symmetry, REMOVAL | cell) & 255
    return position.transform_move(symmetry, cell)


def test_symmetries_move_the_cells_of_the_planes(any_game):
    for position in sample(any_game)[::3]:
        before = by_cell(any_game, position)
        for symmetry in range(any_game.symmetries):
            cells = range(any_game.shape.cell_count)
            turned = [turned_cell(any_game, position, symmetry, cell) for cell in cells]
            after = by_cell(any_game, position.transform(symmetry))[:, turned]
            if any_game.name == "cachex" and symmetry == 1:
                after[[7, 8]] = after[[8, 7]]  # the lowest row becomes the highest
            np.testing.assert_allclose(after, before, atol=1e-6)


def test_symmetries_move_the_slots(any_game):
    encoding = encoding_of(any_game)
    for position in sample(any_game)[::3]:
        legal = any_game.legal(position)
        for symmetry in range(any_game.symmetries):
            other = position.transform(symmetry)
            for move in legal[:20]:
                turned = position.transform_move(symmetry, move)
                slot = encoding.encoder.slot(other, turned)
                cell = cell_of(any_game, position, move)
                if cell is None:
                    assert slot == encoding.slots - 1
                    continue
                there = place(any_game, other, turned_cell(any_game, position, symmetry, cell))
                row, column = divmod(slot, encoding.width)
                assert (row % encoding.height, column) == there
                assert row // encoding.height == policy_plane(any_game, turned)


@pytest.mark.parametrize(
    ("game", "order"),
    [
        (pg.game("bamboo", radius=3), [0, 2, 1, 4, 3, 6, 5, 8, 7, 9]),
        (pg.game("connect_four"), [0, 2, 1, 3, 5, 4, 6, 7]),
        (pg.game("tic_tac_toe"), [0, 2, 1]),
    ],
    ids=str,
)
def test_the_other_side_sees_the_channels_exchanged(game, order):
    for position in sample(game):
        before = by_cell(game, position)
        other = position._replace(mine=position.theirs, theirs=position.mine)
        after = planes_of(encoding_of(game), other)[:, *_places(game, position)][order]
        if game.name == "bamboo":
            after[9] = -after[9]
        np.testing.assert_array_equal(after, before)


def _places(game: pg.Game, position: Any) -> np.ndarray:
    """Rows and columns of all cells."""
    return np.array([place(game, position, cell) for cell in range(game.shape.cell_count)]).T


@pytest.mark.parametrize("size", [4, 5, 8])
def test_cachex_looks_the_same_to_both_players(size):
    game = pg.game("cachex", size=size)
    encoding = encoding_of(game)
    seen = 0
    for position in sample(game):
        if position.turn < 2 or not game.legal(position):
            continue
        cells = game.cells(position)
        mirrored = "/".join(
            "".join(".BR"[cells[c % size * size + c // size]] for c in row)
            for row in game.shape.rows
        )
        other = game.parse_position(f"{mirrored} {'BR'[position.turn % 2]} {position.turn + 1}")
        one, two = planes_of(encoding, position), planes_of(encoding, other)
        np.testing.assert_array_equal(one[:10], two[:10])
        for move in game.legal(position):
            transposed = move % size * size + move // size
            assert encoding.encoder.slot(position, move) == encoding.encoder.slot(other, transposed)
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("size", [4, 8, 10])
def test_konane_looks_the_same_to_both_players(size):
    game = pg.game("konane", size=size)
    encoding = encoding_of(game)
    for position in sample(game):
        if position.is_opening():
            continue
        cells = game.cells(position)
        mirrored = [cells[c // size * size + size - 1 - c % size] for c in range(size * size)]
        black, white = (
            game._words(c for c, content in enumerate(mirrored) if content == side)
            for side in (2, 1)
        )
        other = game._position(black, white, 1 - position.player())
        one, two = planes_of(encoding, position), planes_of(encoding, other)
        np.testing.assert_array_equal(one, two[:, :, ::-1])
