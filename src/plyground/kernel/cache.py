"""
Machine code on disk, found by fingerprint.

One file for each kernel, signature and fingerprint, written whole or not at all, so that
processes compiling at the same moment cannot disturb each other (Numba's own cache shares an
index file between them). Nothing is ever overwritten with something else: a file's name says
what is in it, and a checksum inside says that it is all there and has its own name. What is read
is unpickled, so it comes from a folder that is the user's alone, or from none
(`plyground.folders`).

    DIRECTORY / kernel-SIGNATURE-FINGERPRINT.code      sha256 of name and rest, then the rest

The rest is the pickled code and, at the end, what it cost: a mark, seconds, bytes of bytecode.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import pickle
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import typeof
from numba.core import errors, types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from plyground.folders import cache_directory, keep_own, read_own
from plyground.kernel import compiling, machine
from plyground.kernel.diagnosis import warn_of_unknown
from plyground.kernel.extensions import foreign_extensions
from plyground.kernel.file_lock import FileLock
from plyground.kernel.fingerprint import code_size, fingerprint_and_opaque
from plyground.kernel.references import Reference

KEPT_VERSIONS = 3  # of one kernel for one signature: two checkouts do not evict each other
FORMAT = 2  # of the files; those of other formats have other names
CHECKSUM_BYTES = hashlib.sha256().digest_size
COST = struct.Struct("<4sdq")  # at the end of a file; pickle does not mind what follows
COST_MARK = b"took"
PATIENCE = 1.5  # times as long as expected may another process take that compiles the same
LEAST_PATIENCE = 1.0  # seconds to wait for one that takes longer
MOST_LOOKED_AT = 64  # files, to find out how quickly this machine compiles


def classes_in(numba_types: tuple[Any, ...]) -> Iterator[type]:
    """The NamedTuple classes that occur in Numba types, nested ones too."""
    for numba_type in numba_types:
        if isinstance(numba_type, Reference):
            yield from classes_in((numba_type.record,))
        if isinstance(numba_type, types.BaseNamedTuple):
            yield numba_type.instance_class
        if isinstance(numba_type, types.BaseTuple):
            yield from classes_in(tuple(numba_type.types))


class KernelCache(_Cache):
    """Numba's cache protocol over files named by fingerprint."""

    def __init__(self, function: FunctionType, title: str, variant: str) -> None:
        """A cache for the specialisations of one kernel; variants do not share files."""
        self.function = function
        self.title = title
        self.variant = variant
        self.enabled = True
        self.directory = cache_directory()
        self._begun = 0.0  # when the compilation under way began

    @property
    def cache_path(self) -> str:
        """The folder of the files; empty if there is none."""
        return str(self.directory or "")

    def enable(self) -> None:
        """Read and write files from now on."""
        self.enabled = True

    def disable(self) -> None:
        """Neither read nor write files from now on."""
        self.enabled = False

    def flush(self) -> None:
        """Forget every version of this kernel."""
        if self.directory is not None:
            for file in self.directory.glob(f"{self._kernel_name()}-*.code"):
                file.unlink(missing_ok=True)

    def holds(self, signature: Any, codegen: Any) -> bool:
        """Whether there is a file for this signature now."""
        file = self._file(signature, codegen)
        return file is not None and file.exists()

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled result for `signature`, or None; then it is compiled next."""
        found = self._read(signature, target_context)
        kernel = compiling.not_begun()
        if found is None and kernel is not None:
            found = self._begin(kernel, signature, target_context)
        self._begun = time.monotonic()
        return found

    def _begin(self, kernel: compiling.Watched, signature: Any, target_context: Any) -> Any:
        """None, once it is this process's turn to compile; the result if another just did."""
        file = self._file(signature, target_context.codegen())
        expected = self._expected_seconds(signature, file)
        lock = None if file is None else FileLock(file)
        if lock is None or lock.take():
            kernel.begin(self.title, expected)
        else:
            held = lock.held_for()
            kernel.begin(self.title, expected, held)
            if not machine.is_crowded():  # there, one of low priority would get no time
                lock.wait(max(PATIENCE * expected - held, LEAST_PATIENCE))
        if lock is not None:
            kernel.at_end.callback(lock.release)
        return self._read(signature, target_context)

    def _read(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self._file(signature, target_context.codegen())
        content = None if file is None else read_own(file)
        if file is None or content is None:
            return None
        checksum, payload = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
        if checksum_of(file, payload) != checksum:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except (ImportError, AttributeError):
            return None  # it names a module or class that is here no more: compiled anew

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the compiled result, if it can be kept and the folder can be written."""
        if result.lifted or result.library.has_dynamic_globals:
            return  # it holds addresses of this very process
        file = self._file(signature, result.codegen)
        if file is None:
            return
        took = COST.pack(COST_MARK, time.monotonic() - self._begun, self._size(signature))
        payload = dumps(result._reduce()) + took
        if keep_own(file, checksum_of(file, payload) + payload):
            with contextlib.suppress(OSError):
                _drop_old_versions(file)

    def _size(self, signature: Any) -> int:
        """The bytes of bytecode that are compiled for this signature."""
        return code_size((self.function, *classes_in(tuple(signature))))

    def _expected_seconds(self, signature: Any, file: Path | None) -> float:
        """How long compiling should take: as long as an earlier version, or as its size tells."""
        if file is None:
            return self._size(signature) * compiling.SECONDS_PER_BYTE
        kin, _, _ = file.name.rpartition("-")
        earlier = [cost for found in file.parent.glob(f"{kin}-*.code") if (cost := cost_of(found))]
        if earlier:
            return max(earlier)[0]
        return self._size(signature) * _seconds_per_byte(file.parent)

    def _kernel_name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def _file(self, signature: Any, codegen: Any) -> Path | None:
        """The file for this signature now; None where caching would not be safe."""
        classes = tuple(classes_in(tuple(signature)))
        if self.directory is None or not self.enabled or not all(map(_importable, classes)):
            return None
        version, opaque = fingerprint_and_opaque((self.function, *classes, *foreign_extensions()))
        if (unknown := next(filter(has_numba_type, opaque), None)) is not None:
            warn_of_unknown(self.title, unknown)
            return None
        where = repr([(cls.__module__, cls.__qualname__) for cls in classes])
        kind = f"{FORMAT} {self.variant} {signature} {where} {codegen.magic_tuple()}"
        short = hashlib.sha256(kind.encode()).hexdigest()[:16]
        return self.directory / f"{self._kernel_name()}-{short}-{version[:32]}.code"


def has_numba_type(value: Any) -> bool:
    """Whether machine code could hold that value."""
    try:
        typeof(value)
    except (ValueError, errors.NumbaError):
        return False
    return True


def checksum_of(file: Path, payload: bytes) -> bytes:
    """What stands before the payload in that file."""
    return hashlib.sha256(file.name.encode() + payload).digest()


def cost_of(file: Path) -> tuple[float, int] | None:
    """The seconds and the bytes of bytecode that a file of the cache cost; None if it says none."""
    try:
        with file.open("rb") as stream:
            stream.seek(-COST.size, os.SEEK_END)
            mark, seconds, size = COST.unpack(stream.read(COST.size))
    except (OSError, struct.error):
        return None
    return (seconds, size) if mark == COST_MARK and seconds > 0 and size > 0 else None


def _seconds_per_byte(folder: Path) -> float:
    """How quickly this machine has compiled so far."""
    files = itertools.islice(folder.glob("*.code"), MOST_LOOKED_AT)
    costs = [cost for file in files if (cost := cost_of(file))]
    if not costs:
        return compiling.SECONDS_PER_BYTE
    return sum(seconds for seconds, _ in costs) / sum(size for _, size in costs)


def _importable(cls: type) -> bool:
    """Whether another process would find this very class under its name."""
    if cls.__module__ == "__main__":
        return False
    found: Any = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is cls


def _drop_old_versions(file: Path) -> None:
    """Keep the newest files of the same kernel and signature."""
    same = file.name.rpartition("-")[0]
    versions = sorted(file.parent.glob(f"{same}-*.code"), key=lambda f: f.stat().st_mtime)
    for old in versions[:-KEPT_VERSIONS]:
        old.unlink(missing_ok=True)
