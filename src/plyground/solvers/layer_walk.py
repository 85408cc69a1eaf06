"""A strategy gathered layer by layer, from a solver that knows the scores of moves.

All positions of a ply are looked at before those of the next, so their moves come out in the order
in which a certificate holds them: ply by ply, and by the numbers that positions have as keys.
"""

from __future__ import annotations

from typing import Any

from plyground.errors import InvalidCertificateError
from plyground.kernel import Monitor
from plyground.solvers.solver import Solver
from plyground.vocabulary import Move, Player

MOST_POSITIONS = 3_000_000
AT_ONCE = 1_000  # positions for which a solver is asked; between two requests it can be stopped


def walked(
    solver: Solver, start: Any, holder: Player, result: int, watch: Monitor
) -> tuple[int, bytes]:
    """How many positions the strategy has by which `holder` gets the result, 0 or 1, and its moves.

    A move is its place among the legal ones. Of the moves that keep the result, one is taken that
    leads to a position which the strategy has already, or that wins soonest.
    `InvalidCertificateError` once stopped, or if there are too many positions.
    """
    legal, layer, positions, places = solver.game.legal, {start.key(): start}, 0, bytearray()
    while layer:
        positions += len(layer)
        if positions > MOST_POSITIONS:
            raise InvalidCertificateError(
                f"the strategy has more than {MOST_POSITIONS:,} positions; begin later in the game"
            )
        here = [layer[key] for key in sorted(layer) if legal(layer[key])]
        layer = {}
        if here and here[0].player() == holder:
            for position, move in zip(here, _chosen(solver, here, result, watch), strict=True):
                places.append(legal(position).index(move))
                child = position.play(move)
                layer[child.key()] = child
        else:
            layer = {
                child.key(): child
                for position in here
                for child in map(position.play, legal(position))
            }
    return positions, bytes(places)


def _chosen(solver: Solver, positions: list[Any], result: int, watch: Monitor) -> list[Move]:
    """A move for each position that keeps the result for its player."""
    moves: list[Move] = []
    reached: set[int] = set()
    for first in range(0, len(positions), AT_ONCE):
        if watch.stopped:
            raise InvalidCertificateError("stopped before the strategy was complete")
        some = positions[first : first + AT_ONCE]
        for position, scores in zip(some, solver.move_scores(some), strict=True):
            keys = {move: position.play(move).key() for move in scores}
            fine = [move for move, score in scores.items() if score >= result]
            assert fine, "a solver has contradicted itself"
            moves.append(max(fine, key=lambda m: (keys[m] in reached, scores[m])))
            reached.add(keys[moves[-1]])
    return moves
