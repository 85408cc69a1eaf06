"""The costliest proofs of a solver's tables in a file, so that a search that was stopped can go on.

    "PLYPROOF2" | SHA-256 of the rest | a line of JSON: game, parameters, fingerprints of the code
    that the proofs rest on, whether a game was seen to end in a draw; for each table, that of
    results and that of the game's endings if it has any, the largest value and the number of
    proofs | for each table, spread keys (64 bits each), and work and bounds as in `exact_table`
    (32 bits each)

What is kept is true of its positions; so a file serves any later question about the same game. Not
about one whose rules were edited since, or its keys, its endings, or its rule for moves that lose:
nothing says that the proofs still hold, and the file is refused. All code of a user's belongs to
the rules, and the files that it reads while the game begins. The search itself may change.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.errors import FileError, InvalidProofsError
from plyground.folders import read_beginning, read_whole, write_whole
from plyground.game.rules import parts_of_rules
from plyground.kernel import machine, search_kernel
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.fingerprint import code_fingerprints
from plyground.reading import read_json
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_table import (
    BUCKET,
    LARGEST_WORK,
    SIGNED_BITS,
    WORK_BITS,
    Table,
    add_bucket,
    hash_at,
    put,
)
from plyground.solvers.files import with_checksum, without_checksum
from plyground.solvers.growing import BUCKETS

if TYPE_CHECKING:
    from plyground.solvers.exact import ExactSolver

MAGIC, OLDER = b"PLYPROOF3", (b"PLYPROOF1", b"PLYPROOF2")
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


def restore(table: Table, spreads: Any, data: Any) -> None:
    """Put entries back that were collected, into as many buckets as they had when they came."""
    put_back(table._replace(growth=0), table.growth, spreads, data)


@search_kernel
def put_back(table: Any, growth: int, spreads: Any, data: Any) -> None:
    """Add so many buckets for each entry, then put them all in."""
    for _ in range(growth * spreads.shape[0]):
        add_bucket(table)
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
    counted = {"seen": int(solver.results.seen[0]), "proofs": numbers}
    header = json.dumps({**header_of(solver), **counted}).encode()
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
    seen, sections = _read(solver, path)
    found = list(zip(solver.result_tables(), sections, strict=True))
    if not all(_are_entries(table, *section) for table, section in found):
        raise _no_proofs(path)
    solver.results.seen[0] |= seen
    for table, section in found:
        restore(table, *section)
    return sum(len(spreads) for _, (spreads, _) in found)


def _read(solver: ExactSolver, path: Path) -> tuple[int, list[tuple[Any, Any]]]:
    """Whether a draw was seen, and the proofs for each table."""
    wanted = header_of(solver)
    try:
        text, _, body = _plain(path).partition(b"\n")
        header = read_json(text)
        numbers, seen = header.pop("proofs"), header.pop("seen")
        values = " ".join(f"{name}={value}" for name, value in header["parameters"].items())
        other = f"{header['game']} {values}".rstrip()
        same_code = not {*header["code"]}.isdisjoint(wanted["code"])
        fine = {*map(type, numbers), type(seen)} == {int} and seen in (0, 1) and min(numbers) >= 0
        fine = fine and len(body) == PROOF_BYTES * sum(numbers)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise _no_proofs(path) from None
    if any(header.get(name) != wanted[name] for name in ("game", "parameters")):
        raise InvalidProofsError(f"{path} holds proofs of {other}, not of {solver.game}")
    if not same_code:
        raise InvalidProofsError(
            f"{path} holds proofs of {solver.game} as it was before its rules, a file that it "
            "reads, or what it declares for solving, were changed; delete it to begin anew"
        )
    if (
        not fine
        or {**header, "code": wanted["code"]} != wanted
        or len(numbers) != len(wanted["largest"])
    ):
        raise _no_proofs(path)
    return seen, _sections(body, numbers)


def _sections(body: bytes, numbers: Sequence[int]) -> list[tuple[Any, Any]]:
    """Spread keys, and work and bounds, of so many proofs of each table."""
    found, place = [], 0
    for number in numbers:
        spreads = np.frombuffer(body, KINDS[0], number, place).astype(np.int64)
        data = np.frombuffer(body, KINDS[1], number, place + 8 * number).astype(np.int64)
        found.append((spreads, data))
        place += PROOF_BYTES * number
    return found


def _plain(path: Path) -> bytes:
    """What a file of proofs holds behind its checksum; `ValueError` if it is none."""
    first = read_beginning(path, len(MAGIC))
    if first.startswith(OLDER):
        raise InvalidProofsError(
            f"{path} was kept by an older version, which noted too little of the rules by which "
            "its proofs were found; delete it to begin anew"
        )
    whole = read_whole(path, math.inf) if first == MAGIC else b""
    plain = without_checksum(whole[len(MAGIC) :])
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


def header_of(solver: ExactSolver) -> dict[str, Any]:
    """What the proofs are of, which code makes them true, and how values are numbered."""
    game = solver.game
    return {
        "game": game.name,
        "parameters": game.parameter_values,
        "code": code_fingerprints((*parts_of_rules(game), *declared_for(solver))),
        "largest": [int(table.largest) for table in solver.result_tables()],
    }


def declared_for(solver: ExactSolver) -> tuple[Any, ...]:
    """What the game declares that its proofs rest on: its keys, endings, and moves that lose."""
    (task, memory), *_ = solver.tasks(Question(1))
    known = solver.game.knowledge
    made_by = [known.load(part) for part in (known.solving.sieve, known.solving.endings)]
    return solver.keys, type(task.sieve), type(memory.endings), *made_by
