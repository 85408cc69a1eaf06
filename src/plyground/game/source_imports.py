"""A user's modules: under names of their own, and always made from what their files say now.

What `heap.py` imports from its folder belongs to it alone, and stays for as long as it does: its
`import helper` is that of `plyground_user_heap_1a2b3c4d_beside.helper`, so that a `helper.py` of
another game is another module, one with the name of a module of Python's is no less found, and
functions and classes can be found again by the names of their modules, as machine code from the
disk must. All other modules import as ever.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.kernel.fingerprint import PREFIX
from plyground.kernel.libraries import lies_in_library

BESIDE = "_beside"  # of the name of the package that stands for the folder of a file
PACKAGE = Path(__file__).parents[1]
INSTALLED = {"site-packages", "dist-packages"}
_import = builtins.__import__
_contents: dict[str, dict[Path, bytes]] = {}  # by the user's module, what was read of its helpers


def root_of(name: str) -> str:
    """The name of the user's module that a module belongs to."""
    return name.partition(".")[0].removesuffix(BESIDE)


def is_part(name: str, root: str) -> bool:
    """Whether a module belongs to the user's module of the name `root`, or is it."""
    return name.startswith(PREFIX) and root_of(name) == root


def contents_read(root: str) -> dict[Path, bytes]:
    """Return the files that a user's module has imported, as they were read then."""
    return _contents.get(root, {})


def let_import(module: ModuleType, folder: Path) -> None:
    """Let a user's module import others from that folder."""
    _contents.pop(module.__name__, None)
    package = sys.modules[f"{module.__name__}{BESIDE}"] = ModuleType(f"{module.__name__}{BESIDE}")
    package.__path__ = [str(folder)]
    _give_imports(module)


def _give_imports(module: ModuleType) -> None:
    """Give a module the `import` of a user's."""
    beside = f"{root_of(module.__name__)}{BESIDE}"
    module.__dict__["__builtins__"] = {
        **vars(builtins),
        "__import__": partial(_import_beside, beside),
    }


def _import_beside(
    beside: str,
    name: str,
    known: Mapping[str, Any] | None = None,
    local: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Python's `__import__`, for which modules of the user's folder come first."""
    top = name.partition(".")[0]
    if level or not _lies_beside(beside, top):
        return _import(name, known, local, names or (), level)
    whole = _import(f"{beside}.{name}", known, local, names or (), 0)
    return whole if names else sys.modules[f"{beside}.{top}"]


def _lies_beside(beside: str, top: str) -> bool:
    """Whether a module of that name is the user's: in the folder, and no installed one nor ours."""
    folder = sys.modules[beside].__path__[0] if beside in sys.modules else ""
    spec = _spec(f"{beside}.{top}", folder)
    if spec is None:
        return False
    if spec.origin is None:  # a folder without code, of which there may be any
        return top not in sys.modules and find_spec(top) is None
    is_installed = top == PACKAGE.name or not INSTALLED.isdisjoint(Path(spec.origin).parts)
    return not is_installed and not lies_in_library(spec.origin)


def _spec(name: str, folder: str) -> ModuleSpec | None:
    """What Python finds for a module's name in a folder, looked at anew."""
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (_FromSource, SOURCE_SUFFIXES)
    return FileFinder(folder, *loaders).find_spec(name) if folder else None


class _FromSource(SourceFileLoader):
    """Neither reads nor keeps bytecode.

    Python takes bytecode for current if the file has the same length and was written in the same
    second, as happens where a number is edited and the game loaded at once.
    """

    def path_stats(self, path: Any) -> Any:
        raise OSError("no bytecode")

    def get_data(self, path: str) -> bytes:
        content = super().get_data(path)
        _contents.setdefault(root_of(self.name), {})[Path(path)] = content
        return content

    def exec_module(self, module: ModuleType) -> None:
        _give_imports(module)
        super().exec_module(module)


class _Known:
    """Loads a module that is there already."""

    def __init__(self, module: ModuleType) -> None:
        self.module, self.spec = module, module.__spec__

    def create_module(self, _spec: ModuleSpec) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec


class _Finder:
    """Finds the modules of a user's folder."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a part of a user's module, or what one asks `importlib` for."""
        if name.startswith(PREFIX):
            return next(filter(None, (_spec(name, folder) for folder in path or ())), None)
        asking = sys._getframe(1)
        while asking.f_back and asking.f_globals.get("__name__", "").startswith("importlib"):
            asking = asking.f_back
        module = asking.f_globals.get("__name__", "")
        beside = f"{root_of(module)}{BESIDE}"
        if path is not None or not module.startswith(PREFIX) or not _lies_beside(beside, name):
            return None
        loader: Any = _Known(import_module(f"{beside}.{name}"))
        return ModuleSpec(f"{beside}.{name}", loader)


sys.meta_path.insert(0, _Finder)
