"""What any test may ask for: every game with each of its parameter sets, one thread of Torch."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

import plyground as pg
from boards import EVERY_BOARD, FEW_CELLS
from kept_workers import KeepingPool
from tiers import rest_slow

# Begun first where several processes share the files, so that they end at about the same time. The
# first one compiles what many others then load; those next to it take long and compile little. The
# last of these would be late by the alphabet, and one process would work on after the others.
LONG_FILES = (
    "test_agents",
    "test_conformance",
    "test_arena_matches",
    "test_environment",
    "test_store_kills",
    "test_faults",
    "test_stale_code",
    "test_page_play",
    "test_page_looks",
    "test_page_lab",
    "test_page_together",
    "test_page_learn",
    "test_page_end",
    "test_exact",
    "test_docs",
    "test_targets",
    "test_tuning",
    "test_web_api",
    "test_web_live",
    "test_why",
)

# A shell starts what runs in the background deaf to Ctrl-C, and processes of the tests inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Modules that tests name as plugins, but may import before that.
pytest.register_assert_rewrite("arena_bots", "browser")

# Numba makes many objects that stay: looking through all of them for garbage takes a while.
gc.set_threshold(20_000, 20, 50)

# The first example of a property may compile a kernel.
settings.register_profile("usual", deadline=None, max_examples=25)
settings.register_profile("many", deadline=None, max_examples=300)
settings.load_profile("usual")


def games_under_test() -> list[ParameterSet]:
    """Every game with each of its parameter sets; all but small and usual boards are slow tests."""
    return rest_slow(
        EVERY_BOARD,
        lambda board: board.shape.cell_count <= FEW_CELLS or board == pg.game(board.name),
    )


@pytest.fixture(scope="session", autouse=True)
def one_core() -> Iterator[None]:
    """A tournament starts one process unless it is told another number, however many cores there
    are: each has to load machine code. The page's searches do not give way to the other tests.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _process: {0}, raising=False)
        patch.setattr("plyground.web.searching.NICENESS", 0)
        yield


@pytest.fixture(scope="module")
def one_torch_thread() -> Iterator[None]:
    """Threads of tiny networks wait for each other more than they work."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def kept_workers() -> Iterator[None]:
    """Tournaments of a module share processes, where it is not the processes that are tested."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("plyground.tournaments.executors.WorkerPool", KeepingPool)
        yield
    while KeepingPool.stock:
        KeepingPool.stock.pop().close()


@pytest.fixture
def fewer_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The conformance check of keys compares a tenth of the positions that a user's check does."""
    monkeypatch.setattr("plyground.conformance.FIRST_POSITIONS", 2000)


def pytest_collection(session: pytest.Session) -> None:
    """Where several processes are to collect all files, each begins to import at another one.

    What one of them has translated into bytecode, the others load; the first time, that takes
    longer than all the rest of collecting.
    """
    if session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    names = sorted(file.stem for file in Path(__file__).parent.glob("test_*.py"))
    first = number * len(names) // processes
    for name in names[first:] + names[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # told when it is collected
            importlib.import_module(name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    first = {name: place for place, name in enumerate(LONG_FILES)}
    items.sort(key=lambda item: first.get(item.path.stem, len(first)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", games_under_test(), ids=str)
