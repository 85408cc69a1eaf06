"""Names of a package whose modules are imported when one of them is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def imported_when_used(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package that has these names, each in a module below the package."""

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find
