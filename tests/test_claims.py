"""What games say for proofs is compared with the rules, and `check` notices what is wrong."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import plyground as pg
from example_files import DOCS, SNORT, blocks
from plyground.claims import check_answer, late_positions
from plyground.conformance import CHECKS
from plyground.errors import NonconformingError
from plyground.game.knowledge import Knowledge, Solving
from plyground.kernel import compiled
from plyground.solvers.exact import ExactSolver

SOLVING = DOCS / "algorithms" / "solving.md"


def snort_with_endings(folder: Any, old: str = "", new: str = "") -> pg.Game[Any]:
    """Snort with the endings of the documentation, in which `old` is replaced."""
    (endings,) = (block for block in blocks(SOLVING, "python") if "Apart" in block)
    assert old in endings
    rules, rest = SNORT.read_text().split("class Snort(pg.Game):\n")
    declared = "    knowledge = pg.Knowledge(solving=pg.Solving(endings=endings))\n"
    file = folder / "snort.py"
    file.write_text(
        f"{rules}{endings.replace(old, new)}\n\nclass Snort(pg.Game):\n{declared}{rest}"
    )
    return pg.game(str(file))


def test_documented_endings_name_the_winner(tmp_path):
    game = snort_with_endings(tmp_path)
    CHECKS["solving"](game, seed=1)
    (ending, *_) = game.knowledge.load(game.knowledge.solving.endings)(game, 1, 1)
    known = [position for position, _ in late_positions(game, 1) if ending.knows(position)]
    assert len(known) > 10


@pytest.mark.slow
def test_documented_endings_prove_the_same_with_fewer_nodes(tmp_path):
    plain, quick = pg.game(str(SNORT)), snort_with_endings(tmp_path)
    slow, fast = (ExactSolver(game).solve(game.start()) for game in (plain, quick))
    assert (slow.low, slow.high) == (fast.low, fast.high)
    assert fast.statistics.nodes < 0.8 * slow.statistics.nodes


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("NEAR[cell] & theirs", "theirs >> cell & 1", "endings say that the side to move"),
        ("popcount(mine) > popcount", "popcount(mine) >= popcount", "wins, but it loses"),
        ("for thread in range(threads)", "", "as many as there are threads"),
    ],
)
def test_the_check_notices_wrong_endings(tmp_path, old, new, complaint):
    game = snort_with_endings(tmp_path, old, new)
    with pytest.raises(NonconformingError, match=complaint):
        CHECKS["solving"](game, seed=1)


@compiled
class DropFirst(NamedTuple):
    """Leaves out the first move, whatever it is worth."""

    none: int = 0

    def keep(self, position: Any, moves: Any, count: int) -> int:
        for i in range(1, count):
            moves[i - 1] = moves[i]
        return count - 1


@compiled
class LastFirst(NamedTuple):
    """Keeps all, in another order."""

    none: int = 0

    def keep(self, position: Any, moves: Any, count: int) -> int:
        moves[0], moves[count - 1] = moves[count - 1], moves[0]
        return count


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [(DropFirst, "leaves out .*, which does not lose"), (LastFirst, "in their order")],
)
def test_the_check_notices_wrong_sieves(monkeypatch, wrong, complaint):
    game = pg.game("tic_tac_toe")
    declared = Knowledge(solving=Solving(sieve=lambda game: wrong()))
    monkeypatch.setattr(type(game), "knowledge", declared)
    with pytest.raises(NonconformingError, match=complaint):
        CHECKS["solving"](game, seed=1)


@pytest.mark.parametrize(
    ("low", "high", "complaint"),
    [
        (1, 1, "say that the side to move wins, but it (draws|loses)"),
        (-1, -1, "say that the side to move loses, but it (draws|wins)"),
        (-1, 1, "leave open whether the side to move reaches 1"),
    ],
)
def test_the_check_notices_wrong_bounds_where_there_are_draws(
    monkeypatch, tmp_path, low, high, complaint
):
    ending = snort_with_endings(tmp_path).knowledge.solving.endings(None, 1, 1)[0]

    class KnowsAll(NamedTuple):
        table: Any

        def knows(self, position: Any) -> bool:
            return True

        def answer(self, position: Any, goal: int, monitor: Any) -> tuple[int, int]:
            return low, high

    made = KnowsAll(ending.table)
    declared = Knowledge(solving=Solving(endings=lambda game, size, threads: [made] * threads))
    game = pg.game("tic_tac_toe")
    monkeypatch.setattr(type(game), "knowledge", declared)
    with pytest.raises(NonconformingError, match=complaint):
        CHECKS["solving"](game, seed=1)


@pytest.mark.parametrize(
    ("bounds", "goal", "value", "complaint"),
    [
        ((0, 1), 0, -1, "does not lose, but it loses"),
        ((-1, 0), 1, 1, "does not win, but it wins"),
        ((-1, -1), 0, 0, "loses, but it draws"),
        ((0, 1), 1, 1, "leave open whether the side to move reaches 1"),
        ((2, 2), 1, 1, "is worth 2 to 2, but it wins"),
    ],
)
def test_bounds_must_hold_and_settle_the_goal(bounds, goal, value, complaint):
    with pytest.raises(NonconformingError, match=complaint):
        check_answer(*bounds, goal, value, "somewhere")
    check_answer(value, value, goal, value, "somewhere")
