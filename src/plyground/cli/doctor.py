"""`plyground doctor`: what is installed, where things are kept, and what is wrong."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from plyground.cli.common import JsonOption, print_json
from plyground.errors import CacheWarning, PlygroundError
from plyground.extras import install_line
from plyground.kernel.machine import check_compiler

NEEDED = ("numpy", "numba", "llvmlite", "scipy", "typer", "rich", "fastapi", "uvicorn")
SWITCHES = ("PLYGROUND_INTERPRET", "NUMBA_DISABLE_JIT")  # that keep everything from being compiled
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS")
REQUIREMENT = re.compile(r"""([\w.-]+).*;.*extra == ["']([\w-]+)["']""")
FOR_DEVELOPERS = ("dev", "peers")
SLOW = 10.0  # seconds; a small function takes about half of one
ILL = 1  # the exit code if something is wrong


def doctor(json: JsonOption = False) -> None:
    """Say what is installed, where things are kept, how fast code compiles, and what is wrong.

    It ends with what to do, and with exit code 1, if something is wrong.
    """
    found = examine()
    if json:
        print_json(found)
    else:
        print("\n".join(_lines(found)))
    if found["problems"]:
        raise typer.Exit(ILL)


def examine() -> dict[str, Any]:
    """Everything that can be found out in a few seconds; `problems` say what to do."""
    from plyground.kernel.machine import usable_cores

    problems: list[str] = []
    data: dict[str, Any] = {
        "versions": dict(_versions(problems)),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "usable_cores": usable_cores(),
        "threads": {name: os.environ[name] for name in THREADS if name in os.environ},
        "folders": {"cache": _cache(problems), "results": _results(problems)},
        "compiling": _compiling(problems),
        "extras": list(_extras()),
    }
    for name in SWITCHES:
        if os.environ.get(name, "0") not in ("", "0"):
            problems.append(f"{name} is set, so that nothing is compiled; unset it")
    return {**data, "problems": problems}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _versions(problems: list[str]) -> Iterator[tuple[str, str | None]]:
    from plyground import __version__

    yield "plyground", __version__
    yield "python", platform.python_version()
    for package in NEEDED:
        found = _version(package)
        if found is None:
            problems.append(f"{package} is not installed: pip install {package}")
        yield package, found


def _cache(problems: list[str]) -> dict[str, Any]:
    from plyground.folders import cache_directory

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", CacheWarning)
        folder = cache_directory()
    problems += [str(warning.message) for warning in said]
    if folder is None and not said:
        problems.append(
            "there is no folder for the cache, and everything is compiled anew in each process; "
            "set PLYGROUND_CACHE_DIR to a folder that only you can write"
        )
    return _folder(folder)


def _results(problems: list[str]) -> dict[str, Any]:
    from plyground.folders import data_directory

    try:
        return _folder(data_directory())
    except PlygroundError as error:
        problems.append(str(error))
        return _folder(None)


def _folder(folder: Path | None) -> dict[str, Any]:
    """Where it is and what is in it."""
    sizes = []
    for file in folder.rglob("*") if folder is not None else ():
        try:
            sizes += [file.stat().st_size] if file.is_file() else []
        except OSError:  # another process has removed it
            continue
    path = None if folder is None else str(folder)
    return {"path": path, "files": len(sizes), "bytes": sum(sizes)}


def _compiling(problems: list[str]) -> dict[str, float]:
    """Seconds to load the compiler, and to compile a small function without any cache."""
    begun = time.perf_counter()
    try:
        check_compiler()
        from numba import njit

        loaded = time.perf_counter()
        assert njit(_small)(10) == 45
    except PlygroundError as error:
        problems.append(str(error))
        return {}
    except Exception as error:
        problems.append(
            f"nothing can be compiled ({type(error).__name__}: {error}); "
            "install Numba anew: pip install --force-reinstall numba"
        )
        return {}
    ended = time.perf_counter()
    if ended - loaded > SLOW:
        problems.append(
            f"compiling a small function took {ended - loaded:.0f} s; the machine is busy, or has "
            "too little memory: end what else runs"
        )
    return {"loading_seconds": loaded - begun, "small_kernel_seconds": ended - loaded}


def _small(count: int) -> int:
    total = 0
    for number in range(count):
        total += number
    return total


def _extras() -> Iterator[dict[str, Any]]:
    """What can be installed in addition, by the extra that brings it."""
    found: dict[str, list[str]] = {}
    try:
        required = importlib.metadata.requires("plyground") or []
    except importlib.metadata.PackageNotFoundError:  # it runs from a folder of its source
        required = []
    for text in required:
        needs = REQUIREMENT.match(text)
        if needs is not None and needs[2] not in FOR_DEVELOPERS:
            found.setdefault(needs[2], []).append(needs[1])
    for extra, packages in found.items():
        versions = {package: _version(package) for package in packages}
        yield {
            "extra": extra,
            "packages": versions,
            "complete": None not in versions.values(),
            "install": install_line(extra),
        }


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    yield "  ".join(f"{name} {value or 'missing'}" for name, value in found["versions"].items())
    cores = f"{found['cores']} cores, {found['usable_cores']} for this process"
    threads = "".join(f", {name}={value}" for name, value in found["threads"].items())
    yield f"system     {found['system']}, {cores}{threads}"
    for name, folder in found["folders"].items():
        megabytes = f"{folder['bytes'] / 2**20:.1f} MB in {folder['files']} files"
        yield f"{name:<10} {folder['path'] or 'none'}: {megabytes}"
    if found["compiling"]:
        loading, small = found["compiling"].values()
        yield f"compiling  {loading:.1f} s to load Numba, {small:.1f} s for a small function"
    for each in found["extras"]:
        named = ", ".join(
            f"{name} {value or 'missing'}" for name, value in each["packages"].items()
        )
        install = "" if each["complete"] else f"; {each['install']}"
        yield f"{each['extra']:<10} {named}{install}"
    if found["problems"]:
        yield "\nWhat to do:"
        yield from (f"- {problem}" for problem in found["problems"])
    else:
        missing = not all(each["complete"] for each in found["extras"])
        yield f"\nNothing is wrong{'; what is missing is optional' if missing else ''}."
