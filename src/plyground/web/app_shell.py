"""The page's shell for browsers that keep it: which files it has, and the version of their content.

The shell is index.html with all that it and its scripts import before anything is asked of the
server. The service worker keeps it, so that an installed page opens while the server is away.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
WORKER = "service-worker.js"
_LINKED = re.compile(r'(?:href|src)="([\w./-]+\.(?:css|js|svg|webmanifest))"')
_IMPORTED = re.compile(r'^(?:import|export)\b[^"\n;]*?(?:from )?"(\.{1,2}/[\w./-]+\.js)";$', re.M)
_IMPORTED_LINES = re.compile(r'^\} from "(\.{1,2}/[\w./-]+\.js)";$', re.M)  # of a long import


def shell_files(static: Path = STATIC) -> list[str]:
    """The addresses of the shell's files below the page's own, sorted."""
    page = (static / PAGE).read_text(encoding="utf-8")
    found = {(static / name).resolve() for name in _LINKED.findall(page)}
    found |= {file.resolve() for file in (static / "js/words").glob("*.js")}  # whichever is chosen
    waiting = [file for file in found if file.suffix == ".js"]
    while waiting:
        file = waiting.pop()
        text = file.read_text(encoding="utf-8")
        for name in (*_IMPORTED.findall(text), *_IMPORTED_LINES.findall(text)):
            imported = (file.parent / name).resolve()
            if imported not in found:
                found.add(imported)
                waiting.append(imported)
    root = static.resolve()
    return sorted(file.relative_to(root).as_posix() for file in found)


def version_of(files: list[str], static: Path = STATIC) -> str:
    """The hash of what is in the page and in these files."""
    digest = hashlib.sha256()
    for name in (PAGE, *files):
        content = (static / name).read_bytes()
        digest.update(f"{name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def service_worker(static: Path = STATIC) -> str:
    """The service worker of the files as they are now."""
    files = shell_files(static)
    return worker_text(version_of(files, static), files)


def worker_text(
    version: str, files: list[str], lasting: Sequence[str] = (), later: Sequence[str] = ()
) -> str:
    """The service worker that keeps the page and these files, and the lasting ones for good.

    Those for `later` are kept as well, once somebody has asked for them.
    """
    told = {"VERSION": version, "FILES": ["./", *files], "LASTING": lasting, "LATER": later}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return head + (STATIC / WORKER).read_text(encoding="utf-8")
