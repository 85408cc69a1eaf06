"""A game of the user's keeps the contract, or nothing about it is called proven.

The checks of `plyground.conformance` run once: what passed is noted in the cache folder, under a
name that changes with the user's files, with the rules, and with the checks themselves. The games
of a published site were checked when it was written.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from pathlib import Path
from typing import Any

from plyground.conformance import CHECKS, run_check
from plyground.errors import NonconformingError
from plyground.folders import cache_directory, read_own
from plyground.game import Game
from plyground.game.files import source_of, sources_of

SEED = 0
_trusted: set[type[Game[Any]]] = set()


def trust(game: type[Game[Any]]) -> None:
    """Take it that a game keeps the contract: it was checked where it comes from."""
    _trusted.add(game)


@functools.lru_cache(maxsize=256)
def check_once(game: Game[Any]) -> None:
    """Raise `NonconformingError` if a file of the user's breaks the contract; ours are tested."""
    source = source_of(type(game))
    if source is None or type(game) in _trusted:
        return
    passed = _note_of(game)
    if passed is not None and read_own(passed) is not None:
        return
    for name in CHECKS:
        try:
            run_check(name, game, SEED)
        except NonconformingError as error:
            raise NonconformingError(
                f"{error}; nothing can be proven about {game} before `plyground check {source}` "
                "finds no mistake"
            ) from error
    if passed is not None:
        with contextlib.suppress(OSError):
            passed.unlink(missing_ok=True)  # one that others may write would not count
            passed.touch(mode=0o600)


def _note_of(game: Game[Any]) -> Path | None:
    """The file that is there once the game has been checked, as it is now; None without a cache."""
    from plyground.kernel.fingerprint import fingerprint

    folder = cache_directory()
    if folder is None:
        return None
    known = hashlib.sha256(fingerprint((game.position_class, *CHECKS.values())).encode())
    known.update(repr(game.parameter_values).encode())
    for file in sources_of(type(game)):
        known.update(file.read_bytes())
    return folder / f"{game.name}-{known.hexdigest()[:32]}.checked"
