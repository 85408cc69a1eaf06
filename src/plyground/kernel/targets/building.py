"""From kernels with arguments to a file that other programs load, and its description."""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.kernel.search_kernel import Kernel
from plyground.kernel.targets.emitting import Target, emit, portable_texts
from plyground.kernel.targets.frame import Frame
from plyground.kernel.targets.layout import Record
from plyground.kernel.targets.linker import MissingFunctionError, link
from plyground.kernel.targets.missing import explain_missing
from plyground.kernel.targets.portable import compile_kernel
from plyground.kernel.targets.typing import layout_of
from plyground.kernel.targets.wrapping import wrapper_text


@dataclass(frozen=True)
class Entry:
    """A kernel that a library offers, with the arguments that it usually has."""

    name: str
    kernel: Kernel
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Compiled:
    """What is common to all targets: text that belongs to no machine, and blocks."""

    prefix: str
    texts: tuple[str, ...]
    frames: tuple[Frame, ...]

    @property
    def exports(self) -> list[str]:
        """The functions that programs call."""
        steps = ("prepare", "run")
        return [f"{self.prefix}_{frame.name}_{step}" for frame in self.frames for step in steps]

    def described(self, constants: Mapping[str, int]) -> dict[str, Any]:
        """The library as data, for loaders."""
        return {
            "prefix": self.prefix,
            "constants": dict(constants),
            "kernels": [frame.described() for frame in self.frames],
        }

    def write(self, to: Path, target: Target) -> None:
        """The library or module as a file."""
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "kernels.o"
            made.write_bytes(emit(self.texts, self.exports, target))
            try:
                link([made], to, target, self.exports)
            except MissingFunctionError as error:
                raise explain_missing(str(error), self.texts) from error


def compile_entries(prefix: str, entries: list[Entry]) -> Compiled:
    """All entries as text. Requires a process that has become portable."""
    texts, frames = [], []
    for entry in entries:
        code = compile_kernel(entry.kernel, entry.arguments)
        frame = frame_of(entry, code.description)
        texts.append(code.text)
        texts.append(wrapper_text(code, frame, prefix))
        frames.append(frame)
    different = dict.fromkeys(texts)  # two entries may have one kernel
    return Compiled(prefix, tuple(portable_texts(different)), tuple(frames))


def frame_of(entry: Entry, description: Any) -> Frame:
    """The block of a kernel that Numba describes so."""
    names = list(inspect.signature(entry.kernel.function).parameters)
    fields = tuple(
        (name, layout_of(kind, f"the argument {name} of {entry.name}"))
        for name, kind in zip(names, description.argtypes, strict=True)
    )
    result = layout_of(description.restype, f"the result of {entry.name}")
    about = inspect.cleandoc(entry.kernel.function.__doc__ or "").split("\n\n")[0]
    return Frame(entry.name, " ".join(about.split()), result, Record("", fields), entry.arguments)
