r"""Text of files, and data out of text that anybody may have written, each with its bounds.

Python gives up on text that is nested thousands of levels deep, and later on whatever walks through
hundreds of levels; nothing of ours has more than a few. Half a character, as in "\ud800", could
not be written again.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from plyground.errors import FileError
from plyground.folders import read_whole

LARGEST_TEXT = 2**30  # bytes
DEEPEST = 30  # levels of lists and tables
TOO_DEEP = f"it is nested more than {DEEPEST} levels deep"
SHOWN = 100  # letters of what somebody wrote, in a message


def excerpt(text: str) -> str:
    """The text as a message shows it: in quotes, without most of one that is long."""
    return repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r}..."


def read_text(file: Path) -> str:
    """Return the text in a file, with plain line ends; `FileError` if there is none to read."""
    try:
        text = read_whole(file, LARGEST_TEXT).decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {file}: it is no text in UTF-8 ({error.reason})") from error
    except ValueError as error:  # a name that no file can have
        raise FileError(f"cannot read {str(file)!r}: {error}") from error
    return io.StringIO(text, newline=None).getvalue()


def read_json(text: str | bytes) -> Any:
    """What the JSON says; `ValueError` if it is none, or not to be trusted."""
    import json

    return _shallow(json.loads, text)


def read_toml(text: str) -> dict[str, Any]:
    """What the TOML says; `ValueError` if it is none, or not to be trusted."""
    import tomllib

    keys = (line.partition("=")[0] for line in text.splitlines())
    if any(key.count(".") > DEEPEST for key in keys):  # the parser takes long over such a key
        raise ValueError(TOO_DEEP)
    found: dict[str, Any] = _shallow(tomllib.loads, text)
    return found


def _shallow(load: Any, text: str | bytes) -> Any:
    try:
        found = load(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    layer = [found]
    for _ in range(DEEPEST + 1):
        layer = [inner for each in layer for inner in _inside(each)]
        if not layer:
            return found
    raise ValueError(TOO_DEEP)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, str):
        value.encode()  # raises a `ValueError` at half a character
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []
