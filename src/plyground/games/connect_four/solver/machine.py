"""Machine instructions behind `table.prefetch`; loaded when something is compiled."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from plyground.games.connect_four.solver import table


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = cgutils.gep(builder, data, arguments[1])
        byte = builder.bitcast(address, ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte.type, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [byte, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.none(array, types.intp), generate


@overload(table.prefetch, strict=False)  # type: ignore[untyped-decorator]
def _prefetch_overload(entries: Any, index: Any) -> Any:
    return lambda entries, index: _prefetch(entries, index)
