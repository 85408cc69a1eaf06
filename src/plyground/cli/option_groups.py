"""Options that belong together, as one dataclass: each of its fields is an option of the command.

@dataclass(frozen=True)
class Limits:
    seconds: Annotated[float | None, typer.Option(help="Seconds for a move.")] = None

@grouped
def arena(game: GameArgument, limits: Limits) -> None: ...     # arena GAME --seconds 1
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command as Typer takes it, with the fields of its dataclasses in their places."""
    options: list[inspect.Parameter] = []
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    for each in _parameters(command):
        if is_dataclass(each.annotation):
            kind: Any = each.annotation
            fields = _parameters(kind)
            options += fields
            groups[each.name] = kind, [field.name for field in fields]
        else:
            options.append(each)

    @wraps(command)
    def flat(**given: Any) -> None:
        for group, (kind, names) in groups.items():
            given[group] = kind(**{name: given.pop(name) for name in names})
        command(**given)

    made: Any = flat
    made.__signature__ = inspect.Signature(options)
    made.__annotations__ = {each.name: each.annotation for each in options}
    return flat


def _parameters(takes: Callable[..., Any]) -> list[inspect.Parameter]:
    """What a function or a dataclass takes, with its types, and by keyword only."""
    types = get_type_hints(takes, include_extras=True)
    return [
        each.replace(annotation=types[each.name], kind=inspect.Parameter.KEYWORD_ONLY)
        for each in inspect.signature(takes).parameters.values()
    ]
