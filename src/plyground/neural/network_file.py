"""Network files: ONNX with a few properties of ours.

    property     says
    plyground    "1", the version of this format
    game         the name of the game
    encoding     how a position becomes the input, as in "cells-1"
    parameters   JSON: the parameters of the game that the network is tied to; {} for any size
    about        JSON: how the network was made, for people

A network has one input and one or more outputs, all of 32-bit floating-point numbers. What we
write is run by our own code, any other graph by onnxruntime (`sessions`). Whatever a file lacks or
has wrong is a `NetworkFileError` that says what was found and what was expected.
"""

from __future__ import annotations

import json
import os.path
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from plyground.errors import NetworkFileError
from plyground.folders import read_whole
from plyground.game import Game
from plyground.kernel import machine
from plyground.neural.runtime import first_line
from plyground.neural.sessions import Session, open_session
from plyground.reading import SHOWN, read_json

FORMAT = "1"
FORMAT_KEY = "plyground"
LARGEST_FILE = 256 << 20  # bytes
OPEN_FILES = 8  # networks that are kept ready to run
Shape: TypeAlias = tuple[int | None, ...]  # None for a size that is left open


@dataclass(frozen=True)
class Metadata:
    """What a file says about its network."""

    game: str
    encoding: str
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)

    def properties(self) -> dict[str, str]:
        """As they stand in a file."""
        return {
            FORMAT_KEY: FORMAT,
            "game": self.game,
            "encoding": self.encoding,
            "parameters": json.dumps(dict(self.parameters)),
            "about": json.dumps(dict(self.about)),
        }

    @classmethod
    def from_properties(cls, found: Mapping[str, str]) -> Metadata:
        """The inverse of `properties`; refuses another format and what is missing."""
        if FORMAT_KEY not in found:
            raise NetworkFileError(
                f"it is an ONNX file without the property {FORMAT_KEY!r}, so not one of Plyground's"
            )
        if found[FORMAT_KEY] != FORMAT:
            raise NetworkFileError(
                f"its format is {found[FORMAT_KEY]!r}, and this version reads {FORMAT!r}"
            )
        missing = [key for key in ("game", "encoding", "parameters", "about") if key not in found]
        if missing:
            raise NetworkFileError(f"it lacks the properties {', '.join(missing)}")
        tied, about = (_object(key, found[key]) for key in ("parameters", "about"))
        return cls(found["game"], found["encoding"], tied, about)


def _object(key: str, text: str) -> dict[str, Any]:
    try:
        found = read_json(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise NetworkFileError(f"its property {key!r} is {text[:40]!r}, not a JSON object")
    return found


class Expected(NamedTuple):
    """What a network must be to be used: whose, how it reads positions, and its shapes."""

    game: Game[Any]
    encoding: str
    input: Shape
    outputs: tuple[Shape, ...]

    def check(self, network: NetworkFile) -> None:
        """Raise `NetworkFileError` if the network is another."""
        said, game = network.metadata, self.game
        if said.game != game.name:
            raise NetworkFileError(f"it plays {said.game}, not {game.name}")
        if said.encoding != self.encoding:
            raise NetworkFileError(
                f"it reads positions as {said.encoding!r}, but {self.encoding!r} is wanted here"
            )
        values = game.parameter_values
        for name, value in said.parameters.items():
            if values.get(name) != value:
                here = f"{name}={values[name]}" if name in values else f"no {name}"
                raise NetworkFileError(f"it is for {name}={value}, and this game has {here}")
        self._check_shapes(network)

    def _check_shapes(self, network: NetworkFile) -> None:
        inputs, outputs = network.session.inputs, network.session.outputs
        sides = (("inputs", inputs, (self.input,)), ("outputs", outputs, self.outputs))
        for side, found, wanted in sides:
            shapes = [tuple(each.shape) for each in found]
            floats = all(each.type == "tensor(float)" for each in found)
            if not floats or len(shapes) != len(wanted) or not all(map(_fits, shapes, wanted)):
                is_said = ", ".join(f"{each.type}{_shown(each.shape)}" for each in found)
                right = ", ".join(f"tensor(float){_shown(shape)}" for shape in wanted)
                raise NetworkFileError(f"its {side} are {is_said}; {right} was expected")


def _fits(found: tuple[Any, ...], wanted: Shape) -> bool:
    """Whether every size that matters is the one wanted."""
    sizes = zip(found, wanted, strict=False)
    return len(found) == len(wanted) and all(w is None or f == w for f, w in sizes)


def _shown(shape: Any) -> str:
    return f"[{', '.join('any' if not isinstance(size, int) else str(size) for size in shape)}]"


@dataclass(frozen=True)
class NetworkFile:
    """A network that is ready to run, on one thread; several threads may call `run`."""

    metadata: Metadata
    session: Session

    def run(self, values: Any) -> tuple[Any, ...]:
        """The outputs for an input array of 32-bit numbers, one array each."""
        try:
            with np.errstate(all="ignore"):  # what is no number is refused below
                found = self.session.run(values)
        except Exception as error:
            raise NetworkFileError(f"the network cannot be run: {first_line(error)}") from error
        if not all(np.isfinite(each).all() for each in found):
            raise NetworkFileError("the network answers with infinities or no numbers at all")
        return tuple(found)


def read_network(source: str | Path | bytes, expected: Expected | None = None) -> NetworkFile:
    """The network in that file, or in the bytes of one, if it is what is expected."""
    name = "the network" if isinstance(source, bytes) else str(source)
    content = source if isinstance(source, bytes) else _content(Path(source))
    try:
        with _opening, np.errstate(all="ignore"):
            network = _opened(content)
        if expected is not None:
            expected.check(network)
    except NetworkFileError as error:
        raise NetworkFileError(f"{name} cannot be used: {error}") from error
    return network


def _content(path: Path) -> bytes:
    try:
        machine.bring(path)
        if not os.path.isfile(path):  # noqa: PTH113 -- no error, whatever the path is
            raise NetworkFileError(f"there is no network file {str(path)[:SHOWN]}")
        return read_whole(path, LARGEST_FILE)
    except OSError as error:
        raise NetworkFileError(f"{path} cannot be read: {error.strerror}") from error


_opening = threading.Lock()


@lru_cache(maxsize=OPEN_FILES)
def _opened(content: bytes) -> NetworkFile:
    """The network in these bytes; by content, so that a file that changed is read anew."""
    session, properties = open_session(content)
    if len(session.inputs) != 1:
        raise NetworkFileError(f"it has {len(session.inputs)} inputs; one was expected")
    return NetworkFile(Metadata.from_properties(properties), session)
