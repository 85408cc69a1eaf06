"""
A fingerprint of everything that decides what machine code a kernel becomes.

Numba's own disk cache looks at the file of the function it compiles and at nothing else: edit
a game, and a search over it would run yesterday's rules. This fingerprint follows the code
itself instead. Starting from a function or a class it hashes the bytecode, the constants and,
through every global name, the functions, classes and values they refer to. So it notices an
edit in any file, another value of a constant or table, and a game typed into a notebook; and it
does not mind an edited comment. Within one process, machine code keeps the values that globals
had when it was made.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from plyground.kernel.marks import compiled_classes, methods_of
from plyground.kernel.search_kernel import Kernel

# Known by their version, which is part of the fingerprint; never walked into.
LIBRARIES = frozenset({"numpy", "numba", "llvmlite", *sys.stdlib_module_names})
CHANGING = (dict, list, set)
ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # in the text of an object: it differs in every process
OURS = "plyground"
WRAPPERS: dict[type, str] = {
    staticmethod: "__func__",
    classmethod: "__func__",
    MethodType: "__func__",
    property: "fget",
    functools.cached_property: "func",
    functools._lru_cache_wrapper: "__wrapped__",
    Kernel: "function",
}
BRIDGE = (
    "bridge.py",
    "tile_code.py",
    "unrolled.py",
)  # what decides how source becomes machine code


def fingerprint(roots: Iterable[Any]) -> str:
    """Hex digits that change whenever the machine code of `roots` would."""
    walk = _Walk()
    walk.note(_foundation())
    for root in roots:
        walk.visit(root)
    return walk.digest()


def source_fingerprint(roots: Iterable[Any]) -> str:
    """Hex digits that change whenever the source of `roots` does, the same on every machine.

    It looks at whole files where `fingerprint` looks at bytecode, which differs between versions of
    Python, and at no version of any library.
    """
    walk = _SourceWalk()
    for file in BRIDGE:
        walk.note(_file_digest(str(Path(__file__).with_name(file))))
    for root in roots:
        walk.visit(root)
    return walk.digest()


def code_fingerprints(roots: Sequence[Any]) -> list[str]:
    """Two fingerprints of what `roots` do, whatever makes machine code of them.

    The first, of bytecode, stays the same when a comment is edited; the second, of whole files,
    under another version of Python. Where neither is as it was, the code may mean something else.
    """
    walks = [_Walk(), _SourceWalk()]
    for walk in walks:
        for root in roots:
            walk.visit(root)
    return [walk.digest() for walk in walks]


def code_size(roots: Iterable[Any]) -> int:
    """The bytes of bytecode that the machine code of `roots` is made from."""
    walk = _Walk()
    for root in roots:
        walk.visit(root)
    return walk.bytes


@cache
def _foundation() -> str:
    """The versions of Python and Numba, and the source of the bridge itself."""
    import llvmlite
    import numba
    import numpy

    sources = sorted(Path(__file__).parent.glob("*.py"))
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    versions = (sys.version, numba.__version__, llvmlite.__version__, numpy.__version__)
    return repr((versions, own))


class _Walk:
    """One traversal; visits everything once, in an order that does not depend on memory."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.bytes = 0  # of bytecode
        self.seen: dict[int, Any] = {}  # the values keep their ids from being reused
        self.known: set[type] = set()  # whose methods were visited
        self.walked: set[tuple[int, tuple[str, ...]]] = set()  # modules, with the names sought

    def digest(self) -> str:
        return self.hash.hexdigest()

    def note(self, text: str) -> None:
        self.hash.update(text.encode() + b"\0")

    def visit(self, value: Any) -> None:
        value = unwrapped(value)
        if _top_package(type(value)) == "numba":
            value = getattr(value, "py_func", value)
        if isinstance(value, (FunctionType, type)):
            if id(value) in self.seen:
                self.note(f"again {value.__name__}")
                return
            self.seen[id(value)] = value
        if _top_package(value) in LIBRARIES:
            self.note(f"library {_text_of(value)}")
        elif isinstance(value, FunctionType):
            self._visit_function(value)
        elif isinstance(value, type):
            self._visit_class(value)
        else:
            self._visit_value(value)

    def _visit_function(self, function: FunctionType) -> None:
        self.note(f"function {function.__qualname__} {_text_of(function.__defaults__)}")
        self._visit_code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)

    def _visit_code(self, code: CodeType, names: dict[str, Any]) -> None:
        self.bytes += len(code.co_code)
        self.note(repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars)))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._visit_code(constant, names)
            else:
                self.note(_text_of(constant))
        for name in code.co_names:
            self._visit_global(name, names, code.co_names)

    def _visit_global(self, name: str, held: dict[str, Any], names: tuple[str, ...]) -> None:
        """What a name means, of those that code uses; not what the program changes as it runs."""
        value = held.get(name, name)
        if isinstance(value, ModuleType):
            self._visit_module(value, names)
        elif name in held and (name.strip("_").isupper() or not isinstance(value, CHANGING)):
            self.visit(value)

    def _visit_module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Whatever of a module the code may mean: an attribute by any name that it uses."""
        self.note(f"module {module.__name__}")
        walked = (id(module), names)
        if module.__name__.partition(".")[0] in LIBRARIES or walked in self.walked:
            return
        self.walked.add(walked)
        for name in names:
            if vars(module).get(name) is not module:
                self._visit_global(name, vars(module), names)

    def _visit_class(self, cls: type) -> None:
        self.note(f"class {cls.__qualname__} {getattr(cls, '_fields', ())!r}")
        self.note(_text_of(getattr(cls, "_field_defaults", {})))
        if issubclass(cls, Enum):
            self.note(repr(list(cls)))
        if cls in compiled_classes:
            for method in methods_of(cls).values():
                self.visit(method)

    def _visit_value(self, value: Any) -> None:
        if isinstance(value, tuple):
            self.note(f"tuple of {len(value)}")
            self.visit(type(value))
            for item in value:
                self.visit(item)
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self.note(repr((value.dtype.str, value.shape)))
            self.hash.update(value.tobytes())
        else:
            self.note(_text_of(value))
            self._visit_methods(type(value))

    def _visit_methods(self, cls: type) -> None:
        """What the objects of somebody's class do."""
        if _top_package(cls) not in {*LIBRARIES, OURS} and cls not in self.known:
            self.known.add(cls)
            for member in vars(cls).values():
                if isinstance(member, FunctionType):
                    self.visit(member)


class _SourceWalk(_Walk):
    """A traversal that knows code by the file that it was written in, and its place there."""

    def _visit_code(self, code: CodeType, names: dict[str, Any]) -> None:
        self.note(f"line {code.co_firstlineno} of {_file_digest(code.co_filename)}")
        if not _file_digest(code.co_filename):
            self.note(repr((code.co_code, code.co_consts)))
        used = tuple(sorted(names_in(code)))
        for name in used:
            self._visit_global(name, names, used)


def unwrapped(value: Any) -> Any:
    """The function inside a method, property, kernel or cache; other values as they are."""
    for kind, name in WRAPPERS.items():
        if isinstance(value, kind):
            return unwrapped(getattr(value, name))
    return value


def _text_of(value: Any) -> str:
    """The value as text that is the same in every process."""
    if isinstance(value, (set, frozenset)):
        return repr(sorted(map(_text_of, value)))
    if isinstance(value, dict):
        return repr([(_text_of(key), _text_of(held)) for key, held in value.items()])
    if type(value) in (tuple, list):
        return repr([*map(_text_of, value)])
    return ADDRESS.sub("", repr(value))


def names_in(code: CodeType) -> set[str]:
    """The names that code uses, that of functions inside it too."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def _file_digest(name: str) -> str:
    """A digest of a file; empty if there is none."""
    try:
        found = Path(name).stat()
        return _digest_at(name, found.st_mtime_ns, found.st_size)
    except OSError:
        return ""


@cache
def _digest_at(name: str, _changed: int, _size: int) -> str:
    return hashlib.sha256(Path(name).read_bytes()).hexdigest()


def _top_package(value: Any) -> str:
    """The package that defines a function, class or built-in; empty for other values."""
    if isinstance(value, (FunctionType, type, BuiltinFunctionType)):
        return (value.__module__ or "").partition(".")[0]
    return ""
