"""
`Game`: rules with parameters, and the edge where everything that enters is checked.

A game is a frozen dataclass deriving from `Game`. It must say how it starts and how its board
looks; notation, position text, pictures, checks and messages follow from that. Positions
trust; the game checks.

Position text lists the rows from the top, then the player to move:  X.O/.X./... O
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from plyground.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
)
from plyground.game.knowledge import Knowledge
from plyground.game.parameters import Parameter, Value, check_names, parameters_of
from plyground.game.position import Position, keep_move, keep_position
from plyground.render import Picture
from plyground.shapes import Grid, Shape
from plyground.vocabulary import Move, Outcome, Player, other

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Game(ABC, Generic[P]):
    """Rules, notation and looks of one game with its parameters fixed."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]  # the aim of the game in one sentence
    position_class: ClassVar[type]
    players: ClassVar[tuple[str, str]] = ("X", "O")
    symbols: ClassVar[str] = "XO"  # of the two sides, in text; then those of other pieces
    pieces: ClassVar[tuple[str, ...]] = ("cross", "ring")  # looks in pictures, see render.svg
    symmetries: ClassVar[int] = 1  # how many `position.transform` knows
    shares_keys: ClassVar[bool] = False  # positions of equal value may, such as mirror images
    examples: ClassVar[tuple[Mapping[str, Value], ...]] = ({},)  # parameter sets under test
    knowledge: ClassVar[Knowledge] = Knowledge()  # what is known beyond the rules

    def __init_subclass__(cls) -> None:
        """Let positions draw themselves in a notebook and know the identity."""
        super().__init_subclass__()
        if "knowledge" in vars(cls):
            cls.knowledge = replace(cls.knowledge, home=cls.__module__)
        position_class: Any = getattr(cls, "position_class", None)
        if position_class is not None and not hasattr(position_class, "_repr_svg_"):
            position_class._repr_svg_ = lambda position: cls.of(position).picture(position).svg()
        if position_class is not None and not hasattr(position_class, "transform"):
            position_class.transform = keep_position
            position_class.transform_move = keep_move

    def __post_init__(self) -> None:
        """Check every parameter."""
        for known in self.parameters:
            known.check(getattr(self, known.name))
        self.check_parameters()

    # --- what a game must say ----------------------------------------------------------------

    @abstractmethod
    def start(self) -> P:
        """The position in which a game begins."""

    @property
    @abstractmethod
    def shape(self) -> Shape:
        """The board."""

    @abstractmethod
    def cells(self, position: P) -> Sequence[int]:
        """For each cell of the shape: 0 if empty, or the number of its symbol, from 1.

        1 and 2 are pieces of player 0 and 1; other kinds of pieces come after them.
        """

    @abstractmethod
    def build(self, cells: Sequence[int], player: Player | None) -> P:
        """
        The position with these cells; `InvalidPositionError` if it cannot occur.

        `player` is None where the text did not say who moves.
        """

    @cached_property
    def _board(self) -> Shape:
        """The shape, made once: it has to find its names."""
        return self.shape

    # --- what a game may say -----------------------------------------------------------------

    def check_parameters(self) -> None:
        """Raise `InvalidParameterError` for parameters that are fine alone but not together."""

    @property
    def max_moves(self) -> int:
        """Upper bound on the number of legal moves in any position."""
        return self.shape.cell_count

    @property
    def move_limit(self) -> int:
        """Upper bound on moves: each is a number below it."""
        return self.shape.cell_count

    @property
    def max_plies(self) -> int:
        """Upper bound on the number of plies in any game."""
        return self.shape.cell_count

    def format_move(self, move: Move) -> str:
        """The move as people write it. By default a move is a cell."""
        return self._board.name(move)

    def parse_move(self, text: str) -> Move:
        """The move that a person wrote; `InvalidMoveError` if it is none in any position."""
        cell = self._board.cell(text.strip())
        if cell is None:
            raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")
        return cell

    @property
    def move_help(self) -> str:
        """How moves are written, for error messages and prompts."""
        names = [self.shape.name(cell) for cell in range(self.shape.cell_count)]
        return f"a move is a cell from {names[0]} to {names[-1]}"

    def why_illegal(self, position: P, move: Move) -> str:
        """Why `move` is not legal in a game that is not over. By default, a taken cell."""
        cells = self.cells(position)
        is_taken = move < len(cells) and cells[move]
        return "the cell is taken" if is_taken else "the rules forbid it"

    def touched(self, position: P, move: Move) -> Iterable[int]:
        """The cells to mark after `move` was played in `position`; none if it is no cell."""
        return (move,) if move < self._board.cell_count else ()

    def path(self, position: P, move: Move) -> Sequence[int]:
        """The cells to click, in order; none for a move that needs a button, as a pass does.

        By default those that the notation names, as in `c3` or `c3-e3`; in a drop game, where the
        piece lands.
        """
        if isinstance(self._board, Grid) and self._board.drop:
            return tuple(self.touched(position, move))[:1]
        named = [self._board.cell(name) for name in self.format_move(move).split("-")]
        cells = [cell for cell in named if cell is not None]
        return cells if len(cells) == len(named) else ()

    def captured(self, position: P, move: Move) -> Iterable[int]:
        """The cells that `move`, played in `position`, empties of the other side's pieces."""
        before, after = self.cells(position), self.cells(position.play(move))
        theirs = 2 - position.player()
        return [c for c in range(len(before)) if before[c] == theirs and after[c] != theirs]

    def line(self, position: P) -> Iterable[int]:
        """The cells that decided a finished game, for drawing."""
        return ()

    def links(self, position: P) -> Iterable[tuple[int, int]]:
        """Pairs of neighbouring cells whose pieces belong together, for drawing."""
        return ()

    def reason(self, position: P) -> str:
        """By which rule a finished game ended."""
        return "draw" if position.result() == 0 else "no legal move left"

    @classmethod
    def of(cls, position: Any) -> Game[Any]:
        """The game that `position` belongs to: its fields name the game's parameters."""
        names = [known.name for known in parameters_of(cls)]
        return cls(**{name: getattr(position, name) for name in names})

    # --- what every game gets ----------------------------------------------------------------

    @classmethod
    def from_text(cls, given: Mapping[str, str]) -> Game[Any]:
        """The game with parameters as a person typed them."""
        check_names(cls, given)
        known = {known.name: known for known in parameters_of(cls)}
        return cls(**{name: known[name].parse(text) for name, text in given.items()})

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What can be set, with ranges and defaults."""
        return parameters_of(type(self))

    @property
    def parameter_values(self) -> dict[str, Value]:
        """What is set."""
        values = ((known, getattr(self, known.name)) for known in self.parameters)
        return {known.name: value for known, value in values if value != known.blank}

    def __str__(self) -> str:
        """Name and parameters that differ from the default, as in `connect_four(width=6)`."""
        usual = {f.name: f.default for f in fields(self)}
        given = {name: v for name, v in self.parameter_values.items() if v != usual[name]}
        inside = ", ".join(f"{name}={value}" for name, value in given.items())
        return f"{self.name}({inside})" if inside else self.name

    def legal(self, position: P) -> list[Move]:
        """The legal moves as integers, ascending; none once the game is over."""
        moves = [0] * self.max_moves
        return moves[: position.fill_moves(moves)]

    def legal_moves(self, position: P) -> list[str]:
        """The legal moves as text."""
        return [self.format_move(move) for move in self.legal(position)]

    def play(self, position: P, move: str | Move) -> P:
        """The position after `move`, given as text or as the integer; checked."""
        self.check_own(position)
        number = self.move_number(move)
        legal = self.legal(position)
        if number not in legal:
            raise IllegalMoveError(self._refusal(position, number, legal))
        return position.play(number)

    def check_own(self, position: P) -> None:
        """Raise `InvalidPositionError` unless `position` belongs to this game."""
        if not isinstance(position, self.position_class):
            kind = type(position).__name__
            raise InvalidPositionError(f"a position of {self} was expected, not a {kind}")
        try:
            owner = self.of(position)
        except AttributeError:
            return  # the position does not tell its game's parameters
        if owner != self:
            raise InvalidPositionError(f"the position belongs to {owner}, not to {self}")

    def check_open(self, position: P) -> list[Move]:
        """The legal moves of a position of this game; `GameOverError` if there are none."""
        self.check_own(position)
        legal = self.legal(position)
        if not legal:
            outcome = self.outcome(position)
            assert outcome is not None
            over = f"the game is over: {self.describe(outcome)}"
            raise GameOverError(f"{over}, in {self.format_position(position)}")
        return legal

    def move_number(self, move: str | Move) -> Move:
        """The move as an integer, given as text or integer; `InvalidMoveError` if it is none."""
        if isinstance(move, str):
            return self.parse_move(move)
        try:
            number = operator.index(move)
            known = number >= 0 and self.parse_move(self.format_move(number)) == number
        except (TypeError, LookupError, StopIteration, InvalidMoveError):
            known = False
        if not known or isinstance(move, bool):
            raise InvalidMoveError(f"{move!r} is no move number of {self.title}; {self.move_help}")
        return number

    def _refusal(self, position: P, move: Move, legal: list[Move]) -> str:
        outcome = self.outcome(position)
        given = f"{self.format_move(move)} is illegal in {self.format_position(position)}"
        if outcome:
            return f"{given}: the game is over, {self.describe(outcome)}"
        why = self.why_illegal(position, move)
        return f"{given}: {why}; legal: {' '.join(map(self.format_move, legal))}"

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.legal(position):
            return None
        result, mover = position.result(), position.player()
        winner = {1: mover, -1: other(mover)}.get(result)
        return Outcome(winner, self.reason(position))

    def describe(self, outcome: Outcome) -> str:
        """The outcome as a sentence part, as in `X won: three in a line`."""
        who = "draw" if outcome.winner is None else f"{self.players[outcome.winner]} won"
        return who if who == outcome.reason else f"{who}: {outcome.reason}"

    def split_moves(self, text: str) -> list[Move]:
        """The moves in a text such as `4 4 3`, `4,4,3` or, if moves are single letters, `443`."""
        moves: list[Move] = []
        for word in filter(None, re.split(r"[\s,;]+", text)):
            try:
                moves.append(self.parse_move(word))
            except InvalidMoveError as error:
                try:
                    moves.extend(map(self.parse_move, word))
                except InvalidMoveError:
                    raise error from None
        return moves

    def format_position(self, position: P) -> str:
        """The position as one line of text; `parse_position` reads it back."""
        letters = "." + self.symbols
        cells = self.cells(position)
        rows = ["".join(letters[cells[cell]] for cell in row) for row in self.shape.rows]
        return f"{'/'.join(rows)} {self.symbols[position.player()]}"

    def parse_position(self, text: str) -> P:
        """The position that the text describes; rows may be separated by `/` or line ends."""
        cells, player, rest = self.read_cells(text)
        if rest:
            raise InvalidPositionError(f"{' '.join(rest)!r} after the position means nothing")
        return self.build(cells, player)

    def read_cells(self, text: str) -> tuple[list[int], Player | None, list[str]]:
        """What a position's text says: the cells, who moves if it says so, and words after that."""
        words = [word for word in re.split(r"[/\s]+", text) if word]
        rows, rest = words[: len(self.shape.rows)], words[len(self.shape.rows) :]
        expected = [len(row) for row in self.shape.rows]
        if [len(row) for row in rows] != expected:
            found, wanted = ("/".join(map(str, n)) for n in (map(len, rows), expected))
            raise InvalidPositionError(
                f"{text!r} has rows of {found or 'no'} cells, but {self} has {wanted}, from the top"
            )
        cells = [0] * self.shape.cell_count
        for letters, row in zip(rows, self.shape.rows, strict=True):
            for letter, cell in zip(letters, row, strict=True):
                cells[cell] = self._content(letter)
        symbols = list(self.symbols[:2].upper())
        if rest and rest[0].upper() in symbols:
            return cells, symbols.index(rest[0].upper()), rest[1:]
        return cells, None, rest

    def _content(self, letter: str) -> int:
        found = ("." + self.symbols.upper()).find(letter.upper())
        if found < 0:
            known = f"'.' for empty, {', '.join(map(repr, self.symbols[:-1]))}"
            known = f"{known} and {self.symbols[-1]!r}"
            raise InvalidPositionError(f"{letter!r} is no cell of {self.title}; use {known}")
        return found

    def picture(self, position: P, before: P | None = None, move: Move | None = None) -> Picture:
        """The position to look at; with `before` and `move`, the last move is marked."""
        marked = before is not None and move is not None
        outcome = self.outcome(position)
        turn = f"{self.players[position.player()]} to move"
        return Picture(
            shape=self.shape,
            cells=tuple(self.cells(position)),
            symbols=self.symbols,
            pieces=self.pieces,
            last=frozenset(self.touched(before, move) if marked else ()),  # type: ignore[arg-type]
            captured=frozenset(self.captured(before, move) if marked else ()),  # type: ignore[arg-type]
            line=frozenset(self.line(position) if outcome else ()),
            links=tuple(self.links(position)),
            caption=f"{self.title}, {self.describe(outcome) if outcome else turn}",
        )
