"""Libraries that only some need: the extra that brings them, and the line that installs it."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plyground.errors import MissingDependencyError

ROOT = Path(__file__).parents[2]  # of the repository, if the package lies in one


def install_line(extra: str) -> str:
    """Return the command that installs an extra into the environment that this runs in."""
    prefix = Path(sys.prefix)
    if prefix.parent != ROOT or not (ROOT / "pyproject.toml").is_file():
        return f"pip install 'plyground[{extra}]'"
    scripts = "Scripts" if os.name == "nt" else "bin"
    here = Path.cwd() == ROOT
    pip = (Path(prefix.name) if here else prefix) / scripts / "pip"
    return f"{pip} install -e '{'.' if here else ROOT}[{extra}]'"


def missing(extra: str, what_for: str) -> MissingDependencyError:
    """Return the error that says, in one line, what installs the extra."""
    return MissingDependencyError(f"{what_for}: {install_line(extra)}")


@contextmanager
def needed(extra: str, what_for: str) -> Iterator[None]:
    """Import libraries of the extra within; one that is missing is a `MissingDependencyError`."""
    try:
        yield
    except ImportError as error:
        named = f" ({error.name} is missing)" if error.name else ""
        raise missing(extra, what_for + named) from error


def require(module: str, extra: str, what_for: str) -> None:
    """Check that a module of the extra is there, without importing it."""
    if importlib.util.find_spec(module) is None:
        raise missing(extra, f"{what_for} ({module} is missing)")
