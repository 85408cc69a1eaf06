"""Functions by which code of others extends Numba: they may stand behind any name.

`numba.extending.overload` and its like register functions with Numba and leave no trace in what
machine code mentions. So all of them belong to every fingerprint of machine code, but for those of
Numba itself and ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import imputils
from numba.core.typing import templates

from plyground.kernel.fingerprint import OURS
from plyground.kernel.libraries import LIBRARIES, package_of

_known: list[Any] = []
_seen: dict[int, int] = {}  # entries of each list that were looked at; the lists only grow


def foreign_extensions() -> list[Any]:
    """What others have registered with Numba until now, in the order in which they did."""
    typing, lowering = templates.builtin_registry, imputils.builtin_registry
    lists = [typing.functions, typing.attributes, typing.globals, lowering.functions]
    lists += [lowering.getattrs, lowering.setattrs, lowering.casts, lowering.constants]
    for entries in lists:
        for entry in entries[_seen.get(id(entries), 0) :]:
            # A function by which a name or a function is lowered comes first, a type of one last.
            made = entry[-1 if entries is typing.globals else 0] if type(entry) is tuple else entry
            _known.extend(_foreign_in(made))
        _seen[id(entries)] = len(entries)
    return _known


def _foreign_in(made: Any) -> Iterator[Any]:
    for template in getattr(made, "templates", (made,)):
        for part in (getattr(template, "_overload_func", None), getattr(template, "generic", None)):
            function = part or template
            if callable(function) and package_of(function) not in {*LIBRARIES, OURS, ""}:
                yield function
