"""Refusal of code other than the plan's, in the processes in which games are played.

A plan holds a fingerprint of what was loaded of each agent and of the game. A process that plays
them computes it anew, of what it has loaded itself and not of what the files say by then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from plyground.agents import parse_spec
from plyground.agents.kinds import is_foreign
from plyground.errors import ChangedCodeError, PlygroundError
from plyground.game import Game
from plyground.game.files import loaded_once, sources_of
from plyground.tournaments.fingerprint import (
    files_in,
    fingerprint_of_loaded,
    fingerprint_of_rules,
    maker_of,
    texts_in,
)

WRITTEN = ("", ".log", ".txt", ".out", ".err", ".csv", ".tmp", ".db")  # of files that grow


def planned_game(
    make: Callable[[], Game[Any]], code: Mapping[str, str], *, foreign: bool
) -> Game[Any]:
    """Return the game that `make` makes; `ChangedCodeError` if its code or an agent's is another.

    `code` holds the plan's fingerprints by agent, and `foreign` says which of them are loaded here:
    those of other people's code or those of ours. Without any, nothing is refused.
    """
    with loaded_once():
        try:
            game = make()
            for spec, planned in code.items():
                if is_foreign(game, spec) == foreign:
                    check_code(game, spec, planned)
        except ChangedCodeError:
            raise
        except PlygroundError as error:
            if not code:
                raise
            said = f"{error} (there was no such error when the tournament was planned)"
            raise ChangedCodeError(said) from error
    return game


def specs_with_files(game: Game[Any], code: Mapping[str, str]) -> set[str]:
    """Our agents of which arguments name files, such as networks and programs of engines."""
    return {spec for spec in code if not is_foreign(game, spec) and _files_behind(game, spec)[1]}


def check_code(game: Game[Any], spec: str, planned: str) -> None:
    """Raise `ChangedCodeError` unless the agent, with the game, has the plan's fingerprint.

    An engine is not checked whose command names a file that it may write itself, as a log is.
    """
    if fingerprint_of_loaded(game, spec) != planned:
        code, named = _files_behind(game, spec)
        if not any(map(_may_be_written, named)):
            raise ChangedCodeError(_refusal(spec, [*code, *named]))


def _files_behind(game: Game[Any], text: str) -> tuple[list[Path], list[Path]]:
    """The user's files behind an agent: of code, and those that its arguments name."""
    make, arguments = maker_of(game, parse_spec(text))
    code = [*sources_of(type(game)), *(sources_of(make) if isinstance(make, type) else ())]
    return code, [file for file in files_in(texts_in(arguments)) if file.is_file()]


def _may_be_written(file: Path) -> bool:
    return file.suffix in WRITTEN and not os.access(file, os.X_OK)


def check_rules(game: Game[Any], planned: str) -> None:
    """Raise `ChangedCodeError` unless the rules have the fingerprint of those that games follow."""
    if fingerprint_of_rules(game) != planned:
        raise ChangedCodeError(_refusal(str(game), sources_of(type(game))))


def _refusal(what: str, files: list[Path]) -> str:
    """Say which file was edited: of those behind the code, the one that changed last."""
    dated = [(file.stat().st_ctime_ns, file.name) for file in files if file.exists()]
    if not dated:
        return (
            f"the code of {what} is not what the tournament was planned with: Plyground or another "
            "package was changed since, or a file is gone"
        )
    return f"{max(dated)[1]} was edited since the tournament was planned"
