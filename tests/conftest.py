"""What any test may ask for: every game with each of its parameter sets, one thread of Torch."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

import plyground as pg
from plyground.game.registry import built_in_names, game_class

# A shell starts what runs in the background deaf to Ctrl-C, and processes of the tests inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example of a property may compile a kernel.
settings.register_profile("plyground", deadline=None, max_examples=60)
settings.load_profile("plyground")


def games_under_test() -> list[pg.Game]:
    return [
        pg.game(name, **parameters)
        for name in built_in_names()
        for parameters in game_class(name).examples
    ]


@pytest.fixture(scope="module")
def one_torch_thread() -> Iterator[None]:
    """Threads of tiny networks wait for each other more than they work."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", games_under_test(), ids=str)
