"""Load kernels that were built as a shared library or a WebAssembly module. Needs Python alone.

    kernels = load("connect_four.so")            # connect_four.json lies beside it
    search = kernels.block("search")             # memory for its arguments, with the usual ones
    search["last_depth"] = 8
    print(search.run())                          # what the kernel returns
    after = kernels.block("play").run(position=search["position"], move=3)

Records are dictionaries, rows are lists, arrays within records are lists; an array that is an
argument is a memoryview of what the kernel itself reads and writes. A WebAssembly module needs
the package wasmtime. Two threads may run kernels at once if each has blocks of its own.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import mmap
import struct
from pathlib import Path
from typing import Any

SLOT = 8
FORMATS = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint8": "B",
    "uint16": "H",
    "uint32": "I",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
}


class SharedLibrary:
    """The functions and the memory of this process."""

    def __init__(self, file: Path) -> None:
        """Load the file."""
        self._library = ctypes.CDLL(str(file.resolve()))
        self._kept: list[mmap.mmap] = []

    def allocate(self, size: int) -> int:
        """The address of new zeros."""
        room = mmap.mmap(-1, max(size, 1))  # costs nothing until it is used
        self._kept.append(room)
        return ctypes.addressof(ctypes.c_char.from_buffer(room))

    def view(self, address: int, size: int) -> memoryview:
        """The bytes at an address."""
        return memoryview((ctypes.c_char * size).from_address(address)).cast("B")

    def call(self, name: str, address: int) -> int:
        """What a function returns for a block."""
        function = self._library[name]
        function.argtypes = [ctypes.c_void_p]
        return int(function(address) or 0)


class WasmModule:
    """The functions and the memory of a WebAssembly module, in wasmtime."""

    def __init__(self, file: Path) -> None:
        """Load the file."""
        wasmtime: Any = importlib.import_module("wasmtime")

        self._store = wasmtime.Store()
        module = wasmtime.Module.from_file(self._store.engine, str(file))
        # The only thing that a module may ask for is somebody to tell how far a search got.
        ignored = [wasmtime.Func(self._store, each.type, lambda _: None) for each in module.imports]
        self._exports = wasmtime.Instance(self._store, module, ignored).exports(self._store)

    def allocate(self, size: int) -> int:
        """The address of new zeros."""
        address = self.call("plyground_allocate", size) % 2**32  # wasmtime has signed numbers
        if address == 0:
            raise MemoryError(f"the module has no {size} bytes left")
        return address

    def view(self, address: int, size: int) -> memoryview:
        """The bytes at an address, until memory grows."""
        begin = ctypes.addressof(self._exports["memory"].data_ptr(self._store).contents)
        return memoryview((ctypes.c_char * size).from_address(begin + address)).cast("B")

    def call(self, name: str, address: int) -> int:
        """What a function returns for a block."""
        signed = address - 2**32 if address >= 2**31 else address
        return int(self._exports[name](self._store, signed) or 0)


class Kernels:
    """The kernels of a file: `names`, and `constants` that belong to them."""

    def __init__(self, file: str | Path) -> None:
        """Load the file, and its description beside it."""
        path = Path(file)
        described = json.loads(path.with_suffix(".json").read_text())
        self.constants: dict[str, int] = described["constants"]
        self.prefix: str = described["prefix"]
        self._kernels = {kernel["name"]: kernel for kernel in described["kernels"]}
        self._machine = WasmModule(path) if path.suffix == ".wasm" else SharedLibrary(path)

    @property
    def names(self) -> list[str]:
        """The kernels that there are."""
        return list(self._kernels)

    def block(self, name: str) -> Block:
        """New memory for the arguments of a kernel, with the usual ones in it."""
        return Block(self._machine, self.prefix, self._kernels[name])


class Block:
    """The arguments of a kernel, and what it returned."""

    def __init__(self, machine: Any, prefix: str, kernel: dict[str, Any]) -> None:
        """Take memory and write the usual arguments."""
        self._machine, self._kernel = machine, kernel
        self._name = f"{prefix}_{kernel['name']}"
        self._address = machine.allocate(kernel["bytes"])
        self._fields: dict[str, tuple[dict[str, Any], int]] = {}
        self._room: dict[int, int] = {}  # items that fit into an array, by its address
        begin = SLOT * slots_of(kernel["result"])
        for name, layout in kernel["arguments"]:
            self._fields[name] = (layout, begin)
            begin += SLOT * slots_of(layout)
        machine.call(f"{self._name}_prepare", self._address)

    def __getitem__(self, name: str) -> Any:
        """An argument: a number, a dictionary, a list, or a view of an array."""
        layout, begin = self._fields[name]
        return self._read(layout, self._address + begin)

    def __setitem__(self, name: str, value: Any) -> None:
        """Change an argument."""
        layout, begin = self._fields[name]
        self._write(layout, self._address + begin, value)

    def run(self, **arguments: Any) -> Any:
        """What the kernel returns, with some arguments changed."""
        for name, value in arguments.items():
            self[name] = value
        status = self._machine.call(f"{self._name}_run", self._address)
        if status:
            raise RuntimeError(f"{self._kernel['name']} failed with status {status}")
        return _plain(self._read(self._kernel["result"], self._address))

    def _read(self, layout: dict[str, Any], at: int) -> Any:
        kind = layout["kind"]
        if kind == "array":
            return self._array(layout, at)
        if kind == "record":
            found = {}
            for name, part in layout["fields"]:
                found[name] = _plain(self._read(part, at))
                at += SLOT * slots_of(part)
            return found
        if kind == "row":
            size = SLOT * slots_of(layout["item"])
            return [self._read(layout["item"], at + size * i) for i in range(layout["length"])]
        (number,) = struct.unpack("<d" if kind == "real" else "<q", self._machine.view(at, SLOT))
        return bool(number) if kind == "truth" else number

    def _write(self, layout: dict[str, Any], at: int, value: Any) -> None:
        kind = layout["kind"]
        if kind == "array":
            self._place(layout, at, value)
        elif kind == "record":
            for name, part in layout["fields"]:
                self._write(part, at, value[name])
                at += SLOT * slots_of(part)
        elif kind == "row":
            for item in value:
                self._write(layout["item"], at, item)
                at += SLOT * slots_of(layout["item"])
        else:
            content = struct.pack("<d" if kind == "real" else "<q", value)
            self._machine.view(at, SLOT)[:] = content

    def _words(self, at: int, count: int) -> Any:
        return self._machine.view(at, SLOT * count).cast("q")

    def _array(self, layout: dict[str, Any], at: int) -> memoryview:
        """A view of an array; of its bytes, if it holds structures."""
        address, _, *shape = self._words(at, 2 + layout["dimensions"])
        size = layout["item"]["bytes"]
        for length in shape:
            size *= length
        found: memoryview = self._machine.view(address, size)
        if layout["item"]["type"] not in FORMATS:
            return found
        form: Any = FORMATS[layout["item"]["type"]]
        return found.cast(form, shape) if size else found.cast(form)

    def _place(self, layout: dict[str, Any], at: int, value: Any) -> None:
        """Change an array of one dimension; it moves to new memory where it has no room."""
        if layout["dimensions"] != 1:
            raise TypeError("change an array of several dimensions through its view")
        count, room = len(value), self._room.setdefault(at, self._words(at, 3)[2])
        if count > room:
            self._room[at] = 2 * count
            address = self._machine.allocate(2 * count * layout["item"]["bytes"])
            self._words(at, 3)[0] = address
        self._words(at, 3)[2] = count
        view = self._array(layout, at)
        for place, item in enumerate(value):
            view[place] = item


def slots_of(layout: dict[str, Any]) -> int:
    """How many slots of eight bytes a value takes."""
    if layout["kind"] == "record":
        return sum(slots_of(part) for _, part in layout["fields"])
    if layout["kind"] == "row":
        return int(layout["length"]) * slots_of(layout["item"])
    return 2 + int(layout["dimensions"]) if layout["kind"] == "array" else 1


def _plain(value: Any) -> Any:
    """What does not change with the block: a list in place of a view."""
    return value.tolist() if isinstance(value, memoryview) else value


def load(file: str | Path) -> Kernels:
    """The kernels of a shared library or a WebAssembly module."""
    return Kernels(file)
