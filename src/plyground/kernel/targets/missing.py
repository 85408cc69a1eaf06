"""Functions that a kernel calls and no library has: which of our functions needs them?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from plyground.errors import CompilationError
from plyground.kernel.diagnosis import marked_code

_FUNCTION = re.compile(r'^define [^\n]*?@"?([^\s"(]+)"?\(.*?^}', re.M | re.S)
_CALLED = re.compile(r'@"?([\w.$]+)"?\(')
_FROM_NUMBA = "_ZN5numba"
_WORD = re.compile(r"\d+")


def explain_missing(name: str, texts: Iterable[str]) -> CompilationError:
    """The error for a function that is called in the texts but defined nowhere."""
    reason = f"needs {name}, which this target does not have"
    if name.startswith("NRT_"):
        reason = f"needs {name}: code in a library cannot make lists, sets, dictionaries or text"
    for caller in _callers(name, texts):
        words = _words_of(caller)
        for known, code in marked_code():
            if words[-known.count(".") - 1 :] == known.split("."):
                where = f"{known} ({Path(code.co_filename).name}, line {code.co_firstlineno})"
                return CompilationError(f"{where} {reason}")
        return CompilationError(f"{'.'.join(words)} {reason}")
    return CompilationError(f"a kernel {reason}")


def _callers(name: str, texts: Iterable[str]) -> Iterator[str]:
    """The functions that lead to a call of `name`, nearest first, those of Numba left out."""
    calls = {
        found[1]: set(_CALLED.findall(found[0]))
        for text in texts
        for found in _FUNCTION.finditer(text)
    }
    wanted, seen = [name], {name}
    while wanted:
        target = wanted.pop(0)
        for caller, called in calls.items():
            if target in called and caller not in seen:
                seen.add(caller)
                wanted.append(caller)
                if not caller.startswith(_FROM_NUMBA):
                    yield caller


def _words_of(mangled: str) -> list[str]:
    """The parts of a name that Numba has mangled, as in `_ZN5rules8Position4play...`."""
    words, place = [], len("_ZN")
    while found := _WORD.match(mangled, place):
        place = found.end() + int(found[0])
        words.append(mangled[found.end() : place])
    return words or [mangled]
