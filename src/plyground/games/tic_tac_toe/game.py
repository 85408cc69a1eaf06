"""Tic-tac-toe as a game: its board, its text, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import InvalidPositionError
from plyground.game import Game
from plyground.game.knowledge import FROM_REPORT, Knowledge, Preset, Solving
from plyground.games.tic_tac_toe.characters import CHARACTERS
from plyground.games.tic_tac_toe.rules import BOARD, LINES, TicTacToePosition, has_line
from plyground.kernel import popcount
from plyground.shapes import Shape
from plyground.vocabulary import Player


@dataclass(frozen=True)
class TicTacToe(Game[TicTacToePosition]):
    """Three in a line wins; a full board is a draw."""

    name: ClassVar = "tic_tac_toe"
    title: ClassVar = "Tic-tac-toe"
    summary: ClassVar = "Take turns to fill nine cells; three in a line wins."
    position_class: ClassVar = TicTacToePosition
    symmetries: ClassVar = 8
    knowledge: ClassVar = Knowledge(
        evaluators={"lines": "judges:OpenLines"},
        raters={"centre": "judges:CentreFirst"},
        clear_advantage=4,
        temperatures=(2.0, 1.0),
        training="training.toml",
        presets={
            "strong": Preset(
                "humanlike(depth=4, temperature=0.5)", "looks four moves ahead and rarely slips"
            ),
            "best": Preset("perfect", "has solved the game and never errs"),
            "report": Preset(
                "minimax(depth=9, pruning=1)",
                "sees the whole game; prefers quick wins",
                FROM_REPORT,
            ),
            "plain_minimax": Preset(
                "minimax(depth=9)", "sees the whole game, and leaves no branch out", FROM_REPORT
            ),
            "strict_report": Preset(
                "tic_tac_toe_report",
                "leaves a branch only where a score is strictly worse; a win is 10 / marks",
                FROM_REPORT,
            ),
        },
        agents={"tic_tac_toe_report": "report:tic_tac_toe_report"},
        encoding="planes:encoding",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        solving=Solving(order="centre", symmetry_plies=9),
    )

    @property
    def shape(self) -> Shape:
        """Three by three."""
        return BOARD

    def start(self) -> TicTacToePosition:
        """The empty board."""
        return TicTacToePosition(0, 0)

    def cells(self, position: TicTacToePosition) -> Sequence[int]:
        """X is the side that moved first."""
        first, second = position.mine, position.theirs
        if position.player() == 1:
            first, second = second, first
        return [(first >> c & 1) + 2 * (second >> c & 1) for c in range(9)]

    def build(self, cells: Sequence[int], player: Player | None) -> TicTacToePosition:
        """Refuses boards on which the two have not taken turns, or play went on after a win."""
        first = sum(1 << c for c in range(9) if cells[c] == 1)
        second = sum(1 << c for c in range(9) if cells[c] == 2)
        ahead = popcount(first) - popcount(second)
        if ahead not in (0, 1):
            raise InvalidPositionError(
                f"X has {popcount(first)} cells and O has {popcount(second)}; "
                "X moves first, so X must have as many as O or one more"
            )
        if player not in (None, ahead):
            raise InvalidPositionError(f"with these stones it is {self.players[ahead]}'s turn")
        if has_line(first if ahead == 0 else second):
            raise InvalidPositionError(
                f"{self.symbols[ahead]} already has three in a line; the game ended before this"
            )
        return TicTacToePosition(second, first) if ahead else TicTacToePosition(first, second)

    def line(self, position: TicTacToePosition) -> Iterable[int]:
        """The cells of every completed line."""
        done = [line for line in LINES if position.theirs & line == line]
        return [c for c in range(9) if any(line >> c & 1 for line in done)]

    def reason(self, position: TicTacToePosition) -> str:
        """A line, or a full board."""
        return "three in a line" if position.result() else "the board is full"
