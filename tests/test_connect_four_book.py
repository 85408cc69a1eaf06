"""Books of Connect Four: complete, right, built in steps, refused when damaged."""

from __future__ import annotations

import lzma
import os
import random
import tracemalloc
from pathlib import Path

import pytest

import plyground as pg
from plyground.errors import BookWarning, InvalidBookError, PlygroundError
from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition, has_four
from plyground.games.connect_four.solver import book as books
from plyground.games.connect_four.solver import build as building
from plyground.games.connect_four.solver.beyond import bounds_beyond, likely_score
from plyground.games.connect_four.solver.board import board_of
from plyground.games.connect_four.solver.book import Book, decode_book, encode_book, read_book
from plyground.games.connect_four.solver.build import Partial, build
from plyground.games.connect_four.solver.levels import discs_of, open_positions
from plyground.games.connect_four.solver.search import OPEN
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.games.connect_four.solver.tools import Books
from plyground.kernel import popcount
from plyground.solvers.files import CHECKSUM_BYTES, with_checksum
from plyground.solvers.solver import Options


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "small.book"
    made = build(path, board_of(5, 4), 5, threads=2, megabytes=8)
    assert made is not None
    return path


def test_book_is_complete_and_right(small_book):
    game = ConnectFour(width=5, height=4)
    book, solver = read_book(small_book), ConnectFourSolver(game, Options(8))
    assert list(book.keys) == sorted(set(book.keys.tolist()))
    frontier = {game.start()}
    for _ in range(6):
        for position in frontier:
            known = book.score(position)
            wins = any(has_four(position.play(m).theirs, 4) for m in game.legal(position))
            assert (known is None) == wins
            assert known is None or known == solver.score(position)
        frontier = {p.play(m) for p in frontier for m in game.legal(p)}
        frontier = {p for p in frontier if game.legal(p)}
    assert all(book.score(position) is None for position in frontier)


def test_book_answers_without_a_search(small_book):
    game = ConnectFour(width=5, height=4)
    solver = ConnectFourSolver(game, Options(8), book=read_book(small_book))
    solution = solver.score_bounds(game.start())
    assert (solution.score, solution.statistics.nodes) == (0, 0)
    assert solver.score(game.start()) == 0
    assert len(solver.line(game.start(), 0)) == 20


def test_book_bounds_positions_one_ply_beyond(small_book):
    game, book = ConnectFour(width=5, height=4), read_book(small_book)
    alone, helped = (ConnectFourSolver(game, Options(8), book=known) for known in (None, book))
    chance, exact = random.Random(8), 0
    for _ in range(300):
        position = game.start()
        while game.legal(position) and popcount(position.mine | position.theirs) < 6:
            position = position.play(chance.choice(game.legal(position)))
        if not game.legal(position):
            continue
        score = alone.score(position)
        least, most = bounds_beyond(book, position)
        assert least <= score <= most
        exact += least == most
        for weak in (False, True):
            helped.low, helped.high = (-1, 1) if weak else (-OPEN, OPEN)
            helped._use_book(position)
            assert helped.low <= (max(-1, min(1, score)) if weak else score) <= helped.high
        assert helped.score_bounds(position).score == score
    assert exact > 20
    assert bounds_beyond(book, game.start()) is None


def test_book_guesses_positions_two_plies_beyond(small_book):
    game, book = ConnectFour(width=5, height=4), read_book(small_book)
    alone, helped = (ConnectFourSolver(game, Options(8), book=known) for known in (None, book))
    helped._glance = lambda position, low, high, watch: (low, high)
    chance, errors = random.Random(9), []
    for _ in range(200):
        position = game.start()
        while game.legal(position) and popcount(position.mine | position.theirs) < 7:
            position = position.play(chance.choice(game.legal(position)))
        if not game.legal(position) or alone.score(position) > 6:  # won at once
            continue
        score, guess = alone.score(position), likely_score(book, position)
        if guess is not None:
            errors.append(abs(score - guess))
        for weak in (False, True):
            wanted = max(-1, min(1, score)) if weak else score
            assert helped.score_bounds(position, weak).score == wanted
    assert errors.count(0) > len(errors) // 3 > 20
    assert likely_score(book, game.start()) is None


def test_scores_beyond_the_book_of_the_package():
    """Positions that take more than a look, with and without the book."""
    game, book = ConnectFour(), books.shipped_book(7, 6)
    alone, helped = (ConnectFourSolver(game, Options(32), book=known) for known in (None, book))
    for moves in ("44444323377", "12345671234", "45456767112"):
        position = pg.Playthrough.read(game, moves=moves).position
        assert helped.score_bounds(position).score == alone.score_bounds(position).score


def test_the_book_of_the_package_says_what_a_search_says():
    game, book = ConnectFour(), books.shipped_book(7, 6)
    alone, chance, compared = ConnectFourSolver(game, Options(64)), random.Random(12), 0
    assert book.plies == 12
    while compared < 20:
        position, plies = game.start(), 11 + compared % 2  # 11 follows from 12
        while plies and game.legal(position):
            position, plies = position.play(chance.choice(game.legal(position))), plies - 1
        if game.legal(position) and book.score(position) is not None:
            assert book.score(position) == alone.score(position)
            compared += 1


def test_build_stops_in_time_and_keeps_what_is_solved(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "FLUSH_SECONDS", 0.2)
    path, board = tmp_path / "b.book", board_of(6, 6)
    assert build(path, board, 6, threads=2, megabytes=8, seconds=0) is None
    assert not path.exists()
    kept = Partial(tmp_path / "b.book.partial", board, 6).read()
    assert set(kept[:, 0]) <= set(open_positions(board, 6)[-1].tolist())


@pytest.fixture
def half_built(tmp_path):
    """A board, the path of its book, the whole book, and a file with half of the last ply."""
    board, path = board_of(6, 5), tmp_path / "b.book"
    whole = build(path, board, 3, threads=1, megabytes=8)
    partial = Partial(tmp_path / "b.book.partial", board, 3)
    assert not partial.path.exists()
    assert len(partial.read()) == 0
    last = open_positions(board, 3)[-1].tolist()
    partial.append([[key, whole.score_of(*discs_of(key, board))] for key in last[::2]])
    return board, path, whole, partial


def test_build_continues_where_it_stopped(half_built):
    board, path, whole, partial = half_built
    before = partial.read()
    with partial.path.open("ab") as file:
        file.write(b"half")  # a crash while writing
    assert (partial.read() == before).all()
    seen = []
    made = build(path, board, 3, 2, 8, report=lambda *numbers: seen.append(numbers[:2]))
    assert encode_book(made) == encode_book(whole) == path.read_bytes()
    assert seen[-1][0] == seen[-1][1] > len(before)
    assert not partial.path.exists()


def test_damaged_files_of_a_build_are_refused(half_built):
    board, path, _whole, partial = half_built
    with pytest.raises(PlygroundError, match="another book"):
        build(path, board, 2, threads=1, megabytes=8)
    sound = partial.path.read_bytes()
    partial.append([[12345, 0]])  # no key of any position after 3 plies
    with pytest.raises(PlygroundError, match="damaged; delete it"):
        build(path, board, 3, threads=1, megabytes=8)
    score = sound[24] ^ 4  # of the first position
    for damaged in (b"", sound[:24] + bytes([score]) + sound[25:], b"?" * 64):
        partial.path.write_bytes(damaged)
        with pytest.raises(PlygroundError, match="damaged; delete it"):
            build(path, board, 3, threads=1, megabytes=8)


def test_a_device_is_no_book(tmp_path):
    with pytest.raises(InvalidBookError, match="it is no plain file"):
        books.read_book(Path("/dev/null"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidBookError, match="it is no plain file"):
        books.read_book(tmp_path / "pipe")
    with pytest.raises(InvalidBookError, match="/dev/null exists and is no book"):
        Books().build(pg.game("connect_four"), Path("/dev/null"), 2, 1, 1.0, None, lambda *_: None)


def test_damaged_books_are_refused(small_book, tmp_path, monkeypatch):
    content = small_book.read_bytes()
    assert encode_book(decode_book(content)) == content
    with pytest.raises(InvalidBookError, match="checksum"):
        decode_book(content[:-1] + b"?")
    with pytest.raises(InvalidBookError, match="does not begin"):
        decode_book(b"PLYBOOK0" + content[8:])
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(content[:50])
    monkeypatch.setattr(books, "shipped_path", lambda *_size: damaged)
    books.shipped_book.cache_clear()
    with pytest.warns(BookWarning, match="is no book"):
        assert books.shipped_book(7, 6) is None
    books.shipped_book.cache_clear()
    monkeypatch.setattr(books, "shipped_path", lambda *_size: tmp_path / "none.book")
    with pytest.warns(BookWarning, match="no book can be read"):
        assert books.shipped_book(7, 6) is None
    assert books.shipped_book(5, 5) is None
    books.shipped_book.cache_clear()


def packed_book(plain, copies=1):
    return books.MAGIC + with_checksum(lzma.compress(plain, preset=0) * copies)


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain[:10],
        lambda plain: plain[:-1],
        lambda plain: plain + b"?",
        lambda plain: b"\0" + plain[1:],
        lambda plain: b"\xff" + plain[1:],
        lambda plain: plain[:4] + b"\xff" + plain[5:],
        lambda plain: plain[:8] + b"\xff" + plain[9:],
        lambda plain: plain[:15] + b"\x7f" + plain[16:],
        lambda plain: plain[:16] + bytes(len(plain) - 16),
        lambda plain: plain[:-1] + b"\x7f",
    ],
)
def test_wild_books_under_a_right_checksum(small_book, change):
    plain = lzma.decompress(small_book.read_bytes()[len(books.MAGIC) + CHECKSUM_BYTES :])
    assert encode_book(decode_book(packed_book(plain))) == small_book.read_bytes()
    with pytest.raises(InvalidBookError):
        decode_book(packed_book(change(plain)))


def test_a_book_unpacks_to_no_more_than_the_largest_holds(monkeypatch):
    assert books.MOST_POSITIONS * 9 < 150_000_000
    monkeypatch.setattr(books, "MOST_POSITIONS", 100_000)
    for bomb in (packed_book(bytes(1 << 19), 10_000), packed_book(bytes(1 << 26))):
        assert len(bomb) < 3_000_000
        tracemalloc.start()
        with pytest.raises(InvalidBookError, match="cut short, or unpacks to more than 900016"):
            decode_book(bomb)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
        tracemalloc.stop()


def test_book_is_of_its_own_size_only(small_book):
    book = read_book(small_book)
    assert isinstance(book, Book)
    assert book.score(ConnectFourPosition(0, 0, 7, 6)) is None
