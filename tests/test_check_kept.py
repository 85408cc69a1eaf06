"""What is kept of a proof is checked by rules and by another search, and a lie is found."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_store import MAGIC, PROOF_BYTES, keep_proofs
from plyground.solvers.files import CHECKSUM_BYTES, with_checksum
from plyground.solvers.solver import Options

TOOL = Path(__file__).parents[1] / "tools" / "check_kept.py"
GAME = pg.game("konane", size=6)  # it has endings of its own
WON, LOST = 0b1010, 0b0100  # from 1 to 1, and from -1 to 0: no win, and so a loss


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    file = tmp_path_factory.mktemp("kept") / "konane.proofs"
    solver = ExactSolver(GAME, Options(64))
    assert solver.result(GAME.start()) == -1
    keep_proofs(solver, file)
    return file


@pytest.fixture
def check(monkeypatch, capsys):
    """The tool, with a file of the game's: how it ended, and what it said."""

    def run(file, *more):
        given = [str(TOOL), "konane", "-p", "size=6", str(file), "--memory", "64", *more]
        monkeypatch.setattr(sys, "argv", given)
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(TOOL), run_name="__main__")
        return end.value.code, capsys.readouterr().out

    return run


def turn_round(file):
    """Have the file say of every result that it is the other one."""
    content = file.read_bytes()
    head, _, body = content[len(MAGIC) + CHECKSUM_BYTES :].partition(b"\n")
    count = json.loads(head)["proofs"][0]
    assert len(body) > PROOF_BYTES * count
    data = np.frombuffer(body, "<u4", count, 8 * count).copy()
    bounds = data & 15  # low, and high above it, two bits each: 0 is -1, 2 is 1
    data += np.where(bounds == WON, LOST, WON).astype(np.uint32) - bounds
    changed = body[: 8 * count] + data.tobytes() + body[PROOF_BYTES * count :]
    file.write_bytes(MAGIC + with_checksum(head + b"\n" + changed))


def test_a_proof_holds_together(check, proofs):
    code, said = check(proofs, "--leaves", "20")
    assert code == 0
    first, *_, last = said.splitlines()
    positions, contradictions, leaves, gaps = [
        int(part.split()[0].replace(",", "")) for part in first.split(", ")
    ]
    assert positions > leaves > 20
    assert contradictions == 0
    assert (
        last == f"{20 + gaps:,} of {20 + gaps:,}: {20 + gaps:,} proven anew, 0 wrong, 0 not decided"
    )


def test_what_was_not_decided_is_no_pass(check, proofs):
    code, said = check(proofs, "--leaves", "20", "--nodes", "1")
    assert code == 3
    assert "0 wrong" in said


def test_a_lie_is_found(check, proofs, tmp_path):
    """Every proof says the opposite, so the other side is thought to win."""
    copy = tmp_path / "wrong.proofs"
    copy.write_bytes(proofs.read_bytes())
    turn_round(copy)
    code, said = check(copy, "--leaves", "20")
    assert code == 1
    assert "WRONG: " in said


def test_a_file_that_says_nothing_of_the_start_is_told(check, tmp_path):
    file = tmp_path / "none.proofs"
    keep_proofs(ExactSolver(GAME, Options(8)), file)
    assert check(file)[0] == "no win or loss of the start was kept; nothing can be checked"
    assert check(tmp_path / "gone")[0] == f"there is no file {tmp_path / 'gone'}"
