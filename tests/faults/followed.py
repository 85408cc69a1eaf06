"""Code and data of a user's that change between two processes: nothing of before answers."""

from __future__ import annotations

from faults.caches import processes
from faults.rig import Figures, Trial, family
from heaps import NEVER_COMPILED, heap
from plyground.errors import InvalidProofsError
from plyground.solvers.exact import ExactSolver
from plyground.solvers.solver import Options

KERNEL = """
import enum, functools, numba, numpy as np
from plyground.kernel import compiled, search_kernel
{above}
@search_kernel
def ask(number):
    return {way}
"""
CALL = """
import sys
from pathlib import Path
from plyground.game.files import load_file
print(int(load_file(Path(sys.argv[1])).ask(0)))
"""
HELPER = "import numpy as np\nfrom plyground.kernel import compiled\nN = {0}\n"
WAYS = [  # lines above the kernel, what it returns, lines of the helper; all of one number
    ("from {helper} import N", "N + number", ""),
    ("import {helper} as other", "other.N + number", ""),
    ("import importlib\nother = importlib.import_module('{helper}')", "other.N + number", ""),
    ("from {helper} import value", "value()", "@compiled\ndef value():\n    return {0}"),
    ("T = np.arange(5000)\nT[9] = {0}\n@compiled\ndef f(t=T):\n    return t[9]", "f()", ""),
    ("class E(enum.Enum):\n    A = {0}\n    __repr__ = lambda self: ''", "E.A.value", ""),
    ("@numba.vectorize\ndef value(n):\n    return n + {0}", "value(number)", ""),
    ("class I(int):\n    pass\nvalue = I({0})", "value + number", ""),
    ("from red import f as a\nfrom blue import f as b", "a() * {0} + b() * (1 - {0})", ""),
    ("from {helper} import T", "T['b'][0]", "T = np.array([(0, {0})], [('a', 'i8'), ('b', 'i8')])"),
]  # fmt: skip
READING = "return self.of_size(SIZE, 0)", "return self.of_size(int(DATA.read_text()), 0)"


@family("edits")
def edits(trial: Trial) -> Figures:
    """Edit what a kernel refers to between processes that are started in another folder."""
    chance, folder = trial.chance, trial.folder
    above, way, below = chance.choice(WAYS)
    helper = chance.choice(["helper", "code", "graphlib", "random"])
    (folder / "elsewhere").mkdir()
    for name, number in (("red", 1), ("blue", 0)):
        text = f"from plyground.kernel import compiled\n@compiled\ndef f():\n    return {number}\n"
        (folder / f"{name}.py").write_text(text)
    numbers = [chance.randrange(1, 100) for _ in range(2)]
    for number in (numbers[0], numbers[0], numbers[1]):
        (folder / f"{helper}.py").write_text((HELPER + below).format(number))
        filled = above.format(number, helper=helper), way.format(number)
        (folder / "small.py").write_text(KERNEL.format(above=filled[0], way=filled[1]))
        arguments = [str(folder / "small.py")]
        ended = processes().run(CALL, arguments, folder / "elsewhere", folder / "cache")
        assert ended == (0, f"{number}\n"), (above, way, helper, ended)
    kept = len(list((folder / "cache").glob("*.code")))
    assert kept == len(set(numbers)), "it is kept, and compiled anew after an edit alone"
    return {"kept": kept}


@family("data of games")
def data_of_games(trial: Trial) -> Figures:
    """Edit a file that a game reads when it begins: no proof of before is taken."""
    data, kept = trial.folder / "data.txt", trial.folder / "mine.proofs"
    known = "MOST = 3", f"from pathlib import Path\nDATA = Path({str(data)!r})\nMOST = 3"
    sizes = [trial.chance.randint(1, 8) for _ in range(4)]
    refused, before = 0, None
    for size in sizes:
        data.write_text(str(size))
        game = heap(trial.folder / "mine.py", NEVER_COMPILED, known, READING)
        try:
            solver = ExactSolver(game, Options(1, keep=kept))
            assert before in (None, size), "proofs of other data were taken"
        except InvalidProofsError:
            assert before not in (None, size), "proofs of the same data were refused"
            refused += 1
            kept.unlink()
            solver = ExactSolver(game, Options(1, keep=kept))
        found = solver.solve(game.start())
        assert found.low == found.high == (-1 if size % 4 == 0 else 1), (size, found)
        before = size
    return {"solved": len(sizes), "refused": refused}
