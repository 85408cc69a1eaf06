"""Kernels as LLVM text that belongs to no machine yet.

Numba optimises every function for the processor that it runs on, and again where it is called. In
a process that only builds for other machines (`become_portable`), functions are linked into their
callers as they were written; the optimiser runs at the end, for the target (`emitting`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numba import typeof
from numba.core.codegen import CPUCodeLibrary

from plyground.kernel import bridge, linking
from plyground.kernel.diagnosis import explain
from plyground.kernel.search_kernel import Kernel, interpret_from_now_on


@dataclass(frozen=True)
class Code:
    """A kernel compiled for some types: its text, and what Numba knows of it."""

    text: str
    description: Any  # Numba's: the name in the text, the types of arguments and result
    context: Any


def become_portable(for_browsers: bool = False, watched: bool = False) -> None:
    """Let this process compile for no machine, from now on and for good.

    For Python in a browser (`for_browsers`), which has no threads, searches look at the clock
    themselves, and vectors are those of WebAssembly. Whoever loads a module may be told how far a
    search is (`watched`).

    Requires that it has compiled nothing: Numba would take what it has, made for this machine.
    """
    CPUCodeLibrary._optimize_functions = lambda library, module: None
    CPUCodeLibrary.finalize = linking._link
    bridge.for_browsers = for_browsers
    bridge.watched = watched
    interpret_from_now_on()


def compile_kernel(kernel: Kernel, arguments: tuple[Any, ...]) -> Code:
    """The code of a kernel for arguments of these types; `CompilationError` says which line."""
    signature = tuple(map(typeof, arguments))
    dispatcher = bridge.inner_dispatcher(kernel.function)
    try:
        dispatcher.compile(signature)
    except Exception as error:  # Numba's internal errors are of many types
        raise explain(error, arguments) from error
    compiled = dispatcher.overloads[signature]
    return Code(str(compiled.library._final_module), compiled.fndesc, compiled.target_context)
