"""Where functions are called: threads of this process, or the workers of a cluster.

What is called must be a function that the other side can import, with arguments that can be
pickled.
"""

from __future__ import annotations

import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.errors import InvalidParameterError, WorkerWarning

if TYPE_CHECKING:
    from concurrent.futures import Future

MOST_WORKERS = 1024


class LostWorkerError(Exception):
    """A part of the machines was lost with what it was doing; others are left."""


def warn(sentence: str) -> None:
    """Tell whoever watches, as a warning."""
    warnings.warn(sentence, WorkerWarning, stacklevel=2)


def here() -> str:
    """The name of the place where this is called; "" where there is one alone."""
    distributed = sys.modules.get("distributed")
    try:
        return str(distributed.get_worker().address) if distributed else ""
    except ValueError:  # no worker of a cluster
        return ""


class Machines(ABC):
    """What calls functions."""

    size: int  # calls that run at the same time; may change as workers come and go
    lost: int = 0  # workers that went away
    say: Callable[[str], object] = staticmethod(warn)  # is told what happens to workers

    @abstractmethod
    def call(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A future of what the function returns."""

    def call_at(self, place: str, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The same, at a place as `here` names it if that can be; else, or for "", anywhere."""
        return self.call(function, *arguments)

    def tell(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have every place call a function that takes no time, beside its work; nobody waits."""
        function(*arguments)

    @abstractmethod
    def close(self) -> None:
        """Give everything back."""

    def __enter__(self) -> Machines:
        """Itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()


class Threads(Machines):
    """Threads of this process, which suits functions that spend their time in machine code."""

    def __init__(self, size: int) -> None:
        """So many threads."""
        if not 1 <= size <= MOST_WORKERS:
            raise InvalidParameterError(f"workers={size} must be from 1 to {MOST_WORKERS}")
        from concurrent.futures import ThreadPoolExecutor

        self.size = size
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="calls")

    def call(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a thread call the function."""
        return self._threads.submit(function, *arguments)

    def close(self) -> None:
        """Wait for the calls under way; those that wait are dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)
