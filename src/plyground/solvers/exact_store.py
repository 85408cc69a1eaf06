"""The costliest proofs of a solver's tables in a file, so that a search that was stopped can go on.

    "PLYPROOF1" | SHA-256 of the rest | a line of JSON: game, parameters, the largest value, whether
    a game was seen to end in a draw, number of proofs | spread keys (64 bits each) | work and
    bounds, as in `exact_table` (32 bits each)

Where the game has endings, the JSON names them, the largest value in their table and the number of
its proofs, whose keys, work and bounds follow. The keys are those of the endings themselves, so
only the same endings take them.

What is kept is true of its positions; so a file serves any later question about the same game.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.errors import FileError, InvalidProofsError
from plyground.folders import read_whole, write_whole
from plyground.kernel import machine, search_kernel
from plyground.kernel.bits import WORD_BITS
from plyground.reading import read_json
from plyground.solvers.exact_table import (
    BUCKET,
    LARGEST_WORK,
    SIGNED_BITS,
    WORK_BITS,
    hash_at,
    put,
)
from plyground.solvers.files import with_checksum, without_checksum
from plyground.solvers.growing import BUCKETS

if TYPE_CHECKING:
    from plyground.solvers.exact import ExactSolver

MAGIC = b"PLYPROOF1"
KINDS = "<i8", "<u4"  # of spread keys, and of work and bounds
PROOF_BYTES = 12
MOST_PROOFS = 1_000_000
FIRST, EVERY = 2.0, 45.0  # seconds from one save to the next: in the beginning, and in the end
SAVE_SHARE = 0.05  # of the time, or less


@search_kernel
def count_by_work(table: Any, counts: Any) -> int:
    """How many entries were ever written; writes how many cost so much."""
    written = 0
    for bucket in range(int(table.entries[table.entries.shape[0] - 1, BUCKETS])):
        for i in range(BUCKET):
            work = int(table.entries[bucket, i]) >> 2 * table.value_bits & LARGEST_WORK
            counts[work] += 1
            written += work > 0
    return written


@search_kernel
def collect(table: Any, least: int, spreads: Any, data: Any) -> int:
    """How many entries were copied: those that cost at least so much, until there is no room."""
    copied, data_bits = 0, 2 * table.value_bits + WORK_BITS
    for bucket in range(int(table.entries[table.entries.shape[0] - 1, BUCKETS])):
        for i in range(BUCKET):
            entry = int(table.entries[bucket, i])
            if copied < spreads.shape[0] and entry >> 2 * table.value_bits & LARGEST_WORK >= least:
                spreads[copied] = hash_at(table, bucket, entry >> data_bits)
                data[copied] = entry & ((1 << data_bits) - 1)
                copied += 1
    return copied


@search_kernel
def restore(table: Any, spreads: Any, data: Any) -> None:
    """Put entries back that were collected."""
    for place in range(spreads.shape[0]):
        put(table, int(spreads[place]), int(data[place]))


def costliest(table: Any, most: int, floor: int = 1) -> tuple[Any, Any]:
    """Spread keys, and work and bounds, of the costliest proofs of a table; of none below it."""
    counts = np.zeros(LARGEST_WORK + 1, np.int64)
    count_by_work(table, counts)
    least = LARGEST_WORK
    while least > floor and counts[least - 1 :].sum() <= most:
        least -= 1
    room = min(most, int(counts[least:].sum()))
    spreads, data = np.zeros(room, np.int64), np.zeros(room, np.int64)
    collect(table, least, spreads, data)
    return spreads, data


def keep_proofs(solver: ExactSolver, path: Path, most: int = MOST_PROOFS) -> int:
    """How many proofs were written: the costliest of each table, of results without distances.

    `FileError` if they cannot be written; a file of before is then as it was.
    """
    kept = [costliest(table, most) for table in solver.result_tables()]
    numbers = [len(spreads) for spreads, _ in kept]
    counted: dict[str, Any] = {"seen": int(solver.results.seen[0]), "proofs": numbers[0]}
    if len(kept) > 1:
        counted["endings"] = {**_endings(solver), "proofs": numbers[1]}
    header = json.dumps({**_header(solver), **counted}).encode()
    body = [
        part.astype(kind).tobytes() for pair in kept for part, kind in zip(pair, KINDS, strict=True)
    ]
    try:
        write_whole(path, MAGIC + with_checksum(header + b"\n" + b"".join(body)))
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    return sum(numbers)


@contextmanager
def keeping(solver: ExactSolver, path: Path | None) -> Iterator[None]:
    """Keep proofs now and then inside the `with` block, so that a process that is killed loses few.

    Soon for the first time, then less and less often. A file that cannot be written is left for
    the end to tell.
    """
    done = threading.Event()

    def work() -> None:
        pause = FIRST
        while path and not done.wait(pause):
            begun = time.monotonic()
            with suppress(FileError):
                keep_proofs(solver, path)
            pause = max(min(2 * pause, EVERY), (time.monotonic() - begun) / SAVE_SHARE)

    thread = threading.Thread(target=work, daemon=True)
    if path and machine.has_threads():
        thread.start()
    try:
        yield
    finally:
        done.set()
        if thread.ident is not None:
            thread.join()


def recall_proofs(solver: ExactSolver, path: Path) -> int:
    """How many proofs the solver took from the file; 0 if there is no such file."""
    if not path.exists():
        return 0
    seen, endings, sections = _read(solver, path)
    tables = solver.result_tables() if endings == _endings(solver) else [solver.results.table]
    found = list(zip(tables, sections, strict=False))
    if not all(_are_entries(table, *section) for table, section in found):
        raise _no_proofs(path)
    solver.results.seen[0] |= seen
    for table, section in found:
        restore(table, *section)
    return sum(len(spreads) for _, (spreads, _) in found)


def _read(solver: ExactSolver, path: Path) -> tuple[int, dict[str, Any], list[tuple[Any, Any]]]:
    """Whether a draw was seen, whose endings are in a file, and the proofs for each table."""
    try:
        plain = _plain(read_whole(path))
        text, _, body = plain.partition(b"\n")
        header = read_json(text)
        number, seen = header.pop("proofs"), header.pop("seen")
        endings = header.pop("endings", {"proofs": 0})
        numbers = [number, endings.pop("proofs")]
        values = " ".join(f"{name}={value}" for name, value in header["parameters"].items())
        other = f"{header['game']} {values}".rstrip()
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise _no_proofs(path) from None
    if header != _header(solver):
        if {**header, "keys": ""} == {**_header(solver), "keys": ""}:
            raise InvalidProofsError(
                f"{path} holds proofs of a version with other keys; delete it to begin anew"
            )
        raise InvalidProofsError(f"{path} holds proofs of {other}, not of {solver.game}")
    if {*map(type, numbers), type(seen)} != {int} or seen not in (0, 1) or min(numbers) < 0:
        raise _no_proofs(path)
    if len(body) != PROOF_BYTES * sum(numbers):
        raise _no_proofs(path)
    return seen, endings, _sections(body, numbers)


def _sections(body: bytes, numbers: Sequence[int]) -> list[tuple[Any, Any]]:
    """Spread keys, and work and bounds, of so many proofs of each table."""
    found, place = [], 0
    for number in numbers:
        spreads = np.frombuffer(body, KINDS[0], number, place).astype(np.int64)
        data = np.frombuffer(body, KINDS[1], number, place + 8 * number).astype(np.int64)
        found.append((spreads, data))
        place += PROOF_BYTES * number
    return found


def _plain(content: bytes) -> bytes:
    """What a file of proofs holds behind its checksum; `ValueError` if it is none."""
    plain = without_checksum(content[len(MAGIC) :]) if content.startswith(MAGIC) else None
    if plain is None:
        raise ValueError("its checksum is wrong")
    return plain


def _no_proofs(path: Path) -> InvalidProofsError:
    return InvalidProofsError(f"{path} holds no proofs, or is damaged; delete it to begin anew")


def _are_entries(table: Any, spreads: Any, data: Any) -> bool:
    """Whether these are keys that were hashed, with work and bounds as the table keeps them."""
    mask, widest = (1 << table.value_bits) - 1, 2 * table.largest
    low, high = data & mask, data >> table.value_bits & mask
    work = data >> 2 * table.value_bits
    fine = (low <= high) & (high <= widest) & (work >= 1) & (work <= LARGEST_WORK)
    signed = table.key_bits == SIGNED_BITS
    return bool((fine & (signed | (spreads >> WORD_BITS == 0))).all())


def _header(solver: ExactSolver) -> dict[str, Any]:
    """What decides what a key and a value mean."""
    game = solver.game
    return {
        "game": game.name,
        "parameters": game.parameter_values,
        "keys": type(solver.keys).__name__,
        "largest": int(solver.results.table.largest),
    }


def _endings(solver: ExactSolver) -> dict[str, Any]:
    """The same of the game's endings; empty without."""
    *_, last = tables = solver.result_tables()
    named = {"kind": type(solver.results.endings).__name__, "largest": int(last.largest)}
    return named if len(tables) > 1 else {}
