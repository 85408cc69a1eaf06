"""Othello as a game: its board, notation, checks, and what is known of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import InvalidMoveError, InvalidParameterError, InvalidPositionError
from plyground.game import Game, parameter
from plyground.game.knowledge import CHAMPION, RESIDUAL, Knowledge, Preset, Solving
from plyground.games.othello.characters import CHARACTERS
from plyground.games.othello.rules import (
    BIT,
    SIZES,
    TURNS,
    OthelloPosition,
    count,
    join,
    split,
)
from plyground.shapes import Grid, Label, Point, column_letters
from plyground.vocabulary import Move, Player

BLACK, WHITE = 1, 2  # what a cell holds
PASSES = ("pass", "--")  # how a pass is written, the usual way first


@dataclass(frozen=True)
class DownwardGrid(Grid):
    """A square of cells whose first row is at the top, letters above and numbers to the left."""

    @functools.cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, from the top."""
        return super().rows[::-1]

    def centre(self, cell: int) -> Point:
        """The middle of the square."""
        row, column = divmod(cell, self.columns)
        return column + 0.5, row + 0.5

    def labels(self) -> tuple[Label, ...]:
        """Letters above and numbers to the left."""
        letters = [Label(column_letters(c), c + 0.5, -0.35) for c in range(self.columns)]
        numbers = [Label(str(r + 1), -0.35, r + 0.5) for r in range(self.height)]
        return (*letters, *numbers)


@dataclass(frozen=True)
class Othello(Game[OthelloPosition]):
    """Enclose enemy discs in straight lines to turn them over; most discs win."""

    name: ClassVar = "othello"
    title: ClassVar = "Othello"
    summary: ClassVar = "Enclose enemy discs in a line to turn them over; most discs win."
    position_class: ClassVar = OthelloPosition
    players: ClassVar = ("Black", "White")
    symbols: ClassVar = "BW"
    pieces: ClassVar = ("black", "white")
    symmetries: ClassVar = len(TURNS)
    examples: ClassVar = tuple({"size": size} for size in reversed(SIZES))
    knowledge: ClassVar = Knowledge(
        evaluators={
            "corners": "judges:Corners",
            "mobility": "judges:Mobility",
            "discs": "judges:Discs",
        },
        raters={"corners": "judges:CornersFirst", "turned": "judges:MostTurned"},
        clear_advantage=200,
        temperatures=(80.0, 20.0),
        presets={
            "strong": Preset("alphabeta(nodes=3000)", "looks at three thousand positions"),
            "best": CHAMPION,
        },
        encoding="planes:encoding",
        networks={RESIDUAL: "data/residual.onnx"},
        training="training.toml",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        solving=Solving(
            order="corners",
            symmetry_plies=8,
            keys="solving:exact_keys",
            endings="endings:endings",
        ),
    )

    size: int = parameter(8, "cells along a side; even", low=min(SIZES), high=max(SIZES))

    def check_parameters(self) -> None:
        """Four discs stand in the middle at first."""
        if self.size % 2:
            raise InvalidParameterError(f"size={self.size} is odd: Othello needs an even size")

    @functools.cached_property
    def shape(self) -> DownwardGrid:
        """A square, a1 at the top left."""
        return DownwardGrid(self.size, self.size)

    @property
    def move_limit(self) -> int:
        """A pass is the largest move."""
        return self.size * self.size + 1

    @property
    def max_plies(self) -> int:
        """Every disc but the first four may be followed by a pass."""
        return 2 * (self.size * self.size - 4)

    @property
    def _pass(self) -> Move:
        return self.size * self.size

    @property
    def _middle(self) -> tuple[int, int, int, int]:
        """The four cells in the centre: d4, e4, d5 and e5 on the usual board."""
        first = (self.size // 2 - 1) * (self.size + 1)
        return first, first + 1, first + self.size, first + self.size + 1

    def start(self) -> OthelloPosition:
        """Two discs each in the middle, Black's on the rising diagonal."""
        return self._position(self._start_cells(), 0)

    def _start_cells(self) -> list[int]:
        cells = [0] * (self.size * self.size)
        for cell, content in zip(self._middle, (WHITE, BLACK, BLACK, WHITE), strict=True):
            cells[cell] = content
        return cells

    def _position(self, cells: Sequence[int], turn: Player) -> OthelloPosition:
        sets = [
            split(sum(1 << int(BIT[self.size, c]) for c, held in enumerate(cells) if held == side))
            for side in (BLACK, WHITE)
        ]
        return OthelloPosition(sets[turn], sets[1 - turn], turn, self.size)

    def format_move(self, move: Move) -> str:
        """A cell, or `pass`."""
        return PASSES[0] if move == self._pass else self.shape.name(move)

    def parse_move(self, text: str) -> Move:
        """A cell such as `f5`, or `pass`, for which `--` stands too."""
        word = text.strip().lower()
        cell = self._pass if word in PASSES else self.shape.cell(word)
        if cell is None:
            raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")
        return cell

    @property
    def move_help(self) -> str:
        """How moves are written."""
        return f"a move is a cell from a1 to {self.shape.name(self._pass - 1)}, or pass"

    def why_illegal(self, position: OthelloPosition, move: Move) -> str:
        """Which of the rules the move breaks."""
        mover = self.players[position.player()]
        if move == self._pass:
            return f"{mover} can turn over a disc, and so may not pass"
        if self.cells(position)[move]:
            return "the cell is taken"
        if self.legal(position) == [self._pass]:
            return f"{mover} cannot turn over a disc anywhere, and has to pass"
        return "it turns over no disc"

    def touched(self, position: OthelloPosition, move: Move) -> Iterable[int]:
        """The cell on which the disc is placed; none for a pass."""
        return () if move == self._pass else (move,)

    def cells(self, position: OthelloPosition) -> Sequence[int]:
        """Black is 1, White is 2."""
        cells = [0] * (self.size * self.size)
        sets = ((position.mine, BLACK + position.turn), (position.theirs, WHITE - position.turn))
        for discs, held in sets:
            board = join(discs)
            for cell in range(len(cells)):
                if board >> int(BIT[self.size, cell]) & 1:
                    cells[cell] = held
        return cells

    def build(self, cells: Sequence[int], player: Player | None) -> OthelloPosition:
        """Refuses boards with an empty middle and discs that touch no other."""
        for cell in self._middle:
            if not cells[cell]:
                raise InvalidPositionError(
                    f"{self.shape.name(cell)} is empty, but the four discs in the middle stay"
                )
        if sum(map(bool, cells)) == len(self._middle):
            self._check_start(cells, player)
            return self.start()
        self._check_joined(cells)
        if player is None:
            raise InvalidPositionError("say who is to move: add B or W after the rows")
        return self._position(cells, player)

    def _check_start(self, cells: Sequence[int], player: Player | None) -> None:
        if list(cells) != self._start_cells():
            start = self.format_position(self.start())
            raise InvalidPositionError(f"with four discs there is one position only: {start}")
        if player == 1:
            raise InvalidPositionError("at the start, it is Black's turn")

    def _check_joined(self, cells: Sequence[int]) -> None:
        """Each disc was placed beside another."""
        reached = set(self._middle)
        edge = list(reached)
        while edge:
            row, column = divmod(edge.pop(), self.size)
            for r in range(max(0, row - 1), min(self.size, row + 2)):
                for c in range(max(0, column - 1), min(self.size, column + 2)):
                    cell = r * self.size + c
                    if cells[cell] and cell not in reached:
                        reached.add(cell)
                        edge.append(cell)
        for cell, held in enumerate(cells):
            if held and cell not in reached:
                raise InvalidPositionError(
                    f"the disc on {self.shape.name(cell)} is not joined to the middle"
                )

    def reason(self, position: OthelloPosition) -> str:
        """How many discs each side has."""
        mine, theirs = count(position.mine), count(position.theirs)
        return f"{max(mine, theirs)} discs to {min(mine, theirs)}"
