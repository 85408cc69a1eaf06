"""Certificates by layers: a program with rules of its own accepts them, and nothing else."""

from __future__ import annotations

import json
import lzma
import os
import random
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from command_line import plyground
from example_files import DOCS
from heaps import heap
from plyground.errors import FileError, InvalidCertificateError, UnsupportedError
from plyground.kernel import Monitor
from plyground.solvers import layer_walk
from plyground.solvers.layers import write_layers
from plyground.solvers.solver import Options, solver_for
from tiers import rest_slow

TOOLS = Path(__file__).parents[1] / "tools"
sys.path.insert(0, str(TOOLS))

import check_certificate as checker  # noqa: E402

BOARDS = [
    ("konane", {"size": 4}),
    ("konane", {"rows": 4, "columns": 5, "jumps": "single"}),
    ("konane", {"size": 5}),
    ("konane", {"rows": 3, "columns": 6, "opening": "free"}),
    ("bamboo", {"radius": 1}),
]
COMPILED_HERE_ALONE = [  # whose files are in the atlas, and checked with it
    ("domineering", {"rows": 3, "columns": 4}),
    ("clobber", {"rows": 2, "columns": 4}),
    ("hex", {"size": 3}),
    ("othello", {"size": 4}),
]


def board(name, **parameters):
    file = DOCS / "examples" / f"{name}.py"
    return pg.game(str(file) if file.exists() else name, **parameters)


def written(path, name="konane", **parameters):
    return write_layers(solver_for(board(name, **parameters), Options(memory=8)), path)


@pytest.mark.parametrize(
    ("name", "parameters"),
    rest_slow([*BOARDS, *COMPILED_HERE_ALONE], lambda board: board[0] == "konane"),
    ids=str,
)
def test_certificates_hold(name, parameters, tmp_path):
    path = tmp_path / "a.cert"
    made, value = written(path, name, **parameters), pg.solve(board(name, **parameters)).value
    found = checker.check(path)
    assert found["positions"] == made.positions > 5
    assert found["winner"] == (0 if value.result > 0 else 1)


def test_certificates_after_some_moves(tmp_path):
    """They say which, and hold; a move that is not there, or fewer of them, does not."""
    path = tmp_path / "a.cert"
    value = pg.solve("konane", moves="c3 b3", size=5, memory=8, certificate=path).value
    found = checker.check(path)
    assert found["winner"] == (0 if value.result > 0 else 1)
    assert len(found["after"]) == 2
    data, given = lzma.decompress(path.read_bytes()), f'"after": {found["after"]}'.encode()
    assert given in data
    refused(path, data.replace(given, b'"after": [0, 9]'), "no such move is given")
    refused(path, data.replace(given, b'"after": [0, -1]'), "no such move is given")
    refused(path, data.replace(given, b'"after": [0]'), "ply")


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        ({"width": 4, "height": 4}, ""),  # a draw, so two strategies
        ({"width": 5, "height": 4}, "3 3"),
        ({"width": 6, "height": 4}, "3 3 3 3"),  # the second player wins
        ({}, "4 4 4 4 4 4 3 2 6 5 5 5 5 5 3"),  # past the book; the first player wins at ply 41
        ({}, "1 2 3 3 2 5 3 1 1 1 2 6 1 3 2 7 6 3 6 2 5 7"),
    ],
    ids=str,
)
def test_certificates_of_connect_four(size, moves, tmp_path):
    path = tmp_path / "a.cert"
    found = pg.solve("connect_four", moves=moves, memory=16, certificate=path, **size)
    checked = checker.check(path)
    first = len(moves.split()) % 2
    claims = {1: {"winner": first}, 0: {"draw": True}, -1: {"winner": 1 - first}}
    assert claims[found.value.result].items() <= checked.items()
    assert checked["positions"] == found.certificate.positions > 5
    data = lzma.decompress(path.read_bytes())
    if found.value.result:
        said, other = (
            f'"winner": {w}'.encode() for w in (checked["winner"], 1 - checked["winner"])
        )
        refused(path, data.replace(said, other), "ply")
        refused(path, data.replace(said, b'"draw": true'), "ply")
    else:
        refused(path, data.replace(b'"draw": true', b'"winner": 0'), "it is not won")
        refused(path, data.replace(b'"draw": true', b'"draw": 1'), "winner")


def test_no_move_is_played_after_the_end(tmp_path):
    """The first player has won at ply 7; with one move more, the second has four as well."""
    path, won = tmp_path / "a.cert", [0, 1, 0, 1, 0, 1, 0]
    claim = {"game": "connect_four", "parameters": {}, "images": 0, "after": won, "winner": 0}
    path.write_bytes(lzma.compress(json.dumps(claim).encode() + b"\n"))
    assert checker.check(path)["positions"] == 1
    later = json.dumps(claim | {"after": [*won, 1], "winner": 1}).encode() + b"\n"
    refused(path, later, "ply 7: the game is over")


def test_a_draw_is_no_claim_of_a_game_without_draws(plain, tmp_path):
    refused(tmp_path / "b.cert", plain.replace(b'"winner": 0', b'"draw": true'), "has no draws")


def test_a_strategy_of_too_many_positions_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(layer_walk, "MOST_POSITIONS", 1000)
    with pytest.raises(InvalidCertificateError, match="more than 1,000 positions; begin later"):
        pg.solve("connect_four", width=4, height=4, memory=8, certificate=tmp_path / "a.cert")
    stopped = Monitor()
    stopped.stop()
    solver = solver_for(pg.game("connect_four", width=4, height=4), Options(memory=8))
    for known, says in ((None, "nobody is known to win"), (0, "stopped before the strategy")):
        with pytest.raises(InvalidCertificateError, match=says):
            write_layers(solver, tmp_path / "a.cert", known, stopped)


def number_of(game, rules, position):
    """What the program that checks calls the position."""
    if game.name == "connect_four":
        return position.key() + rules.start
    cells, mover = game.cells(position), position.player()
    if game.name in ("konane", "domineering"):
        return sum(1 << cell for cell, stone in enumerate(cells) if stone)
    if game.name == "hex":
        return sum(stone * 3**cell for cell, stone in enumerate(cells))
    sides = (1, 2) if game.name == "clobber" else (1 + mover, 2 - mover)
    parts = [sum(1 << c for c, stone in enumerate(cells) if stone == side) for side in sides]
    return parts[0] | parts[1] << len(cells)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        *BOARDS,
        *COMPILED_HERE_ALONE,
        ("bamboo", {"radius": 2}),
        ("connect_four", {}),
        ("connect_four", {"width": 4, "height": 5}),
    ],
    ids=str,
)
def test_its_rules_are_those_of_the_games(name, parameters):
    game, chance = board(name, **parameters), random.Random(5)
    rules = checker.GAMES[name](**parameters)
    if name != "connect_four":  # whose certificates tell images apart
        assert len(set(map(tuple, rules.images()))) == game.symmetries
    for _ in range(10):
        position, ply = game.start(), 0
        while True:
            legal = game.legal(position)
            here = np.array([number_of(game, rules, position)])
            over, ahead = rules.settled(here) if hasattr(rules, "settled") else ([False], [0])
            assert over[0] == (hasattr(rules, "settled") and not legal)
            assert not over[0] or np.sign(ahead[0]) == position.result()
            after = [] if over[0] else [int(to[0]) for ok, to in rules.moves(here, ply) if ok[0]]
            assert after == [number_of(game, rules, position.play(move)) for move in legal]
            if not legal:
                break
            position, ply = position.play(chance.choice(legal)), ply + 1


@pytest.fixture
def plain(tmp_path):
    """A certificate, unpacked; `refused` packs it again."""
    path = tmp_path / "a.cert"
    written(path, size=5)
    return lzma.decompress(path.read_bytes())


def refused(path, data, says):
    path.write_bytes(lzma.compress(data))
    with pytest.raises((ValueError, TypeError, KeyError), match=says):
        checker.check(path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data[:-1], "moves are missing"),
        (lambda data: data[: data.index(b"\n") + 1], "moves are missing"),
        (lambda data: data + b"\0", "no line uses"),
        (lambda data: data.replace(b'"winner": 0', b'"winner": 1'), "ply"),
        (lambda data: data.replace(b'"winner": 0', b'"winner": 2'), "no such player"),
        (lambda data: data.replace(b'"size": 5', b'"size": 4'), "ply"),
        (lambda data: data.replace(b'"size": 5', b'"size": 9'), "no such board"),
        (lambda data: data.replace(b'"multi"', b'"double"'), "no such board"),
        (lambda data: data.replace(b'"konane"', b'"go"'), "go"),
        (lambda data: data.replace(b'"size": 5', b'"size": 5, "rows": 5, "columns": 5'), "no such"),
        (lambda data: data.replace(b'"winner"', b'"draw": true, "winner"'), "and no more"),
        (lambda data: data.replace(b'"winner"', b'"note": "all", "winner"'), "and no more"),
        (lambda data: data.replace(b'"images": 3', b'"images": 0'), "ply"),
    ],
)
def test_damaged_certificates_are_refused(plain, change, says, tmp_path):
    refused(tmp_path / "b.cert", change(plain), says)


def test_no_move_may_be_changed_for_one_that_loses(plain, tmp_path):
    """Changed to a place that no position has, each of the moves; to the next, most of them."""
    begun, path = plain.index(b"\n") + 1, tmp_path / "b.cert"
    broken = 0
    for at in range(begun, len(plain), 7):
        refused(path, plain[:at] + b"\xc8" + plain[at + 1 :], "no such move")
        other = bytes([plain[at] + 1])
        path.write_bytes(lzma.compress(plain[:at] + other + plain[at + 1 :]))
        try:
            checker.check(path)
        except ValueError:
            broken += 1
    assert broken > 20


def test_files_that_are_none(plain, tmp_path, monkeypatch):
    path = tmp_path / "b.cert"
    for data, says in (
        (lzma.compress(plain)[:-9], "cut short"),
        (lzma.compress(plain) + b"\0\0\0\0", "bytes after its end"),
        (lzma.compress(plain) + b"more", "bytes after its end"),
        (2 * lzma.compress(plain), "bytes after its end"),
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=says):
            checker.check(path)
    refused(path, b" " * 20_000 + plain, "first line is longer than 10,000 bytes")
    monkeypatch.setattr(checker, "MOST_BYTES", 100_000)
    refused(path, plain + bytes(100_000), "larger than 100,000 bytes")
    path.write_bytes(lzma.compress(plain) + bytes(100_000))
    with pytest.raises(ValueError, match="larger than 100,000 bytes"):
        checker.check(path)
    os.mkfifo(tmp_path / "pipe")  # from which nothing ever comes, as from a device no end
    with pytest.raises(ValueError, match="it is no plain one"):
        checker.check(tmp_path / "pipe")


def test_a_pipe_or_device_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="pipe: it is no plain file"):
        pg.solve("konane", size=4, memory=8, certificate=pipe)
    refused = plyground("solve", "konane", "-p", "size=4", "--certificate", str(pipe)).stderr
    assert "pipe: it is no plain file" in refused
    assert pipe.is_fifo()


def test_the_program_says_in_a_line_what_is_wrong(plain, tmp_path, capsys, monkeypatch):
    path = tmp_path / "b.cert"

    def check(*paths):
        monkeypatch.setattr(sys, "argv", ["check_certificate.py", *map(str, paths)])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(TOOLS / "check_certificate.py"), run_name="__main__")
        return ended.value.code

    for data in (plain, plain.replace(b'"bamboo"', b'"chess"'), b"[" * 5000, b"null"):
        path.write_bytes(lzma.compress(data))
        holds = data == plain
        assert check(path) == (not holds)
        said = capsys.readouterr()
        assert said.out.startswith(f"{path} holds: ") == holds
        assert said.err.startswith(f"{path} does not hold: ") != holds
        assert (said.out + said.err).count("\n") == 1
    assert check(tmp_path / "missing", tmp_path) == 1
    assert "FILE ..." in check()


def test_what_cannot_be_written(tmp_path):
    path = tmp_path / "c.cert"
    with pytest.raises(UnsupportedError, match="on any board; for a small one, certify"):
        written(path, "tic_tac_toe")
    with pytest.raises(UnsupportedError, match=r"too large; konane\(size=4\) or .* would do"):
        written(path, "konane", size=8)
    inside = pg.Playthrough.read(pg.game("konane", size=4), moves="a4 b4").position
    with pytest.raises(UnsupportedError, match="begins at the start of a game; leave out"):
        pg.solve("konane", inside, size=4, certificate=path)
    stopped = Monitor()
    stopped.stop()
    with pytest.raises(InvalidCertificateError, match="nobody is known to win"):
        write_layers(
            solver_for(pg.game("konane", size=4), Options(memory=8)), path, monitor=stopped
        )
    assert not path.exists()


def test_whoever_moves_last_may_lose(tmp_path):
    """A strategy never ends the game where that loses."""
    game = heap(tmp_path / "last.py", ("return -1", "return 1"))
    solver, path = solver_for(game, Options(1)), tmp_path / "last.cert"
    write_layers(solver, path)
    places = lzma.decompress(path.read_bytes()).partition(b"\n")[2]
    left, waiting = [8], iter(places)
    for turn in range(8):  # layer by layer, as the checker walks: the first to move wins
        if turn % 2:
            left = sorted({heap - take for heap in left for take in (1, 2, 3) if take <= heap})
        else:
            left = sorted({heap - 1 - next(waiting) for heap in left if heap})
            assert all(heap % 4 == 1 for heap in left)
    assert next(waiting, None) is None


def test_more_moves_than_a_byte_counts(tmp_path):
    game = heap(tmp_path / "large.py", ("SIZE = 8", "SIZE = 300"), ("MOST = 3", "MOST = 300"))
    with pytest.raises(UnsupportedError, match="room for 254 moves"):
        write_layers(solver_for(game, Options(1)), tmp_path / "large.cert")


def test_a_strategy_that_does_not_fit_is_not_cut(tmp_path):
    solver = solver_for(pg.game("konane", size=5), Options(memory=8))
    assert solver.result(solver.game.start()) == 1
    solver.memory = 0.001
    with pytest.raises(InvalidCertificateError, match=r"0\.001 megabytes are too few"):
        write_layers(solver, tmp_path / "d.cert")


def test_the_command_writes_one(tmp_path):
    path = tmp_path / "e.cert"
    found = pg.solve("konane", size=4, memory=8, certificate=path)
    assert found.data()["certificate"]["file"] == "e.cert"
    assert "proof" in str(found)
    assert len((TOOLS / "check_certificate.py").read_text().splitlines()) <= 170


def test_a_limit_that_ends_the_line_leaves_the_certificate(tmp_path):
    """The value may be known when a limit comes, and best play not yet."""
    path = tmp_path / "f.cert"
    whole = pg.solve("konane", size=5, memory=8).found.statistics.nodes
    cut = pg.solve("konane", size=5, memory=8, nodes=whole - 5, certificate=path)
    assert (cut.value is None) == (not path.exists())
    if path.exists():
        assert checker.check(path)["winner"] == 0
