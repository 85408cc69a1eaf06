"""What the rules of a game are made of, for fingerprints of what was found out by them."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from plyground.game.game import Game
from plyground.kernel.fingerprint import LIBRARIES, names_in, unwrapped
from plyground.kernel.marks import is_compiled

MAKERS = ("start", "build", "parse_position")  # methods of a game that make positions
PLAIN = (int, float, str, bytes, tuple, frozenset, type(None))


def parts_of_rules(game: Game[Any]) -> list[Any]:
    """The class of its positions with what plays on, and what of the game makes positions.

    Of a class that is never compiled, all methods play on.
    """
    position = game.position_class
    parts = [position, game.symmetries]
    if not is_compiled(position):
        parts += [member for _, member in sorted(_members(position, tuple)) if _code(member)]
    return parts + [function for _, function in sorted(_makers(type(game)).items())]


def _makers(cls: type[Game[Any]]) -> dict[str, Any]:
    """Methods and plain attributes by which positions are made, those that others mention too."""
    members, found, waiting = dict(_members(cls, Game)), dict[str, Any](), list(MAKERS)
    while waiting:
        name = waiting.pop()
        if name in members and name not in found:
            found[name] = members[name]
            waiting += [] if _code(members[name]) is None else names_in(members[name].__code__)
    return {name: held for name, held in found.items() if _code(held) or isinstance(held, PLAIN)}


def _members(cls: type, above: type) -> Iterator[tuple[str, Any]]:
    """What a class defines, and those it is made of, without `above` and what libraries made."""
    for each in reversed(cls.__mro__):
        for name, member in vars(each).items() if each not in above.__mro__ else ():
            function = unwrapped(member)
            package = str(getattr(function, "__module__", "")).partition(".")[0]
            if _code(function) is None or package not in LIBRARIES:
                yield name, function


def _code(member: Any) -> CodeType | None:
    return member.__code__ if isinstance(member, FunctionType) else None
