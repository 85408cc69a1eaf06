"""Which code is a library's: Python's own, NumPy's, Numba's. It is known by name and version.

A module is one of a library's if it lies where that library does, whatever its name is: a user's
`code.py` is not Python's.
"""

from __future__ import annotations

import math
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

# Known by their version, which is part of the fingerprint; never walked into.
LIBRARIES = frozenset({"numpy", "numba", "llvmlite", *sys.stdlib_module_names})


def is_library(module: ModuleType) -> bool:
    """Whether a module is one of Python's or of another library that is known by its version."""
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or getattr(module, "__file__", None)
    if origin in ("built-in", "frozen"):
        return True
    return module.__name__.partition(".")[0] in LIBRARIES and lies_in_library(str(origin))


def package_of(value: Any) -> str:
    """The package that defines a function, class or built-in; a library's name for those alone."""
    name = str(getattr(value, "__module__", None) or "")
    package = name.partition(".")[0]
    if package not in LIBRARIES:
        return package
    module = sys.modules.get(name) or sys.modules.get(package)
    return package if module is not None and is_library(module) else ""


def library_name(value: Any) -> str:
    """What a function, class or module is called in a library; empty if it is of none."""
    if isinstance(value, ModuleType):
        return value.__name__ if is_library(value) else ""
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if not isinstance(name, str) or not _is_definition(value):
        return ""
    for package in (getattr(value, "__module__", None), "numpy"):  # which its ufuncs do not say
        module: Any = sys.modules.get(str(package))
        if isinstance(module, ModuleType) and is_library(module):
            held: Any = module
            for part in name.split("."):
                held = getattr(held, part, None)
            if held is value:
                return f"{package}.{name}"
    return ""


def _is_definition(value: Any) -> bool:
    """Whether a value is something that modules define: a function, class or the like."""
    return isinstance(value, (FunctionType, BuiltinFunctionType, type)) or (
        package_of(type(value)) in ("numpy", "functools") and callable(value)
    )


def type_name(value: Any) -> str:
    """The text of a type of Numba's or NumPy's; empty for other values, and types of classes."""
    kind = type(value)
    if package_of(kind) == "numpy" and hasattr(value, "newbyteorder") and hasattr(value, "fields"):
        return f"dtype {item_of(value)}"
    is_type = package_of(kind) == "numba" and kind.__module__.startswith("numba.core.types")
    return f"{kind.__name__} {value}" if is_type and not hasattr(value, "instance_class") else ""


def item_of(dtype: Any) -> str:
    """A type of NumPy's, with its fields."""
    if dtype.fields is None:
        base, shape = dtype.subdtype or (dtype, ())
        return f"{base.str} {shape}" if base is dtype else f"{item_of(base)} {shape}"
    fields = (
        f"{name!r} {item_of(dtype.fields[name][0])} {dtype.fields[name][1]}" for name in dtype.names
    )
    return f"[{', '.join(fields)}] {dtype.itemsize} {dtype.isalignedstruct}"


@cache
def lies_in_library(file: str) -> bool:
    """Whether a file lies among those of Python or of a library."""
    return any(
        file.startswith(folder) and "site-packages" not in file[len(folder) :]
        for folder in _library_folders()
    )


@cache
def _library_folders() -> tuple[str, ...]:
    """The folders of Python's modules and of libraries."""
    files = [os.__file__, math.__spec__.origin if math.__spec__ else None]
    files += [spec.origin for name in ("numpy", "numba", "llvmlite") if (spec := find_spec(name))]
    return tuple(f"{Path(file).parent}{os.sep}" for file in files if file and os.sep in file)
