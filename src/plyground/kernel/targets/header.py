"""The C header of a library, written from its layouts."""

from __future__ import annotations

from collections.abc import Mapping

from plyground.kernel.targets.building import Compiled
from plyground.kernel.targets.frame import Frame
from plyground.kernel.targets.layout import (
    SLOT,
    Item,
    Layout,
    Number,
    Record,
    Row,
    records_in,
)

NUMBERS = {"integer": "int64_t", "truth": "int64_t", "real": "double"}
ITEMS = {"bool": "uint8_t", "float32": "float", "float64": "double"}
OPENING = """/* {title}

   Each kernel NAME works on a block of NAME_BYTES bytes: what it returns, then its arguments.

       {prefix}_NAME *block = calloc(1, {upper}_NAME_BYTES);
       {prefix}_NAME_prepare(block);        the usual arguments; wants memory that is zero
       {prefix}_NAME_run(block);            0, or another number if it failed

   The contents of arrays lie in the block, too; `data` may be changed to point elsewhere. An
   array in a result lives until the next result of the same block. Threads need blocks of their
   own. */
"""


class Names:
    """A name in C for every record: two that differ do not share one."""

    def __init__(self, prefix: str) -> None:
        """Names begin with the prefix."""
        self.prefix = prefix
        self._taken: dict[str, Record] = {}

    def of(self, record: Record) -> str:
        """The name of a record."""
        wish = f"{self.prefix}_{record.name or 'Tuple'}"
        name, number = wish, 2
        while self._taken.setdefault(name, record) != record:
            name, number = f"{wish}{number}", number + 1
        return name


def header_of(compiled: Compiled, title: str, constants: Mapping[str, int]) -> str:
    """The text of the header."""
    prefix, upper = compiled.prefix, compiled.prefix.upper()
    names, written = Names(prefix), dict[str, None]()
    parts = [
        OPENING.format(title=title, prefix=prefix, upper=upper),
        f"#ifndef {upper}_H\n#define {upper}_H\n#include <stdint.h>\n",
        "\n".join(f"#define {upper}_{name} {value}" for name, value in constants.items()) + "\n",
    ]
    for frame in compiled.frames:
        for record in (*records_in(frame.result), *records_in(frame.arguments)):
            if record is not frame.arguments:
                written[_struct(names.of(record), record.fields, names)] = None
        written[_frame(frame, names)] = None
    parts += ['#ifdef __cplusplus\nextern "C" {\n#endif\n', *written]
    return "\n".join([*parts, "#ifdef __cplusplus\n}\n#endif\n#endif", ""])


def _frame(frame: Frame, names: Names) -> str:
    """The block of a kernel and its two functions."""
    name = f"{names.prefix}_{frame.name}"
    fields = (("result", frame.result), *frame.arguments.fields)
    size = (frame.result.slots + frame.arguments.slots) * SLOT
    return (
        f"/* {frame.about} */\n#define {name.upper()}_BYTES {frame.size}\n"
        f"{_struct(name, fields, names)}"
        f"typedef char {name}_has_its_size[sizeof({name}) == {size} ? 1 : -1];\n"
        f"void {name}_prepare({name} *block);\nint32_t {name}_run({name} *block);\n"
    )


def _struct(name: str, fields: tuple[tuple[str, Layout], ...], names: Names) -> str:
    lines = "\n".join(f"    {_declared(part, field, names)};" for field, part in fields)
    return f"typedef struct {{\n{lines}\n}} {name};\n"


def _declared(layout: Layout, name: str, names: Names) -> str:
    """A field of a structure in C."""
    if isinstance(layout, Number):
        return f"{NUMBERS[layout.kind]} {name}"
    if isinstance(layout, Record):
        return f"{names.of(layout)} {name}"
    if isinstance(layout, Row):
        return _declared(layout.item, f"{name}[{layout.length}]", names)
    item, shape = _item(layout.item), f"int64_t shape[{layout.dimensions}]"
    return f"struct {{ {item} *data; void *owner; {shape}; }} {name}"


def _item(item: Item) -> str:
    """What an array holds, in C; the fields of structures are in the description alone."""
    return "void" if item.type == "struct" else ITEMS.get(item.type, f"{item.type}_t")
