"""Disks that are full, read-only or slow: one clear line, and nothing is lost that was written."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import threading
from pathlib import Path

from faults.caches import processes
from faults.made_up import plan_of, play
from faults.rig import Figures, Trial, family
from plyground.errors import PlygroundError
from plyground.tournaments import Store

TESTS = Path(__file__).parent.parent
SOMEBODY = 12345  # no user has an entry for it
CALL = f"""
import sys; sys.path.insert(0, {str(TESTS)!r})
from faults.disks import disturbed; disturbed(*sys.argv[1:])
"""


@family("disks")
def disks(trial: Trial) -> Figures:
    """Play on a bad disk, then go on with a good one: all games are there, once and unchanged."""
    chance, store = trial.chance, trial.folder / "arena.db"
    seed = chance.randrange(1000)
    right = play(plan_of(seed))
    kind = chance.choice(sorted(BAD))
    if chance.random() < 0.5 or kind == "read_only":
        play(plan_of(seed + 1), store)  # there is something to lose
    before = _games(store)
    amount = str(chance.choice([0, 100, chance.randrange(40_000), chance.randrange(200_000)]))
    trial.folder.chmod(0o755)
    arguments = [kind, amount, str(store), str(seed)]
    status, told = processes().run(CALL, arguments, trial.folder, trial.folder / "cache")
    assert status == 0, told
    is_refused = told.startswith("refused: ")
    assert is_refused or told == f"{len(right)} games\n", told
    assert told.count("\n") == 1, told
    assert not before or before.items() <= _games(store).items(), "games were lost"
    assert play(plan_of(seed), store) == right
    with Store(store, create=False) as opened:
        assert opened.records(opened.run().number) == right
    return {"games": len(right), f"{kind} refused" if is_refused else kind: 1}


def _games(store: Path) -> dict[int, list[object]]:
    """The games of every run that a store holds by now."""
    if not store.exists():
        return {}
    with Store(store, create=False) as opened:
        return {run.number: list(opened.records(run.number)) for run in opened.runs()}


# --- in a process of its own ------------------------------------------------------------------


def disturbed(kind: str, amount: str, store: str, seed: str) -> None:
    """Play with a bad disk; prints how many games there are, or why there are none."""
    BAD[kind](int(amount), Path(store))
    try:
        told = f"{len(play(plan_of(int(seed)), Path(store)))} games"
    except PlygroundError as error:
        told = f"refused: {error}"
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    print(told)


def full(amount: int, store: Path) -> None:
    """No file grows beyond that many bytes."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (amount, limit))


def read_only(amount: int, store: Path) -> None:
    """Nothing can be written."""
    for path in (*store.parent.iterdir(), store.parent):
        path.chmod(0o555 if path.is_dir() else 0o444)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(SOMEBODY)
        os.setuid(SOMEBODY)


def slow(amount: int, store: Path) -> None:
    """Another process holds the store for a while, again and again."""
    play(plan_of(0, pairs=1), store)
    chance, is_held = random.Random(amount), threading.Event()

    def hold() -> None:
        other = sqlite3.connect(store, isolation_level=None, timeout=60)
        for _ in range(5):
            other.execute("BEGIN IMMEDIATE")
            is_held.set()
            threading.Event().wait(chance.uniform(0, 0.05))
            other.execute("COMMIT")

    threading.Thread(target=hold, daemon=True).start()
    is_held.wait()


BAD = {bad.__name__: bad for bad in (full, read_only, slow)}
