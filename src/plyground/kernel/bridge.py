"""
Numba's side of the bridge: methods, helper functions and kernels as Numba sees them.

Numba knows a NamedTuple's fields but not its methods. One attribute template, registered for
all NamedTuple types, looks a method up on the Python class, compiles it as a function whose
first argument is the tuple, and binds it. Everything else is plain Numba.
"""

from __future__ import annotations

import functools
import gc
import importlib
import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import njit, typeof
from numba.core import cgutils, errors, types
from numba.core.dispatcher import _FunctionCompiler
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_jitable,
    register_model,
    typeof_impl,
)

from plyground.kernel import bits, marks, monitor
from plyground.kernel import unrolled as unrolled  # registers itself with Numba
from plyground.kernel.cache import KernelCache, classes_in, has_numba_type
from plyground.kernel.diagnosis import explain, explain_value
from plyground.kernel.fingerprint import fingerprint
from plyground.kernel.linking import INNER
from plyground.kernel.search_kernel import Kernel

_entered = threading.local()  # `dispatcher`: of the kernel that is compiled, for who calls itself


def dispatcher_for(function: FunctionType, title: str, counting: bool = True) -> Any:
    """A Numba dispatcher for the kernel `function`: releases the GIL, caches by fingerprint.

    Without `counting`, its code does not count references to arrays, nor does any code it calls.
    That saves much time in a kernel that is given many arrays, but such code cannot make any.
    """
    learn_instructions()
    options = {} if counting else {"_nrt": False}
    dispatcher = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    dispatcher._cache = KernelCache(function, title, "counting" if counting else "uncounted")
    return dispatcher


def learn_instructions() -> None:
    """Import the modules that tell Numba of machine instructions; waits for who does so already."""
    for module in marks.instruction_modules:
        importlib.import_module(module)


def compile_for(dispatcher: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """
    The machine code of `dispatcher` for these arguments, as a callable.

    Raises a readable `CompilationError`. Calling the dispatcher itself would not do: it tells
    argument types apart by the names of classes and fields, and takes one `Position` for another.
    """
    try:
        signature = tuple(map(typeof, arguments))
    except (ValueError, errors.NumbaError) as error:
        raise explain_value(arguments, error, has_numba_type) from error
    before = getattr(_entered, "dispatcher", None)
    _entered.dispatcher = dispatcher
    try:
        dispatcher.compile(signature)
    except Exception as error:  # Numba's internal errors are of many types
        raise explain(error, arguments) from error
    finally:
        _entered.dispatcher = before
    code: Callable[..., Any] = dispatcher.overloads[signature].entry_point
    return code


def is_cached(dispatcher: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether there is machine code of `dispatcher` for these arguments on the disk."""
    try:
        signature = tuple(map(typeof, arguments))
    except (ValueError, errors.NumbaError):
        return False
    return bool(dispatcher._cache.holds(signature, dispatcher.targetctx.codegen()))


def forget_failures() -> None:
    """Clear the failures that Numba remembers, so that other options can be tried.

    Numba keeps such failures by types alone, in every function that took part.
    """
    for found in gc.get_objects():
        if issubclass(type(found), _FunctionCompiler):
            found._failed_cache.clear()


# --- names of types --------------------------------------------------------------------------
# Numba names machine code after its argument types, and the type of a NamedTuple after the bare
# name of its class. Code from the disk cache and code compiled now would clash where two classes
# are called Position, so a type's name gets the class's module and fingerprint added.


def _distinct_name(numba_type: Any) -> tuple[str, tuple[()]]:
    identities = ".".join(map(_class_identity, classes_in((numba_type,))))
    return f"{numba_type.name}.{identities}", ()


@functools.cache
def _class_identity(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}.{fingerprint((cls,))[:16]}"


for _named in (types.NamedTuple, types.NamedUniTuple):
    _named.mangling_args = property(_distinct_name)


# --- methods of NamedTuples ---------------------------------------------------------------


@infer_getattr
class _Methods(AttributeTemplate):
    key = types.BaseNamedTuple

    def generic_resolve(self, receiver: Any, name: str) -> Any:
        cls = receiver.instance_class
        if len(receiver.types) < len(cls._fields):
            raise errors.TypingError(
                f"Invalid use of {cls.__name__}(...): compiled code must give every field, "
                "defaults are not filled in"
            )
        method = marks.methods_of(cls).get(name)
        return types.BoundFunction(_bound(method), receiver) if method else None


@functools.cache
def _bound(method: FunctionType) -> type:
    """How Numba types and calls `method` once it is bound to a tuple."""
    dispatcher = njit(**INNER, forceinline=method in marks.inlined_functions)(method)
    callee = types.Dispatcher(dispatcher)

    class Bound(AbstractTemplate):
        key = method
        keep_alive = dispatcher  # a Numba type only refers to it weakly

        def generic(self, arguments: Any, keywords: Any) -> Any:
            receiver_first = (self.this, *arguments)
            return callee.get_call_type(self.context, receiver_first, keywords).as_method()

    @lower_builtin(method, types.BaseNamedTuple, types.VarArg(types.Any))
    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        full = callee.get_call_type(context.typing_context, signature.args, {})
        function = context.get_function(callee, full)
        context.add_linking_libs(getattr(function, "libs", ()))
        return function(builder, arguments)

    return Bound


# --- helper functions, and kernels that call kernels or themselves ----------------------------


class _KernelType(types.Dispatcher):
    """A kernel called from a kernel. A constant argument is an integer like any other: Numba
    would compile a version for it, and cached code that recurses across versions crashes.
    """

    def get_call_type(self, context: Any, arguments: Any, keywords: Any) -> Any:
        plain = tuple(map(types.unliteral, arguments))
        return super().get_call_type(context, plain, keywords)


register_model(_KernelType)(models.OpaqueModel)


@typeof_impl.register(Kernel)
def _type_of_kernel(kernel: Kernel, _context: Any) -> Any:
    entry = getattr(_entered, "dispatcher", None)
    if entry is not None and entry.py_func is kernel.function:
        return _KernelType(entry)
    return _KernelType(inner_dispatcher(kernel.function))


@functools.cache
def inner_dispatcher(function: FunctionType) -> Any:
    """A Numba dispatcher for a kernel that kernels call: linked into them, never run alone."""
    learn_instructions()
    return njit(**INNER)(function)


def _helper(function: FunctionType) -> None:
    register_jitable(**INNER, forceinline=function in marks.inlined_functions)(function)


for _function in marks.compiled_functions:
    _helper(_function)
marks.on_new_function.append(_helper)


# --- machine instructions behind the plain functions of `bits` and `monitor` --------------------


@intrinsic
def _count_bits(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _count_trailing_zeros(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _count_leading_zeros(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def _element(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """The address of one element of a one-dimensional contiguous array."""
    data = context.make_array(array_type)(context, builder, array).data
    return cgutils.gep(builder, data, index)


@intrinsic
def _atomic_load(_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(address, "monotonic", array.dtype.bitwidth // 8)

    return array.dtype(array, types.intp), generate


@intrinsic
def _atomic_store(_context: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store_atomic(arguments[2], address, "monotonic", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(array, types.intp, array.dtype), generate


@overload(bits.popcount, strict=False)
def _popcount(mask: Any) -> Any:
    return lambda mask: _count_bits(mask)


@overload(bits.lowest_bit, strict=False)
def _lowest_bit(mask: Any) -> Any:
    return lambda mask: _count_trailing_zeros(mask)


@overload(bits.highest_bit, strict=False)
def _highest_bit(mask: Any) -> Any:
    return lambda mask: 63 - _count_leading_zeros(mask)


@overload(monitor.peek, strict=False)
def _peek(array: Any, index: Any) -> Any:
    return lambda array, index: _atomic_load(array, index)


@overload(monitor.poke, strict=False)
def _poke(array: Any, index: Any, value: Any) -> Any:
    return lambda array, index, value: _atomic_store(array, index, value)


for_browsers = False  # set in a process that builds for them: there are no threads, but a clock


@intrinsic
def _is_past(_context: Any, deadline: Any) -> Any:
    """Whether a clock says so, which the library has (`targets/runtime.c`)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        truth, word = ir.IntType(32), ir.IntType(64)
        kind = ir.FunctionType(truth, [word])
        function = cgutils.get_or_insert_function(builder.module, kind, "plyground_is_past")
        return builder.icmp_unsigned("!=", builder.call(function, arguments), truth(0))

    return types.boolean(types.int64), generate


@overload(monitor.time_is_up, strict=False)
def _time_is_up(array: Any) -> Any:
    if not for_browsers:
        return lambda array: False
    place = monitor.DEADLINE
    return lambda array: array[place] != 0 and _is_past(array[place])


watched = False  # whether code calls out: in modules for browsers, see `kernel.targets.portable`


@intrinsic
def _call_out(_context: Any, nodes: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
        function = cgutils.get_or_insert_function(builder.module, kind, "plyground_tell")
        builder.call(function, arguments)
        return context.get_dummy_value()

    return types.none(types.int64), generate


@overload(monitor.call_watcher, strict=False)
def _call_watcher(nodes: Any) -> Any:
    return (lambda nodes: _call_out(nodes)) if watched else (lambda nodes: None)
