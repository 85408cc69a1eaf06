"""Konane as a game: sizes, notation, checks, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import InvalidMoveError, InvalidParameterError, InvalidPositionError
from plyground.game import Game, parameter
from plyground.game.knowledge import CHAMPION, FROM_REPORT, RESIDUAL, Knowledge, Preset, Solving
from plyground.games.konane.characters import CHARACTERS
from plyground.games.konane.rules import (
    BIT,
    LARGEST,
    REMOVAL,
    SMALLEST,
    SQUARE,
    KonanePosition,
    bit_of_square,
    encode_move,
    end_of,
    is_black,
    parity_of,
    symmetries_of,
)
from plyground.kernel.words import (
    Words,
    bits_of,
    words_for,
    words_of,
)
from plyground.shapes import Grid
from plyground.vocabulary import Move, Player


class Unsaid(int):
    """A number that nobody gave: unlike one that somebody did, it contradicts no other."""


USUAL = Unsaid(8)  # squares along a side


@dataclass(frozen=True)
class Konane(Game[KonanePosition]):
    """Jump over enemy stones in straight lines; who cannot jump loses."""

    name: ClassVar = "konane"
    title: ClassVar = "Konane"
    summary: ClassVar = "Jump over enemy stones and take them; who cannot jump loses."
    position_class: ClassVar = KonanePosition
    players: ClassVar = ("Black", "White")
    symbols: ClassVar = "BW"
    pieces: ClassVar = ("black", "white")
    examples: ClassVar = (
        {},
        {"jumps": "single"},
        {"opening": "free"},
        {"size": 4},
        {"size": 6, "jumps": "single", "opening": "free"},
        {"size": 10},
        {"size": 12, "jumps": "single"},
        {"size": 14},
        {"size": 16},
        {"size": 5},
        {"rows": 4, "columns": 7, "opening": "free"},
        {"rows": 7, "columns": 6, "jumps": "single"},
    )
    knowledge: ClassVar = Knowledge(
        evaluators={
            "movers": "judges:MoversFirst",
            "mobility": "judges:Mobility",
            "sequential": "judges:SequentialMobility",
        },
        raters={
            "report": "judges:ReportOrder",
            "report_sorted": "judges:ReportSorted",
            "prospects": "prospects:Prospects",
        },
        report_evaluator="sequential",
        clear_advantage=10,
        temperatures=(4.0, 1.5),
        presets={
            "best": CHAMPION,
            "report": Preset(
                "minimax(depth=4, evaluate=sequential, order=report_sorted,"
                " pruning=1, drop=25, ends=judged)",
                "counts the jumps that can be made in sequence, and drops the worst quarter",
                FROM_REPORT,
            ),
            "unordered": Preset(
                "minimax(depth=4, evaluate=sequential, order=report, pruning=1, ends=judged)",
                "counts the same, its moves as the report lists them",
                FROM_REPORT,
            ),
            "plain_minimax": Preset(
                "minimax(depth=3, evaluate=sequential, order=report, ends=judged)",
                "counts the same three moves ahead, without pruning",
                FROM_REPORT,
            ),
        },
        encoding="planes:encoding",
        board_arguments={
            "alphazero": ({"size": 6}, {"proof": 200}),
            "policy": ({"size": 6}, {"symmetric": 1}),
        },
        networks={RESIDUAL: "data/residual.onnx"},
        board_networks={RESIDUAL: ({"size": 6}, "data/residual-6x6.onnx")},
        training="training.toml",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        solving=Solving(
            order="prospects",
            symmetry_plies=3,
            keys="solving:exact_keys",
            endings="endings:endings",
        ),
    )

    size: int = parameter(USUAL, "squares along a side", low=SMALLEST, high=LARGEST, blank=0)
    jumps: str = parameter(
        "multi", "whether a stone may go on jumping in line", choices=("multi", "single")
    )
    opening: str = parameter(
        "standard",
        "which stone Black removes first: corner or centre, or any",
        choices=("standard", "free"),
    )

    rows: int = parameter(
        0, "rows of a board that is no square", low=SMALLEST, high=LARGEST, blank=0
    )
    columns: int = parameter(
        0, "columns of a board that is no square", low=SMALLEST, high=LARGEST, blank=0
    )

    def __post_init__(self) -> None:
        """Each board is said in one way: a square by `size`, any other by rows and columns."""
        rows, columns = int(self.rows or self.size), int(self.columns or self.size)
        if not (rows and columns):
            raise InvalidParameterError("a board needs a size, or rows and columns")
        said = self.size and not isinstance(self.size, Unsaid)
        if said and self.rows and self.columns and (rows, columns) != (self.size, self.size):
            raise InvalidParameterError(
                f"size={self.size} contradicts rows={rows} and columns={columns}; leave out size"
            )
        values = (rows, 0, 0) if rows == columns else (0, rows, columns)
        for name, value in zip(("size", "rows", "columns"), values, strict=True):
            object.__setattr__(self, name, value)
        super().__post_init__()

    @classmethod
    def of(cls, position: KonanePosition) -> Konane:
        """The game with the rules that the position carries."""
        jumps = "single" if position.single else "multi"
        opening = "free" if position.free else "standard"
        return cls(0, jumps, opening, position.rows, position.columns)

    @property
    def height(self) -> int:
        """The number of rows, of a square, too."""
        return self.rows or self.size

    @property
    def width(self) -> int:
        """The number of columns, of a square, too."""
        return self.columns or self.size

    @property
    def shape(self) -> Grid:
        """A checkered board."""
        return Grid(self.width, self.height, checkered=True, dark=self.height % 2 == 1)

    @property
    def symmetries(self) -> int:  # type: ignore[override]
        """Those that keep the colours: from two on a rectangle to eight on an odd square."""
        return len(symmetries_of(self.height, self.width))

    @property
    def max_moves(self) -> int:
        """Each empty square of a colour is the end of at most one jump from each side."""
        return 2 * self.height * self.width

    @property
    def move_limit(self) -> int:
        """Removals are the largest moves."""
        return REMOVAL + 256

    def _words(self, squares: Iterable[int]) -> Words:
        length = words_for(bit_of_square(self.width, self.height * self.width - 1) + 1)
        return words_of([int(BIT[self.width, square]) for square in squares], length)

    def _squares(self, player: Player) -> list[int]:
        """The squares of a player's colour."""
        rows, columns = self.height, self.width
        return [s for s in range(rows * columns) if is_black(rows, columns, s) == (player == 0)]

    def _position(self, black: Words, white: Words, turn: Player) -> KonanePosition:
        squares, first = self._squares(turn), parity_of(turn, self.height)
        rows_of = [s // self.width + first for s in squares]
        leading = self._words(s for s, row in zip(squares, rows_of, strict=True) if row % 2 == 1)
        trailing = self._words(s for s, row in zip(squares, rows_of, strict=True) if row % 2 == 0)
        mine, theirs = (black, white) if turn == 0 else (white, black)
        rules = (int(self.jumps == "single"), int(self.opening == "free"))
        board = (self.height, self.width)
        return KonanePosition(mine, theirs, leading, trailing, turn, *board, *rules)

    def start(self) -> KonanePosition:
        """The full board."""
        return self._position(self._words(self._squares(0)), self._words(self._squares(1)), 0)

    def format_move(self, move: Move) -> str:
        """A square to remove, or start and end of a jump."""
        start, end = map(self.shape.name, (move & 255, end_of(move, self.width)))
        return start if start == end else f"{start}-{end}"

    def parse_move(self, text: str) -> Move:
        """A removal such as `d5` or a jump such as `c3-e3`."""
        names = text.strip().split("-")
        squares = [self.shape.cell(name) for name in names]
        if len(squares) in (1, 2) and None not in squares:
            start, end = squares[0] or 0, squares[-1] or 0
            if len(squares) == 1 or self._is_straight(start, end):
                return encode_move(start, end, self.width)
        raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")

    def _is_straight(self, start: int, end: int) -> bool:
        rows = abs(start // self.width - end // self.width)
        columns = abs(start % self.width - end % self.width)
        return (rows == 0) != (columns == 0) and rows % 2 == 0 and columns % 2 == 0

    @property
    def move_help(self) -> str:
        """How moves are written."""
        return "a move is a square to remove (d5) or a jump in a straight line (c3-e3, c3-g3)"

    def why_illegal(self, position: KonanePosition, move: Move) -> str:
        """Which of the rules the move breaks."""
        start, end = move & 255, end_of(move, self.width)
        cells, mover = self.cells(position), position.player()
        if cells[start] != 1 + mover:
            return f"{self.players[mover]} has no stone on {self.shape.name(start)}"
        if position.is_opening():
            return "the first two moves remove a stone: " + (
                "Black's in a corner or in the middle" if mover == 0 else "White's beside the hole"
            )
        if start == end:
            return "stones are removed only in the first two moves"
        if cells[end]:
            return f"{self.shape.name(end)} is not empty"
        return "every second square on the way must hold an enemy stone, the others must be empty"

    def touched(self, position: KonanePosition, move: Move) -> Iterable[int]:
        """Start and end."""
        return {move & 255, end_of(move, self.width)}

    def cells(self, position: KonanePosition) -> Sequence[int]:
        """Black is 1, White is 2."""
        cells = [0] * (self.height * self.width)
        for stones, owner in ((position.mine, position.turn), (position.theirs, 1 - position.turn)):
            for bit in bits_of(stones):
                cells[int(SQUARE[self.width, parity_of(owner, self.height), bit])] = 1 + owner
        return cells

    def build(self, cells: Sequence[int], player: Player | None) -> KonanePosition:
        """Refuses stones on squares of the other colour and numbers that cannot come about."""
        for square, content in enumerate(cells):
            if content and (content == 1) != is_black(self.height, self.width, square):
                raise InvalidPositionError(
                    f"the stone on {self.shape.name(square)} is {self.players[content - 1]}'s, "
                    f"but the square is {self.players[2 - content]}'s"
                )
        taken = [len(self._squares(side - 1)) - list(cells).count(side) for side in (1, 2)]
        turn = self._turn(taken, player)
        self._check_taken(taken, turn)
        black, white = (
            self._words(s for s, content in enumerate(cells) if content == side) for side in (1, 2)
        )
        position = self._position(black, white, turn)
        self._check_opening(taken, position)
        return position

    def _turn(self, taken: list[int], player: Player | None) -> Player:
        """Who moves: the opening tells, later the text must."""
        if taken == [0, 0] or taken == [1, 0]:
            turn = taken[0]
            if player not in (None, turn):
                raise InvalidPositionError(f"in the opening, it is {self.players[turn]}'s turn")
            return turn
        if player is None:
            raise InvalidPositionError("say who is to move: add B or W after the rows")
        return player

    def _check_taken(self, taken: list[int], turn: Player) -> None:
        """Each side loses a stone in the opening, then one or more for each enemy jump."""
        black, white = taken
        if taken in ([0, 0], [1, 0]):
            return
        if black == 0 or white == 0:
            raise InvalidPositionError("each side removes one stone before anybody jumps")
        if self.jumps == "single" and white - black != turn:
            raise InvalidPositionError(
                f"Black has lost {black} stones and White {white}; with single jumps "
                f"and {self.players[turn]} to move, that cannot be"
            )
        longest = max(1, (max(self.height, self.width) - 1) // 2)  # stones that a move can take
        fewest, most = -(-(black - 1) // longest), black - 1  # moves that White has jumped
        if not fewest + turn <= white - 1 <= (most + turn) * longest:
            raise InvalidPositionError(
                f"Black has lost {black} stones and White {white}; "
                "since the sides take turns to jump, they cannot be that far apart"
            )

    def _check_opening(self, taken: list[int], position: KonanePosition) -> None:
        if taken == [1, 0]:
            (square,) = (s for s in self._squares(0) if position.is_hole(s))
            if REMOVAL | square not in self.legal(self.start()):
                name = self.shape.name(square)
                raise InvalidPositionError(f"Black may not remove {name} in the standard opening")

    def reason(self, position: KonanePosition) -> str:
        """The only way a game ends."""
        return f"{self.players[position.player()]} cannot jump"
