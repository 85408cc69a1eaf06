"""OpenSpiel's games here: `openspiel:breakthrough`, or `openspiel:breakthrough(rows=6,columns=6)`.

Those for two players who take turns, see everything and want the opposite, without chance. Their
rules are OpenSpiel's own code, so searches run interpreted. A move is OpenSpiel's action; where
one player acts twice in a row, the other has a move in between, `wait`. A position is the moves
that led to it, which is also its text. Player 0 is whoever begins.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

from plyground.adapters.open_spiel_rules import (
    LOOKS,
    NAMED,
    PREFIX,
    PRINTED_WHOLE,
    WAIT,
    Printed,
    Rules,
    UnlabelledGrid,
    plain,
    rules_of,
    words_of,
)
from plyground.errors import InvalidMoveError, InvalidPositionError, PlygroundError
from plyground.game import Game
from plyground.game.position import Moves
from plyground.render import Picture
from plyground.shapes import Grid
from plyground.vocabulary import Move, Player


class Line(NamedTuple):
    """What a position is made of, wherever it goes."""

    text: str  # of the rules
    moves: tuple[Move, ...]


class SpielPosition(Line):
    """A state of OpenSpiel's as a value: moves lead to new ones."""

    interpreted = True

    @cached_property
    def rules(self) -> Rules:
        """The game with its parameters."""
        return rules_of(self.text)

    @cached_property
    def state(self) -> Any:
        """OpenSpiel's state, which nobody changes."""
        state = self.rules.game.new_initial_state()
        for move in self.moves:
            if move != self.rules.wait:
                state.apply_action(move)
        return state

    def __getstate__(self) -> None:
        """Nothing but the moves is pickled."""

    @property
    def waits(self) -> bool:
        """Whether the other player acts again."""
        acts = self.state.current_player()
        return not self.state.is_terminal() and acts != self.player() ^ self.rules.first

    def fill_moves(self, moves: Moves) -> int:
        """Write the legal moves, and return how many; 0 once over."""
        if self.state.is_terminal():
            return 0
        legal = [self.rules.wait] if self.waits else self.state.legal_actions()
        moves[: len(legal)] = legal
        return len(legal)

    def play(self, move: Move) -> SpielPosition:
        """The position after a legal move."""
        after = SpielPosition(self.text, (*self.moves, move))
        after.rules = self.rules
        after.state = self.state if move == self.rules.wait else self.state.child(move)
        return after

    def result(self) -> int:
        """-1, 0 or +1 for the player to move; by how much somebody won does not count."""
        gained = self.state.returns()[self.player() ^ self.rules.first]
        return int(gained > 0) - int(gained < 0)

    def player(self) -> Player:
        """Who moves next: the two take turns."""
        return len(self.moves) % 2

    @cached_property
    def identity(self) -> tuple[Any, ...]:
        """What tells it from other positions of its game."""
        if self.rules.short_name in PRINTED_WHOLE:
            return self.text, self.player(), str(self.state)
        return self.text, self.moves

    def key(self) -> int:
        """The same in every process."""
        digest = hashlib.blake2b(repr(self.identity).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little") >> 2

    def __eq__(self, other: object) -> bool:
        """Whether it is the same position of the same game."""
        return isinstance(other, SpielPosition) and self.identity == other.identity

    def __ne__(self, other: object) -> bool:
        """The opposite, which a tuple would answer for itself."""
        return not self == other

    def __hash__(self) -> int:
        """Of what tells it from others."""
        return hash(self.identity)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """0, 1 or 2 for each cell of the board; none without a board."""
        board = self.rules.board
        return board.cells(plain(str(self.state))) if board else ()

    @cached_property
    def paths(self) -> dict[Move, tuple[int, ...]]:
        """The cells to click for those legal moves that no other one shares them with."""
        if self.waits or not self.cells:
            return {}
        found = {move: self._path(self.play(move).cells) for move in self.state.legal_actions()}
        uses = Counter(found.values())
        return {move: path for move, path in found.items() if path and uses[path] == 1}

    def _path(self, after: tuple[int, ...]) -> tuple[int, ...]:
        """Where a piece comes from and where it goes, judged by what a move changes."""
        own, cells = self.player() + 1, range(len(after))
        left = [c for c in cells if self.cells[c] == own and after[c] == 0]
        come = [c for c in cells if self.cells[c] != own and after[c] == own]
        placed = [c for c in come if self.cells[c] == 0]
        if not left and len(placed) == 1:
            return (placed[0],)
        return (left[0], come[0]) if len(left) == len(come) == 1 else ()


class SpielGame(Game[SpielPosition]):
    """One of OpenSpiel's games; `game_class` makes a class for each."""

    rules: ClassVar[Rules]
    position_class = SpielPosition

    @classmethod
    def of(cls, position: SpielPosition) -> Game[Any]:
        """The game that made the position."""
        return game_class(PREFIX + position.text)()

    def start(self) -> SpielPosition:
        """OpenSpiel's initial state."""
        return SpielPosition(self.rules.text, ())

    @cached_property
    def shape(self) -> Grid:
        """The board that OpenSpiel prints; one without cells, if that is no grid."""
        board = self.rules.board
        if board is None:
            return Grid(0, 0)
        grid, clicks = Grid(board.columns, board.rows), self.start().paths.items()
        told = [grid.name(cell) in self.format_move(move) for move, path in clicks for cell in path]
        return grid if told and all(told) else UnlabelledGrid(board.columns, board.rows)

    def cells(self, position: SpielPosition) -> Sequence[int]:
        """Read off what OpenSpiel prints."""
        return position.cells

    def build(self, cells: Sequence[int], player: Player | None) -> SpielPosition:
        """Refused: cells do not say what a state remembers."""
        raise InvalidPositionError(f"a position of {self} is the moves that lead to it")

    @property
    def max_moves(self) -> int:
        """OpenSpiel does not say, so that it is the number of all."""
        return self.move_limit

    @property
    def move_limit(self) -> int:
        """All actions, and waiting."""
        return self.rules.wait + 1

    @property
    def max_plies(self) -> int:
        """After every action the other may have to wait."""
        return 2 * int(self.rules.game.max_game_length())

    def format_move(self, move: Move) -> str:
        """OpenSpiel's name of the action as one word, or its number."""
        return self.rules.names[move]

    def parse_move(self, text: str) -> Move:
        """The move of that name; what `legal_moves` says after a number is left out."""
        found = self.rules.numbers.get(text.strip().partition(":")[0])
        if found is None:
            raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")
        return found

    @property
    def move_help(self) -> str:
        """How moves are written."""
        names = self.legal_moves(self.start())
        return f"moves are written like {' '.join(names[:3])}"

    def legal_moves(self, position: SpielPosition) -> list[str]:
        """The legal moves as text; where that is a number, OpenSpiel's name stands beside it."""
        texts, state = super().legal_moves(position), position.state
        if self.rules.short_name in NAMED or texts == [WAIT]:
            return texts
        return [
            f"{text}:{words_of(state.action_to_string(state.current_player(), int(text)))}"
            for text in texts
        ]

    def why_illegal(self, position: SpielPosition, move: Move) -> str:
        """Whether the other acts again, or the rules forbid it."""
        return "the other player acts again" if position.waits else "the rules forbid it"

    def touched(self, position: SpielPosition, move: Move) -> Sequence[int]:
        """Where the piece goes, if that is clear."""
        return self.path(position, move)[-1:]

    def path(self, position: SpielPosition, move: Move) -> Sequence[int]:
        """The cells to click; none where they leave a doubt."""
        return position.paths.get(move, ())

    def reason(self, position: SpielPosition) -> str:
        """OpenSpiel does not say by which rule a game ended."""
        return "by OpenSpiel's rules" if position.result() else "draw"

    def format_position(self, position: SpielPosition) -> str:
        """The moves that lead to it."""
        return " ".join(map(self.format_move, position.moves)) or "start"

    def parse_position(self, text: str) -> SpielPosition:
        """The position after these moves."""
        position = self.start()
        try:
            for move in self.split_moves("" if text.strip() == "start" else text):
                position = self.play(position, move)
        except PlygroundError as error:
            raise InvalidPositionError(f"{text!r} is no position of {self}: {error}") from error
        return position

    def picture(
        self,
        position: SpielPosition,
        before: SpielPosition | None = None,
        move: Move | None = None,
    ) -> Picture:
        """The board, whose text is what OpenSpiel prints."""
        usual = super().picture(position, before, move)
        return Printed(**vars(usual), printed=plain(str(position.state)).rstrip())


def position_of(state: Any) -> SpielPosition:
    """The position that a state of OpenSpiel's is in, with waiting where somebody acts again."""
    position = SpielPosition(rules_of(str(state.get_game())).text, ())
    for action in state.history():
        position = position.play(action)
        position = position.play(position.rules.wait) if position.waits else position
    return position


def game_class(reference: str) -> type[Game[Any]]:
    """The class of the game that a reference names, with or without parameters in brackets."""
    return _class_of(rules_of(reference.removeprefix(PREFIX).replace(" ", "")))


@cache
def _class_of(rules: Rules) -> type[Game[Any]]:
    long_name = rules.game.get_type().long_name
    said: dict[str, Any] = {
        "rules": rules,
        "name": PREFIX + rules.text,
        "title": f"{long_name} of OpenSpiel",
        "summary": f"The rules are those of {rules.short_name} in OpenSpiel {rules.version}.",
        "players": ("First", "Second"),
        "parameter_help": rules.parameter_help,
    }
    if rules.board:
        letters = rules.board.letters[1:]
        said["players"], said["symbols"] = tuple(letters), letters
        pieces = tuple(LOOKS.get(letter.lower(), "black") for letter in letters)
        said["pieces"] = pieces if len(set(pieces)) == 2 else ("black", "white")
    return type("OpenSpielGame", (SpielGame,), said)
