"""How far a proof got that was stopped, read off the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.solvers.solution import Note

if TYPE_CHECKING:
    from plyground.solvers.exact import ExactSolver


def progress_notes(solver: ExactSolver, position: Any, high: int) -> dict[str, Note]:
    """About the question whether the side to move reaches the best result that is still open.

    What the table knows of the moves: those that do not reach it, and of each other one how many
    replies fail, of how many.
    """
    game, refuted, still_open = solver.game, [], {}
    for move in game.legal(position):
        child, name = position.play(move), game.format_move(move)
        if solver.known_bounds(child, 1)[0] >= 1 - high:
            refuted.append(name)
            continue
        answers = [child.play(reply) for reply in game.legal(child)]
        failed = sum(solver.known_bounds(after, 2)[0] >= high for after in answers)
        still_open[name] = (failed, len(answers))
    tried = [f"{move}: {n} of {m}" for move, (n, m) in still_open.items() if n]
    return {
        "refuted": Note(refuted, f"{len(refuted)} of {len(refuted) + len(still_open)} moves"),
        "open": Note(still_open, f"replies that fail: {'  '.join(tried) or 'none yet'}"),
    }
