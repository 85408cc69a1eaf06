"""Every game keeps the contract; and the checks notice when one does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

import plyground as pg
from plyground.conformance import CHECKS
from plyground.errors import NonconformingError
from plyground.kernel import compiled


@pytest.mark.parametrize("check", CHECKS)
def test_game_conforms(any_game, check):
    CHECKS[check](any_game, seed=1)


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
        filled, taken = 0, self.first | self.second
        for cell in range(5):
            filled += taken >> cell & 1
        return filled & 1

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


@dataclass(frozen=True)
class RowGame(pg.Game):
    name: ClassVar = "row"
    title: ClassVar = "Row"
    summary: ClassVar = "Fill a row."
    position_class: ClassVar = Row
    symmetries: ClassVar = 2

    @property
    def shape(self):
        return pg.Grid(5, 1)

    def start(self):
        return Row(0, 0)

    def cells(self, position):
        return [(position.first >> c & 1) + 2 * (position.second >> c & 1) for c in range(5)]

    def build(self, cells, player):
        first = sum(1 << c for c in range(5) if cells[c] == 1)
        return Row(first, sum(1 << c for c in range(5) if cells[c] == 2))


@pytest.mark.parametrize("check", CHECKS)
def test_small_game_conforms(check):
    CHECKS[check](RowGame(), seed=1)


def fill_backwards(self, moves):
    free = [c for c in range(5) if not (self.first | self.second) >> c & 1]
    moves[: len(free)] = free[::-1]
    return len(free)


def depends_on_python(self):
    return 2 * (self.first << 60) // 2**60 & 7


BREAKS = {
    "moves": ("fill_moves", fill_backwards),
    "ending": ("result", lambda self: 5),
    "symmetries": ("transform_move", lambda self, symmetry, move: move),
    "keys": ("key", lambda self: self.first),
    "compiled": ("key", depends_on_python),
}


@pytest.mark.parametrize("check", BREAKS)
def test_check_notices(check, monkeypatch):
    name, wrong = BREAKS[check]

    @compiled
    class Broken(NamedTuple):
        first: int
        second: int

    for verb, method in vars(Row).items():
        if verb[0] != "_" and verb not in ("first", "second", "count", "index"):
            setattr(Broken, verb, method)
    setattr(Broken, name, wrong)
    monkeypatch.setattr(Broken, "play", lambda self, move: Broken(*Row.play(self, move)))
    monkeypatch.setattr(Broken, "transform", lambda self, k: Broken(*Row.transform(self, k)))
    monkeypatch.setattr(RowGame, "start", lambda self: Broken(0, 0))
    with pytest.raises((NonconformingError, pg.CompilationError)):
        CHECKS[check](RowGame(), seed=1)


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
