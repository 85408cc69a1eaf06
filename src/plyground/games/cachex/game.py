"""Cachex as a game: sizes, notation, checks, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plyground.errors import InvalidMoveError, InvalidPositionError
from plyground.game import Game, parameter
from plyground.game.knowledge import CHAMPION, FROM_REPORT, RESIDUAL, Knowledge, Preset, Solving
from plyground.games.cachex.characters import CHARACTERS
from plyground.games.cachex.rules import (
    BIT,
    CELL,
    EXPIRED,
    JOINED,
    LARGEST,
    LAST_TURN,
    NEIGHBOURS,
    REPEATED,
    REPETITIONS,
    RUNNING,
    SMALLEST,
    CachexPosition,
)
from plyground.kernel.words import (
    Words,
    bits_of,
    words_for,
    words_of,
)
from plyground.shapes import Rhombus
from plyground.vocabulary import Move, Player


@dataclass(frozen=True)
class Cachex(Game[CachexPosition]):
    """Join your two sides; two stones caught in a diamond are captured."""

    name: ClassVar = "cachex"
    title: ClassVar = "Cachex"
    summary: ClassVar = "Join your two sides of the board; diamonds capture, the second may steal."
    position_class: ClassVar = CachexPosition
    players: ClassVar = ("Red", "Blue")
    symbols: ClassVar = "RB"
    pieces: ClassVar = ("red", "blue")
    symmetries: ClassVar = 2
    knowledge: ClassVar = Knowledge(
        evaluators={"bridges": "judges:Bridges", "path": "judges:PathDifference"},
        raters={
            "central": "judges:Central",
            "captures": "judges:CapturesFirst",
            "beside": "judges:BesideStones",
            "paths": "judges:ShortPaths",
        },
        report_evaluator="path",
        clear_advantage=50,
        temperatures=(15.0, 5.0),
        presets={
            "best": CHAMPION,
            "report": Preset(
                "cachex_report", "looks beside stones only, for the shortest path", FROM_REPORT
            ),
        },
        agents={"cachex_report": "report:cachex_report"},
        encoding="planes:encoding",
        networks={RESIDUAL: "data/residual.onnx"},
        training="training.toml",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        playouts="playouts:playouts",
        solving=Solving(
            order="paths",
            keys="solving:exact_keys",
            soonest="solving:soonest",
            repeats=True,
            space="space:small_board",
            unrepeated="solving:plies_unrepeated",
        ),
        referee="referee:write_player",
    )
    examples: ClassVar = tuple({"size": size} for size in (8, 3, 4, 5, 7, 10, 13, 15))

    size: int = parameter(8, "cells along a side", low=SMALLEST, high=LARGEST)

    @property
    def shape(self) -> Rhombus:
        """A rhombus with a pair of sides for each player."""
        return Rhombus(self.size)

    @property
    def max_plies(self) -> int:
        """The last turn there can be."""
        return LAST_TURN

    @property
    def move_limit(self) -> int:
        """A steal is the largest move."""
        return self.size * self.size + 1

    @property
    def _steal(self) -> Move:
        return self.size * self.size

    def _words(self, cells: Iterable[int]) -> Words:
        length = words_for(self.size * (self.size + 1) - 1)
        return words_of([int(BIT[self.size, cell]) for cell in cells], length)

    def _cells(self, words: Words) -> list[int]:
        return [int(CELL[self.size, bit]) for bit in bits_of(words)]

    def _position(self, cells: Sequence[int], turn: int) -> CachexPosition:
        empty, red, blue = (
            self._words(c for c, content in enumerate(cells) if content == side)
            for side in (0, 1, 2)
        )
        mine, theirs = (blue, red) if turn % 2 else (red, blue)
        left = self._words(range(0, self.size * self.size, self.size))
        past = np.zeros(turn, np.int64)
        return CachexPosition(mine, theirs, empty, left, turn, RUNNING, self.size, past)

    def start(self) -> CachexPosition:
        """The empty board."""
        return self._position([0] * (self.size * self.size), 0)

    def format_move(self, move: Move) -> str:
        """A cell, or `steal`."""
        return "steal" if move == self._steal else self.shape.name(move)

    def parse_move(self, text: str) -> Move:
        """A cell such as `d2`, or `steal`."""
        word = text.strip().lower()
        cell = self._steal if word == "steal" else self.shape.cell(word)
        if cell is None:
            raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")
        return cell

    @property
    def move_help(self) -> str:
        """How moves are written."""
        return f"a move is a cell from a1 to {self.shape.name(self._steal - 1)}, or steal"

    def why_illegal(self, position: CachexPosition, move: Move) -> str:
        """Which of the rules the move breaks."""
        if move == self._steal:
            return "steal is allowed only as the second move of the game"
        if self.cells(position)[move]:
            return "the cell is taken"
        return "the first stone may not be placed in the centre"

    def touched(self, position: CachexPosition, move: Move) -> Iterable[int]:
        """The cell on which a stone was placed."""
        if move == self._steal:
            return self._cells(position.play(move).theirs)
        return (move,)

    def cells(self, position: CachexPosition) -> Sequence[int]:
        """Red is 1, Blue is 2."""
        mover = position.player()
        cells = [0] * (self.size * self.size)
        for cell in self._cells(position.mine):
            cells[cell] = 1 + mover
        for cell in self._cells(position.theirs):
            cells[cell] = 2 - mover
        return cells

    def format_position(self, position: CachexPosition) -> str:
        """Rows, player to move and the number of turns played."""
        return f"{super().format_position(position)} {position.turn}"

    def parse_position(self, text: str) -> CachexPosition:
        """Without a number of turns, the smallest that fits is taken."""
        cells, player, rest = self.read_cells(text)
        if not rest:
            return self.build(cells, player)
        if len(rest) > 1 or not re.fullmatch("[0-9]{1,9}", rest[0]):
            raise InvalidPositionError(f"{' '.join(rest)!r} is no number of turns")
        turn = int(rest[0])
        if player not in (None, turn % 2):
            raise InvalidPositionError(f"after {turn} turns, {self.players[turn % 2]} is to move")
        return self._checked(cells, turn)

    def build(self, cells: Sequence[int], player: Player | None) -> CachexPosition:
        """Takes the smallest number of turns that fits; refuses what none fits."""
        red, blue = list(cells).count(1), list(cells).count(2)
        fitting = max(2 * red - 1, 2 * blue, 0)
        if player is not None and fitting % 2 != player:
            fitting += 1
        return self._checked(cells, fitting)

    def _checked(self, cells: Sequence[int], turn: int) -> CachexPosition:
        """The position on that turn; `InvalidPositionError` if it cannot come about."""
        red, blue = list(cells).count(1), list(cells).count(2)
        if turn > LAST_TURN:
            raise InvalidPositionError(f"turn {turn} is too late: games end after {LAST_TURN}")
        if red > (turn + 1) // 2 or blue > turn // 2:
            raise InvalidPositionError(
                f"{red} red and {blue} blue stones cannot have been placed in {turn} turns"
            )
        if turn > 0 and (red, blue)[(turn - 1) % 2] == 0:
            who = self.players[(turn - 1) % 2]
            raise InvalidPositionError(f"after {turn} turns, {who} has at least one stone")
        if turn == 1 and self.size % 2 and cells[self._steal // 2]:
            raise InvalidPositionError("the first stone may not be placed in the centre")
        position = self._position(cells, turn)
        mover = turn % 2
        if self._path(cells, mover):
            raise InvalidPositionError(
                f"{self.players[mover]} has already joined its sides; the game ended before this"
            )
        if self._path(cells, 1 - mover):
            return position._replace(status=JOINED)
        return position._replace(status=EXPIRED) if turn == LAST_TURN else position

    def line(self, position: CachexPosition) -> Iterable[int]:
        """The winner's shortest path from side to side."""
        won = position.status == JOINED
        return self._path(self.cells(position), 1 - position.player()) if won else ()

    def _path(self, cells: Sequence[int], player: Player) -> list[int]:
        """A shortest chain of a player's stones from side to side; empty if there is none."""

        def along(cell: int) -> int:
            return cell // self.size if player == 0 else cell % self.size

        stones = {cell for cell, content in enumerate(cells) if content == 1 + player}
        came_from = {cell: -1 for cell in sorted(stones) if along(cell) == 0}
        queue = list(came_from)
        for cell in queue:
            if along(cell) == self.size - 1:
                path = [cell]
                while came_from[path[-1]] >= 0:
                    path.append(came_from[path[-1]])
                return path
            for beside in self._neighbours(cell):
                if beside in stones and beside not in came_from:
                    came_from[beside] = cell
                    queue.append(beside)
        return []

    def _neighbours(self, cell: int) -> list[int]:
        r, q = divmod(cell, self.size)
        around = ((r + dr, q + dq) for dr, dq in NEIGHBOURS)
        inside = range(self.size)
        return [a * self.size + b for a, b in around if a in inside and b in inside]

    def reason(self, position: CachexPosition) -> str:
        """A chain, the seventh repetition, or the last turn."""
        return {
            JOINED: "joined its two sides",
            REPEATED: f"the same stones stand for the {REPETITIONS}th time",
            EXPIRED: f"{LAST_TURN} turns were played",
        }[position.status]
