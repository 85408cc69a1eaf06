"""Writing a site: the page, the program, Python for browsers, and what keeps them for offline.

    index.html, css/, js/ ...     the page; index.html says that there is a site.json
    site.json                     where the program is, and which answers are known
    answers/HASH.json             those answers
    python/VERSION/...            the interpreter and its libraries
    python/program-HASH.zip       the program
    python/networks/HASH.onnx     networks, each fetched when an agent first plays by it
    service-worker.js             keeps all of it in the browser

All addresses are relative, so that the site works in any folder of any host.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.errors import FileError, PlygroundError
from plyground.folders import folder_to_write, read_whole
from plyground.game import Game
from plyground.kernel.file_lock import FileLock
from plyground.kernel.targets.linker import check_linker
from plyground.publishing.answers import first_answers, first_requests, key_of
from plyground.publishing.program import Files, archive, networks_of, published_files
from plyground.publishing.runtime import LOCK, VERSION, WHEELS, fetched_files
from plyground.solvers.trust import check_once
from plyground.web.app_shell import PAGE, STATIC, WORKER, worker_text

DESCRIPTION = "site.json"
MODULES = ".mjs"  # imported by the browser, so that js/site-worker.js cannot count their bytes
NETWORKS = "python/networks/"
KERNELS = "prebuilt"  # their folder in the program; js/site-worker.js tells Python
POLICY = (
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; object-src 'none'; "
    "form-action 'none'"
)
MARK = "plyground-site"
HELD = ".plyground-site-"  # how the folder is named in which a site is prepared
HEAD = f"""<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="{POLICY}">
  <meta name="{MARK}" content="{DESCRIPTION}" data-game="%s">"""
PLAIN_HEAD = '<meta charset="utf-8">'
# Of the page: the screens that need a server, boards for other pages, types for the editor.
LEFT_OUT = (
    "embed",
    "js/embed.js",
    "js/widget.js",
    "js/screens/arena.js",
    "js/screens/lab.js",
    "js/screens/together.js",
    "css/arena.css",
    "css/lab.css",
)


def write_site(
    games: Sequence[Game[Any]],
    to: Path,
    compiled: bool = True,
    tell: Callable[[str], object] = lambda _: None,
    boards: Sequence[Game[Any]] = (),
) -> None:
    """Write the site of these games into a folder, which is made, or holds a site already.

    `compiled` has their kernels built, which needs a linker, and those of larger `boards` too;
    `tell` hears what is being done.
    """
    names = [game.name for game in games]
    if not names:
        raise PlygroundError("name a game to publish")
    if len(set(names)) < len(names):
        raise PlygroundError(f"two games of one name cannot be published: {', '.join(names)}")
    if compiled:
        check_linker()
    with _in_place_of(to) as folder, tempfile.TemporaryDirectory() as held:
        tell("fetching Python for browsers")
        fetched = fetched_files()
        files, own = published_files([type(game) for game in games])
        for game in games:
            tell(f"checking {game.title}")
            check_once(game)  # in a browser it is trusted
        if compiled:
            files |= _kernels(games, boards, Path(held) / KERNELS, tell)
        tell("writing the page")
        _write_page(folder, names)
        python = _write_python(folder, fetched, files, own)
        tell("asking the program")
        answers = _write_answers(folder, files, own, games)
        described = {"version": __version__, "answers": answers, "python": python}
        (folder / DESCRIPTION).write_text(json.dumps(described), encoding="utf-8")
        _write_worker(folder)


def _kernels(
    games: Sequence[Game[Any]],
    boards: Sequence[Game[Any]],
    to: Path,
    tell: Callable[[str], object],
) -> Files:
    """The kernels that the screens of these games need, as files of the program."""
    from plyground.web.prebuilding import write_prebuilt

    named = [*(game.title for game in games), *map(str, boards)]
    tell(f"compiling for browsers: {', '.join(named)}")
    written = write_prebuilt(games, to, "emscripten", boards=boards)
    return {f"{KERNELS}/{file.name}": file for file in written}


@contextmanager
def _in_place_of(to: Path) -> Iterator[Path]:
    """An empty folder whose files take the place of those in `to` once it is complete.

    Other files of `to` stay: it may be a checkout of a repository from which a host takes the site.
    What a process left that was killed is removed.
    """
    if to.exists() and not _holds_site(to) and (not to.is_dir() or _shown_in(to)):
        raise FileError(f"{to} is there and is no site of Plyground's; name another folder")
    with folder_to_write(to), _alone(to), _said(to):
        for left in to.glob(f"{HELD}*"):
            shutil.rmtree(left)
        with tempfile.TemporaryDirectory(dir=to, prefix=HELD) as held:
            made, before = Path(held) / "made", Path(held) / "before"
            made.mkdir()
            before.mkdir()
            yield made
            _exchange(made, to, before)


@contextmanager
def _alone(to: Path) -> Iterator[None]:
    """Have no other process write a site into the folder meanwhile."""
    lock = FileLock(to / ".plyground")
    if not lock.take():
        raise FileError(f"another process is writing a site into {to}; wait for its end")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _said(to: Path) -> Iterator[None]:
    """Say in a line what the system refuses, such as room on the disk."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise FileError(f"cannot write a site into {to}: {error.strerror}{where}") from error


def _exchange(made: Path, to: Path, before: Path) -> None:
    """Move what was made into `to`; whatever stops that, the site before is put back."""
    moved: list[tuple[Path, Path]] = []
    try:
        for new in sorted(made.iterdir()):
            old = to / new.name
            for source, target in ((old, before / new.name), (new, old)):
                if os.path.lexists(source):
                    source.rename(target)
                    moved.append((source, target))
    except BaseException:
        for source, target in reversed(moved):
            target.rename(source)
        raise


def _holds_site(folder: Path) -> bool:
    if any(folder.glob(f"{HELD}*")):  # of a process that was killed
        return True
    page = folder / PAGE
    return page.is_file() and MARK.encode() in read_whole(page)


def _shown_in(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if not each.name.startswith(".")]


def _write_page(folder: Path, games: Sequence[str]) -> None:
    """Write the page's own files; the first of the games is the one that it opens with."""
    for file in sorted(STATIC.rglob("*")):
        name = file.relative_to(STATIC).as_posix()
        left = any(name == out or name.startswith(f"{out}/") for out in LEFT_OUT)
        if file.is_file() and not left and name != WORKER and not name.endswith(".d.ts"):
            _write(folder / name, file.read_bytes())
    page = (STATIC / PAGE).read_text(encoding="utf-8")
    head = HEAD % html.escape(games[0])
    (folder / PAGE).write_text(page.replace(PLAIN_HEAD, head, 1), encoding="utf-8")
    lessons = json.loads((STATIC / "lessons.json").read_text(encoding="utf-8"))
    kept = [lesson for lesson in lessons if _can_be_taught(lesson, set(games))]
    (folder / "lessons.json").write_text(json.dumps(kept), encoding="utf-8")


def _can_be_taught(lesson: Any, games: set[str]) -> bool:
    """Whether a lesson shows these games alone."""
    return set(_told(lesson, "game")) <= games


def _told(lesson: Any, what: str) -> Iterator[str]:
    """What stands under that name, anywhere in a lesson."""
    if isinstance(lesson, dict):
        if isinstance(lesson.get(what), str):
            yield lesson[what]
        lesson = list(lesson.values())
    for part in lesson if isinstance(lesson, list) else ():
        yield from _told(part, what)


def _write_python(
    folder: Path, fetched: dict[str, bytes], files: Files, own: Sequence[str]
) -> dict[str, Any]:
    """Write the interpreter and the program; where they are."""
    runtime = f"python/{VERSION}/"
    for name, content in fetched.items():
        _write(folder / runtime / name, content)
    _write(folder / runtime / "pyodide-lock.json", json.dumps(LOCK).encode())
    networks = networks_of(files)
    program = archive({name: files[name] for name in files.keys() - networks.keys()})
    app = f"python/program-{_digest([program])}.zip"
    _write(folder / app, program)
    counted = [len(content) for name, content in fetched.items() if not name.endswith(MODULES)]
    return {
        "runtime": runtime,
        "wheels": [f"{runtime}{wheel.name}" for wheel in WHEELS],
        "app": app,
        "games": list(own),
        "later": _write_networks(folder, networks),
        "bytes": sum(counted) + len(program),
    }


def _write_networks(folder: Path, networks: Files) -> dict[str, str]:
    """Write the networks; where each is, by its name in the program."""
    found = {}
    for name, file in networks.items():
        content = file.read_bytes()
        found[name] = f"{NETWORKS}{_digest([content])}.onnx"
        _write(folder / found[name], content)
    return found


def _write_answers(
    folder: Path, files: Files, own: Sequence[str], games: Sequence[Game[Any]]
) -> dict[str, str]:
    """Write what the page asks for first; where each answer is."""
    requests = first_requests(games)
    with tempfile.TemporaryDirectory() as held:
        for name, file in files.items():
            target = Path(held) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        answers = first_answers(Path(held), own, requests)
    found = {}
    for request, answer in zip(requests, answers, strict=True):
        content = answer.encode()
        name = f"answers/{_digest([content])}.json"
        _write(folder / name, content)
        found[key_of(request)] = name
    return found


def _write_worker(folder: Path) -> None:
    names = [file.relative_to(folder).as_posix() for file in _files_in(folder)]
    later = [name for name in names if name.startswith(NETWORKS)]
    lasting = [name for name in names if name.startswith("python/") and name not in later]
    fresh = [name for name in names if name not in (*lasting, *later, PAGE)]
    version = _digest((folder / name).read_bytes() for name in (PAGE, *fresh))
    (folder / WORKER).write_text(worker_text(version, fresh, lasting, later), encoding="utf-8")


def _files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def _digest(contents: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(b"%d " % len(content))
        digest.update(content)
    return digest.hexdigest()[:16]


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
