"""Kernels that cannot be linked: they are left out, or the error says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import CompilationError
from plyground.kernel.targets import prebuilding
from plyground.kernel.targets.emitting import EMSCRIPTEN
from plyground.kernel.targets.linker import MissingFunctionError
from plyground.kernel.targets.prebuilding import Piece, write_library


@pytest.fixture
def linked(monkeypatch):
    """The kernels that were linked; the function `cosh` is nowhere."""
    texts = {"one": "call double @cosh(double 0.0)", "two": "ret void"}
    found: list[list[str]] = []

    def link(pieces, _to, _target):
        found.append([piece.key for piece in pieces])
        if "one" in found[-1] or len(texts) == 1:
            raise MissingFunctionError("cosh")

    monkeypatch.setattr(prebuilding, "key_of", lambda key: key)
    monkeypatch.setattr(
        prebuilding, "_piece", lambda key, *_: Piece(key, {"name": key}, (texts[key],), b"")
    )
    monkeypatch.setattr(prebuilding, "_link", link)
    return texts, found


def test_what_calls_a_missing_function_is_left_out(linked):
    assert write_library([("one",), ("two",)], Path("x"), EMSCRIPTEN) == {"two": {"name": "two"}}
    assert linked[1] == [["one", "two"], ["two"]]


def test_a_function_that_no_kernel_names_is_told(linked):
    del linked[0]["one"]
    with pytest.raises(CompilationError, match="emscripten needs cosh, which no kernel calls by"):
        write_library([("two",)], Path("x"), EMSCRIPTEN)
