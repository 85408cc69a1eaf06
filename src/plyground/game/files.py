"""Games in files and folders of the user's: loading them, and telling where their mistakes are.

A file becomes a module under a name of its own. Modules that it imports from its folder belong
to it alone (`game/source_imports.py`): two games may both have a `helpers.py`. A game is loaded
anew when its file, one of its helpers or a file that they read has changed. A folder with an
`__init__.py` becomes a package; its modules import each other as in `from .rules import Snort`.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from plyground.errors import PlygroundError, UnknownGameError
from plyground.folders import read_whole
from plyground.game.read_files import digest_of, files_of, files_read, forget_files
from plyground.game.source_imports import contents_read, is_part, let_import, root_of
from plyground.kernel.fingerprint import PREFIX
from plyground.reading import SHOWN

LARGEST_SOURCE = 2**24  # bytes


@dataclass(frozen=True)
class _Loaded:
    """A loaded file, and what it and its helpers contained then."""

    module: ModuleType
    contents: dict[Path, bytes]

    def is_current(self) -> bool:
        data = files_of(self.module.__name__)
        return all(_read(path) == content for path, content in self.contents.items()) and all(
            digest_of(path) == digest for path, digest in data.items()
        )

    def code_files(self) -> list[Path]:
        """Its file and those of its helpers, of which more may have been imported since."""
        name = self.module.__name__
        modules = [module for part, module in list(sys.modules.items()) if is_part(part, name)]
        files = (getattr(module, "__file__", None) for module in modules)
        return sorted({*self.contents, *(Path(file) for file in files if file)})


_loaded: dict[Path, _Loaded] = {}
_settled: set[Path] | None = None  # files that are not looked at again, within `loaded_once`


def load_file(path: Path) -> ModuleType:
    """The module in that file or folder; `UnknownGameError` with the line if it has mistakes."""
    try:
        file = (path / "__init__.py" if path.is_dir() else path).resolve()
        content = read_whole(file, LARGEST_SOURCE)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise UnknownGameError(f"no file {str(path)[:SHOWN]}") from None
    except (OSError, RuntimeError) as error:  # the latter of links that lead to each other
        reason = getattr(error, "strerror", None) or error
        raise UnknownGameError(f"cannot read {str(path)[:SHOWN]}: {reason}") from None
    source = path.resolve()
    if not _is_text(source):
        raise UnknownGameError(f"the name {str(source)!a} is not UTF-8: rename the file")
    settled = set[Path]() if _settled is None else _settled
    if source in _loaded and (source in settled or _loaded[source].is_current()):
        settled.add(source)
        return _loaded[source].module
    module = _new_module(source, file)
    let_import(module, file.parent)
    try:
        exec(compile(content, str(file), "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(module.__name__, None)
        raise UnknownGameError(_complaint(file, error)) from error
    loaded = _Loaded(module, {file: content})
    # In a folder those, too, that are imported when they are needed.
    for helper in (*loaded.code_files(), *(source.glob("*.py") if source.is_dir() else ())):
        if helper not in loaded.contents:
            read = contents_read(module.__name__).get(helper)
            loaded.contents[helper] = _read(helper) if read is None else read
    _loaded[source] = loaded
    settled.add(source)
    return module


@contextlib.contextmanager
def loaded_once() -> Iterator[None]:
    """Load a file at its first use alone, so that an edit meanwhile cannot mix two codes."""
    global _settled
    before, _settled = _settled, set() if _settled is None else _settled
    try:
        yield
    finally:
        _settled = before


def is_loaded(path: Path) -> bool:
    """Whether that file or folder was loaded in this process before."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):  # of a path that no file can have
        return path.resolve() in _loaded
    return False


def is_current(path: Path) -> bool:
    """Whether a file that was loaded, with what it imports, still says what it said then."""
    return _loaded[path].is_current()


def _new_module(source: Path, file: Path) -> ModuleType:
    """An empty module for the file, or package for the folder, in place of an earlier one."""
    identity = hashlib.sha256(str(source).encode()).hexdigest()[:8]
    module = ModuleType(f"{PREFIX}{source.stem}_{identity}")
    module.__file__ = str(file)
    if source.is_dir():
        module.__path__ = [str(source)]
        module.__package__ = module.__name__
    for name in list(sys.modules):  # other threads may import more
        if is_part(name, module.__name__):
            del sys.modules[name]
    forget_files(module.__name__)
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
    root = sys.modules.get(root_of(value.__module__))
    return next((path for path, loaded in list(_loaded.items()) if loaded.module is root), None)


def contents_of(value: type) -> dict[Path, bytes]:
    """The files of the user's that a class was loaded with, as they were then; else none."""
    source = source_of(value)
    return _loaded[source].contents if source else {}


def sources_of(value: type) -> list[Path]:
    """All files that belong to a class: of the user's code, and those that it read until now."""
    return sorted({*code_files(value), *filter(Path.is_file, files_read(value))})


def code_files(value: type) -> list[Path]:
    """The files of the user's code that a class was loaded with; none for any other class."""
    source = source_of(value)
    return _loaded[source].code_files() if source else []


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


def _read(path: Path) -> bytes:
    """Return what is in a file of code, or nothing if it cannot be read."""
    try:
        return read_whole(path, LARGEST_SOURCE)
    except OSError:
        return b""


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
