"""Kernels as plain Python, where a test is not about machine code.

A search of a few hundred nodes takes less time than compiling it, and less in a process of its own
than loading Numba there. A module that wants them says `pytest_plugins = "interpreting"`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.kernel import interpreted


@pytest.fixture
def interpreted_here() -> Iterator[None]:
    """Nothing is compiled in the process of the test."""
    with interpreted():
        yield


@pytest.fixture(scope="module")
def interpreted_processes() -> Iterator[None]:
    """Nothing is compiled in the processes that the test starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_INTERPRET", "1")
        yield
