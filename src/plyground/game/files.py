"""Games in files and folders of the user's: loading them, and telling where their mistakes are.

A file becomes a module under a name of its own. Modules that it imports from its folder belong
to it alone: two games in different folders may both have a `helpers.py`, and a game is loaded
anew when its file or one of its helpers has changed. A folder with an `__init__.py` becomes a
package; its modules import each other as in `from .rules import Snort`.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from plyground.errors import PlygroundError, UnknownGameError
from plyground.game.source_imports import PREFIX, from_source
from plyground.reading import SHOWN


@dataclass(frozen=True)
class _Loaded:
    """A loaded file, and what it and its helpers contained then."""

    module: ModuleType
    contents: dict[Path, bytes]

    def is_current(self) -> bool:
        return all(_read(path) == content for path, content in self.contents.items())


_loaded: dict[Path, _Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """The module in that file or folder; `UnknownGameError` with the line if it has mistakes."""
    try:
        file = (path / "__init__.py" if path.is_dir() else path).resolve()
        content = file.read_bytes()
    except (OSError, ValueError):
        raise UnknownGameError(f"no file {str(path)[:SHOWN]}") from None
    source = path.resolve()
    if not _is_text(source):
        raise UnknownGameError(f"the name {str(source)!a} is not UTF-8: rename the file")
    if source in _loaded and _loaded[source].is_current():
        return _loaded[source].module
    module = _new_module(source, file)
    with _imports_from(file.parent) as helpers:
        try:
            exec(compile(content, str(file), "exec"), module.__dict__)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            sys.modules.pop(module.__name__, None)
            raise UnknownGameError(_complaint(file, error)) from error
    if source.is_dir():
        helpers += source.glob("*.py")  # those, too, that are imported when they are needed
    contents = {helper: _read(helper) or b"" for helper in helpers}
    _loaded[source] = _Loaded(module, {file: content, **contents})
    return module


def is_loaded(path: Path) -> bool:
    """Whether that file or folder was loaded in this process before."""
    with contextlib.suppress(OSError, ValueError):  # of a path that no file can have
        return path.resolve() in _loaded
    return False


def _new_module(source: Path, file: Path) -> ModuleType:
    """An empty module for the file, or package for the folder, in place of an earlier one."""
    identity = hashlib.sha256(str(source).encode()).hexdigest()[:8]
    module = ModuleType(f"{PREFIX}{source.stem}_{identity}")
    module.__file__ = str(file)
    if source.is_dir():
        module.__path__ = [str(source)]
        module.__package__ = module.__name__
    for name in list(sys.modules):  # other threads may import more
        if f"{name}.".startswith(f"{module.__name__}."):
            del sys.modules[name]
    sys.modules[module.__name__] = module
    return module


def _is_text(path: Path) -> bool:
    """Whether a path can be written down, as records and machine code do."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def source_of(value: type) -> Path | None:
    """The user's file or folder that a class comes from; None for any other class."""
    root = sys.modules.get(value.__module__.partition(".")[0])
    return next((path for path, loaded in list(_loaded.items()) if loaded.module is root), None)


def sources_of(value: type) -> list[Path]:
    """All files of the user's that a class was loaded with; none for any other class."""
    source = source_of(value)
    return sorted(_loaded[source].contents) if source else []


def user_code_in(error: BaseException) -> str | None:
    """The file and line of the user's in which an error happened, None if in none of theirs."""
    theirs = {str(path) for loaded in list(_loaded.values()) for path in loaded.contents}
    places = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in theirs]
    if places:
        return f"{Path(places[-1].filename).name}, line {places[-1].lineno}"
    # Machine code leaves no trace; if a single file was loaded, it is the one to look at. Errors of
    # ours are not raised by machine code.
    is_ours = isinstance(error, PlygroundError)
    return next(iter(_loaded)).name if len(_loaded) == 1 and not is_ours else None


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


@contextlib.contextmanager
def _imports_from(folder: Path) -> Iterator[list[Path]]:
    """Let imports find modules in `folder`; afterwards lists their files and forgets them."""
    before, files = set(sys.modules), list[Path]()
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        with from_source():
            yield files
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and _is_helper(Path(file), folder):
                files.append(Path(file))
                if not name.startswith(PREFIX):  # modules of a folder keep their place
                    del sys.modules[name]


def _is_helper(file: Path, folder: Path) -> bool:
    """Whether a module's file lies in `folder` and is no installed package nor ours."""
    installed = (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parent.parent)
    if any(file.is_relative_to(place) for place in installed) and not any(
        folder.is_relative_to(place) for place in installed
    ):
        return False
    return file.is_relative_to(folder) and "site-packages" not in file.parts


def _complaint(path: Path, error: BaseException) -> str:
    """What went wrong while loading, in one line."""
    if isinstance(error, SyntaxError):
        return f"{path}, line {error.lineno or 1}: SyntaxError: {error.msg}"
    rows = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path.resolve())
    ]
    where = f", line {rows[-1]}" if rows else ""
    reason = " ".join(str(error).split())
    return f"{path}{where}: {type(error).__name__}: {reason}"
