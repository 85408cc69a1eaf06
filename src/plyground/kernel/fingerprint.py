"""
A fingerprint of everything that decides what machine code a kernel becomes.

Numba's own disk cache looks at the file of the function it compiles and at nothing else: edit
a game, and a search over it would run yesterday's rules. This fingerprint follows the code
itself instead. Starting from a function or a class it hashes the bytecode, the constants and,
through every global name, the functions, classes and values they refer to. So it notices an
edit in any file, another value of a constant or table, and a game typed into a notebook; and it
does not mind an edited comment. Within one process, machine code keeps the values that globals
had when it was made.

Values enter it by what they hold, never by how they print themselves. A module is one of a
library's if it lies where that library does, whatever its name is; what it defines is known by its
name there. An object that cannot be looked into is kept aside, for `KernelCache` to see whether
machine code may hold it.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from plyground.kernel.libraries import (
    LIBRARIES,
    is_library,
    item_of,
    library_name,
    lies_in_library,
    package_of,
    type_name,
)
from plyground.kernel.machine import check_compiler
from plyground.kernel.marks import compiled_classes, methods_of
from plyground.kernel.search_kernel import Kernel
from plyground.kernel.source_files import SourceFile, file_digest, meaning_of

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))
CHANGING = (dict, list, set)
OURS = "plyground"
PREFIX = "plyground_user_"  # of the names of a user's modules, which also tell where those lie
UNUSUAL = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS  # flags of code
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
    return fingerprint_and_opaque(roots)[0]


def fingerprint_and_opaque(roots: Iterable[Any]) -> tuple[str, list[Any]]:
    """The fingerprint of `roots`, and the objects among what they refer to that hold anything."""
    walk = _Walk()
    walk.note(_foundation())
    for root in roots:
        walk.visit(root)
    return walk.digest(), walk.opaque


def source_fingerprint(roots: Iterable[Any]) -> str:
    """Hex digits that change whenever the source of `roots` does, the same on every machine.

    It looks at whole files where `fingerprint` looks at bytecode, which differs between versions of
    Python, and at no version of any library.
    """
    walk = _SourceWalk()
    for file in BRIDGE:
        walk.note(file_digest(str(Path(__file__).with_name(file))))
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
    check_compiler()
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
        self.opaque: list[Any] = []  # objects whose content is unknown
        self.follows = True  # objects, since the name that means one is that of a constant
        self.open: set[int] = set()  # containers that are being looked into
        self.seen: dict[int, Any] = {}  # the values keep their ids from being reused
        self.places: dict[int, str] = {}  # of functions and classes: name, and which of that name
        self.named: dict[str, int] = {}  # how many have a name
        self.known: set[type] = set()  # whose methods were visited
        self.walked: set[tuple[int, tuple[str, ...]]] = set()  # modules, with the names sought

    def digest(self) -> str:
        return self.hash.hexdigest()

    def note(self, text: str) -> None:
        self.hash.update(text.encode(errors="surrogatepass") + b"\0")

    def visit(self, value: Any) -> None:
        if isinstance(value, MethodType):
            self.visit(value.__self__)
        value = self._of_numba(unwrapped(value))
        if isinstance(value, (FunctionType, type)):
            if self._is_again(value, value.__name__):
                return
            name = library_name(value)
            if name:
                self.note(f"library {name if isinstance(value, FunctionType) else repr(value)}")
            elif isinstance(value, type):
                self._visit_class(value)
            else:
                self._visit_function(value)
        elif isinstance(value, SourceFile):
            self._visit_file(value.path)
        else:
            self._visit_value(value)

    def _is_again(self, value: Any, name: str) -> bool:
        """Whether a value was visited before; notes which it is, of those that share its name."""
        if id(value) in self.seen:
            self.note(f"again {self.places[id(value)]}")
            return True
        self.seen[id(value)] = value
        number = self.named[name] = self.named.get(name, 0) + 1
        self.places[id(value)] = name if number == 1 else f"{name} {number}"
        return False

    def _of_numba(self, value: Any) -> Any:
        """The function that an object of Numba's compiles; notes how. Other values as they are."""
        if package_of(type(value)) != "numba":
            return value
        inner = getattr(value, "_dispatcher", value)  # of a universal function
        for name in ("py_func", "_pyfunc", "_defn"):
            function = getattr(inner, name, None)
            if isinstance(function, FunctionType):
                kinds = [*getattr(value, "types", ()), *getattr(inner, "overloads", ())]
                fixed = getattr(value, "_frozen", not getattr(inner, "_can_compile", True))
                how = (getattr(value, "_sig", ""), getattr(value, "signature", ""), fixed)
                self.note(
                    f"{type(value).__name__} {how} {sorted(map(str, kinds)) if fixed else ()}"
                )
                self.note(self._text_of(getattr(inner, "targetoptions", {})))
                return function
        return value

    def _visit_function(self, function: FunctionType) -> None:
        self.note(f"function {function.__qualname__} {self._text_of(function.__defaults__)}")
        if function.__kwdefaults__:
            self.note(f"names {self._text_of(function.__kwdefaults__)}")
        if lies_in_library(function.__code__.co_filename):  # it calls what it encloses
            self.note(f"library {function.__code__.co_qualname}")
        else:
            self._visit_code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            try:
                self.visit(cell.cell_contents)
            except ValueError:
                self.note("an empty cell")

    def _visit_code(self, code: CodeType, names: dict[str, Any]) -> None:
        self.bytes += len(code.co_code)
        self.note(repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars)))
        unusual = code.co_flags & UNUSUAL, code.co_kwonlyargcount, code.co_exceptiontable
        if any(unusual):
            self.note(repr(unusual))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._visit_code(constant, names)
            else:
                self.note(self._text_of(constant))
        for name in code.co_names:
            self._visit_global(name, names, code.co_names)

    def _visit_global(self, name: str, held: dict[str, Any], names: tuple[str, ...]) -> None:
        """What a name means, of those that code uses; not what the program changes as it runs."""
        value = held.get(name, name)
        if isinstance(value, ModuleType):
            self._visit_module(value, names)
        elif name in held and (name.strip("_").isupper() or not isinstance(value, CHANGING)):
            self.follows = name.strip("_").isupper()
            self.visit(value)

    def _visit_module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Whatever of a module the code may mean: an attribute by any name that it uses."""
        name = module.__name__
        self.note(f"module {name.partition('.')[2] if name.startswith(PREFIX) else name}")
        walked = (id(module), names)
        if is_library(module) or walked in self.walked:
            return
        self.walked.add(walked)
        for name in names:
            if vars(module).get(name) is not module:
                self._visit_global(name, vars(module), names)

    def _visit_class(self, cls: type) -> None:
        self.note(f"class {cls.__qualname__} {getattr(cls, '_fields', ())!r}")
        self.note(self._text_of(getattr(cls, "_field_defaults", {})))
        if issubclass(cls, Enum):
            for name, member in cls.__members__.items():
                self.note(f"member {name}")
                self.visit(member.value)
        if cls in compiled_classes:
            for method in methods_of(cls).values():
                self.visit(method)
        elif package_of(cls) != OURS:
            for base in cls.__bases__:
                self.visit(base)
            self._visit_methods(cls)
            fields = getattr(getattr(cls, "class_type", None), "struct", {})  # of a jitclass
            self.note(repr({name: str(kind) for name, kind in fields.items()}))

    def _visit_value(self, value: Any) -> None:
        kind = type(value)
        if kind in PLAIN:
            self.note(repr(value))
        elif isinstance(value, Enum):
            self.visit(kind)
            self.note(f"member {value.name}")
        elif isinstance(value, tuple):
            self.note(f"tuple of {len(value)}")
            self.visit(kind)
            for item in value:
                self.visit(item)
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self._visit_array(value)
        elif kind in (*CHANGING, frozenset):
            self.note(self._text_of(value))
        elif isinstance(value, slice):
            self.note(f"slice {self._text_of((value.start, value.stop, value.step))}")
        elif (name := library_name(value)) or (name := type_name(value)):
            self.note(f"library {name}")
        else:
            self._visit_object(value)

    def _visit_array(self, value: Any) -> None:
        """An array by what it holds, or a number of NumPy's."""
        self.note(repr((value.dtype.str, value.shape)))
        if value.dtype.names or not getattr(value, "flags", value.dtype).c_contiguous:
            self.note(repr((item_of(value.dtype), value.flags.c_contiguous)))
        if value.dtype.hasobject:
            self.visit(value.tolist())
        else:
            self.hash.update(value.tobytes())
        if package_of(type(value)) != "numpy":
            self.visit(type(value))

    def _visit_object(self, value: Any) -> None:
        """An object by what it holds, if it is a constant, and what its methods do."""
        kind = type(value)
        plain: Any = next((base for base in PLAIN if isinstance(value, base)), None)
        if plain is not None:
            self.note(plain.__repr__(value))
        elif self._is_again(value, kind.__name__):
            return
        else:
            self.note(f"{package_of(kind)} {kind.__qualname__}")
            self.opaque.append(value)
        whole = isinstance(value, functools.partial) or (self.follows and package_of(kind) != OURS)
        for part in _parts_of(value) if whole and plain is None else ():
            self.note(self._text_of(part))
        self._visit_methods(kind)

    def _visit_methods(self, cls: type) -> None:
        """What the objects of somebody's class do."""
        if package_of(cls) not in {*LIBRARIES, OURS} and cls not in self.known:
            self.known.add(cls)
            for member in vars(cls).values():
                if isinstance(unwrapped(member), FunctionType):
                    self.visit(member)

    def _visit_file(self, file: Path) -> None:
        self.note(f"file {meaning_of(file)}")

    def _text_of(self, value: Any) -> str:
        """A value as text that is the same in every process; visits what is no plain data."""
        kind = type(value)
        if kind in PLAIN:
            return repr(value)
        if isinstance(value, Enum):
            self.visit(kind)
            return f"{kind.__qualname__}.{value.name}"
        if kind not in (*CHANGING, frozenset, tuple):
            if package_of(kind) == "numpy" and getattr(value, "size", 1) == 0:
                return repr(value)  # which kept proofs know; of no elements none is left out
            self.visit(value)
            return f"<{kind.__qualname__}>"
        if id(value) in self.open:
            return "itself"
        self.open.add(id(value))
        try:
            if kind is dict:
                items = value.items()
                return repr([(self._text_of(key), self._text_of(held)) for key, held in items])
            parts = [*map(self._text_of, value)]
            return repr(sorted(parts) if kind in (set, frozenset) else parts)
        finally:
            self.open.remove(id(value))


class _SourceWalk(_Walk):
    """A traversal that knows code by the file that it was written in, and its place there."""

    def _visit_code(self, code: CodeType, names: dict[str, Any]) -> None:
        self.note(f"line {code.co_firstlineno} of {file_digest(code.co_filename)}")
        if not file_digest(code.co_filename):
            self.note(repr((code.co_code, code.co_consts)))
        used = tuple(sorted(names_in(code)))
        for name in used:
            self._visit_global(name, names, used)

    def _visit_file(self, file: Path) -> None:
        self.note(f"file {file_digest(str(file))}")


def unwrapped(value: Any) -> Any:
    """The function inside a method, property, kernel or cache; other values as they are."""
    for kind, name in WRAPPERS.items():
        if isinstance(value, kind):
            return unwrapped(getattr(value, name))
    return value


def _parts_of(value: Any) -> list[Any]:
    """What an object is made of again where it is copied; nothing of one that cannot be copied."""
    try:
        reduced = value.__reduce_ex__(2)
    except Exception:  # whatever its class raises
        return []
    return (
        [reduced]
        if isinstance(reduced, str)
        else [list(part) if hasattr(part, "__next__") else part for part in reduced]
    )


def names_in(code: CodeType) -> set[str]:
    """The names that code uses, that of functions inside it too."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(names_in, inner))
