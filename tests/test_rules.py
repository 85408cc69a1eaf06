"""Fingerprints of rules are the same in every process, and others once the rules are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from heaps import NEVER_COMPILED, heap
from plyground.game.rules import parts_of_rules
from plyground.kernel.fingerprint import code_fingerprints, source_fingerprint

EXAMPLES = Path(__file__).parents[1] / "docs/examples"
TELL = """
import sys
import plyground as pg
from plyground.game.rules import parts_of_rules
from plyground.kernel.fingerprint import code_fingerprints

for name in sys.argv[1:]:
    print(*code_fingerprints(parts_of_rules(pg.game(name))))
"""


def fingerprints(game):
    return code_fingerprints(parts_of_rules(game))


def test_every_process_finds_the_same(tmp_path):
    heap(tmp_path / "plain.py", NEVER_COMPILED)
    heap(tmp_path / "copied.py", IMPORTS, CACHED, COPIED, OBJECT, ASKED)
    examples = [EXAMPLES / f"{name}.py" for name in ("snort", "hex", "clobber", "domineering")]
    names = ["tic_tac_toe", "connect_four", "konane", "bamboo", "cachex", "othello"]
    names += map(str, (tmp_path / "plain.py", tmp_path / "copied.py", *examples))
    here = [" ".join(fingerprints(pg.game(name))) for name in names]
    for seed in ("1", "2"):  # of which the order of sets depends
        done = subprocess.run(
            [sys.executable, "-c", TELL, *names],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert done.stdout.splitlines() == here


def test_versions_of_libraries_do_not_count(monkeypatch):
    """Of files that are the same: machine code in a wheel is for every version of NumPy."""
    parts = parts_of_rules(pg.game("cachex"))
    before = source_fingerprint(parts), code_fingerprints(parts)[1]
    monkeypatch.setattr(np, "__version__", "99")
    assert (source_fingerprint(parts), code_fingerprints(parts)[1]) == before


CACHED = (
    "    def of_size(self, left, player):",
    "    @functools.cache\n    def of_size(self, left, player):",
)
IMPORTS = ("from typing import", "import copy\nimport functools\nfrom typing import")
COPIED = ("return self.of_size(SIZE, 0)", "return copy.deepcopy(self.of_size(SIZE, 0))")
OBJECT = (
    "MOST = 3\n",
    "class Rules:\n    def most(self):\n        return 3\n\n\nRULES = Rules()\nMOST = 3\n",
)
ASKED = ("HeapPosition(left, player, MOST)", "HeapPosition(left, player, RULES.most())")
MIXED = (
    "class Heap(pg.Game):",
    "class Beginning:\n    def start(self):\n        return HeapPosition(SIZE, 0, MOST)\n\n\n"
    "class Heap(Beginning, pg.Game):",
)
HEIR = """class HeapPosition(Plain):
    interpreted = True

    def fill_moves(self, moves):
        return super().fill_moves(moves)


@pg.compiled
class Multiples"""
OTHERWISE = ("    def start(self):\n        return self.of_size(SIZE, 0)\n\n", "")


@pytest.mark.parametrize(
    ("changes", "edit"),
    [
        ([IMPORTS, CACHED], ("MOST = 3", "MOST = 2")),
        ([OBJECT, ASKED], ("return 3", "return 2")),
        ([OTHERWISE, MIXED], ("MOST = 3", "MOST = 2")),
    ],
    ids=["cached", "object", "mixin"],
)
def test_ways_to_make_positions(tmp_path, changes, edit):
    file = tmp_path / "mine.py"
    before = fingerprints(heap(file, *changes))
    assert fingerprints(heap(file, *changes)) == before
    assert fingerprints(heap(file, *changes, edit))[0] != before[0]


def test_what_a_subclass_overrides_may_still_be_called(tmp_path):
    """Of a position and of a game; both have methods of one name."""
    file = tmp_path / "mine.py"
    slower = NEVER_COMPILED[1].replace("HeapPosition", "Plain")
    changes = [
        (NEVER_COMPILED[0], slower),
        ("@pg.compiled\nclass Multiples", HEIR),
        (
            "class Heap(pg.Game):",
            f"{MIXED[1].partition('class Heap')[0]}class Heap(Beginning, pg.Game):",
        ),
        ("return self.of_size(SIZE, 0)", "return super().start()"),
    ]
    before = fingerprints(heap(file, *changes))
    assert fingerprints(heap(file, *changes)) == before
    for edit in (("take < self.left", "take + 1 < self.left"), ("(SIZE, 0, MOST)", "(SIZE, 0, 2)")):
        assert fingerprints(heap(file, *changes, edit))[0] != before[0]


def test_every_process_finds_the_same_in_open_spiel():
    pytest.importorskip("pyspiel")
    done = subprocess.run(
        [sys.executable, "-c", TELL, "openspiel:tic_tac_toe"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == fingerprints(pg.game("openspiel:tic_tac_toe"))


@pytest.mark.parametrize(
    ("edit", "same"),
    [
        (("Take one to some", "Take some"), True),
        (("  # whoever is left with a multiple of it", "  # times any number"), True),
        (('return f"take{move + 1}"', 'return f"take {move + 1}"'), False),  # as all of the file
        (("SIZE = 8", "SIZE = 9"), False),
        (("MOST = 3", "MOST = 2"), False),
        (("% self.lost", "% 4"), False),
        (("return HeapPosition(left, player, MOST)", "return HeapPosition(left, 0, MOST)"), False),
    ],
)
@pytest.mark.parametrize("changes", [[], [NEVER_COMPILED]], ids=["compiled", "interpreted"])
def test_what_is_edited(tmp_path, changes, edit, same):
    file = tmp_path / "mine.py"
    before = fingerprints(heap(file, *changes))[0]
    after = fingerprints(heap(file, *changes, edit))[0]
    assert (before == after) == same
