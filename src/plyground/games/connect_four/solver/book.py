"""The opening book: the scores of all positions up to some number of plies.

It holds every position, up to mirror images, that is not over and not won at once, of the last
ply and of every other ply before it, sorted by key. A position of a ply between is worth what the
best of its children is, and these the book holds. So a position that is not found is one that the
book does not reach. The file:

    "PLYBOOK2" | SHA-256 of the rest | the rest, compressed: width, height, plies and number of
    positions (32 bits each), differences of the keys by bytes (all lowest bytes, then ...), scores

Nothing is believed of a file whose checksum or version differs.
"""

from __future__ import annotations

import functools
import lzma
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import BookWarning, InvalidBookError, InvalidParameterError
from plyground.folders import read_whole, write_whole
from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.solver.board import Board, Discs, board_of, children_of
from plyground.games.connect_four.solver.search import EVERYTHING, key_of, plain_bounds
from plyground.kernel import popcount
from plyground.solvers.files import unpacked, with_checksum, without_checksum

MAGIC = b"PLYBOOK2"
HEAD_BYTES, KEY_BYTES = 16, 8
MOST_POSITIONS = 16_000_000  # of the largest book that can be built, and more
UNPACKING_BYTES = 100_000_000  # that unpacking may take beside what it unpacks


class Book(NamedTuple):
    """Scores by key, for the board of one size."""

    width: int
    height: int
    plies: int
    keys: Any  # [place], ascending
    scores: Any  # [place]

    def score(self, position: Any) -> int | None:
        """The score for the player to move, None where the book does not reach."""
        if (position.width, position.height) != self[:2]:
            return None
        return self.score_of(position.mine, position.mine | position.theirs)

    def score_of(self, mine: int, mask: int) -> int | None:
        """The same, of the discs of the player to move and of all."""
        missing = self.plies - popcount(mask)
        if missing < 0:
            return None
        board = board_of(self.width, self.height)
        if missing % 2 == 0:
            return self._find((mine, mask), board)
        least, most = plain_bounds(mine, mask, board)
        if least == most:
            return None
        values = [self._value(child, board) for child in children_of((mine, mask), board)]
        known = [-value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    def _value(self, discs: Discs, board: Board) -> int | None:
        """The score of a position that may be over or won at once."""
        least, most = plain_bounds(*discs, board)
        return int(least) if least == most else self._find(discs, board)

    def _find(self, discs: Discs, board: Board) -> int | None:
        """The score of a position that the book holds."""
        key = key_of(*discs, EVERYTHING, board)
        place = int(np.searchsorted(self.keys, key))
        if place < len(self.keys) and self.keys[place] == key:
            return int(self.scores[place])
        return None


def encode_book(book: Book) -> bytes:
    """The book as the bytes of its file."""
    sizes = np.array([book.width, book.height, book.plies, len(book.keys)], "<u4")
    steps = np.diff(np.asarray(book.keys, "<i8"), prepend=np.int64(0)).astype("<i8")
    planes = steps.view(np.uint8).reshape(-1, KEY_BYTES).T
    rest = lzma.compress(sizes.tobytes() + planes.tobytes() + book.scores.astype("i1").tobytes())
    return MAGIC + with_checksum(rest)


def decode_book(content: bytes) -> Book:
    """The inverse of `encode_book`; refuses what is damaged or of another version."""
    if content[: len(MAGIC)] != MAGIC:
        raise InvalidBookError(f"it does not begin with {MAGIC.decode()}; build it anew")
    rest = without_checksum(content[len(MAGIC) :])
    if rest is None:
        raise InvalidBookError("its checksum is wrong; build it anew")
    unpacker = lzma.LZMADecompressor(memlimit=UNPACKING_BYTES)
    try:
        plain = unpacked(unpacker, rest, HEAD_BYTES + MOST_POSITIONS * (KEY_BYTES + 1))
        width, height, plies, number = (int(size) for size in np.frombuffer(plain, "<u4", 4))
        if len(plain) != HEAD_BYTES + number * (KEY_BYTES + 1):
            raise ValueError(f"{number} positions do not make {len(plain)} bytes")
        ConnectFour(width, height)
    except (ValueError, InvalidParameterError) as error:
        raise InvalidBookError(f"{error}; build it anew") from error
    planes = np.frombuffer(plain, np.uint8, number * KEY_BYTES, HEAD_BYTES)
    planes = planes.reshape(KEY_BYTES, number)
    keys = np.cumsum(np.ascontiguousarray(planes.T).view("<i8").reshape(-1))
    scores = np.frombuffer(plain, "i1", number, HEAD_BYTES + number * KEY_BYTES)
    book = Book(width, height, plies, keys, scores)
    if not _is_sound(book):
        raise InvalidBookError("its positions or scores are none of that board; build it anew")
    return book


def _is_sound(book: Book) -> bool:
    """Whether keys ascend, and scores are those of a board of this size."""
    cells = book.width * book.height
    ascending = (book.keys[:1] >= 0).all() and (np.diff(book.keys) > 0).all()
    return bool(ascending and book.plies < cells and (abs(book.scores.astype(int)) <= cells).all())


def write_book(book: Book, path: Path) -> None:
    """Write the file, whole or not at all."""
    write_whole(path, encode_book(book))


def read_book(path: Path) -> Book:
    """The book in that file."""
    try:
        return decode_book(read_whole(path))
    except OSError as error:
        raise InvalidBookError(f"no book can be read from {path}: {error.strerror}") from error
    except InvalidBookError as error:
        raise InvalidBookError(f"{path} is no book: {error}") from error


def shipped_path(width: int, height: int) -> Path:
    """Where the package keeps its book for that size."""
    return Path(__file__).parent.parent / "data" / f"{width}x{height}.book"


@functools.cache
def shipped_book(width: int, height: int) -> Book | None:
    """The book of the package; none, and for 7x6 a warning, if it is missing or damaged."""
    path = shipped_path(width, height)
    if not path.exists() and (width, height) != (7, 6):
        return None
    try:
        return read_book(path)
    except InvalidBookError as error:
        message = f"{error}. Early positions take seconds instead of milliseconds."
        warnings.warn(message, BookWarning, stacklevel=2)
        return None
