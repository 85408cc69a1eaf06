"""Whatever machine code or proofs may depend on makes their fingerprints, by what it holds."""

# ruff: noqa: E501 -- cases are easier to compare on lines of their own

from __future__ import annotations

import sys
import warnings

import pytest

import plyground as pg
from plyground.errors import CacheWarning
from plyground.game.files import load_file
from plyground.game.rules import parts_of_rules
from plyground.kernel.cache import KernelCache
from plyground.kernel.extensions import foreign_extensions
from plyground.kernel.fingerprint import code_fingerprints, fingerprint
from plyground.tournaments.fingerprint import fingerprint_of
from test_stale_code import GAME, HELPER

HEAD = """
import dataclasses, enum, functools, operator
import numba, numpy as np
import plyground as pg
from typing import NamedTuple
"""
RULE = """
@pg.compiled
class Rule(NamedTuple):
    number: int

    def value(self):
        return {way}
"""
TWO_MODULES = {
    "red.py": "import plyground as pg\n@pg.compiled\ndef below(n):\n    return n - 1\n",
    "blue.py": "import plyground as pg\n@pg.compiled\ndef below(n):\n    return n - 2\n",
}


def one(before, after, way="TABLE"):
    """A case: lines above the rule before and after an edit, and what the rule mentions."""
    return ({"rule.py": f"{HEAD}{before}\n{RULE.format(way=way)}"}, ("rule.py", before, after))


def beside(helper, edit, way="TABLE", name="helper.py", imports="from helper import TABLE"):
    """The same with a file beside, in which the edit is."""
    return ({"rule.py": f"{HEAD}{imports}\n{RULE.format(way=way)}", name: helper}, (name, *edit))


CASES = {
    "two functions of one name": (
        {
            "rule.py": f"{HEAD}from red import below as a\nfrom blue import below as b\n"
            "from third import c\n" + RULE.format(way="a(b(c(9)))"),
            "third.py": "import plyground as pg\nfrom red import below as d\n"
            "@pg.compiled\ndef c(n):\n    return d(d(n))\n",
            **TWO_MODULES,
        },
        ("third.py", "red", "blue"),
    ),
    "helper named like a module": beside("TABLE = 3", ("3", "4"), name="graphlib.py",
        imports="from graphlib import TABLE"),
    "helper named like a loaded module": beside("TABLE = 3", ("3", "4"), name="code.py",
        imports="import code", way="code.TABLE"),
    "function of such a helper": beside(
        "import plyground as pg\n@pg.compiled\ndef three():\n    return 3",
        ("return 3", "return 4"), name="code.py", imports="from code import three", way="three()"),
    "long array as a default": one("@pg.compiled\ndef f(n, t=np.arange(5000)):\n    return t[n]",
        "@pg.compiled\ndef f(n, t=np.r_[:2500, 0, 2501:5000]):\n"
        "    return t[n]", "f(4)"),
    "long array as a field's default": one(
        "class Held(NamedTuple):\n    t: object = np.arange(5000)",
        "class Held(NamedTuple):\n    t: object = np.arange(5000) % 2500",
        "Held"),
    "enumeration that prints itself": one(
        "class Kind(enum.Enum):\n    A = 3\n    def __repr__(self):\n        return 'A'",
        "class Kind(enum.Enum):\n    A = 4\n    def __repr__(self):\n        return 'A'",
        "Kind.A.value"),
    "member of an enumeration": one("class Kind(enum.Enum):\n    A = 3\nTABLE = Kind.A",
        "class Kind(enum.Enum):\n    A = 4\nTABLE = Kind.A", "TABLE.value"),
    "numba.vectorize": one("@numba.vectorize\ndef f(n):\n    return n + 1",
        "@numba.vectorize\ndef f(n):\n    return n + 2", "f(self.number)"),
    "numba.guvectorize": one(
        "@numba.guvectorize(['int64[:], int64[:]'], '(n)->(n)')\ndef f(a, b):\n    b[0] = 1",
        "@numba.guvectorize(['int64[:], int64[:]'], '(n)->(n)')\ndef f(a, b):\n    b[0] = 2", "f"),
    "numba.cfunc": one("@numba.cfunc('int64(int64)')\ndef f(n):\n    return n + 1",
        "@numba.cfunc('int64(int64)')\ndef f(n):\n    return n + 2", "f(1)"),
    "numba.njit": one("@numba.njit\ndef f(n):\n    return n + 1",
        "@numba.njit\ndef f(n):\n    return n + 2", "f(1)"),
    "options of numba.njit": one("@numba.njit\ndef f(n):\n    return n + 0.1",
        "@numba.njit(fastmath=True)\ndef f(n):\n    return n + 0.1", "f(1)"),
    "intrinsic": one(
        "@numba.extending.intrinsic\ndef f(c, n):\n    def g(*a):\n        return 1\n    return n(n), g",
        "@numba.extending.intrinsic\ndef f(c, n):\n    def g(*a):\n        return 2\n    return n(n), g",
        "f(1)"),
    "jitclass": one(
        "@numba.experimental.jitclass([('a', numba.int64)])\nclass K:\n"
        "    def __init__(self):\n        self.a = 1",
        "@numba.experimental.jitclass([('a', numba.int64)])\nclass K:\n"
        "    def __init__(self):\n        self.a = 2", "K().a"),
    "closure": one("def made(n):\n    @pg.compiled\n    def f():\n        return n\n    return f\nf = made(3)",
        "def made(n):\n    @pg.compiled\n    def f():\n        return n\n    return f\nf = made(4)", "f()"),
    "functools.partial": one("f = functools.partial(operator.add, 3)",
        "f = functools.partial(operator.add, 4)", "f(1)"),
    "default of a named argument": one("@pg.compiled\ndef f(*, n=3):\n    return n",
        "@pg.compiled\ndef f(*, n=4):\n    return n", "f()"),
    "all arguments as one": one("@pg.compiled\ndef f(n):\n    return n",
        "@pg.compiled\ndef f(*n):\n    return n", "f(1)"),
    "attribute of a class": one("class K:\n    a = 3\nTABLE = K()",
        "class K:\n    a = 3\n    def f(self):\n        return 1\nTABLE = K()"),
    "attribute of an object": one("class K:\n    def __init__(s, n):\n        s.n = n\nTABLE = K(3)",
        "class K:\n    def __init__(s, n):\n        s.n = n\nTABLE = K(4)"),
    "object with slots": one("class K:\n    __slots__ = 'n',\nTABLE = K()\nTABLE.n = 3",
        "class K:\n    __slots__ = 'n',\nTABLE = K()\nTABLE.n = 4"),
    "dataclass": one("@dataclasses.dataclass(repr=False)\nclass K:\n    n: int\nTABLE = K(3)",
        "@dataclasses.dataclass(repr=False)\nclass K:\n    n: int\nTABLE = K(4)"),
    "lambda in a dictionary": one("TABLE = {'a': lambda n: n + 1}", "TABLE = {'a': lambda n: n + 2}"),
    "decorator": one(
        "def twice(f):\n    @functools.wraps(f)\n    def g(n):\n        return f(n) * 2\n    return g\n"
        "@twice\ndef f(n):\n    return n",
        "def twice(f):\n    @functools.wraps(f)\n    def g(n):\n        return f(n) * 3\n    return g\n"
        "@twice\ndef f(n):\n    return n", "f(1)"),
    "function inside a decorated one": one(
        "def f(n):\n    return n + 1\nf = functools.wraps(f)(lambda n, f=f: f(n))",
        "def f(n):\n    return n + 2\nf = functools.wraps(f)(lambda n, f=f: f(n))", "f(1)"),
    "function that says it is a library's": one("@functools.wraps(operator.add)\ndef f(n):\n    return n",
        "@functools.wraps(operator.add)\ndef f(n):\n    return -n", "f(1)"),
    "same name in another library": one("from math import pow", "from operator import pow",
        "pow(2, 3)"),
    "subclass of int": one("class I(int):\n    __repr__ = lambda s: 'I'\nseven = I(7)",
        "class I(int):\n    __repr__ = lambda s: 'I'\nseven = I(8)", "seven + 1"),
    "minus nought": one("TABLE = 0.0", "TABLE = -0.0"),
    "no number": one("TABLE = float('inf')", "TABLE = float('nan')"),
    "truth and one": one("TABLE = (True, 2)", "TABLE = (1, 2)"),
    "number of NumPy's": one("TABLE = np.int32(3)", "TABLE = np.int64(3)"),
    "type of NumPy's": one("TABLE = np.dtype('i4')", "TABLE = np.dtype('i8')"),
    "structured array": one("TABLE = np.zeros(3, [('a', 'i8'), ('b', 'i8')])",
        "TABLE = np.zeros(3, [('b', 'i8'), ('a', 'i8')])"),
    "order of an array": one("TABLE = np.zeros((3, 3))", "TABLE = np.zeros((3, 3), order='F')"),
    "array of objects": one("TABLE = np.array([3, 'a'], object)", "TABLE = np.array([4, 'a'], object)"),
    "set": one("TABLE = frozenset({'a', 'b', 'c'})", "TABLE = frozenset({'a', 'b', 'd'})"),
    "order of a dictionary": one("TABLE = {'a': 1, 'b': 2}", "TABLE = {'b': 2, 'a': 1}"),
    "list that holds itself": one("TABLE = [3]\nTABLE.append(TABLE)", "TABLE = [4]\nTABLE.append(TABLE)"),
    "slice": one("TABLE = slice(1, 3)", "TABLE = slice(1, 4)"),
    "range": one("TABLE = range(3)", "TABLE = range(4)"),
    "star": beside("TABLE = 3", ("3", "4"), imports="from helper import *"),
    "conditional import": beside("TABLE = 3", ("3", "4"),
        imports="try:\n    from helper import TABLE\nexcept ImportError:\n    TABLE = 9"),
    "importlib": beside("TABLE = 3", ("3", "4"),
        imports="import importlib\nhelper = importlib.import_module('helper')", way="helper.TABLE"),
    "nested packages": beside("TABLE = 3", ("3", "4"), name="a/b/c.py", imports="import a.b.c",
        way="a.b.c.TABLE"),
    "relative import": (
        {"rule.py": f"{HEAD}from pack import TABLE\n{RULE.format(way='TABLE')}",
         "pack/__init__.py": "from .inner import TABLE\n", "pack/inner.py": "TABLE = 3\n"},
        ("pack/inner.py", "3", "4"),
    ),
    "constant from a file": beside("3", ("3", "4"), name="data.txt",
        imports="from pathlib import Path\nTABLE = int(Path(__file__).with_name('data.txt').read_text())"),
}  # fmt: skip


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def rule_fingerprint(folder):
    return fingerprint((load_file(folder / "rule.py").Rule,))


@pytest.mark.parametrize("case", CASES)
def test_an_edit_changes_the_fingerprint(tmp_path, case):
    files, (name, before, after) = CASES[case]
    write(tmp_path, files)
    first = rule_fingerprint(tmp_path)
    assert before in files[name]
    write(tmp_path, {name: files[name].replace(before, after)})
    assert rule_fingerprint(tmp_path) != first
    write(tmp_path, files)
    assert rule_fingerprint(tmp_path) == first, "of the same source, it is the same"


@pytest.mark.parametrize("what", ["overload(plain)", "overload_method(numba.types.Integer, 'foo')"])
def test_extensions_of_numba_are_followed(tmp_path, monkeypatch, what):
    monkeypatch.setattr("plyground.kernel.extensions._known", [])
    foreign_extensions()
    text = f"{HEAD}def plain(n):\n    return n\n@numba.extending.{what}\ndef made(n):\n    return lambda n: 3\n"
    found = []
    for number in (3, 4):
        monkeypatch.setattr("plyground.kernel.extensions._known", [])
        write(tmp_path, {"rule.py": text.replace("3", str(number)) + RULE.format(way="plain(1)")})
        rule = load_file(tmp_path / "rule.py").Rule
        found.append(fingerprint((rule, *foreign_extensions())))
    assert found[0] != found[1]


class Strange:
    """Of which Numba is told a type, and nothing of what it holds can be seen."""

    def __reduce_ex__(self, _protocol):
        raise TypeError

    @property
    def _numba_type_(self):
        from numba import int64

        return int64


def test_what_cannot_be_followed_is_not_kept_and_it_is_said_once(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    module = {"STRANGE": Strange()}
    exec("def kernel(n):\n    return STRANGE", module)
    cache = KernelCache(module["kernel"], "strange kernel", "counting")

    class Codegen:
        magic_tuple = staticmethod(tuple)

    with pytest.warns(CacheWarning, match="strange kernel is compiled anew in every .*Strange"):
        assert cache._file((), Codegen) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache._file((), Codegen) is None


# --- helpers ----------------------------------------------------------------------------------


def heap_in(folder, largest=3, helper="helper"):
    write(folder, {f"{helper}.py": HELPER.replace("LARGEST = 3", f"LARGEST = {largest}"),
                   "heap.py": GAME.format(helper=helper)})  # fmt: skip
    return pg.game(str(folder / "heap.py"))


def test_helpers_can_be_found_by_their_names(tmp_path):
    """As machine code from the disk must; and no other module takes their names."""
    one, two = heap_in(tmp_path / "one", helper="code"), heap_in(tmp_path / "two", 5, "code")
    assert [len(game.legal(game.start())) for game in (one, two)] == [3, 5]
    assert not hasattr(sys.modules.get("code"), "heap_after")
    for game in (one, two):
        helper = vars(sys.modules[type(game).__module__])["heap_after"]
        assert vars(sys.modules[helper.__module__])["heap_after"] is helper


def test_helpers_may_be_imported_later_and_in_circles(tmp_path):
    write(tmp_path, {
        "rule.py": "import one\nfrom one import a\ndef late():\n    import later, pack.inner\n"
        "    return a(), later.N, pack.inner.N\n",
        "one.py": "import two\ndef a():\n    return two.N\n", "two.py": "import one\nN = 1\n",
        "later.py": "import one\nN = 2\n", "pack/inner.py": "N = 3\n",
    })  # fmt: skip
    assert load_file(tmp_path / "rule.py").late() == (1, 2, 3)
    assert {"one", "two", "later", "pack"}.isdisjoint(sys.modules)


def test_our_package_beside_a_file_is_the_one_that_runs(tmp_path):
    write(tmp_path, {"plyground/__init__.py": "wrong = 1", "rule.py": "import plyground as used"})
    assert load_file(tmp_path / "rule.py").used is pg


# --- files that games read --------------------------------------------------------------------

READS = {
    "start": ("return Heap(9, 0)", "return Heap(int(DATA.read_text()), 0)"),
    "module": ("import plyground as pg", "import plyground as pg\nimport pathlib\nSIZE = pathlib.Path({data!r}).read_text()"),
    "class": ('name: ClassVar = "heap"', 'name: ClassVar = "heap"\n    size = np.loadtxt(DATA)'),
    "constructor": ("    def start(", "    def __post_init__(self):\n        DATA.read_text()\n\n    def start("),
}  # fmt: skip


def reading(folder, way):
    """A heap whose code reads a file."""
    data = folder / "data.txt"
    write(folder, {"data.txt": "9", "helper.py": HELPER})
    before, after = READS[way]
    text = GAME.format(helper="helper").replace(before, after.format(data=str(data)))
    head = f"from pathlib import Path\nimport numpy as np\nDATA = Path({str(data)!r})\n"
    write(folder, {"heap.py": text.replace("from dataclasses", f"{head}from dataclasses", 1)})
    return folder / "heap.py"


@pytest.mark.parametrize("way", READS)
def test_what_a_game_reads_is_part_of_it(tmp_path, way):
    file = reading(tmp_path, way)

    def known():
        game = pg.game(str(file))
        return [*code_fingerprints(parts_of_rules(game)), fingerprint_of(game, "random")]

    first = known()
    assert known() == first
    (tmp_path / "data.txt").write_text("8")
    assert all(one != two for one, two in zip(first, known(), strict=True))
    (tmp_path / "data.txt").write_text("9")
    assert known() == first


def test_what_a_game_writes_or_imports_is_no_part_of_it(tmp_path):
    text = GAME.format(helper="helper").replace(
        "return Heap(9, 0)",
        "import pathlib, wave; pathlib.Path(__file__ + '.log').write_text('some'); return Heap(9, 0)",
    )
    write(tmp_path, {"helper.py": HELPER, "heap.py": text})
    game = pg.game(str(tmp_path / "heap.py"))
    first = code_fingerprints(parts_of_rules(game))
    (tmp_path / "heap.py.log").write_text("more")
    assert code_fingerprints(parts_of_rules(game)) == first
    assert pg.game(str(tmp_path / "heap.py")) == game
