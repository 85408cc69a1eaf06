"""Workers compute what this machine would: with the same code, or not at all."""

from __future__ import annotations

from plyground.errors import WorkerError


def check_same_code(wanted: str, own: str, what: str) -> None:
    """Raise `WorkerError` if the two fingerprints of the code for `what` differ."""
    if wanted != own:
        raise WorkerError(
            f"a worker has other code for {what} than the machine that asks; install the same "
            "versions of Plyground, Python, NumPy and Numba, and the same files, everywhere"
        )
