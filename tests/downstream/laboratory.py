"""What somebody does with the two, and the types that they rely on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_type

from corners import Corners, CornersPosition
from middle import Middle

import plyground as pg

HERE = Path(__file__).parent
AGENT = str(HERE / "middle.py")


def playing() -> str | None:
    """Who won."""
    corners = Corners()
    position = corners.play(corners.start(), "b2")
    assert_type(position, CornersPosition)
    assert_type(corners.legal_moves(position), list[str])
    assert_type(corners.outcome(position), pg.Outcome | None)
    played = pg.play(corners, Middle(corners, seed=1), "random", seed=1)
    assert_type(played.moves, list[str])
    return played.winner


def thinking() -> str:
    """The best first move."""
    with pg.agent("tic_tac_toe", "alphabeta(depth=4)") as agent:
        found = agent.choose(pg.game("tic_tac_toe").start(), pg.Limit(nodes=1000))
    assert_type(found, pg.Decision)
    if isinstance(found.score, pg.Proven):
        assert_type(found.score.distance, int | None)
    analysed = pg.analyse(Corners(), moves=["b2"], depth=3)
    assert_type(analysed.score, pg.Score | None)
    return analysed.best


def proving() -> pg.Proven | None:
    """What the game is worth."""
    solved = pg.solve(HERE / "corners.py", all_moves=True)
    assert_type(solved.moves, dict[str, pg.Proven])
    return solved.value


def measuring() -> list[dict[str, Any]]:
    """Where the agents stand."""
    result = pg.arena(HERE / "corners.py", AGENT, "random", pairs=2, workers=1)
    for record in result.records:
        assert_type(record.winner, int | None)
    return result.rows()


if __name__ == "__main__":
    print(playing(), thinking(), proving(), len(measuring()))
