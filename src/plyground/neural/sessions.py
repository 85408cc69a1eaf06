"""What runs a network: our own code for what we write, onnxruntime for any other graph."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from plyground.errors import NetworkFileError
from plyground.neural.onnx_reader import OtherGraphError, Port
from plyground.neural.own_session import open_own

PROVIDERS = ("CPUExecutionProvider",)  # of onnxruntime; falling back to others, it prints


class Session(Protocol):
    """A network that is ready to run, on one thread; several threads may."""

    @property
    def inputs(self) -> Sequence[Port]:
        """What it is given."""

    @property
    def outputs(self) -> Sequence[Port]:
        """What it answers with."""

    def run(self, values: np.ndarray) -> list[np.ndarray]:
        """The outputs for an input."""


class OnnxruntimeSession:
    """A network that onnxruntime runs."""

    def __init__(self, runtime: Any, content: bytes) -> None:
        """Whatever onnxruntime raises goes on."""
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4  # errors come as exceptions
        self.made = runtime.InferenceSession(content, options, PROVIDERS, enable_fallback=0)
        self.inputs, self.outputs = (
            [Port(each.name, each.type, tuple(each.shape)) for each in side]
            for side in (self.made.get_inputs(), self.made.get_outputs())
        )
        self.properties: dict[str, str] = self.made.get_modelmeta().custom_metadata_map

    def run(self, values: np.ndarray) -> list[np.ndarray]:
        """The outputs for an input."""
        found: list[np.ndarray] = self.made.run(None, {self.inputs[0].name: values})
        return found


def open_session(content: bytes) -> tuple[Session, dict[str, str]]:
    """The network in these bytes, and the properties of its file."""
    try:
        try:
            return open_own(content)
        except OtherGraphError:
            session = OnnxruntimeSession(_runtime(), content)
            return session, session.properties
    except NetworkFileError:
        raise
    except Exception as error:
        raise NetworkFileError(
            f"its {len(content)} bytes are no ONNX file, or a damaged one: {first_line(error)}"
        ) from error


def _runtime() -> Any:
    try:
        return import_module("onnxruntime")
    except ImportError as error:
        raise NetworkFileError(
            "it has other layers than Plyground writes; onnxruntime may be able to run it: "
            "pip install 'plyground[neural]'"
        ) from error


def first_line(error: Exception) -> str:
    """What an error says first."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
