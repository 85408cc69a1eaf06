"""What the rules of a game are made of, for fingerprints of what was found out by them."""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import Any

from plyground.game.files import sources_of
from plyground.game.game import Game
from plyground.kernel.fingerprint import names_in, unwrapped
from plyground.kernel.libraries import LIBRARIES, package_of
from plyground.kernel.marks import is_compiled
from plyground.kernel.source_files import SourceFile

MAKERS = ("start", "build", "parse_position")  # methods of a game that make positions
PLAIN = (int, float, str, bytes, tuple, frozenset, type(None))


def parts_of_rules(game: Game[Any]) -> list[Any]:
    """The class of its positions with what plays on, and what of the game makes positions.

    Of a class that is never compiled, all methods play on. All of a user's code belongs to the
    rules, and what it reads from disk while a game begins.
    """
    position = game.position_class
    parts = [position, game.symmetries]
    if not is_compiled(position):
        members = _members(position, tuple)
        parts += [each for name in sorted(members) for each in members[name] if _code(each)]
    game.start()  # for which it may read files
    return parts + _makers(type(game)) + [*map(SourceFile, sources_of(type(game)))]


def _makers(cls: type[Game[Any]]) -> list[Any]:
    """Methods and plain attributes by which positions are made, those that others mention too."""
    members, found, waiting = _members(cls, Game), set[str](), list(MAKERS)
    while waiting:
        name = waiting.pop()
        if name in members and name not in found:
            found.add(name)
            codes = filter(None, map(_code, members[name]))
            waiting += [mentioned for code in codes for mentioned in names_in(code)]
    made_of = [each for name in sorted(found) for each in members[name]]
    return [each for each in made_of if _code(each) or isinstance(each, PLAIN)]


def _members(cls: type, above: type) -> dict[str, list[Any]]:
    """What a class and those that it is made of define, by name, the first of them first.

    Without what `above` defines, and what libraries made.
    """
    found: dict[str, list[Any]] = {}
    for each in cls.__mro__:
        for name, member in vars(each).items() if each not in above.__mro__ else ():
            function = unwrapped(member)
            if _code(function) is None or package_of(function) not in LIBRARIES:
                found.setdefault(name, []).append(function)
    return found


def _code(member: Any) -> CodeType | None:
    return member.__code__ if isinstance(member, FunctionType) else None
