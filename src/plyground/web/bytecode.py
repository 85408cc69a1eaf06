"""What Python has compiled of its modules, for the worker of a published site to keep.

Python for browsers comes as source, and compiling it takes more than half of a start. The worker
keeps two archives in the browser (js/kept-bytecode.js), and hands them over at the next start:

    library    the standard library as it came, with the bytecode of what was imported from it
    modules    the bytecode of all other modules, to be unpacked at the root of the file system

The names under which they are kept change with the source, so nothing is compared with it again.
"""

from __future__ import annotations

import asyncio
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import ModuleType
from typing import Any

SETTLING = 3.0  # seconds after the start, in which a person may want something
NEVER_COMPARED = (1).to_bytes(4, "little") + bytes(8)  # in the head of a file: by a hash, unchecked
HEAD = 16  # bytes before the code
FAST = 1  # a level of compression


def library_archive() -> Path:
    """The archive from which this Python imports its standard library."""
    return next(path for path in map(Path, sys.path) if path.suffix == ".zip" and path.is_file())


async def library_bytecode() -> bytes:
    """The archive of the standard library, with the bytecode of what is imported from it."""
    await asyncio.sleep(SETTLING)
    archive = library_archive()
    made = io.BytesIO(archive.read_bytes())
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED, compresslevel=FAST) as target:
        for module in _modules():
            origin = Path(module.__spec__.origin or "")  # type: ignore[union-attr]
            if origin.is_relative_to(archive):
                name = f"{origin.relative_to(archive).as_posix()}c"
                target.writestr(name, _file_of(marshal.dumps(_code_of(module))))
                await asyncio.sleep(0)  # whoever wants something goes first
    return made.getvalue()


async def module_bytecode() -> bytes:
    """The bytecode files that Python has written, as one archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as target:
        for module in _modules():
            written = Path(module.__spec__.cached or "")  # type: ignore[union-attr]
            if written.is_file():
                content = written.read_bytes()
                target.writestr(written.as_posix().lstrip("/"), _file_of(content[HEAD:]))
                await asyncio.sleep(0)
    return made.getvalue()


def _modules() -> Iterator[ModuleType]:
    """The modules that were imported from source."""
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None)
        if origin is not None and origin.endswith(".py"):
            yield module


def _code_of(module: ModuleType) -> Any:
    loader: Any = module.__spec__.loader  # type: ignore[union-attr]
    return loader.get_code(module.__spec__.name)  # type: ignore[union-attr]


def _file_of(code: bytes) -> bytes:
    """A bytecode file that Python takes as it is."""
    return MAGIC_NUMBER + NEVER_COMPARED + code
