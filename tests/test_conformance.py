"""Every game keeps the contract; and the checks notice when one does not."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

import plyground as pg
from boards import EVERY_BOARD
from plyground.agents.kinds import make_agent
from plyground.conformance import CHECKS, first_positions, quick_value, swapped_owners
from plyground.errors import NonconformingError
from plyground.kernel import compiled, popcount
from plyground.solvers.exact import ExactSolver
from tiers import rest_slow


@pytest.mark.usefixtures("fewer_keys")
@pytest.mark.parametrize("check", [each for each in CHECKS if each != "compiled"])
def test_game_conforms(any_game, check):
    CHECKS[check](any_game, seed=1)


@pytest.mark.parametrize(
    "game", rest_slow(EVERY_BOARD, lambda board: board == pg.game(board.name)), ids=str
)
def test_compiled_rules_conform(game):
    """Every run has the usual boards: what differs for small ones is counted by perft."""
    CHECKS["compiled"](game, seed=1)


@pytest.mark.slow
def test_keys_of_many_positions_differ(any_game):
    CHECKS["keys"](any_game, seed=1)


def row_class(**methods):
    """A class of positions with some methods replaced: one that is broken, mostly."""

    @compiled
    class Row(NamedTuple):
        """Two players fill a row of five cells; nobody wins."""

        first: int
        second: int

        def fill_moves(self, moves):
            count = 0
            for cell in range(5):
                if not (self.first | self.second) >> cell & 1:
                    moves[count] = cell
                    count += 1
            return count

        def play(self, move):
            if self.player() == 0:
                return Row(self.first | 1 << move, self.second)
            return Row(self.first, self.second | 1 << move)

        def result(self):
            return 0

        def key(self):
            return self.first | self.second << 5

        def player(self):
            return popcount(self.first | self.second) & 1

        def transform(self, symmetry):
            if symmetry == 0:
                return self
            first, second = 0, 0
            for cell in range(5):
                first |= (self.first >> cell & 1) << (4 - cell)
                second |= (self.second >> cell & 1) << (4 - cell)
            return Row(first, second)

        def transform_move(self, symmetry, move):
            return 4 - move if symmetry else move

    for name, method in methods.items():
        setattr(Row, name, method)
    return Row


@dataclass(frozen=True)
class RowGame(pg.Game):
    name: ClassVar = "row"
    title: ClassVar = "Row"
    summary: ClassVar = "Fill a row."
    position_class: ClassVar = row_class()
    symmetries: ClassVar = 2

    @property
    def shape(self):
        return pg.Grid(5, 1)

    def start(self):
        return self.position_class(0, 0)

    def cells(self, position):
        return [(position.first >> c & 1) + 2 * (position.second >> c & 1) for c in range(5)]

    def build(self, cells, player):
        first, second = (sum(1 << c for c in range(5) if cells[c] == k) for k in (1, 2))
        if popcount(first) - popcount(second) not in (0, 1):
            raise pg.InvalidPositionError("they have not taken turns")
        return self.position_class(first, second)


def row_game(merging=False, **methods):
    """The game over positions with some methods replaced."""

    class Changed(RowGame):
        position_class: ClassVar = row_class(**methods)
        shares_keys: ClassVar = merging

    return Changed()


@pytest.mark.usefixtures("fewer_keys")
@pytest.mark.parametrize("check", CHECKS)
def test_small_game_conforms(check):
    CHECKS[check](RowGame(), seed=1)


def fill_backwards(self, moves):
    free = [c for c in range(5) if not (self.first | self.second) >> c & 1]
    moves[: len(free)] = free[::-1]
    return len(free)


def first_fills_two(self):
    """The first player has the first two turns."""
    return popcount(self.first | self.second) > 1


def key_that_overflows(self):
    """Machine code loses the sign here, Python does not."""
    return self.first << 62 >> 62 & 31 | self.second << 5


def key_without_owners(self):
    """As by a hash for which the order does not matter."""
    return min(self.first, self.second) | max(self.first, self.second) << 5


def key_of_late_plies(self):
    """Tells all positions apart but the last."""
    taken = self.first | self.second
    return taken if taken == 31 else self.first | self.second << 5


NUMBERS = count()


def key_of_counts(self):
    return popcount(self.first) * 6 + popcount(self.second)


def first_cell_decides(self):
    """Of one end alone."""
    return 1 if self.second == 0b11000 and self.first == 0b00111 else 0


def other_side_in_the_mirror(self):
    return (popcount(self.first | self.second) + (self.first < self.second)) & 1


def winner_holds_the_end(self):
    return 1 if (self.second & 1 if self.player() else self.first & 1) else -1


@pytest.mark.parametrize(
    ("check", "methods", "says"),
    [
        ("moves", {"fill_moves": fill_backwards}, "not ascending"),
        ("moves", {"player": first_fills_two}, "make passing a move of its own"),
        ("ending", {"result": lambda self: 5}, "is not -1, 0 or 1"),
        ("symmetries", {"transform_move": lambda self, symmetry, move: move}, "symmetry 1 and a1"),
        ("symmetries", {"result": first_cell_decides}, "symmetry changes result"),
        ("symmetries", {"player": other_side_in_the_mirror}, "symmetry changes who moves"),
        ("keys", {"key": lambda self: self.first}, "share the key.* declare shares_keys = True"),
        ("keys", {"key": key_without_owners}, "share the key"),
        ("keys", {"key": key_of_late_plies}, "share the key 31"),
        ("keys", {"key": lambda self: 1 << 62}, "not within"),
        ("keys", {"key": lambda self: next(NUMBERS)}, "has two keys"),
        ("compiled", {"key": key_that_overflows}, "compiled and interpreted rules differ"),
    ],
)
def test_check_notices(check, methods, says):
    with pytest.raises(NonconformingError, match=says):
        CHECKS[check](row_game(**methods), seed=1)


def test_keys_may_merge_what_has_the_same_value():
    CHECKS["keys"](row_game(merging=True, key=key_of_counts), seed=1)
    game = row_game(merging=True, key=key_of_counts, result=winner_holds_the_end)
    with pytest.raises(NonconformingError, match="but not their value"):
        CHECKS["keys"](game, seed=1)


def test_images_of_ends_are_compared_where_there_are_too_many_positions_for_all(monkeypatch):
    """Some of the draws are wins, and others that look like them are not."""
    game = pg.game("tic_tac_toe")
    right = game.position_class.result
    wrong = lambda self: right(self) or self.theirs & 0b100000101 == 0b100000101  # noqa: E731
    monkeypatch.setattr(game.position_class, "result", wrong)
    with pytest.raises(NonconformingError, match="symmetry changes result"):
        CHECKS["symmetries"](game, seed=1)


@dataclass(frozen=True)
class KeysOfCounts:
    """Exact keys that are none: positions with equally many pieces share one."""

    def key(self, position):
        return key_of_counts(position)


@pytest.mark.parametrize(
    ("result", "holds"), [(lambda self: 0, True), (winner_holds_the_end, False)]
)
def test_declared_keys_may_merge_what_has_the_same_value(result, holds, monkeypatch):
    game = row_game(result=result)
    solving = pg.Solving(keys=lambda game: KeysOfCounts())
    monkeypatch.setattr(type(game), "knowledge", pg.Knowledge(solving=solving))
    with (
        contextlib.nullcontext() if holds else pytest.raises(NonconformingError, match="not their")
    ):
        CHECKS["solving"](game, seed=1)


def test_all_first_positions_are_looked_at():
    tic_tac_toe = pg.game("tic_tac_toe")
    assert len(first_positions(tic_tac_toe, 20_000)) == 5478  # all there are
    assert len(first_positions(tic_tac_toe, 100)) == 100


def test_owners_are_swapped_where_the_game_allows_it():
    game = pg.game("tic_tac_toe")
    reached = pg.Playthrough.read(game, moves="a1 b1").positions
    swapped = [list(map(game.format_position, swapped_owners(game, each))) for each in reached]
    assert swapped == [[".../.../... X"], [], [".../.../OX. X"]]


def test_quick_values():
    game = pg.game("tic_tac_toe")
    won = pg.Playthrough.read(game, moves="a1 b1 a2 b2").position
    assert quick_value(game, won, 500) == 1
    assert quick_value(game, game.start(), 500) is None


@compiled
class Board(NamedTuple):
    """The same row as an array."""

    cells: Any  # [cell]
    turn: int

    def fill_moves(self, moves):
        count = 0
        for cell in range(5):
            if self.cells[cell] == 0:
                moves[count] = cell
                count += 1
        return count

    def play(self, move):
        cells = self.cells.copy()
        cells[move] = 1 + self.turn
        return Board(cells, 1 - self.turn)

    def result(self):
        return 0

    def key(self):
        key = self.turn
        for cell in range(5):
            key = 3 * key + int(self.cells[cell])
        return key

    def player(self):
        return self.turn


@dataclass(frozen=True)
class BoardGame(RowGame):
    position_class: ClassVar = Board
    symmetries: ClassVar = 1

    def start(self):
        return Board(np.zeros(5, np.int8), 0)

    def cells(self, position):
        return position.cells.tolist()

    def build(self, cells, player):
        return Board(np.array(cells, np.int8), player)


@pytest.mark.parametrize("check", CHECKS)
def test_positions_may_hold_arrays(check):
    CHECKS[check](BoardGame(), seed=1)


@pytest.mark.parametrize("spec", ["random", "mcts(iterations=10)", "alphabeta(depth=2)"])
def test_no_player_moves_twice_in_a_row(spec):
    with pytest.raises(NonconformingError, match="X moves twice in a row, by "):
        make_agent(row_game(player=first_fills_two), spec, 1)


def test_nothing_is_proven_where_a_player_moves_twice_in_a_row():
    with pytest.raises(NonconformingError, match="make passing a move of its own"):
        ExactSolver(row_game(player=first_fills_two))


def test_check_notices_wrong_notation(monkeypatch):
    monkeypatch.setattr(RowGame, "parse_move", lambda self, text: 0)
    with pytest.raises(NonconformingError, match="read as another move"):
        CHECKS["notation"](RowGame(), seed=1)


def test_check_notices_accepted_illegal_move(monkeypatch):
    monkeypatch.setattr(RowGame, "play", lambda self, position, move: position.play(move))
    with pytest.raises(NonconformingError, match="is accepted in"):
        CHECKS["refusal"](RowGame(), seed=1)


def test_check_notices_wrong_picture(monkeypatch):
    monkeypatch.setattr(RowGame, "cells", lambda self, position: [0])
    with pytest.raises(NonconformingError, match="wrong length"):
        CHECKS["picture"](RowGame(), seed=1)
