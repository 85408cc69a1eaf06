"""Linking object files with `ziglang`, a compiler and linker that pip installs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from plyground.errors import CompilationError
from plyground.extras import require
from plyground.kernel.targets.emitting import Target

FROM_PYTHON = (  # which has a C library in it
    *("malloc", "free", "clock_gettime", "memcpy", "memset", "memmove"),
    *("pow", "exp", "expf", "log", "log2", "sin", "cos", "fmod"),
)
RUNTIME = Path(__file__).with_name("runtime.c")
UNDEFINED = re.compile(r"undefined (?:symbol|reference)[^\w]*(\w+)")
STACK = 1 << 20  # bytes, for searches that call themselves
THREADS_FEATURES = ("-mcpu=generic+atomics+bulk_memory",)
SHARED_BYTES = 4 * STACK  # of the memory that a page makes for threads, in the beginning
THREADS_OPTIONS = (
    "--shared-memory",
    "--import-memory",
    "--export-memory",
    "--export=__stack_pointer",
    f"--initial-memory={SHARED_BYTES}",
    f"--max-memory={1 << 32}",
)


def check_linker() -> None:
    """Raise `MissingDependencyError` where there is no linker."""
    require("ziglang", "build", "building needs a linker")


class MissingFunctionError(Exception):
    """A function that the object files call is defined nowhere; its name is the argument."""


def link(kernels: list[Path], to: Path, target: Target, exports: list[str]) -> None:
    """Write a WebAssembly module or a shared library that offers `exports`."""
    check_linker()
    if target.name == "library":
        options = ["-shared", "-lm", *(["-Wl,-z,defs"] if sys.platform == "linux" else [])]
        options += ["-target", target.system, "-s"] if target.system else []
        _zig("cc", "-O2", str(RUNTIME), *map(str, kernels), *options, "-o", str(to))
        return
    if target.name == "emscripten":
        _link_side_module(kernels, to, exports)
        return
    runtime = kernels[0].with_name("runtime.o")
    threads = target.name == "threads"
    compiling = ["-target", "wasm32-freestanding", *(THREADS_FEATURES if threads else ())]
    _zig("cc", "-O2", *compiling, "-c", str(RUNTIME), "-o", str(runtime))
    offered = [f"--export={name}" for name in exports]
    options = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
    options += THREADS_OPTIONS if threads else ()
    _zig("wasm-ld", *options, *offered, *map(str, kernels), str(runtime), "-o", str(to))


def _link_side_module(kernels: list[Path], to: Path, exports: list[str]) -> None:
    """A library for Python in a browser, with whose memory and functions it works."""
    runtime = kernels[0].with_name("runtime.o")
    options = ["-O2", "-target", "wasm32-emscripten", "-mcpu=mvp", "-fPIC", "-ffreestanding", "-c"]
    _zig("cc", *options, str(RUNTIME), "-o", str(runtime))  # without what old browsers lack
    offered = [f"--export={name}" for name in exports]
    options = ["-shared", "--experimental-pic", "--no-entry", "--strip-all", "--gc-sections"]
    allowed = kernels[0].with_name("allowed.txt")
    allowed.write_text("\n".join(FROM_PYTHON))
    options += [f"--allow-undefined-file={allowed}"]
    _zig("wasm-ld", *options, *offered, *map(str, kernels), str(runtime), "-o", str(to))


def _zig(*arguments: str) -> None:
    command = [sys.executable, "-m", "ziglang", *arguments]
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode == 0:
        return
    missing = UNDEFINED.search(finished.stderr)
    if missing:
        raise MissingFunctionError(missing[1])
    reason = (finished.stderr.strip() or finished.stdout.strip()).splitlines()
    raise CompilationError(f"linking failed: {' '.join(reason[:3])}")
