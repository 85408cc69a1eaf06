"""What runs a network: our own code for what we write, onnxruntime for any other graph.

Onnxruntime runs in a process of its own, with limits (see `runtime`): a graph that loops for ever,
takes all memory or ends its process is a `NetworkFileError`.
"""

from __future__ import annotations

import io
import signal
import subprocess
import threading
import weakref
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from plyground.errors import NetworkFileError
from plyground.neural.onnx_reader import OtherGraphError, Port
from plyground.neural.own_session import open_own
from plyground.neural.runtime import Clock, first_line, packed, unpacked
from plyground.pipes import read_framed, start_python, write_framed

CLOCK = Clock()
PARTING_SECONDS = 1.0  # between the end of its output and that of a process
CLOCKS = ("SIGPROF", "SIGALRM")  # the signals by which they end the process


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


class OtherProcessSession:
    """A network that onnxruntime runs in a process of its own, which is begun again if it ends."""

    def __init__(self, content: bytes) -> None:
        """`NetworkFileError` if onnxruntime refuses it, or does not come to an end."""
        self._content, self._lock = content, threading.Lock()
        said = self._begin()
        self.inputs, self.outputs = (
            [Port(name, kind, tuple(shape)) for name, kind, shape in side] for side in said["ports"]
        )
        self.properties: dict[str, str] = said["properties"]

    def run(self, values: np.ndarray) -> list[np.ndarray]:
        """The outputs for an input."""
        with self._lock:
            if not self._end.alive:
                self._begin()
            return self._ask(packed({}, [values]), CLOCK.for_answer(len(values)))[1]

    def _begin(self) -> Any:
        """What the process says of the network once it has read it."""
        self._process = start_python(
            "plyground.neural.runtime", f"main(*{tuple(CLOCK)})", stderr=subprocess.DEVNULL
        )
        pipe: Any = self._process.stdout
        self._answers = io.BufferedReader(pipe)
        self._end = weakref.finalize(self, _end, self._process, self._answers)
        return self._ask(self._content, CLOCK.opening)[0]

    def _ask(self, content: bytes, seconds: float) -> tuple[Any, list[np.ndarray]]:
        """What it answers; `ValueError` if onnxruntime refuses, `NetworkFileError` if it ends."""
        try:
            write_framed(self._process.stdin, content)
            said, arrays = unpacked(read_framed(self._answers) or b"")
        except (OSError, ValueError, TypeError):
            reason = self._obituary(seconds)
            self._end()
            raise NetworkFileError(reason) from None
        except BaseException:  # Ctrl-C: its answer would be taken for that to the next question
            self._end()
            raise
        if "refused" in said:
            raise ValueError(said["refused"])
        return said, arrays

    def _obituary(self, seconds: float) -> str:
        try:
            code = self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            return "onnxruntime closed its output"
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if how in CLOCKS:
            return (
                f"onnxruntime was not done after {seconds:g} s of processor time, and was "
                "ended: the network may hold a loop without an end"
            )
        return f"the process in which onnxruntime runs it ended by {how}"


def _end(process: subprocess.Popen[bytes], answers: io.BufferedReader) -> None:
    process.kill()
    process.wait()
    answers.close()
    assert process.stdin is not None
    process.stdin.close()


def open_session(content: bytes) -> tuple[Session, dict[str, str]]:
    """The network in these bytes, and the properties of its file."""
    try:
        try:
            return open_own(content)
        except OtherGraphError:
            session = _in_other_process(content)
            return session, session.properties
    except ValueError as error:
        raise NetworkFileError(
            f"its {len(content)} bytes are no ONNX file, or a damaged one: {first_line(error)}"
        ) from error


def _in_other_process(content: bytes) -> OtherProcessSession:
    if find_spec("onnxruntime") is None:
        raise NetworkFileError(
            "it has other layers than Plyground writes; onnxruntime may be able to run it: "
            "pip install 'plyground[neural]'"
        )
    return OtherProcessSession(content)
