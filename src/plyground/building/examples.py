"""The examples and the README that lie beside a library: small programs without Plyground."""

from __future__ import annotations

from plyground.kernel.targets.building import Compiled

C = """/* Three moves by alpha-beta: cc example.c ./@LIBRARY -o example && ./example */
#include <stdio.h>
#include <stdlib.h>
#include "@NAME.h"

int main(void) {
    @NAME_search *search = calloc(1, @UPPER_SEARCH_BYTES);
    @NAME_play *play = calloc(1, @UPPER_PLAY_BYTES);
    @NAME_search_prepare(search); /* from here on, search->position is the start */
    @NAME_play_prepare(play);
    for (int ply = 0; ply < 3; ply++) {
        search->last_depth = 4;
        if (@NAME_search_run(search) != 0)
            return 1;
        printf("move %lld, value %lld, %lld nodes\\n", (long long)search->result.move,
               (long long)search->result.value, (long long)search->result.nodes);
        play->position = search->position;
        play->move = search->result.move;
        if (@NAME_play_run(play) != 0)
            return 1;
        search->position = play->result;
    }
    return 0;
}
"""

PYTHON = '''"""Three moves by alpha-beta: python example.py. Needs nothing but Python."""

from pathlib import Path

from loader import load

kernels = load(Path(__file__).with_name("@LIBRARY"))
search, play = kernels.block("search"), kernels.block("play")
position = search["position"]  # the start
for _ in range(3):
    found = search.run(position=position, last_depth=4)
    print(f"move {found['move']}, value {found['value']}, {found['nodes']} nodes")
    position = play.run(position=position, move=found["move"])
'''

JAVASCRIPT = """// Three moves by alpha-beta: node example.mjs. A page would fetch the files.
import { readFile } from "node:fs/promises";
import { loadKernels } from "./loader.mjs";

const file = (name) => readFile(new URL(name, import.meta.url));
const description = JSON.parse(await file("@NAME.json"));
const kernels = await loadKernels(await file("@NAME.wasm"), description);
const search = kernels.block("search");
const play = kernels.block("play");
let position = search.get("position"); // the start
for (let ply = 0; ply < 3; ply++) {
  const found = search.run({ position, last_depth: 4 });
  console.log(`move ${found.move}, value ${found.value}, ${found.nodes} nodes`);
  position = play.run({ position, move: found.move });
}
"""

THREADS = """// Two searches at once, each in a thread, in one memory: node example.threads.mjs.
// In a page the threads are its workers, and it has to be cross-origin isolated.
import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { loadKernels, sharedMemory } from "./loader.mjs";

const file = (name) => readFile(new URL(name, import.meta.url));
const description = JSON.parse(await file("@NAME.json"));
const module = await file("@NAME.threads.wasm");
const memory = isMainThread ? sharedMemory() : workerData.memory;
const kernels = await loadKernels(module, description, () => {}, memory);
if (isMainThread) {
  for (const depth of [4, 5]) {
    const block = kernels.block("search").address; // only this thread makes blocks and stacks
    const thread = { memory, depth, block, stack: kernels.newStack() };
    const worker = new Worker(new URL(import.meta.url), { workerData: thread });
    worker.on("message", (found) => console.log(found));
  }
} else {
  const { depth, block, stack } = workerData;
  const found = kernels.join("search", block, stack).run({ last_depth: depth });
  parentPort.postMessage(`depth ${depth}: move ${found.move}, ${found.nodes} nodes`);
}
"""

README = """# {title}

Kernels of a game, compiled from Python; to run them, other programs need nothing but these files.

| kernel | what it does |
|---|---|
{kernels}

| file | what it is |
|---|---|
{files}

A block is the memory of one kernel: what it returns, its arguments, the contents of their arrays. A
table of the search is kept in its block from call to call.
"""


def _fill(text: str, name: str, library: str = "") -> str:
    filled = text.replace("@LIBRARY", library).replace("@NAME", name)
    return filled.replace("@UPPER", name.upper())


def library_examples(name: str, library: str) -> dict[str, str]:
    """Programs in C and Python, by file."""
    return {"example.c": _fill(C, name, library), "example.py": _fill(PYTHON, name, library)}


def module_examples(name: str) -> dict[str, str]:
    """A program in JavaScript, by file."""
    return {"example.mjs": _fill(JAVASCRIPT, name)}


def thread_examples(name: str) -> dict[str, str]:
    """A program in JavaScript with several threads, by file."""
    return {"example.threads.mjs": _fill(THREADS, name)}


def readme(title: str, name: str, compiled: Compiled, files: list[str]) -> str:
    """What the folder holds."""
    kernels = "\n".join(f"| `{frame.name}` | {frame.about} |" for frame in compiled.frames)
    listed = "\n".join(f"| `{file}` | {_about(file, name)} |" for file in files)
    return README.format(title=title, kernels=kernels, files=listed)


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
