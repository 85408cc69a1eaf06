"""The examples and the README that lie beside a library: small programs without Plyground.

They are in `templates`. In programs, @NAME is the name of the library, @UPPER the same in capitals,
and @LIBRARY its file.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from plyground.kernel.targets.building import Compiled

OF_LIBRARY = ("example.c", "example.py")
OF_MODULE = ("example.mjs",)
OF_THREADS = ("example.threads.mjs",)


def _template(file: str) -> str:
    place = files("plyground.building") / "templates" / f"{file}.template"
    return place.read_text(encoding="utf-8")


def examples(wanted: Iterable[str], name: str, library: str = "") -> dict[str, str]:
    """Programs for a library of that name, by file."""
    words = {"@LIBRARY": library, "@NAME": name, "@UPPER": name.upper()}
    filled = {file: _template(file) for file in wanted}
    for word, meaning in words.items():
        filled = {file: text.replace(word, meaning) for file, text in filled.items()}
    return filled


def readme(title: str, name: str, compiled: Compiled, files: list[str]) -> str:
    """What the folder holds."""
    kernels = "\n".join(f"| `{frame.name}` | {frame.about} |" for frame in compiled.frames)
    listed = "\n".join(f"| `{file}` | {_about(file, name)} |" for file in files)
    return _template("README.md").format(title=title, kernels=kernels, files=listed)


def _about(file: str, name: str) -> str:
    """What a file of the folder is; of an example, how to run it."""
    texts = {
        f"{name}.wasm": "The WebAssembly module.",
        f"{name}.threads.wasm": "The WebAssembly module for threads that share a memory.",
        f"{name}.json": "The description: what lies where in the memory of each kernel.",
        f"{name}.h": "The C header of the library.",
        "loader.py": "The loader for Python: of the library, and with `wasmtime` of the module.",
        "loader.mjs": "The loader for JavaScript, in a page or in Node.",
        "example.py": "Three moves: `python example.py`.",
        "example.mjs": "Three moves: `node example.mjs`.",
        "example.threads.mjs": "Two searches at once: `node example.threads.mjs`.",
    }
    compiled = "Three moves; its first line says how to compile it."
    return compiled if file == "example.c" else texts.get(file, "The shared library.")
