"""Files of proofs: a search goes on from them, and what is wrong with one is said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import plyground as pg
from boards import after_chance, late_positions
from faults.sessions import process
from heaps import NEVER_COMPILED, heap
from plyground.errors import InvalidProofsError
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_keys import OwnKeys
from plyground.solvers.exact_search import Features
from plyground.solvers.exact_store import MAGIC, OLDER, header_of, keep_proofs, recall_proofs
from plyground.solvers.files import CHECKSUM_BYTES, with_checksum
from plyground.solvers.solver import Options, solve
from plyground.vocabulary import Limit, Proven
from waiting import wait_for

GAMES = {
    "tic_tac_toe": pg.game("tic_tac_toe"),
    "konane": pg.game("konane", size=6),  # it has endings of its own
    "bamboo": pg.game("bamboo", radius=2),
}
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
KEEPING = """
import sys
import plyground as pg
from plyground.solvers import exact_store
exact_store.FIRST = 0.1
pg.solve("konane", rows=6, columns=8, memory=8, keep=sys.argv[1])
"""


def test_proofs_are_kept_and_gone_on_from(tmp_path):
    game, path = GAMES["bamboo"], tmp_path / "b.proofs"
    whole = solve(game, memory=8).statistics.nodes
    first = ExactSolver(game, Options(8))
    assert recall_proofs(first, path) == 0
    found = first.solve(game.start(), Limit(nodes=whole // 3))
    assert found.value is None
    assert len(found.notes["refuted"].data) + len(found.notes["open"].data) == 19
    kept = keep_proofs(first, path, most=3000)
    assert 1000 < kept <= 3000
    for megabytes in (8, 1):
        second = ExactSolver(game, Options(megabytes))
        assert recall_proofs(second, path) > kept * 0.9
        for position in late_positions(game, 20, 12):
            low, high = second.known_bounds(position, 7)
            assert low <= first.result(position) <= high
        found = second.solve(game.start())
        assert found.value == Proven(-1, 0)
    assert found.statistics.nodes < whole


def test_proofs_of_endings_are_kept_and_gone_on_from(tmp_path):
    game, path = GAMES["konane"], tmp_path / "k.proofs"
    whole = ExactSolver(game, Options(8)).solve(game.start())
    half = Limit(nodes=whole.statistics.nodes // 2)
    first = ExactSolver(game, Options(8, keep=path)).solve(game.start(), half)
    assert first.value is None
    second = ExactSolver(game, Options(4, keep=path))  # its tables have another size
    assert second.recalled == first.notes["proofs"].data["kept"] > 1000
    found = second.solve(game.start())
    assert found.value == whole.value
    assert found.statistics.nodes < 0.6 * whole.statistics.nodes


def test_kept_proofs_of_endings_are_right(tmp_path):
    game, path = GAMES["konane"], tmp_path / "k.proofs"
    begin = after_chance(game, 10, random.Random(1))
    ExactSolver(game, Options(8, keep=path)).solve(begin)
    again = ExactSolver(game, Options(4, keep=path))
    plain = ExactSolver(game, Options(8), features=Features(symmetry_plies=0, endings=0))
    below, known = [begin], 0
    for position in below:
        below += map(position.play, game.legal(position)) if len(below) < 2000 else ()
        low, high = again.results.endings.table.bounds(again.keys.key(position))
        if low == high:
            assert plain.result(position) == low
            known += 1
    assert known > 20


def test_without_the_endings_a_file_rests_on_it_is_refused(tmp_path):
    game, path = GAMES["konane"], tmp_path / "k.proofs"
    ExactSolver(game, Options(8, keep=path)).solve(game.start())
    without = ExactSolver(game, Options(8), features=Features(endings=0))
    with pytest.raises(InvalidProofsError, match="declares for solving, were changed; delete"):
        recall_proofs(without, path)


def test_a_process_that_is_killed_leaves_its_proofs(tmp_path):
    long, path = pg.game("konane", rows=6, columns=8), tmp_path / "k.proofs"
    with process(KEEPING, str(path)) as solving:
        wait_for(lambda: path.exists() or solving.poll() is not None)
        solving.kill()
    assert ExactSolver(long, Options(8, keep=path)).recalled > 0


def test_proofs_by_other_keys(tmp_path):
    game, path = GAMES["konane"], tmp_path / "old.proofs"
    solver = ExactSolver(game, Options(1))
    solver.keys = OwnKeys()  # as an older version had them
    keep_proofs(solver, path)
    with pytest.raises(InvalidProofsError, match="declares for solving, were changed; delete"):
        recall_proofs(ExactSolver(game, Options(1)), path)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("clobber", "result(self):\n        return -1", "result(self):\n        return self.turn"),
        ("clobber", "exact=1", "exact=0"),
        ("hex", "if left >> moves[i] & 1:", "if left >> moves[i] & 3:"),
        ("hex", "symmetries = 2", "symmetries = 1"),
    ],
)
def test_proofs_of_a_game_whose_rules_were_edited(name, before, after, tmp_path):
    file, path = tmp_path / "mine.py", tmp_path / "mine.proofs"
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert before in text
    file.write_text(text, encoding="utf-8")
    game = pg.game(str(file))
    found = ExactSolver(game, Options(1, keep=path)).solve(game.start(), Limit(nodes=3000))
    assert found.notes["proofs"].data["kept"] > 5
    file.write_text(f"# A comment.\n{text}", encoding="utf-8")
    assert ExactSolver(pg.game(str(file)), Options(1, keep=path)).recalled > 5
    file.write_text(text.replace(before, after), encoding="utf-8")
    edited = pg.game(str(file))
    with pytest.raises(
        InvalidProofsError, match="as it was before its rules, a file that it reads, or"
    ):
        ExactSolver(edited, Options(1, keep=path))


def test_hardly_a_proof_is_lost_on_the_way(tmp_path):
    """Kept and recalled again and again, a table stays what it was."""
    game, path = GAMES["konane"], tmp_path / "k.proofs"
    solver = ExactSolver(game, Options(64))
    solver.solve(game.start())
    first = keep_proofs(solver, path)
    for _ in range(3):
        kept = keep_proofs(ExactSolver(game, Options(64, keep=path)), path)
    assert first > 50_000
    assert kept > 0.9999 * first


WITH_SIEVE = ("Solving(keys", "Solving(sieve=sieve, keys")


@pytest.mark.parametrize(
    ("given", "edited"),
    [
        ([], ("MOST = 3", "MOST = 2")),  # of which only `of_size` knows, and `start` of that
        ([NEVER_COMPILED], ("range(self.most)", "range(2)")),
        ([WITH_SIEVE], ("LOST = MOST + 1", "LOST = MOST - 1")),
    ],
)
def test_proofs_of_a_game_that_makes_other_positions(given, edited, tmp_path):
    """What is edited stands outside of the class of positions, or that is no machine code."""
    file, path = tmp_path / "mine.py", tmp_path / "mine.proofs"
    game = heap(file, *given)
    assert ExactSolver(game, Options(1, keep=path)).solve(game.start()).low == -1
    assert ExactSolver(heap(file, *given), Options(1, keep=path)).recalled > 0
    with pytest.raises(
        InvalidProofsError, match="as it was before its rules, a file that it reads, or"
    ):
        ExactSolver(heap(file, *given, edited), Options(1, keep=path))


def test_proofs_of_a_game_whose_data_were_edited(tmp_path):
    """What `start` reads is none of its source, and changes who wins."""
    data, path = tmp_path / "most.txt", tmp_path / "mine.proofs"
    reads = "HeapPosition(left, player, MOST)", "HeapPosition(left, player, int(DATA.read_text()))"
    named = "SIZE = 8", f"from pathlib import Path\nDATA = Path({str(data)!r})\nSIZE = 8"

    def game():
        return heap(tmp_path / "mine.py", NEVER_COMPILED, named, reads)

    data.write_text("3")
    assert ExactSolver(game(), Options(1, keep=path)).solve(game().start()).low == -1
    assert ExactSolver(game(), Options(1, keep=path)).recalled > 0
    data.write_text("2")
    with pytest.raises(InvalidProofsError, match="a file that it reads, or what it declares"):
        ExactSolver(game(), Options(1, keep=path))
    path.unlink()
    assert ExactSolver(game(), Options(1, keep=path)).solve(game().start()).low == 1


def test_proofs_that_another_python_kept(tmp_path):
    """Bytecode differs; the files are the same."""
    game, path = GAMES["tic_tac_toe"], tmp_path / "t.proofs"
    solver = ExactSolver(game, Options(1))
    solver.solve(game.start())
    kept = keep_proofs(solver, path)
    of_bytecode, of_source = header_of(solver)["code"]
    content = path.read_bytes()[len(MAGIC) + CHECKSUM_BYTES :]
    assert of_bytecode.encode() in content
    other = content.replace(of_bytecode.encode(), b"0" * len(of_bytecode))
    path.write_bytes(MAGIC + with_checksum(other))
    assert ExactSolver(game, Options(1, keep=path)).recalled == kept
    path.write_bytes(MAGIC + with_checksum(other.replace(of_source.encode(), b"1")))
    with pytest.raises(InvalidProofsError, match="were changed"):
        ExactSolver(game, Options(1, keep=path))


def test_proofs_that_an_older_version_kept(tmp_path):
    path = tmp_path / "t.proofs"
    path.write_bytes(OLDER[-1] + b"whatever")
    with pytest.raises(
        InvalidProofsError, match="older version, which noted too little of the rules"
    ):
        ExactSolver(GAMES["tic_tac_toe"], Options(1, keep=path))


def test_proofs_of_something_else(tmp_path):
    game, path = GAMES["tic_tac_toe"], tmp_path / "t.proofs"
    solver = ExactSolver(game, Options(1))
    solver.solve(game.start())
    keep_proofs(solver, path)
    again = ExactSolver(game, Options(1))
    recall_proofs(again, path)
    assert again.saw_draw()
    with pytest.raises(InvalidProofsError, match="not of"):
        recall_proofs(ExactSolver(GAMES["bamboo"], Options(1)), path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InvalidProofsError, match="damaged"):
        recall_proofs(again, path)


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain.replace(b'"proofs": [', b'"proofs": [9'),
        lambda plain: plain.replace(b'"proofs": [', b'"proofs": [-'),
        lambda plain: plain.replace(b'"proofs": [', b'"proofs": [0, '),
        lambda plain: plain.replace(b'"proofs": [', b'"proofs": [true, '),
        lambda plain: plain.replace(b'"proofs": ', b'"proofs": "x", "y": '),
        lambda plain: plain.replace(b'"proofs": ', b'"proofs": [], "y": '),
        lambda plain: plain.replace(b'"seen": ', b'"seen": 9'),
        lambda plain: plain.replace(b'"largest": [', b'"largest": [7, '),
        lambda plain: plain.replace(b'"largest": [', b'"y": 0, "largest": ['),
        lambda plain: plain.replace(b'"code": ', b'"code": 7, "y": '),
        lambda plain: plain.replace(b'"code": [', b'"code": [[], '),
        lambda plain: plain.replace(b'"game"', b'"gams"'),
        lambda plain: b"[" * 2000 + plain,
        lambda plain: b"[]\n" + plain,
        lambda plain: plain[:-4],
        lambda plain: plain[:-4] + b"\xff\xff\xff\xff",
        lambda plain: plain[:-4] + b"\0\0\0\0",
    ],
)
def test_wild_proofs_under_a_right_checksum(change, tmp_path):
    game, path = GAMES["tic_tac_toe"], tmp_path / "t.proofs"
    solver = ExactSolver(game, Options(1))
    solver.solve(game.start())
    keep_proofs(solver, path)
    content = path.read_bytes()
    head = content.index(b"{") - CHECKSUM_BYTES
    path.write_bytes(content[:head] + with_checksum(change(content[head + CHECKSUM_BYTES :])))
    with pytest.raises(InvalidProofsError, match=r"holds no proofs|holds proofs of"):
        recall_proofs(solver, path)
