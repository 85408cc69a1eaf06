"""Machine code for `tiles`: four vectors of sums, to which each input adds one of weights.

Vectors are LLVM's own, which it splits into those that a processor has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload

from plyground.kernel import bridge, tiles
from plyground.kernel.tiles import CELLS, OUTPUTS, Tile

WORD, PLACE, REAL = ir.IntType(64), ir.IntType(32), ir.FloatType()
BYTE, SHORT, LONG = ir.IntType(8), ir.IntType(16), ir.IntType(32)
AT_ONCE_IN_BROWSERS = 2  # cells; the sums of more do not fit into its sixteen vectors
Emit = Callable[..., Any]


def _spread(builder: Any, value: Any) -> Any:
    """A vector of sixteen times the value."""
    nothing = ir.Constant(ir.VectorType(value.type, OUTPUTS), ir.Undefined)
    one = builder.insert_element(nothing, value, PLACE(0))
    everywhere = ir.Constant(ir.VectorType(PLACE, OUTPUTS), [0] * OUTPUTS)
    return builder.shuffle_vector(one, nothing, everywhere)


def _add_real(builder: Any, sums: Any, value: Any, weights: Any) -> Any:
    """Sums and the product of a value and sixteen weights."""
    vector = sums.type
    kind = ir.FunctionType(vector, [vector] * 3)
    name = f"llvm.fmuladd.v{OUTPUTS}f32"
    add = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(add, [_spread(builder, value), weights, sums])


def _add_pairs(builder: Any, sums: Any, values: Any, weights: Any) -> Any:
    """Sums and the products of two values, which are one word, and sixteen pairs of weights."""
    both = builder.bitcast(_spread(builder, values), weights.type)
    how = PAIRS_IN_BROWSERS if bridge.for_browsers else PAIRS_HERE if _has("avx2") else None
    products = _plain_pairs if how is None else how.products
    return builder.add(sums, products(builder, both, weights))


def _add_fours(builder: Any, sums: Any, values: Any, weights: Any) -> Any:
    """The same with four values and sixteen fours of weights. Requires `has_fours`."""
    kind = ir.FunctionType(sums.type, [sums.type, weights.type, weights.type])
    name = "llvm.x86.avx512.vpdpbusd.512"
    add = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(
        add, [sums, builder.bitcast(_spread(builder, values), weights.type), weights]
    )


def has_fours() -> bool:
    """Whether this processor multiplies unsigned by signed bytes, and adds up four products."""
    return _has("avx512vnni") and not bridge.for_browsers


@cache
def _has(feature: str) -> bool:
    """Whether Numba compiles for a processor that has this."""
    _, _, features = cpu_target.target_context.codegen().magic_tuple()
    return f"+{feature}" in features.split(",")


def _plain_pairs(builder: Any, both: Any, weights: Any) -> Any:
    """The sums of the products of each pair."""
    wide, products = ir.VectorType(LONG, OUTPUTS), []
    for half in (0, 1):
        parts = [_chosen(builder, each, range(half, 2 * OUTPUTS, 2)) for each in (both, weights)]
        products.append(builder.mul(*(builder.sext(part, wide) for part in parts)))
    return builder.add(*products)


class _PairInstruction(NamedTuple):
    """An instruction for the sums of the products of some pairs."""

    name: str
    pairs: int

    def products(self, builder: Any, both: Any, weights: Any) -> Any:
        """As `_plain_pairs`, with as many of these instructions as it takes."""
        given, made = (ir.VectorType(kind, n) for kind, n in self._kinds())
        kind = ir.FunctionType(made, [given, given])
        multiply = cgutils.get_or_insert_function(builder.module, kind, self.name)
        found = []
        for first in range(0, 2 * OUTPUTS, 2 * self.pairs):
            part = range(first, first + 2 * self.pairs)
            halves = [_chosen(builder, each, part) for each in (both, weights)]
            found.append(builder.call(multiply, halves))
        while len(found) > 1:
            found = [_joined(builder, *found[i : i + 2]) for i in range(0, len(found), 2)]
        return found[0]

    def _kinds(self) -> tuple[tuple[Any, int], tuple[Any, int]]:
        return (SHORT, 2 * self.pairs), (LONG, self.pairs)


PAIRS_IN_BROWSERS = _PairInstruction("llvm.wasm.dot", 4)
PAIRS_HERE = _PairInstruction("llvm.x86.avx2.pmadd.wd", 8)


def _chosen(builder: Any, vector: Any, places: Iterable[int]) -> Any:
    """The elements of a vector at these places."""
    mask = list(places)
    return builder.shuffle_vector(
        vector, vector, ir.Constant(ir.VectorType(PLACE, len(mask)), mask)
    )


def _joined(builder: Any, first: Any, second: Any) -> Any:
    mask = list(range(first.type.count + second.type.count))
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(PLACE, len(mask)), mask))


class _Arrays:
    """Where the parts of two-dimensional contiguous arrays lie."""

    def __init__(self, context: Any, builder: Any, kinds: Any, values: Any) -> None:
        self.builder = builder
        made = [
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(kinds, values, strict=True)
        ]
        self.data = [each.data for each in made]
        self.widths = [
            builder.extract_value(each.shape, each.shape.type.count - 1) for each in made
        ]

    def place(self, array: int, row: Any, column: Any) -> Any:
        """The address of an element."""
        at = self.builder.add(self.builder.mul(row, self.widths[array]), column)
        return self.builder.gep(self.data[array], [at])


def _tile_code(add: Emit, sum_type: Any, weight_type: Any, group: int) -> Any:
    """The code of a tile whose products are added by `add`, a group of values at a time."""
    vector = ir.VectorType(sum_type, OUTPUTS)
    weight_vector = ir.VectorType(weight_type, group * OUTPUTS)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = _Arrays(context, builder, signature.args[:4], arguments[:4])
        fields = [builder.extract_value(arguments[4], i) for i in range(len(Tile._fields))]
        at, shift, depth, row, column = fields
        rows = builder.bitcast(arrays.place(2, row, WORD(0)), weight_vector.as_pointer())
        steps = builder.udiv(depth, WORD(group))
        together = AT_ONCE_IN_BROWSERS if bridge.for_browsers else CELLS
        for first in range(0, CELLS, together):
            cells = [
                builder.load(builder.gep(arrays.data[3], [builder.add(at, WORD(first + i))]))
                for i in range(together)
            ]
            homes = [
                builder.bitcast(arrays.place(0, cell, column), vector.as_pointer())
                for cell in cells
            ]
            given = [
                builder.bitcast(
                    arrays.place(1, builder.add(cell, shift), WORD(0)), sum_type.as_pointer()
                )
                for cell in cells
            ]
            sums = [cgutils.alloca_once(builder, vector) for _ in cells]
            for home, kept in zip(homes, sums, strict=True):
                builder.store(builder.load(home, align=4), kept)
            with cgutils.for_range(builder, steps) as loop:
                weights = builder.load(builder.gep(rows, [loop.index]), align=1)
                for start, kept in zip(given, sums, strict=True):
                    value = builder.load(builder.gep(start, [loop.index]), align=1)
                    builder.store(add(builder, builder.load(kept), value, weights), kept)
            for home, kept in zip(homes, sums, strict=True):
                builder.store(builder.load(kept), home, align=4)
        return context.get_dummy_value()

    return generate


TILES = {  # by the kind of weights; a group of values is as wide as a sum
    types.float32: _tile_code(_add_real, REAL, REAL, 1),
    types.int16: _tile_code(_add_pairs, LONG, SHORT, 2),
    types.int8: _tile_code(_add_fours, LONG, BYTE, 4),
}


@intrinsic
def _tile(_context: Any, sums: Any, inputs: Any, weights: Any, cells: Any, tile: Any) -> Any:
    return types.none(sums, inputs, weights, cells, tile), TILES[weights.dtype]


@overload(tiles.add_products, strict=False)
def _add_products(sums: Any, inputs: Any, weights: Any, cells: Any, tile: Any) -> Any:
    return lambda sums, inputs, weights, cells, tile: _tile(sums, inputs, weights, cells, tile)
