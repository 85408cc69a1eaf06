"""A damaged, foreign or half-written cache of machine code: results are those without it."""

from __future__ import annotations

import atexit
import os
import random
import shutil
import stat
import tempfile
from functools import cache
from pathlib import Path

from faults.rig import Figures, Trial, family
from fresh_process import FreshProcesses

SOMEBODY = 12345  # no user has an entry for it
DAMAGES = 3  # in one trial

KERNELS = """
from plyground.kernel import search_kernel

@search_kernel
def twice(number):
    return 2 * number

@search_kernel
def add_up(number):
    total = 0
    for each in range(number):
        total += each
    return total
"""
CALL = """
import warnings; warnings.simplefilter("always")  # else they are errors
import small; print(small.twice(21), small.add_up(21))
"""
RIGHT = "42 210"
KILLED_SOON = "import signal; signal.setitimer(signal.ITIMER_REAL, {seconds})\n"


@cache
def processes() -> FreshProcesses:
    """Processes that have just started, of all trials."""
    folder = tempfile.mkdtemp(prefix="faults-processes-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    started = FreshProcesses(Path(folder))
    atexit.register(started.__exit__)
    return started


@family("caches")
def caches(trial: Trial) -> Figures:
    """Damage the files of the cache, kill a process that writes them, and call the kernels."""
    chance, folder = trial.chance, trial.folder / "cache"
    (trial.folder / "small.py").write_text(KERNELS)
    kill = KILLED_SOON.format(seconds=chance.uniform(0.01, 0.4))
    killed, _ = processes().run(kill + CALL, [], trial.folder, folder)
    _call(trial.folder, folder, "after a kill")
    done = []
    for _ in range(DAMAGES):
        damage = chance.choice(DAMAGED)
        if files := _files(folder):
            damage(chance, chance.choice(files))
            done.append(damage.__name__)
    _call(trial.folder, folder, done)
    folder.chmod(0o700)
    _call(trial.folder, folder, [*done, "mended"])
    return {"killed": killed != 0, "damages": len(done)}


def _files(folder: Path) -> list[Path]:
    """The files of the cache that are files still, with something in them."""
    found = [(file, file.lstat()) for file in sorted(folder.glob("*.code"))]
    return [file for file, told in found if stat.S_ISREG(told.st_mode) and told.st_size]


def _call(place: Path, folder: Path, after: object) -> None:
    status, printed = processes().run(CALL, [], place, folder)
    said = printed.splitlines() or [""]
    assert (status, said[-1]) == (0, RIGHT), (after, printed)


# --- damages ----------------------------------------------------------------------------------


def flip(chance: random.Random, file: Path) -> None:
    """Change some bytes."""
    content = bytearray(file.read_bytes())
    for _ in range(chance.choice([1, 1, 10, 1000])):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    file.write_bytes(content)


def cut(chance: random.Random, file: Path) -> None:
    """Keep the beginning alone."""
    content = file.read_bytes()
    file.write_bytes(content[: chance.choice([0, 10, 32, chance.randrange(len(content))])])


def lengthen(chance: random.Random, file: Path) -> None:
    """Write something behind the end."""
    file.write_bytes(file.read_bytes() + chance.randbytes(chance.randint(1, 100)))


def exchange(chance: random.Random, file: Path) -> None:
    """Put the machine code of another kernel into its place."""
    file.write_bytes(chance.choice(_files(file.parent)).read_bytes())


def open_to_all(chance: random.Random, file: Path) -> None:
    """Let others write the file or the folder."""
    chance.choice([file, file.parent]).chmod(0o777)


def give_away(chance: random.Random, file: Path) -> None:
    """Make the file somebody else's, where that can be done."""
    if os.geteuid() == 0:
        os.chown(file, SOMEBODY, SOMEBODY)


def leave_half(chance: random.Random, file: Path) -> None:
    """A file as a killed process leaves it."""
    (file.parent / f".{file.name}.{chance.randrange(1000)}").write_bytes(file.read_bytes()[:100])


def replace(chance: random.Random, file: Path) -> None:
    """Put something else than a file into its place."""
    file.unlink()
    kind = chance.randrange(4)
    if kind == 0:
        file.mkdir()
    elif kind == 1:
        file.symlink_to("/dev/null")
    elif kind == 2:
        os.mkfifo(file, 0o600)


DAMAGED = (flip, cut, lengthen, exchange, open_to_all, give_away, leave_half, replace)
