"""The functions of a library: LLVM text that stands between a block and Numba's calling convention.

For each kernel NAME there are two functions, which take the address of a block (`layout`):

    NAME_prepare(block)    write the usual arguments; requires that the block is zero
    NAME_run(block)        call the kernel; returns 0, or another number if it failed

Numba itself takes values apart into the arguments of its functions, so nothing of its convention
is repeated here. An array that the kernel has made belongs to the block until the next result.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.np.arrayobj import populate_array

from plyground.kernel.targets.frame import Frame
from plyground.kernel.targets.layout import SLOT, Array, Layout, Record, Row
from plyground.kernel.targets.portable import Code

WORD = ir.IntType(64)
BYTE = ir.IntType(8)
POINTER = BYTE.as_pointer()
STATUS = ir.IntType(32)


def wrapper_text(code: Code, frame: Frame, prefix: str) -> str:
    """The text of both functions, to be linked with that of the kernel."""
    module = _new_module(code, frame.name)
    _write_prepare(module, frame, f"{prefix}_{frame.name}_prepare")
    _write_run(module, code, frame, f"{prefix}_{frame.name}_run")
    return str(module)


def run_text(code: Code, frame: Frame, name: str) -> str:
    """The text of the second function alone, under that name."""
    module = _new_module(code, name)
    _write_run(module, code, frame, name)
    return str(module)


def _new_module(code: Code, name: str) -> Any:
    library = code.context.codegen().create_library(name)
    return library.create_ir_module(name)


def _write_prepare(module: Any, frame: Frame, name: str) -> None:
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    block = function.args[0]
    for begin, content in frame.contents():
        constant = cgutils.global_constant(
            module,
            f"{name}.{begin}",
            ir.Constant(ir.ArrayType(BYTE, len(content)), bytearray(content)),
        )
        size = ir.Constant(WORD, len(content))
        source = builder.bitcast(constant, POINTER)
        cgutils.raw_memcpy(builder, _at(builder, block, begin), source, size, 1)
    for place in frame.places():
        address = builder.ptrtoint(_at(builder, block, place.contents), WORD)
        builder.store(address, _slot(builder, block, place.slot))
    builder.ret_void()


def _write_run(module: Any, code: Code, frame: Frame, name: str) -> None:
    function = ir.Function(module, ir.FunctionType(STATUS, [POINTER]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    block, description, context = function.args[0], code.description, code.context
    values, begin = [], frame.first
    for kind, (_, layout) in zip(description.argtypes, frame.arguments.fields, strict=True):
        values.append(_load(context, builder, kind, layout, block, begin))
        begin += layout.slots * SLOT
    callee = context.declare_function(module, description)
    status, result = context.call_conv.call_function(
        builder, callee, description.restype, description.argtypes, values
    )
    with builder.if_then(status.is_error, likely=False):
        builder.ret(status.code)
    _store(context, builder, description.restype, frame.result, result, block, 0)
    builder.ret(ir.Constant(STATUS, 0))


def _at(builder: Any, block: Any, byte: int) -> Any:
    return builder.gep(block, [ir.Constant(WORD, byte)], source_etype=BYTE)


def _slot(builder: Any, block: Any, byte: int) -> Any:
    return builder.bitcast(_at(builder, block, byte), WORD.as_pointer())


def _word(builder: Any, block: Any, byte: int) -> Any:
    return builder.load(_slot(builder, block, byte), typ=WORD)


def _parts(kind: Any, layout: Layout) -> list[tuple[Any, Layout]]:
    """The types and layouts of what a tuple is made of."""
    if isinstance(layout, Row):
        return [(kind.dtype, layout.item)] * layout.length
    assert isinstance(layout, Record)
    return [(part, inner) for part, (_, inner) in zip(kind.types, layout.fields, strict=True)]


def _load(context: Any, builder: Any, kind: Any, layout: Layout, block: Any, begin: int) -> Any:
    """The value at that byte of the block, as Numba holds it."""
    if isinstance(layout, Array):
        return _load_array(context, builder, kind, layout, block, begin)
    if isinstance(layout, Row | Record):
        items = []
        for part, inner in _parts(kind, layout):
            items.append(_load(context, builder, part, inner, block, begin))
            begin += inner.slots * SLOT
        return context.make_tuple(builder, kind, items)
    word = _word(builder, block, begin)
    wanted = context.get_value_type(kind)
    if layout.kind == "real":
        real = builder.bitcast(word, ir.DoubleType())
        return real if wanted == ir.DoubleType() else builder.fptrunc(real, wanted)
    if layout.kind == "truth":
        return builder.icmp_unsigned("!=", word, ir.Constant(WORD, 0))
    return word if wanted == WORD else builder.trunc(word, wanted)


def _load_array(
    context: Any, builder: Any, kind: Any, layout: Array, block: Any, begin: int
) -> Any:
    shape = [_word(builder, block, begin + SLOT * (2 + i)) for i in range(layout.dimensions)]
    size = ir.Constant(WORD, layout.item.bytes)
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array = context.make_array(kind)(context, builder)
    data = builder.inttoptr(_word(builder, block, begin), array.data.type)
    populate_array(array, data, shape, strides, size, meminfo=None, parent=None)
    return array._getvalue()


def _store(
    context: Any, builder: Any, kind: Any, layout: Layout, value: Any, block: Any, begin: int
) -> None:
    """Write a value into the block, and give back what was made for the value before it."""
    if isinstance(layout, Array):
        _store_array(context, builder, kind, layout, value, block, begin)
    elif isinstance(layout, Row | Record):
        for i, (part, inner) in enumerate(_parts(kind, layout)):
            item = builder.extract_value(value, i)
            _store(context, builder, part, inner, item, block, begin)
            begin += inner.slots * SLOT
    else:
        builder.store(_as_word(builder, kind, layout.kind, value), _slot(builder, block, begin))


def _as_word(builder: Any, kind: Any, layout: str, value: Any) -> Any:
    if layout == "real":
        wide = value if value.type == ir.DoubleType() else builder.fpext(value, ir.DoubleType())
        return builder.bitcast(wide, WORD)
    if value.type == WORD:
        return value
    signed = isinstance(kind, types.Integer) and kind.signed
    return builder.sext(value, WORD) if signed else builder.zext(value, WORD)


def _store_array(
    context: Any, builder: Any, kind: Any, layout: Array, value: Any, block: Any, begin: int
) -> None:
    array = context.make_array(kind)(context, builder, value)
    before = builder.inttoptr(_word(builder, block, begin + SLOT), POINTER)
    release = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(ir.VoidType(), [POINTER]), "NRT_decref"
    )
    builder.call(release, [before])
    address, owner = (builder.ptrtoint(part, WORD) for part in (array.data, array.meminfo))
    shape = cgutils.unpack_tuple(builder, array.shape, layout.dimensions)
    for i, word in enumerate([address, owner, *shape]):
        builder.store(word, _slot(builder, block, begin + SLOT * i))
