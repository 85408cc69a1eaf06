"""
`@compiled`: the mark on what Numba may compile. Knows nothing of Numba itself.

A marked class or function stays what it was: ordinary Python that a debugger steps through.
The bridge looks the marks up when a search kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Thing = TypeVar("Thing", bound=Callable[..., Any])

compiled_classes: set[type] = set()
compiled_functions: list[FunctionType] = []
inlined_functions: set[FunctionType] = set()
on_new_function: list[Callable[[FunctionType], None]] = []  # the bridge listens, once loaded
instruction_modules: list[str] = []  # to be imported before anything is compiled


def compiled(thing: Thing) -> Thing:
    """
    `thing` itself, now usable inside search kernels.

    A class must be a NamedTuple; each of its public methods becomes callable from compiled
    code. A function must use only what Numba knows, and other `@compiled` things.
    """
    if isinstance(thing, FunctionType):
        compiled_functions.append(thing)
        for listener in on_new_function:
            listener(thing)
    elif isinstance(thing, type) and issubclass(thing, tuple) and hasattr(thing, "_fields"):
        compiled_classes.add(thing)
    else:
        raise TypeError(f"@compiled goes on a NamedTuple or a function, not on {thing!r}")
    return thing


def is_compiled(thing: Any) -> bool:
    """Whether that is a class or function with the mark."""
    if isinstance(thing, FunctionType):
        return thing in compiled_functions
    return isinstance(thing, type) and thing in compiled_classes


def inlined(function: Thing) -> Thing:
    """
    `function` itself, or a method, compiled as a part of every function that calls it.

    Handing over a NamedTuple of arrays costs an instruction for every number in it, so the steps of
    a search are worth it. Rules are not: what they call often grows with every call inlined.
    """
    assert isinstance(function, FunctionType)
    inlined_functions.add(function)
    return compiled(function)


def instructions_in(module: str) -> None:
    """Have `module` imported before anything is compiled: it tells Numba of machine instructions.

    Such a module imports Numba, which nobody should have to wait for who does not compile.
    """
    instruction_modules.append(module)


def by_reference(record: Any) -> Any:
    """
    `record` itself; in compiled code, its address instead of its fields.

    Only a kernel itself may call it, on a NamedTuple that it then hands down: the address is good
    until the kernel returns. What is handed down has the fields and methods of the tuple, no more.
    """
    return record


def methods_of(cls: type) -> dict[str, FunctionType]:
    """The public methods that `cls` offers to compiled code; none if it is not marked."""
    if cls not in compiled_classes:
        return {}
    return {
        name: member
        for name, member in vars(cls).items()
        if isinstance(member, FunctionType) and not name.startswith("_")
    }
