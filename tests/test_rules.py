"""Fingerprints of rules are the same in every process, and others once the rules are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from heaps import heap
from plyground.game.rules import rules_of
from plyground.kernel.fingerprint import code_fingerprints

EXAMPLES = Path(__file__).parents[1] / "docs/examples"
NEVER_COMPILED = (
    "@pg.compiled\nclass HeapPosition(NamedTuple):",
    "class HeapPosition(NamedTuple):\n    interpreted = True",
)
TELL = """
import sys
import plyground as pg
from plyground.game.rules import rules_of
from plyground.kernel.fingerprint import code_fingerprints

for name in sys.argv[1:]:
    print(*code_fingerprints(rules_of(pg.game(name))))
"""


def fingerprints(game):
    return code_fingerprints(rules_of(game))


def test_every_process_finds_the_same(tmp_path):
    heap(tmp_path / "plain.py", NEVER_COMPILED)
    examples = [EXAMPLES / f"{name}.py" for name in ("snort", "hex", "clobber", "domineering")]
    names = ["tic_tac_toe", "connect_four", "konane", "bamboo", "cachex", "othello"]
    names += map(str, (tmp_path / "plain.py", *examples))
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
        (('return f"take{move + 1}"', 'return f"take {move + 1}"'), True),  # how moves are written
        (("SIZE = 8", "SIZE = 9"), False),
        (("MOST = 3", "MOST = 2"), False),
        (("return HeapPosition(left, player, MOST)", "return HeapPosition(left, 0, MOST)"), False),
    ],
)
@pytest.mark.parametrize("changes", [[], [NEVER_COMPILED]], ids=["compiled", "interpreted"])
def test_what_is_edited(tmp_path, changes, edit, same):
    file = tmp_path / "mine.py"
    before = fingerprints(heap(file, *changes))[0]
    after = fingerprints(heap(file, *changes, edit))[0]
    assert (before == after) == same
