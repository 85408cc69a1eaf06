"""Positions as planes and moves as slots, beside oracles; compiled as interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import plyground as pg
from encoded import by_cell, cell_of, place, planes_of, policy_plane, sample
from plane_oracles import expected, neighbours
from plyground.game.registry import built_in_names, game_class
from plyground.kernel import search_kernel
from plyground.neural.encoding import encoding_of
from tiers import usual_games

HEXAGONAL = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}
SQUARE = HEXAGONAL | {(1, 1), (-1, -1)}


# --- planes ------------------------------------------------------------------------------------


def test_planes_are_what_the_rules_say(any_game):
    for position in sample(any_game):
        found = by_cell(any_game, position)
        np.testing.assert_allclose(found, expected(any_game, position), atol=1e-6)


@pytest.mark.parametrize("name", built_in_names())
def test_every_channel_says_something(name):
    games = [pg.game(name, **parameters) for parameters in game_class(name).examples[:3]]
    sums = sum(np.abs(by_cell(game, p)).sum(axis=1) for game in games for p in sample(game))
    assert (sums > 0).all()


def test_neighbours_are_where_the_encoding_says(any_game):
    encoding = encoding_of(any_game)
    offsets = HEXAGONAL if encoding.hexagonal else SQUARE
    start = any_game.start()
    assert encoding.hexagonal == (any_game.name in ("bamboo", "cachex"))
    for cell, beside in enumerate(neighbours(any_game)):
        row, column = place(any_game, start, cell)
        steps = {
            (r - row, c - column) for r, c in (place(any_game, start, other) for other in beside)
        }
        assert steps <= offsets
        assert not encoding.hexagonal or len(steps) == len(beside)


@pytest.mark.parametrize(
    ("name", "alike", "slots"),
    [
        ("bamboo", ("bamboo-1", 10, 1, 0), 11 * 11),
        ("cachex", ("cachex-1", 11, 1, 1), 8 * 8 + 1),
        ("konane", ("konane-1", 10, 29, 0), 29 * 8 * 8),
        ("connect_four", ("connect_four-1", 8, 1, 0), 6 * 7),
        ("tic_tac_toe", ("tic_tac_toe-1", 3, 1, 0), 3 * 3),
    ],
)
def test_one_network_plays_every_size(name, alike, slots):
    assert encoding_of(pg.game(name)).slots == slots
    for parameters in game_class(name).examples:
        found = encoding_of(pg.game(name, **parameters))
        assert (found.name, found.channels, found.policy_planes, found.extra) == alike


def test_planes_on_demand():
    game = pg.game("tic_tac_toe")
    planes = encoding_of(game).planes_of(game.parse_position("X.O/.X./... O"))
    assert planes.dtype == np.float32
    assert planes[1].tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]  # rows from the bottom
    assert planes[2].tolist() == [[0, 0, 0], [0, 1, 0], [1, 0, 0]]


# --- slots -------------------------------------------------------------------------------------


def expected_slot(game: pg.Game, position: Any, move: int) -> int:
    """From the cell and the plane of the move."""
    encoding, cell = encoding_of(game), cell_of(game, position, move)
    if cell is None:
        return encoding.slots - 1
    row, column = place(game, position, cell)
    return (policy_plane(game, move) * encoding.height + row) * encoding.width + column


def test_every_legal_move_has_a_slot_of_its_own(any_game):
    encoding = encoding_of(any_game)
    for position in sample(any_game):
        legal = any_game.legal(position)
        slots = [encoding.encoder.slot(position, move) for move in legal]
        assert slots == [expected_slot(any_game, position, move) for move in legal]
        assert len(set(slots)) == len(slots)
        assert all(0 <= slot < encoding.slots for slot in slots)


# --- compiled ------------------------------------------------------------------------------------


@search_kernel
def encode(position: Any, encoder: Any, planes: Any, moves: Any, slots: Any) -> int:
    encoder.fill_planes(position, planes)
    for i in range(len(moves)):
        slots[i] = encoder.slot(position, int(moves[i]))
    return len(moves)


def check_compiled(game: pg.Game) -> None:
    encoding = encoding_of(game)
    for position in sample(game):
        legal = game.legal(position)
        planes = np.full((2, *encoding.shape), np.nan, np.float32)
        slots = np.full(len(legal), -1)
        moves = np.array(legal, np.int64)
        assert encode.prepare(position, encoding.encoder, planes[1], moves, slots)
        encode(position, encoding.encoder, planes[1], moves, slots)
        np.testing.assert_array_equal(planes[1], planes_of(encoding, position))
        assert slots.tolist() == [encoding.encoder.slot(position, move) for move in legal]
        assert np.isnan(planes[0]).all()


@pytest.mark.parametrize("name", usual_games(built_in_names(), "cachex"))
def test_compiled_planes_are_the_same(name):
    check_compiled(pg.game(name))


@pytest.mark.slow
def test_compiled_planes_are_the_same_for_every_size(any_game):
    check_compiled(any_game)
