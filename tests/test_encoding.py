"""Positions as planes, beside oracles that know only cells, legal moves and where cells lie."""

from __future__ import annotations

import functools
import math
import random
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

import plyground as pg
from plyground.errors import PlygroundError
from plyground.games import BUILT_IN, game_class
from plyground.games.cachex import LAST_TURN
from plyground.games.konane import DOWN, LEFT, REMOVAL, RIGHT, UP
from plyground.games.tic_tac_toe import TicTacToe
from plyground.kernel import search_kernel
from plyground.neural.encoding import GAMES, Encoding, encoding_of

HEXAGONAL = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}
SQUARE = HEXAGONAL | {(1, 1), (-1, -1)}


@functools.cache
def sample(game: pg.Game) -> list[Any]:
    """The beginning, the end and positions in between of two random games."""
    chance, found = random.Random(7), []
    for _ in range(2):
        line = [game.start()]
        while legal := game.legal(line[-1]):
            line.append(line[-1].play(chance.choice(legal)))
        step = max(1, len(line) // 4)
        found += [*line[:3], *line[3:-1:step], line[-1]]
    return found


def planes_of(encoding: Encoding, position: Any) -> np.ndarray:
    """The planes of a position, written over planes that held no numbers."""
    planes = np.full(encoding.shape, np.nan, np.float32)
    encoding.encoder.fill_planes(position, planes)
    return planes


@functools.cache
def neighbours(game: pg.Game) -> list[set[int]]:
    """For each cell those that touch it with a side, by where they lie on paper."""
    centres = list(map(game.shape.centre, range(game.shape.cell_count)))
    return [{b for b, q in enumerate(centres) if 0 < math.dist(p, q) < 1.01} for p in centres]


def place(game: pg.Game, position: Any, cell: int) -> tuple[int, int]:
    """The row and column in which the planes hold a cell."""
    if game.name == "bamboo":
        x, y, _ = game.shape.cube(cell)
        return y + game.radius, x + game.radius
    across = game.width if game.name == "connect_four" else math.isqrt(game.shape.cell_count)
    row, column = divmod(cell, across)
    turned = game.name == "cachex" and position.player() == 1
    return (column, row) if turned else (row, column)


def by_cell(game: pg.Game, position: Any) -> np.ndarray:
    """The planes as [channel, cell]; nothing may stand outside the board."""
    planes = planes_of(encoding_of(game), position)
    places = [place(game, position, cell) for cell in range(game.shape.cell_count)]
    rows, columns = np.array(places).T
    found = planes[:, rows, columns]
    planes[:, rows, columns] = 0
    assert not planes.any()
    return found


def sides(game: pg.Game, position: Any) -> tuple[set[int], set[int], set[int]]:
    """The cells of the player to move, of the other, and the empty ones."""
    cells, mover = game.cells(position), position.player()
    mine, theirs, empty = (
        {c for c, content in enumerate(cells) if content == wanted}
        for wanted in (1 + mover, 2 - mover, 0)
    )
    return mine, theirs, empty


# --- oracles: for each channel the cells that are 1, or a number for each cell ------------------


def groups_of(game: pg.Game, stones: set[int]) -> list[set[int]]:
    """Connected stones."""
    rest, found = set(stones), []
    while rest:
        group, edge = set(), {rest.pop()}
        while edge:
            group |= edge
            edge = {b for a in edge for b in neighbours(game)[a]} & rest
            rest -= edge
        found.append(group)
    return found


def may_grow(game: pg.Game, stones: set[int], tile: int) -> bool:
    """The rule of Bamboo."""
    groups = groups_of(game, stones | {tile})
    return max(map(len, groups)) <= len(groups)


def bamboo_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    own, other = groups_of(game, mine), groups_of(game, theirs)
    legal = [{t for t in empty if may_grow(game, side, t)} for side in (mine, theirs)]
    assert legal[0] == set(game.legal(position))
    room = [
        {stone: min(1, (len(groups) - len(group)) / 8) for group in groups for stone in group}
        for groups in (own, other)
    ]
    ahead = (len(legal[0]) - len(legal[1])) / 32
    return [1, mine, theirs, *legal, *room, len(own) / 16, len(other) / 16, ahead]


def capturing(game: pg.Game, mine: set[int], theirs: set[int], empty: set[int]) -> set[int]:
    """Where a stone of mine and another of mine have two common neighbours, both enemies."""
    near = neighbours(game)
    return {
        cell
        for cell in empty
        for stone in mine
        if len(near[cell] & near[stone]) == 2 and near[cell] & near[stone] <= theirs
    }


def lacking(game: pg.Game, stones: set[int], empty: set[int], player: int) -> int:
    """The fewest stones that complete a chain of the player."""
    along = [divmod(cell, game.size)[player] for cell in range(game.size**2)]
    price = {cell: int(cell in empty) for cell in stones | empty}
    cost = {cell: price[cell] for cell in price if along[cell] == 0}
    changed = set(cost)
    while changed:
        cell = changed.pop()
        for beside in neighbours(game)[cell] & price.keys():
            if cost[cell] + price[beside] < cost.get(beside, math.inf):
                cost[beside] = cost[cell] + price[beside]
                changed.add(beside)
    return min((c for cell, c in cost.items() if along[cell] == game.size - 1), default=10**6)


def cachex_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    mover, legal, cells = position.player(), set(game.legal(position)), range(game.size**2)
    height = {cell: divmod(cell, game.size)[mover] / (game.size - 1) for cell in cells}
    own, other = lacking(game, mine, empty, mover), lacking(game, theirs, empty, 1 - mover)
    return [
        1,
        mine,
        theirs,
        legal - {game.parse_move("steal")},
        int(game.parse_move("steal") in legal),
        capturing(game, mine, theirs, empty),
        capturing(game, theirs, mine, empty),
        height,
        {cell: 1 - height[cell] for cell in cells},
        max(-1, min(1, (other - own) / game.size)),
        position.turn / LAST_TURN,
    ]


def konane_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    near, cells = neighbours(game), range(game.size**2)
    jumping = {
        stone
        for stone in theirs
        for over in near[stone] & mine
        for end in near[over] & empty
        if end - over == over - stone
    }
    opening = len(mine) == game.size**2 // 2
    colour = {c for c in cells if game.shape.shaded(c) == (position.player() == 0)}
    border = {c: min(*divmod(c, game.size), *divmod(cells[-1] - c, game.size)) / 8 for c in cells}
    return [
        1,
        mine,
        theirs,
        {move & 255 for move in game.legal(position)},
        jumping,
        int(opening and position.player() == 0),
        int(opening and position.player() == 1),
        int(game.jumps == "single"),
        colour,
        border,
    ]


def completing(game: pg.Game, discs: set[int], empty: set[int]) -> set[int]:
    """The empty cells that are the last of four in a line."""
    found, inside = set(), (range(game.height), range(game.width))
    for cell in range(game.shape.cell_count):
        row, column = divmod(cell, game.width)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + i * up, column + i * right) for i in range(4)]
            if all(r in inside[0] and c in inside[1] for r, c in line):
                window = {r * game.width + c for r, c in line}
                if len(window & discs) == 3:
                    found |= window & empty
    return found


def connect_four_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    lowest = {
        min(column)
        for c in range(game.width)
        if (column := empty & set(range(c, 10**3, game.width)))
    }
    return [
        1,
        mine,
        theirs,
        lowest,
        completing(game, mine, empty),
        completing(game, theirs, empty),
        {cell for cell in range(game.shape.cell_count) if cell // game.width % 2},
        1 - position.player(),
    ]


def tic_tac_toe_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, _ = sides(game, position)
    return [1, mine, theirs]


def expected(game: pg.Game, position: Any) -> np.ndarray:
    """What the oracle says, as [channel, cell]."""
    cells = range(game.shape.cell_count)
    rows = []
    for channel in globals()[f"{game.name}_channels"](game, position):
        if isinstance(channel, set):
            rows.append([int(cell in channel) for cell in cells])
        elif isinstance(channel, dict):
            rows.append([channel.get(cell, 0) for cell in cells])
        else:
            rows.append([channel for _ in cells])
    return np.array(rows, np.float32)


# --- planes ------------------------------------------------------------------------------------


def test_planes_are_what_the_rules_say(any_game):
    for position in sample(any_game):
        found = by_cell(any_game, position)
        np.testing.assert_allclose(found, expected(any_game, position), atol=1e-6)


@pytest.mark.parametrize("name", GAMES)
def test_every_channel_says_something(name):
    games = [pg.game(name, **parameters) for parameters in game_class(name).examples[:2]]
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


def cell_of(game: pg.Game, position: Any, move: int) -> int | None:
    """The cell under which the policy speaks of the move; None for a steal."""
    if game.format_move(move) == "steal":
        return None
    if game.name == "konane":
        return game.shape.cell(game.format_move(move).split("-")[0])
    (cell,) = game.touched(position, move)
    return cell


def policy_plane(game: pg.Game, move: int) -> int:
    """The plane of the move: 0, except for the jumps of Konane."""
    start, _, end = game.format_move(move).partition("-")
    if game.name != "konane" or not end:
        return 0
    (row, column), (row_end, column_end) = (
        divmod(game.shape.cell(name), game.size) for name in (start, end)
    )
    sideways = LEFT if column_end < column else RIGHT
    direction = sideways if row == row_end else DOWN if row_end < row else UP
    return 7 * direction + (abs(row - row_end) + abs(column - column_end)) // 2


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


# --- symmetries and points of view ---------------------------------------------------------------


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


@pytest.mark.parametrize("name", BUILT_IN)
def test_compiled_planes_are_the_same(name):
    check_compiled(pg.game(name))


@pytest.mark.slow
def test_compiled_planes_are_the_same_for_every_size(any_game):
    check_compiled(any_game)


# --- games without an encoder --------------------------------------------------------------------


class StrangePosition(NamedTuple):
    """Not the position of the game whose name is borrowed."""

    mine: int
    theirs: int


class Renamed(TicTacToe):
    """Tic-tac-toe under another name."""

    name: ClassVar = "noughts"


class Borrowed(TicTacToe):
    """Another game that calls itself tic-tac-toe."""

    position_class: ClassVar = StrangePosition


@pytest.mark.parametrize("game", [Renamed(), Borrowed()], ids=["renamed", "borrowed"])
def test_games_without_an_encoder_are_refused(game):
    with pytest.raises(PlygroundError, match=r"only bamboo, cachex, .* have an encoding"):
        encoding_of(game)
