"""An edited game never runs yesterday's machine code, whichever file the edit is in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import plyground
from fresh_process import FreshProcesses
from tiers import first_usual

GAME = """
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import plyground as pg
from {helper} import LARGEST, heap_after

@pg.compiled
class Heap(NamedTuple):
    size: int
    turn: int

    def fill_moves(self, moves):
        count = min(self.size, LARGEST)
        for i in range(count):
            moves[i] = i + 1
        return count

    def play(self, move):
        return Heap(heap_after(self.size, move), 1 - self.turn)

    def result(self):
        return -1

    def key(self):
        return self.size * 2 + self.turn

    def player(self):
        return self.turn

@dataclass(frozen=True)
class HeapGame(pg.Game):
    name: ClassVar = "heap"
    title: ClassVar = "Heap"
    summary: ClassVar = "Take from a heap."
    position_class: ClassVar = Heap
    max_moves: ClassVar = 9
    max_plies: ClassVar = 9
    move_limit: ClassVar = 10

    @property
    def shape(self):
        return pg.Grid(1, 1)

    def start(self):
        return Heap(9, 0)

    def cells(self, position):
        return [0]

    def build(self, cells, player):
        return Heap(9, player or 0)
"""
HELPER = """
import plyground as pg

LARGEST = 3

@pg.compiled
def heap_after(size, taken):
    return size - taken
"""
COUNT = """
import sys
import plyground as pg
from plyground.search.perft import perft, count_sequences
{prelude}
game = pg.game(sys.argv[1])
print(perft(game, game.start(), int(sys.argv[2])))
"""
NO_FINGERPRINT = """
from plyground.kernel import cache
cache.fingerprint_and_opaque = lambda roots: ("always the same digits for every source" * 2, [])
"""


class Workshop:
    """A folder with a game in it, and a machine-code cache of its own."""

    def __init__(self, folder: Path, processes: FreshProcesses) -> None:
        self.folder = folder
        self.processes = processes
        self.prelude = ""
        self.cache = folder / "cache"
        self.write("helper_of_heap.py", HELPER)
        self.write("heap.py", GAME.format(helper="helper_of_heap"))

    def write(self, name: str, text: str) -> None:
        """Write a file as if time stood still: same size and date do not excuse stale code."""
        file = self.folder / name
        file.write_text(text)
        os.utime(file, (1_700_000_000, 1_700_000_000))

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def perft(self, reference: str, depth: int) -> int:
        """What a process that has just started counts."""
        code = COUNT.format(prelude=self.prelude)
        arguments = [reference, str(depth)]
        status, printed = self.processes.run(code, arguments, self.folder, self.cache)
        assert status == 0, printed
        return int(printed)

    def perft_from(self, path: str, reference: str, depth: int) -> int:
        """The same, with the modules of that folder instead of ours."""
        environment = {
            **os.environ,
            "PLYGROUND_CACHE_DIR": str(self.cache),
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        code = COUNT.format(prelude=self.prelude)
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code, reference, str(depth)],
            capture_output=True,
            text=True,
            env=environment,
            cwd=self.folder,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    def files(self) -> set[str]:
        return {file.name for file in self.cache.glob("*.code")}


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with FreshProcesses(tmp_path_factory.mktemp("processes")) as started:
        yield started


@pytest.fixture
def workshop(tmp_path, processes):
    return Workshop(tmp_path, processes)


def test_machine_code_is_kept(workshop):
    assert workshop.perft("heap.py", 2) == 9
    kept = workshop.files()
    assert len(kept) == 1
    assert workshop.perft("heap.py", 2) == 9
    assert workshop.files() == kept


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    first_usual(
        [
            ("heap.py", "min(self.size, LARGEST)", "min(self.size, 2)", 4),
            ("helper_of_heap.py", "LARGEST = 3", "LARGEST = 5", 24),
            ("helper_of_heap.py", "size - taken", "taken - 0 ", 6),
        ],
        2,
    ),
    ids=["method", "constant in another file", "function in another file"],
)
def test_edited_game_is_compiled_anew(workshop, file, old, new, expected):
    assert workshop.perft("heap.py", 2) == 9
    workshop.edit(file, old, new)
    assert workshop.perft("heap.py", 2) == expected


MORE_WAYS = """
import enum
import plyground as pg
import package_of_heap.inner
from typing import NamedTuple

class Sizes(enum.IntEnum):
    LARGEST = 3

@pg.compiled
class Rule(NamedTuple):
    function: int

    def largest(self):
        return 3

RULE = Rule(1)

@pg.compiled
def heap_after(size, taken):
    return size - taken

@pg.compiled
def largest():
    return {way}

LARGEST = 9
"""


@pytest.mark.parametrize(
    ("way", "file", "old", "new"),
    first_usual(
        [
            ("Sizes.LARGEST.value", "helper_of_heap.py", "LARGEST = 3", "LARGEST = 5"),
            ("RULE.largest()", "helper_of_heap.py", "return 3", "return 5"),
            ("package_of_heap.inner.SIZE", "package_of_heap/inner.py", "3", "5"),
        ]
    ),
    ids=["enumeration", "method of a global", "module in a package"],
)
def test_every_way_to_refer_to_something_is_followed(workshop, way, file, old, new):
    (workshop.folder / "package_of_heap").mkdir()
    workshop.write("package_of_heap/__init__.py", "")
    workshop.write("package_of_heap/inner.py", "import package_of_heap\nSIZE = 3\n")
    workshop.write("helper_of_heap.py", MORE_WAYS.format(way=way))
    workshop.edit("heap.py", "import LARGEST, heap_after", "import LARGEST, heap_after, largest")
    workshop.edit("heap.py", "min(self.size, LARGEST)", "min(self.size, largest())")
    assert workshop.perft("heap.py", 2) == 9
    workshop.edit(file, old, new)
    assert workshop.perft("heap.py", 2) == 24


@pytest.mark.slow
def test_processes_may_compile_at_once(workshop):
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda _: workshop.perft_from("", "heap.py", 2), range(2))) == [9] * 2
    assert len(workshop.files()) == 1


def test_edited_comment_costs_nothing(workshop):
    workshop.perft("heap.py", 2)
    kept = workshop.files()
    workshop.edit("heap.py", "class Heap(NamedTuple):", "class Heap(NamedTuple):  # sticks")
    workshop.perft("heap.py", 2)
    assert workshop.files() == kept


def test_a_game_with_a_helper_comes_from_the_cache_wherever_it_is_started(workshop, tmp_path):
    """In the folder of the game, Python finds the helper by itself."""
    (tmp_path / "elsewhere").mkdir()
    code = COUNT.format(prelude="")
    for _ in range(3):  # a warning that it is not compiled is an error there
        arguments = [str(tmp_path / "heap.py"), "2"]
        ended = workshop.processes.run(code, arguments, tmp_path / "elsewhere", workshop.cache)
        assert ended == (0, "9\n")
    assert len(workshop.files()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["check", "perft --depth 2", "solve", "arena random alphabeta(depth=1) --pairs 1 --workers 1"],
)
def test_every_command_takes_a_game_with_a_helper_from_the_cache(workshop, tmp_path, words):
    (tmp_path / "elsewhere").mkdir()
    verb, *rest = words.split()
    environment = {**os.environ, "PLYGROUND_CACHE_DIR": str(workshop.cache), "HOME": str(tmp_path)}
    kept = []
    for _ in range(3):
        command = [sys.executable, "-m", "plyground", verb, "../heap.py", *rest]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=tmp_path / "elsewhere"
        )
        assert (done.returncode, "compiled" in done.stderr) == (0, False), done.stderr
        kept.append(workshop.files())
    assert kept[0] == kept[1] == kept[2] != set()


def test_edited_plyground_is_compiled_anew(workshop):
    source = Path(plyground.__file__).parent
    copy = workshop.folder / "site" / "plyground"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = str(copy.parent)
    assert workshop.perft_from(path, "tic_tac_toe", 6) == 54720
    workshop.edit("site/plyground/games/tic_tac_toe/rules.py", "LINES = (0o7, ", "LINES = (0o3, ")
    assert workshop.perft_from(path, "tic_tac_toe", 6) < 54720


def test_games_whose_classes_share_a_name_keep_apart(workshop):
    """One from the cache, one compiled beside it in the same process."""
    workshop.write("few.py", GAME.format(helper="few_helper"))
    workshop.write("few_helper.py", HELPER.replace("= 3", "= 2"))
    assert workshop.perft("heap.py", 2) == 9
    workshop.prelude = "few = pg.game('few.py'); assert perft(few, few.start(), 2) == 4"
    assert workshop.perft("heap.py", 2) == 9
    workshop.prelude = "heap = pg.game('heap.py'); assert perft(heap, heap.start(), 2) == 9"
    assert workshop.perft("few.py", 2) == 4


@pytest.mark.slow
def test_old_versions_do_not_pile_up(workshop):
    for largest in range(2, 6):
        workshop.write("helper_of_heap.py", HELPER.replace("= 3", f"= {largest}"))
        workshop.perft("heap.py", 1)
    assert len(workshop.files()) == 3


@pytest.mark.parametrize(
    "damage", first_usual([None, b"nonsense", b""]), ids=["cut", "nonsense", "empty"]
)
def test_damaged_file_is_compiled_anew(workshop, damage):
    workshop.perft("heap.py", 2)
    (file,) = workshop.cache.glob("*.code")
    file.write_bytes(file.read_bytes()[:-100] if damage is None else damage)
    assert workshop.perft("heap.py", 2) == 9


def test_unwritable_folder_is_no_error(workshop):
    workshop.cache.write_text("a file where the folder should be")
    assert workshop.perft("heap.py", 2) == 9


def test_without_the_fingerprint_stale_code_runs(workshop):
    """The tests above could fail: with the fingerprint removed, they would."""
    workshop.prelude = NO_FINGERPRINT
    assert workshop.perft("heap.py", 2) == 9
    workshop.edit("helper_of_heap.py", "LARGEST = 3", "LARGEST = 5")
    assert workshop.perft("heap.py", 2) == 9


NESTED = """
from plyground.kernel import search_kernel

@search_kernel
def descend(depth, ply):
    if depth == 0:
        return ply
    return descend(depth - 1, ply + 1)

@search_kernel
def begin(depth):
    return descend(depth, 0)
"""


def test_kernels_called_with_constants_come_from_the_cache(tmp_path, processes):
    """Numba would compile `descend` for the constant as well, and crash when it is loaded."""
    (tmp_path / "nested_kernels.py").write_text(NESTED)
    code = "import nested_kernels; print(nested_kernels.begin(7))"
    for _ in range(2):
        assert processes.run(code, [], tmp_path, tmp_path) == (0, "7\n")


WEIGHED = """
from typing import NamedTuple
from plyground.kernel import compiled

@compiled
class Weight(NamedTuple):
    weight: int

    def times(self, number):
        return {factor} * self.weight * number
"""
WEIGHING = """
from typing import Any, NamedTuple
from plyground.kernel import compiled, search_kernel

@compiled
class Task(NamedTuple):
    judge: Any

@search_kernel
def weigh(task, number):
    if number == 0:
        return 0
    return task.judge.times(1) + weigh(task, number - 1)

@search_kernel
def begin(task, number):
    return weigh(task, number)
"""


def test_classes_inside_others_that_share_a_name_keep_apart(tmp_path, processes):
    """Each compiled in a process of its own, then both taken from the cache by one process."""
    (tmp_path / "weighing.py").write_text(WEIGHING)
    for name, factor in (("ones", 1), ("twos", 2)):
        (tmp_path / f"{name}.py").write_text(WEIGHED.format(factor=factor))
    said = {}
    for names in ("ones", "twos", "ones, twos"):
        weigh = "print([begin(Task(m.Weight(2)), 2) for m in modules])"
        code = f"import {names}; modules = ({names},); from weighing import Task, begin; {weigh}"
        said[names] = processes.run(code, [], tmp_path, tmp_path)
    assert said == {"ones": (0, "[4]\n"), "twos": (0, "[8]\n"), "ones, twos": (0, "[4, 8]\n")}
