"""
`@search_kernel`: the entry from Python into compiled code.

A kernel is called like the function it was. The first call with new types compiles it for
them (or takes machine code from the disk cache); where that is impossible it warns once and
runs interpreted. `with interpreted():`, PLYGROUND_INTERPRET=1 or Numba's own NUMBA_DISABLE_JIT=1
switch compilation off, which is how one steps through a search in a debugger.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, overload

from plyground.errors import CompilationError, NotCompiledWarning
from plyground.kernel import machine
from plyground.kernel.background import interruptibly
from plyground.kernel.compiling import watched_compilation

NUMBA_SWITCH = "NUMBA_DISABLE_JIT"


def _is_set(name: str) -> bool:
    """Whether a variable of the environment is set to anything but 0."""
    return os.environ.get(name, "0") not in ("", "0")


_interpreting = contextvars.ContextVar(
    "interpreting", default=_is_set("PLYGROUND_INTERPRET") or _is_set(NUMBA_SWITCH)
)
_recorded = contextvars.ContextVar[list[tuple[Any, ...]] | None]("recorded", default=None)
_loading = threading.Lock()


@contextlib.contextmanager
def interpreted() -> Iterator[None]:
    """Run every kernel called inside the `with` block as plain Python."""
    token = _interpreting.set(True)
    try:
        yield
    finally:
        _interpreting.reset(token)


def interpret_from_now_on() -> None:
    """Run every kernel that this thread calls as plain Python, for good."""
    _interpreting.set(True)


def is_interpreting() -> bool:
    """Whether kernels that are called here run as plain Python."""
    return _interpreting.get()


@contextlib.contextmanager
def recording() -> Iterator[list[tuple[Any, ...]]]:
    """Run kernels as plain Python; the list has each that is called or prepared, with arguments."""
    calls: list[tuple[Any, ...]] = []
    token = _recorded.set(calls)
    try:
        with interpreted():
            yield calls
    finally:
        _recorded.reset(token)


def kind_of(value: Any) -> Any:
    """What decides how machine code handles `value`: its type and those of its parts."""
    if isinstance(value, tuple):
        return (type(value), *map(kind_of, value))
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return "too large"
    if hasattr(value, "dtype"):
        flags = getattr(value, "flags", None)
        layout = flags and (flags.c_contiguous, flags.f_contiguous, flags.writeable, flags.aligned)
        return value.dtype, value.ndim, layout
    return type(value)


def _holds_arrays(value: Any) -> bool:
    """Whether a position has arrays among its fields, so that playing a move makes new ones."""
    return hasattr(value, "dtype") or (isinstance(value, tuple) and any(map(_holds_arrays, value)))


def prebuilt_code(kernel: Kernel, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Machine code for these arguments that comes with the package; None if there is none."""
    from plyground.kernel import prebuilt

    return prebuilt.find(kernel, arguments)


def _note(kernel: Kernel, arguments: tuple[Any, ...]) -> None:
    calls = _recorded.get()
    if calls is not None:
        calls.append((kernel, arguments))


class Kernel:
    """A function that runs as machine code where it can."""

    def __init__(self, function: FunctionType, title: str = "") -> None:
        """Wrap `function`; nothing is compiled yet. `title` is what people call it."""
        self.function = function
        self.title = title or function.__name__.replace("_", " ")
        self._code: dict[Any, Callable[..., Any] | None] = {}  # None: runs interpreted
        functools.update_wrapper(self, function)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's compiled form, with a specialisation for each combination of types."""
        with _loading:
            from plyground.kernel import bridge

        return bridge.dispatcher_for(self.function, self.title)

    @functools.cached_property
    def uncounted_dispatcher(self) -> Any:
        """The same without counting references, for kernels that make no arrays."""
        with _loading:
            from plyground.kernel import bridge

        return bridge.dispatcher_for(self.function, self.title, counting=False)

    def __call__(self, *arguments: Any) -> Any:
        """Run, compiled for the types of `arguments`."""
        code = self._code_for(arguments) or self._interpret
        return code(*arguments)

    def ready(self, *arguments: Any) -> Callable[[], Any]:
        """The call with these arguments, compiled but not yet run."""
        return functools.partial(self._code_for(arguments) or self._interpret, *arguments)

    def _interpret(self, *arguments: Any) -> Any:
        with interpreted():
            return self.function(*arguments)

    def prepare(self, *arguments: Any) -> bool:
        """Compile for these arguments without running; false if they must run interpreted."""
        return self._code_for(arguments) is not None

    def require(self, *arguments: Any) -> Callable[..., Any]:
        """Machine code for these arguments, or a `CompilationError` that says what to mend."""
        if _is_set(NUMBA_SWITCH):
            raise CompilationError(f"nothing can be compiled while {NUMBA_SWITCH} is set: unset it")
        machine.check_compiler()
        shipped = prebuilt_code(self, arguments)
        if shipped is not None:
            return shipped
        with watched_compilation():
            return self._compile(arguments)

    def _compile(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        from plyground.kernel import bridge

        if self._needs_no_counting(arguments) and not bridge.is_cached(self.dispatcher, arguments):
            try:
                return bridge.compile_for(self.uncounted_dispatcher, arguments)
            except CompilationError:  # perhaps because it makes arrays or lists all the same
                bridge.forget_failures()
        return bridge.compile_for(self.dispatcher, arguments)

    def _needs_no_counting(self, arguments: tuple[Any, ...]) -> bool:
        """Whether code without reference counting will do: no position makes arrays.

        Either the position holds none, or an argument says that the kernel plays by it instead.
        """
        promised = any(getattr(argument, "makes_no_arrays", False) for argument in arguments)
        return promised or not _holds_arrays(arguments[0])

    def _code_for(self, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
        """Machine code for these arguments, None if they must run interpreted.

        A position whose class says `interpreted = True` has rules that are not Python.
        """
        if _interpreting.get() or getattr(arguments[0], "interpreted", False):
            _note(self, arguments)
            return None
        kind = kind_of(arguments)
        if kind not in self._code:
            self._code[kind] = self._compile_or_warn(arguments)
        return self._code[kind]

    def _compile_or_warn(self, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
        if not machine.has_compiler():
            return prebuilt_code(self, arguments)
        try:
            code: Callable[..., Any] = interruptibly(self.require, *arguments)
            return code
        except CompilationError as error:
            slower = "It runs interpreted instead, about a hundred times slower."
            warnings.warn(f"{error}\n{slower}", NotCompiledWarning, stacklevel=4)
            return None


@overload
def search_kernel(function: Callable[..., Any], /) -> Kernel: ...


@overload
def search_kernel(*, title: str) -> Callable[[Callable[..., Any]], Kernel]: ...


def search_kernel(
    function: Callable[..., Any] | None = None, /, *, title: str = ""
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """`function` as a kernel: compiled on first use, cached on disk, running without the GIL.

    `@search_kernel(title=...)` gives it a name that people read while it is compiled.
    """

    def made(function: Callable[..., Any]) -> Kernel:
        assert isinstance(function, FunctionType)
        return Kernel(function, title)

    return made if function is None else made(function)
