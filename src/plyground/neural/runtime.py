"""The process in which onnxruntime runs a network that others have made.

A graph of theirs may loop for ever, take all memory or end the process, so it has limits that the
system enforces: on processor time and time for each question, on memory, and on files, of which
none can be opened once onnxruntime is there, nor written.

    it gets      the file; then, for each question, an array of 32-bit numbers
    it answers   what the network takes and gives, and its properties; then arrays

A message is JSON behind its length, and behind that the numbers of the arrays: `packed`.
"""

from __future__ import annotations

import io
import json
import math
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from plyground.neural.onnx_reader import Port
from plyground.pipes import framed, hide_standard_streams, read_framed, write_framed

PROVIDERS = ("CPUExecutionProvider",)  # of onnxruntime; falling back to others, it prints
MEGABYTES = 4096  # that the process may take
PATIENCE = 6  # times the processor time: what a question may take where others use the processor


class Clock(NamedTuple):
    """How much processor time it has, in seconds."""

    opening: float = 20.0
    answer: float = 10.0  # to a question
    position: float = 0.05  # more for each position in it

    def for_answer(self, positions: int) -> float:
        """The seconds for so many positions."""
        return self.answer + self.position * positions


class OnnxruntimeSession:
    """A network that onnxruntime runs, in this very process."""

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
        made: list[np.ndarray] = self.made.run(None, {self.inputs[0].name: values})
        return made


def packed(said: Any, arrays: Sequence[np.ndarray] = ()) -> bytes:
    """A message: what is said as JSON, and arrays of 32-bit numbers."""
    shapes = [each.shape for each in arrays]
    numbers = (np.ascontiguousarray(each, "<f4").tobytes() for each in arrays)
    return b"".join((framed(json.dumps([said, shapes]).encode()), *numbers))


def unpacked(content: bytes) -> tuple[Any, list[np.ndarray]]:
    """The inverse; `ValueError` if it is no such message."""
    stream = io.BytesIO(content)
    said, shapes = json.loads(read_framed(stream) or b"")
    numbers, arrays = np.frombuffer(stream.read(), "<f4").copy(), []
    for shape in shapes:
        size = math.prod(shape)
        arrays.append(numbers[:size].reshape(shape))
        numbers = numbers[size:]
    return said, arrays


def first_line(error: BaseException) -> str:
    """What an error says first."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def main(*clock: float) -> None:
    """Open the network that comes first, and answer until the pipe is closed."""
    source, sink = hide_standard_streams()
    seconds, content = Clock(*clock), read_framed(source) or b""
    _ring_after(seconds.opening)
    try:
        session = _opened(content)
        sides = session.inputs, session.outputs
        ports = [[(each.name, each.type, each.shape) for each in side] for side in sides]
        answer = packed({"ports": ports, "properties": session.properties})
    except Exception as error:
        answer = packed({"refused": first_line(error)})
    _ring_after(0)
    write_framed(sink, answer)
    while (content := read_framed(source) or b"") != b"":
        _, (values,) = unpacked(content)
        _ring_after(seconds.for_answer(len(values)))
        try:
            answer = packed({}, session.run(values))
        except Exception as error:
            answer = packed({"refused": first_line(error)})
        _ring_after(0)
        write_framed(sink, answer)
    os._exit(0)


def _opened(content: bytes) -> OnnxruntimeSession:
    import resource

    onnxruntime = import_module("onnxruntime")
    for limit, most in (
        (resource.RLIMIT_DATA, MEGABYTES << 20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # of a system that has other limits
            resource.setrlimit(limit, (most, most))
    return OnnxruntimeSession(onnxruntime, content)


def _ring_after(seconds: float) -> None:
    """Have the system end the process after so much processor time; 0 turns the clock off."""
    for timer, number, times in (
        (signal.ITIMER_PROF, signal.SIGPROF, 1),
        (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE),
    ):
        signal.signal(number, signal.SIG_DFL)
        signal.setitimer(timer, times * seconds)
