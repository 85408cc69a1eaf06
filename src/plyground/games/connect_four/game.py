"""Connect Four as a game: sizes, notation, checks, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import InvalidMoveError, InvalidParameterError, InvalidPositionError
from plyground.game import Game, parameter
from plyground.game.knowledge import FROM_REPORT, RESIDUAL, Knowledge, Preset, Solving
from plyground.games.connect_four.characters import CHARACTERS
from plyground.games.connect_four.rules import ConnectFourPosition, four_along, has_four
from plyground.kernel import popcount
from plyground.kernel.bits import WORD_BITS
from plyground.shapes import Grid, Shape
from plyground.vocabulary import Move, Player


@dataclass(frozen=True)
class ConnectFour(Game[ConnectFourPosition]):
    """Four in a line wins; a full board is a draw."""

    name: ClassVar = "connect_four"
    title: ClassVar = "Connect Four"
    summary: ClassVar = "Drop discs into columns; four in a line wins."
    position_class: ClassVar = ConnectFourPosition
    players: ClassVar = ("Yellow (X)", "Red (O)")
    pieces: ClassVar = ("yellow", "red")
    symmetries: ClassVar = 2
    examples: ClassVar = (
        {},
        {"width": 6, "height": 5},
        {"width": 4, "height": 4},
        {"width": 5, "height": 9},
        {"width": 12, "height": 4},
        {"width": 1, "height": 3},
        {"width": 2, "height": 30},
    )
    knowledge: ClassVar = Knowledge(
        evaluators={
            "threats": "judges:ThreatParity",
            "utility": "judges:Utility",
            "one_sided": "judges:OneSided",
        },
        raters={"centre": "judges:Centre", "threats": "judges:Threats"},
        report_evaluator="utility",
        clear_advantage=50,
        temperatures=(20.0, 6.0),
        presets={
            "best": Preset("perfect", "has solved the game and never errs"),
            "utility": Preset(
                "minimax(depth=5, pruning=1, evaluate=utility, order=threats, order_root=0)",
                "counts ones, twos, threes and fatals, five moves ahead",
                FROM_REPORT,
            ),
            "easy": Preset("easy", "sees wins and losses, and plays by chance else", FROM_REPORT),
            "lookup": Preset(
                "lookup",
                "knows the first eight moves by heart",
                FROM_REPORT,
                {"width": 7, "height": 6},
            ),
            "utility_humanlike": Preset(
                "humanlike(depth=3, temperature=6, evaluate=utility)",
                "counts as utility does, and sometimes slips",
                FROM_REPORT,
            ),
            "plain_minimax": Preset(
                "minimax(depth=5, evaluate=utility)",
                "counts as utility does, without pruning",
                FROM_REPORT,
            ),
        },
        agents={
            "lookup": "agents:lookup",
            "easy_lookup": "agents:easy_lookup",
            "any_column": "agents:any_column",
        },
        arguments={
            "alphazero": {"proof": 5000, "spread": 0.3, "symmetric": 1},
            "policy": {"symmetric": 1},
        },
        encoding="planes:encoding",
        networks={RESIDUAL: "data/residual.onnx"},
        board_networks={RESIDUAL: ({"width": 7, "height": 6}, "data/residual-7x6.onnx")},
        training="training.toml",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        playouts="playouts:playouts",
        kernels="kernels:kernels",
        solving=Solving(
            order="threats",
            symmetry_plies=12,
            solver="solver.solver:connect_four_solver",
            lessons="solver.lessons:lessons_for",
            book="solver.tools:Books",
            data_set="solver.tools:write_quiet_positions",
        ),
    )

    width: int = parameter(7, "number of columns", low=1, high=31)
    height: int = parameter(6, "number of rows", low=1, high=61)

    def check_parameters(self) -> None:
        """The board with one spare row must fit into one word."""
        if self.width * (self.height + 1) > WORD_BITS:
            raise InvalidParameterError(
                f"a board of {self.width} columns and {self.height} rows is too large: "
                f"width * (height + 1) may be at most {WORD_BITS}"
            )

    @property
    def shape(self) -> Shape:
        """Columns that discs fall into."""
        return Grid(self.width, self.height, drop=True)

    @property
    def max_moves(self) -> int:
        """One for each column."""
        return self.width

    def start(self) -> ConnectFourPosition:
        """The empty board."""
        return ConnectFourPosition(0, 0, self.width, self.height)

    def format_move(self, move: Move) -> str:
        """The column, counted from 1."""
        return str(move + 1)

    def parse_move(self, text: str) -> Move:
        """A column from 1 on."""
        word = text.strip()
        if re.fullmatch(r"[0-9]{1,2}", word) and 1 <= int(word) <= self.width:
            return int(word) - 1
        raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")

    @property
    def move_help(self) -> str:
        """Columns are numbered from 1."""
        return f"a move is a column from 1 to {self.width}"

    def why_illegal(self, position: ConnectFourPosition, move: Move) -> str:
        """Only a full column is illegal."""
        return f"column {move + 1} is full" if 0 <= move < self.width else "no such column"

    def _bit(self, cell: int) -> int:
        row, column = divmod(cell, self.width)
        return column * (self.height + 1) + row

    def cells(self, position: ConnectFourPosition) -> Sequence[int]:
        """The first player's discs are 1."""
        first, second = position.mine, position.theirs
        if position.player() == 1:
            first, second = second, first
        bits = map(self._bit, range(self.width * self.height))
        return [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in bits]

    def build(self, cells: Sequence[int], player: Player | None) -> ConnectFourPosition:
        """Refuses floating discs, sides out of turn, and play that went on after a win."""
        first, second = (
            sum(1 << self._bit(c) for c, content in enumerate(cells) if content == side)
            for side in (1, 2)
        )
        self._check_support(cells)
        ahead = popcount(first) - popcount(second)
        if ahead not in (0, 1):
            raise InvalidPositionError(
                f"X has {popcount(first)} discs and O has {popcount(second)}; "
                "X moves first, so X must have as many as O or one more"
            )
        if player not in (None, ahead):
            raise InvalidPositionError(f"with these discs it is {self.players[ahead]}'s turn")
        mine, theirs = (second, first) if ahead else (first, second)
        if has_four(mine, self.height):
            raise InvalidPositionError(
                f"{self.players[ahead]} already has four in a line; the game ended before this"
            )
        self._check_last_disc(cells, theirs)
        if not self._can_be_reached(cells):
            raise InvalidPositionError("no order of play that takes turns stacks discs like this")
        return ConnectFourPosition(mine, theirs, self.width, self.height)

    def _check_last_disc(self, cells: Sequence[int], theirs: int) -> None:
        """Lines of four must all contain one disc that can have been the last."""
        if not has_four(theirs, self.height):
            return
        for cell, content in enumerate(cells):
            above = cell + self.width
            on_top = content and not (above < len(cells) and cells[above])
            disc = 1 << self._bit(cell)
            if on_top and theirs & disc and not has_four(theirs ^ disc, self.height):
                return
        raise InvalidPositionError("four in a line was reached more than one move ago")

    def _can_be_reached(self, cells: Sequence[int]) -> bool:
        """Whether the discs can be taken off again, from the top and colour by colour.

        Searches over the heights of the columns; gives up, and says yes, after many.
        """
        columns = [[c for c in cells[i :: self.width] if c] for i in range(self.width)]
        start = tuple(map(len, columns))
        seen, stack = {start}, [start]
        while stack and len(seen) < 20_000:
            heights = stack.pop()
            if not any(heights):
                return True
            wanted = 2 - sum(heights) % 2  # the last disc of an odd number is the first player's
            for i, height in enumerate(heights):
                if height and columns[i][height - 1] == wanted:
                    lower = (*heights[:i], height - 1, *heights[i + 1 :])
                    if lower not in seen:
                        seen.add(lower)
                        stack.append(lower)
        return bool(stack)

    def _check_support(self, cells: Sequence[int]) -> None:
        for cell in range(self.width, self.width * self.height):
            if cells[cell] and not cells[cell - self.width]:
                raise InvalidPositionError(
                    f"the disc in column {cell % self.width + 1}, row {cell // self.width + 1} "
                    "has nothing under it"
                )

    def touched(self, position: ConnectFourPosition, move: Move) -> Iterable[int]:
        """The cell in which the disc comes to rest."""
        taken = position.mine | position.theirs
        column = taken >> move * (self.height + 1) & ((1 << self.height) - 1)
        return (popcount(column) * self.width + move,)

    def line(self, position: ConnectFourPosition) -> Iterable[int]:
        """Every disc that is part of four in a line."""
        discs = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            lowest = four_along(position.theirs, step)
            discs |= lowest | lowest << step | lowest << 2 * step | lowest << 3 * step
        return [c for c in range(self.width * self.height) if discs >> self._bit(c) & 1]

    def reason(self, position: ConnectFourPosition) -> str:
        """A line, or a full board."""
        return "four in a line" if position.result() else "the board is full"
