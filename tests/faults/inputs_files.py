"""Fuzzed files: books, proofs, certificates, analyses, curves.

Where a file has a checksum or is packed, what is inside is changed, and it is sealed again: the
checksum tells damage, not malice.
"""

from __future__ import annotations

import functools
import json
import lzma
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import plyground as pg
from faults.asking import answers
from faults.mutation import mutated, mutated_bytes
from faults.rig import Figures, Trial, family
from plyground.errors import PlygroundError
from plyground.games.connect_four.solver.board import board_of
from plyground.games.connect_four.solver.book import MAGIC, Book, decode_book, encode_book
from plyground.games.connect_four.solver.build import Partial, checked
from plyground.learn.curve import read_curve
from plyground.solvers.certificate import Claim, check_certificate, write_certificate
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_store import MAGIC as PROOFS
from plyground.solvers.exact_store import header_of, recall_proofs
from plyground.solvers.files import CHECKSUM_BYTES, with_checksum
from plyground.solvers.retrograde_store import read_values
from plyground.solvers.solver import Options

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import check_certificate as checker

TIC_TAC_TOE = pg.game("tic_tac_toe")
REFUSALS = ArithmeticError, LookupError, TypeError, ValueError, lzma.LZMAError  # of the checker
SQUARE = pg.game("connect_four", width=4, height=4)
SMALL_BOARD = pg.game("connect_four", width=5, height=4)


def _asked(
    trial: Trial,
    at_once: int,
    draw: Callable[[], bytes],
    ask: Callable[[Path], object],
    refusals: tuple[type[Exception], ...] = (PlygroundError,),
) -> Figures:
    """Files with what is drawn, each asked about."""
    path = trial.folder / "file"

    def asked(content: bytes) -> None:
        path.write_bytes(content)
        ask(path)

    return answers((draw() for _ in range(at_once)), asked, refusals)


# --- books ----------------------------------------------------------------------------------------


@functools.cache
def _plain_book() -> bytes:
    keys = np.cumsum(np.arange(1, 200, dtype=np.int64) * 7919)
    content = encode_book(Book(5, 4, 5, keys, (keys % 9 - 4).astype(np.int8)))
    return lzma.decompress(content[len(MAGIC) + CHECKSUM_BYTES :])


@family("inputs-books", 0.4)
def books(trial: Trial) -> Figures:
    """Opening books; what is read answers about positions."""
    chance, plain = trial.chance, _plain_book()
    packed = lzma.compress(plain, preset=0)
    start = SMALL_BOARD.start()

    def draw() -> bytes:
        kind = chance.random()
        if kind < 0.7:
            inside = lzma.compress(mutated_bytes(chance, [plain]), preset=0)
        else:
            inside = mutated_bytes(chance, [packed])
        whole = MAGIC + with_checksum(inside)
        return whole if kind < 0.95 else mutated_bytes(chance, [whole])

    def ask(content: bytes) -> None:
        decode_book(content).score(start)

    return answers((draw() for _ in range(200)), ask)


@family("inputs-unfinished-books", 0.1)
def unfinished_books(trial: Trial) -> Figures:
    """What a build keeps that was stopped."""
    board = board_of(5, 4)
    keys = np.arange(1, 40, dtype=np.int64) * 104729
    pairs = np.stack([keys, keys % 9 - 4], axis=1)
    first = np.array(Partial(trial.folder, board, 5).first, "<i8").tobytes()
    seed = first + checked(pairs).astype("<i8").tobytes()
    return _asked(
        trial,
        200,
        lambda: mutated_bytes(trial.chance, [seed]),
        lambda path: Partial(path, board, 5).read(),
    )


# --- proofs ---------------------------------------------------------------------------------------


@functools.cache
def _solver() -> ExactSolver:
    return ExactSolver(TIC_TAC_TOE, Options(memory=1, threads=1))


def _proofs(solver: ExactSolver, count: int) -> tuple[bytes, bytes]:
    """The first line of a file of proofs, and the proofs: of any keys, a draw or a loss each."""
    header = {**header_of(solver), "seen": 1, "proofs": [count]}
    keys = np.arange(1, count + 1, dtype="<i8") * 7919**3
    data = np.array([3 << 4 | (place % 2) << 2 for place in range(count)], "<u4")
    return json.dumps(header).encode(), keys.tobytes() + data.tobytes()


@family("inputs-proofs", 0.3)
def proofs(trial: Trial) -> Figures:
    """Proofs to go on from."""
    chance, solver = trial.chance, _solver()
    header, body = _proofs(solver, 40)
    plain = header + b"\n" + body
    sound = trial.folder / "sound"
    sound.write_bytes(PROOFS + with_checksum(plain))
    assert recall_proofs(solver, sound) == 40  # compiled before the clock runs

    def draw() -> bytes:
        if chance.random() < 0.6:
            changed = mutated(chance, [header.decode()]).encode(errors="surrogatepass")
            return PROOFS + with_checksum(changed + b"\n" + body)
        return PROOFS + with_checksum(mutated_bytes(chance, [plain]))

    return _asked(trial, 300, draw, lambda path: recall_proofs(solver, path))


@functools.cache
def _certificate() -> bytes:
    """A certificate of a won position, unpacked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seed"
        write_certificate(path, Claim(TIC_TAC_TOE, ".../.X./XO. O", 0, 1), _best_move)
        return zlib.decompress(path.read_bytes())


def _best_move(position: Any, _plies: int) -> int:
    return min(TIC_TAC_TOE.legal(position), key=lambda move: _value(position.play(move)))


def _value(position: Any) -> int:
    """For the player to move, by trying everything."""
    legal = TIC_TAC_TOE.legal(position)
    return max((-_value(position.play(m)) for m in legal), default=position.result())


@family("inputs-certificates", 0.4)
def certificates(trial: Trial) -> Figures:
    """Certificates, whose strategies are played through."""
    chance, plain = trial.chance, _certificate()
    header, _, body = plain.partition(b"\n")

    def draw() -> bytes:
        if chance.random() < 0.6:
            changed = mutated(chance, [header.decode()]).encode(errors="surrogatepass")
            return zlib.compress(changed + b"\n" + body)
        return zlib.compress(mutated_bytes(chance, [plain]))

    return _asked(trial, 100, draw, check_certificate)


@functools.cache
def _bomb() -> bytes:
    """A small file that unpacks to 400 MB."""
    packer, part = lzma.LZMACompressor(preset=0), bytes(1 << 20)
    return b"".join([*(packer.compress(part) for _ in range(400)), packer.flush()])


@functools.cache
def _result(position: Any) -> int:
    """For the player to move of Connect Four, by trying everything that may be better."""
    results = [-1]
    for move in SQUARE.legal(position):
        if max(results) < 1:
            results.append(-_result(position.play(move)))
    return max(results) if SQUARE.legal(position) else int(position.result())


def _winner_after(places: list[int]) -> int | None:
    """Who wins after these moves, each by its place among the legal ones."""
    position = SQUARE.start()
    for place in places:
        legal = SQUARE.legal(position)
        assert place in range(len(legal)), "a move that is none was accepted"
        position = position.play(legal[place])
    result, mover = _result(position), int(position.player())
    return {1: mover, 0: None, -1: 1 - mover}[result]


@family("inputs-layers", 0.4)
def layers(trial: Trial) -> Figures:
    """Certificates by layers: what the program that checks them accepts is true.

    Moves are taken away and added, also after the end of the game; what is claimed is changed, and
    the file unpacks to more than memory should hold.
    """
    chance = trial.chance

    def draw() -> bytes:
        if chance.random() < 0.05:
            return _bomb()
        after = [0, 1, 0, 1, 0, 1, 0, 1, *chance.choices(range(4), k=4)][: chance.randrange(4, 13)]
        claim = {"game": SQUARE.name, "parameters": SQUARE.parameter_values, "after": after}
        claim |= {"winner": chance.randrange(2), "images": 0}
        places = bytes(chance.choices(range(4), k=chance.choice([0, 0, 1, 2])))
        plain = json.dumps(claim).encode() + b"\n" + places
        changed = mutated_bytes(chance, [plain]) if chance.random() < 0.3 else plain
        return lzma.compress(changed, preset=0)

    def ask(path: Path) -> None:
        claim = checker.check(path)
        if "winner" in claim and claim["parameters"] == SQUARE.parameter_values:
            assert _winner_after(claim.get("after", [])) == claim["winner"]

    return _asked(trial, 40, draw, ask, REFUSALS)


@family("inputs-analyses", 0.1)
def analyses(trial: Trial) -> Figures:
    """Complete analyses in the cache, which are done again where they are damaged."""
    chance, plain = trial.chance, bytes(range(250)) * 8

    def draw() -> bytes:
        if chance.random() < 0.5:
            return with_checksum(zlib.compress(mutated_bytes(chance, [plain])))
        return with_checksum(mutated_bytes(chance, [zlib.compress(plain)]))

    return _asked(trial, 300, draw, lambda path: read_values(path, len(plain)))


# --- trainings ------------------------------------------------------------------------------------

CURVE = "seconds,games,policy_loss,value_loss\n1.5,10,0.5,0.25\n3,20,0.4,0.2\n"


@family("inputs-curves", 0.1)
def curves(trial: Trial) -> Figures:
    """Curves of trainings."""
    return _asked(
        trial,
        300,
        lambda: mutated(trial.chance, [CURVE]).encode(errors="surrogatepass"),
        read_curve,
    )
