"""ONNX files without a library: the parts of one that our networks have.

A file is a message of Google's protocol buffers: fields, each a number and a value, where a value
is an integer, a few bytes, or again a message. `learn` writes such files with the package onnx.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.errors import NetworkFileError
from plyground.reading import SHOWN

Field = tuple[int, Any]  # its number, and an integer or bytes
VARIABLE, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5  # kinds of values
KINDS: dict[int, np.dtype[Any]] = {  # of numbers in tensors, as ONNX counts them
    1: np.dtype("<f4"),
    2: np.dtype("u1"),
    3: np.dtype("i1"),
    6: np.dtype("<i4"),
    7: np.dtype("<i8"),
    10: np.dtype("<f2"),
}
FLOAT = 1
ELSEWHERE = 1  # of a tensor whose numbers are in another file
SIGN = 1 << 63
MOST_FIELDS = 20_000  # of a message, ...
MOST_TENSOR_FIELDS = 100
MOST_BYTES = 4_000_000  # ... and of all that is no tensor: more than our networks have


class OtherGraphError(Exception):
    """A graph is none that we write."""


@dataclass(frozen=True)
class Node:
    """One step of a graph: an operator, the names of what it takes and makes, its attributes."""

    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]  # an integer, a tuple of them, or None for what is neither


@dataclass(frozen=True)
class Port:
    """An input or output of a network."""

    name: str
    type: str  # as onnxruntime names it
    shape: tuple[int | str, ...]  # a size that is left open has a name


@dataclass(frozen=True)
class Graph:
    """What a file says."""

    nodes: tuple[Node, ...]
    constants: Mapping[str, np.ndarray]
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    properties: Mapping[str, str]


def read_graph(content: bytes) -> Graph:
    """What is in these bytes.

    `ValueError` if that is no ONNX file; `OtherGraphError` if it has numbers as ours never have,
    or many more parts; `NetworkFileError` if a part is in another file.
    """
    try:
        model = list(_fields(content))
        (graph,) = (value for number, value in model if number == 7)
        parts = list(_fields(graph))
        others = (value for number, value in (*model, *parts) if number not in (5, 7))
        if sum(len(value) for value in others if isinstance(value, bytes)) > MOST_BYTES:
            raise OtherGraphError
        constants = dict(_tensor(value) for number, value in parts if number == 5)
        return Graph(
            tuple(_node(value) for number, value in parts if number == 1),
            constants,
            tuple(_port(value) for number, value in parts if number == 11),
            tuple(_port(value) for number, value in parts if number == 12),
            dict(_property(value) for number, value in model if number == 14),
        )
    except (IndexError, KeyError, TypeError, struct.error) as error:
        raise ValueError(f"a part of it is missing or wrong ({error})") from error


def _fields(message: bytes, most: int = MOST_FIELDS) -> Iterator[Field]:
    """The fields of a message, in order; `OtherGraphError` if there are more than so many."""
    if not isinstance(message, bytes):
        raise ValueError("a number stands where a message should")
    at = count = 0
    while at < len(message):
        count += 1
        if count > most:
            raise OtherGraphError
        key, at = _integer(message, at)
        kind = key & 7
        if kind == VARIABLE:
            value, at = _integer(message, at)
            yield key >> 3, value
            continue
        length = {EIGHT_BYTES: 8, FOUR_BYTES: 4}.get(kind)
        if kind == LENGTH:
            length, at = _integer(message, at)
        if length is None or not 0 <= length <= len(message) - at:
            raise ValueError("it ends too early")
        yield key >> 3, message[at : at + length]
        at += length


def _integer(message: bytes, at: int) -> tuple[int, int]:
    """An integer, seven bits a byte from the lowest, and where it ends."""
    value = 0
    for shift in range(0, 70, 7):
        byte = message[at]
        value, at = value | (byte & 127) << shift, at + 1
        if byte < 128:
            return (value ^ SIGN) - SIGN if value < 1 << 64 else 0, at
    raise ValueError("a number has no end")


def _integers(found: list[Any]) -> list[int]:
    """The values of a field that holds several integers, one by one or packed into bytes."""
    values: list[int] = []
    for value in found:
        at = 0
        while isinstance(value, bytes) and at < len(value):
            number, at = _integer(value, at)
            values.append(number)
        if isinstance(value, int):
            values.append(value)
    return values


def _all(message: bytes, most: int = MOST_FIELDS) -> dict[int, list[Any]]:
    """The values of the fields of a message, by number."""
    found: dict[int, list[Any]] = {}
    for number, value in _fields(message, most):
        found.setdefault(number, []).append(value)
    return found


def _text(values: list[Any]) -> str:
    return bytes(values[-1]).decode()


def _tensor(message: bytes) -> tuple[str, np.ndarray]:
    found = _all(message, MOST_TENSOR_FIELDS)
    if 13 in found or found.get(14, [0])[-1] == ELSEWHERE:
        name = _text(found.get(8, [b""]))
        raise NetworkFileError(
            f"the numbers of its tensor {name[:SHOWN]!r} are in another file, and only one is read"
        )
    shape, kind = _integers(found.get(1, [])), found[2][-1]
    if 9 not in found or kind not in KINDS:  # its numbers stand one by one, or elsewhere
        raise OtherGraphError
    values = np.frombuffer(found[9][-1], KINDS[kind])
    return _text(found[8]), values.reshape(shape)


def _node(message: bytes) -> Node:
    found = _all(message)
    attributes = [_all(each) for each in found.get(5, [])]
    known = {_text(each[1]): _attribute(each) for each in attributes}
    inputs, outputs = (tuple(_text([name]) for name in found.get(part, [])) for part in (1, 2))
    return Node(_text(found[4]), inputs, outputs, known)


def _attribute(found: dict[int, list[Any]]) -> Any:
    if 8 in found:
        return tuple(_integers(found[8]))
    return int(found[3][-1]) if 3 in found else None


def _port(message: bytes) -> Port:
    found = _all(message)
    tensor = _all(_all(found[2][-1])[1][-1])
    sizes = [_all(each) for each in _all(tensor[2][-1]).get(1, [])]
    shape = tuple(int(each[1][-1]) if 1 in each else _text(each.get(2, [b""])) for each in sizes)
    kind = "tensor(float)" if tensor[1][-1] == FLOAT else f"tensor of kind {tensor[1][-1]}"
    return Port(_text(found[1]), kind, shape)


def _property(message: bytes) -> tuple[str, str]:
    found = _all(message)
    return _text(found[1]), _text(found.get(2, [b""]))
