"""How the arguments and the result of a kernel lie in memory, the same on every target.

A kernel in a library or a WebAssembly module is given the address of one block:

    block     result | arguments, in their order | contents of arrays

Everything before the contents is made of slots of eight bytes, least byte first:

    integer   one slot          truth    one slot, 0 or 1          real   one slot, IEEE double
    record    its fields        row      its items
    array     the address of its contents, an owner (0 unless the library has made it), its shape

An address takes a slot on machines of 32 bits, too, so that a block looks alike everywhere. What
is written here as data drives the C header and the loaders in Python and JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

SLOT = 8  # bytes
ALIGNMENT = 64  # of the contents of arrays: a line of the processor's cache


@dataclass(frozen=True)
class Number:
    """One number: `integer`, `truth` or `real`."""

    kind: str

    @property
    def slots(self) -> int:
        """One."""
        return 1

    def described(self) -> dict[str, Any]:
        """The layout as data."""
        return {"kind": self.kind}


@dataclass(frozen=True)
class Record:
    """Named parts, one after the other; without a name for a tuple of different things."""

    name: str
    fields: tuple[tuple[str, Layout], ...]

    @property
    def slots(self) -> int:
        """Those of all fields."""
        return sum(layout.slots for _, layout in self.fields)

    def described(self) -> dict[str, Any]:
        """The layout as data."""
        fields = [[name, layout.described()] for name, layout in self.fields]
        return {"kind": "record", "name": self.name, "fields": fields}


@dataclass(frozen=True)
class Row:
    """So many parts of one kind."""

    item: Layout
    length: int

    @property
    def slots(self) -> int:
        """Those of all items."""
        return self.item.slots * self.length

    def described(self) -> dict[str, Any]:
        """The layout as data."""
        return {"kind": "row", "item": self.item.described(), "length": self.length}


@dataclass(frozen=True)
class Item:
    """What an array holds: numbers of one type, or structures with fields at certain bytes."""

    type: str  # as NumPy names it; "struct" where there are fields
    bytes: int
    fields: tuple[tuple[str, str, int], ...] = ()  # name, type, byte

    def described(self) -> dict[str, Any]:
        """The item as data."""
        plain = {"type": self.type, "bytes": self.bytes}
        return {**plain, "fields": [list(field) for field in self.fields]} if self.fields else plain


@dataclass(frozen=True)
class Array:
    """Contents elsewhere, row by row: address, owner and shape."""

    item: Item
    dimensions: int

    @property
    def slots(self) -> int:
        """Address, owner and one for each dimension."""
        return 2 + self.dimensions

    def described(self) -> dict[str, Any]:
        """The layout as data."""
        return {"kind": "array", "item": self.item.described(), "dimensions": self.dimensions}


Layout: TypeAlias = Number | Record | Row | Array


def leaves(layout: Layout, value: Any, slot: int = 0) -> Iterator[tuple[int, Number | Array, Any]]:
    """Each number and array of a value with the slot at which it begins."""
    if isinstance(layout, Record):
        for (_, part), inner in zip(layout.fields, value, strict=True):
            yield from leaves(part, inner, slot)
            slot += part.slots
    elif isinstance(layout, Row):
        for inner in value:
            yield from leaves(layout.item, inner, slot)
            slot += layout.item.slots
    else:
        yield slot, layout, value


def records_in(layout: Layout) -> Iterator[Record]:
    """Every record in a layout, inner ones first."""
    if isinstance(layout, Record):
        for _, part in layout.fields:
            yield from records_in(part)
        yield layout
    elif isinstance(layout, Row):
        yield from records_in(layout.item)
