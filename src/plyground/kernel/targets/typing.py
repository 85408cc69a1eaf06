"""From Numba's types to layouts: the one place that knows both."""

from __future__ import annotations

from typing import Any

from numba.core import types

from plyground.errors import CompilationError
from plyground.kernel.targets.layout import Array, Item, Layout, Number, Record, Row


def layout_of(numba_type: Any, place: str) -> Layout:
    """How values of the type lie in a block; `place` names them in an error."""
    kind = types.unliteral(numba_type)
    if isinstance(kind, types.Boolean):
        return Number("truth")
    if isinstance(kind, types.Integer):
        return Number("integer")
    if isinstance(kind, types.Float):
        return Number("real")
    if isinstance(kind, types.BaseNamedTuple):
        return Record(kind.instance_class.__name__, _fields(kind, kind.fields, place))
    if isinstance(kind, types.UniTuple):
        return Row(layout_of(kind.dtype, place), kind.count)
    if isinstance(kind, types.BaseTuple):
        return Record("", _fields(kind, map("item{}".format, range(len(kind.types))), place))
    if isinstance(kind, types.Array) and kind.layout == "C":
        return Array(_item(kind.dtype, place), kind.ndim)
    raise CompilationError(
        f"{place} is {kind}: a library takes and returns numbers, tuples, NamedTuples and "
        "contiguous arrays"
    )


def _fields(kind: Any, names: Any, place: str) -> tuple[tuple[str, Layout], ...]:
    parts = zip(names, kind.types, strict=True)
    return tuple((name, layout_of(part, f"{place}.{name}")) for name, part in parts)


def _item(dtype: Any, place: str) -> Item:
    if isinstance(dtype, types.Record):
        fields = tuple((name, str(part.type), part.offset) for name, part in dtype.fields.items())
        return Item("struct", dtype.size, fields)
    if isinstance(dtype, types.Boolean):
        return Item("bool", 1)
    if isinstance(dtype, types.Integer | types.Float):
        return Item(str(dtype), dtype.bitwidth // 8)
    raise CompilationError(f"{place} is an array of {dtype}, which a library does not take")
