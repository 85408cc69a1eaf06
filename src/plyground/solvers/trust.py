"""A game of the user's keeps the contract, or nothing about it is called proven.

The checks of `plyground.conformance` run once: what passed is noted in the cache folder, under a
name that changes with the user's files, with the rules, and with the checks themselves.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from pathlib import Path
from typing import Any

from plyground.conformance import CHECKS, run_check
from plyground.errors import NonconformingError
from plyground.game import Game
from plyground.game.files import source_of, sources_of

SEED = 0


@functools.lru_cache(maxsize=256)
def check_once(game: Game[Any]) -> None:
    """Raise `NonconformingError` if a file of the user's breaks the contract; ours are tested."""
    source = source_of(type(game))
    if source is None:
        return
    passed = _note_of(game)
    if passed.exists():
        return
    for name in CHECKS:
        try:
            run_check(name, game, SEED)
        except NonconformingError as error:
            raise NonconformingError(
                f"{error}; nothing can be proven about {game} before `plyground check {source}` "
                "finds no mistake"
            ) from error
    with contextlib.suppress(OSError):
        passed.parent.mkdir(parents=True, exist_ok=True)
        passed.touch()


def _note_of(game: Game[Any]) -> Path:
    """The file that is there once the game has been checked, as it is now."""
    from plyground.kernel.cache import cache_directory
    from plyground.kernel.fingerprint import fingerprint

    known = hashlib.sha256(fingerprint((game.position_class, *CHECKS.values())).encode())
    known.update(repr(game.parameter_values).encode())
    for file in sources_of(type(game)):
        known.update(file.read_bytes())
    return cache_directory() / f"{game.name}-{known.hexdigest()[:32]}.checked"
