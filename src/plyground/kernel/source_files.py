"""Files as parts of fingerprints: all that is in them, or what their source means."""

from __future__ import annotations

import ast
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class SourceFile(NamedTuple):
    """A file that belongs to what a fingerprint is of, whoever mentions it."""

    path: Path


def meaning_of(file: Path, content: bytes | None = None) -> str:
    """Return what is in a file as text; of Python's source what it means, without comments.

    `content` is what the file held when it was loaded, where that counts and not what it holds now.
    """
    try:
        source = file.read_bytes() if content is None else content
        tree = ast.parse(source) if file.suffix == ".py" else None
    except (OSError, SyntaxError, ValueError):
        tree = None
    if tree is None:
        return file_digest(str(file)) if content is None else sha256(content).hexdigest()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            node.body = node.body[ast.get_docstring(node, clean=False) is not None :]
    return ast.dump(tree)


def file_digest(name: str) -> str:
    """A digest of a file; empty if there is none."""
    try:
        found = Path(name).stat()
        return _digest_at(name, found.st_mtime_ns, found.st_size)
    except OSError:
        return ""


@cache
def _digest_at(name: str, _changed: int, _size: int) -> str:
    return sha256(Path(name).read_bytes()).hexdigest()
