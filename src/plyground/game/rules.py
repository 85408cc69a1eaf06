"""What the rules of a game are made of, for fingerprints of what was found out by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from plyground.game.game import Game
from plyground.kernel.fingerprint import names_in
from plyground.kernel.marks import is_compiled

MAKERS = ("start", "build", "parse_position")  # methods of a game that make positions
PLAIN = (int, float, str, bytes, tuple, frozenset, type(None))


def rules_of(game: Game[Any]) -> list[Any]:
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
    """What a class and those between it and another one define, the function inside a property."""
    for each in reversed(cls.__mro__):
        if each is not above and issubclass(each, above):
            for name, member in vars(each).items():
                yield name, _function_in(member)


def _function_in(member: Any) -> Any:
    """The function that a property or method of a class is made of; other values as they are."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return member.__func__ if isinstance(member, (staticmethod, classmethod)) else member


def _code(member: Any) -> CodeType | None:
    return member.__code__ if isinstance(member, FunctionType) else None
