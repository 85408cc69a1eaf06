"""`pg.why`: why a move is a mistake, and how it is refuted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground.errors import InvalidParameterError
from plyground.game import Playthrough
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, PositionResult, as_playthrough
from plyground.vocabulary import Limit, Move

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.solvers.refutation import Step
    from plyground.solvers.why import Why


@dataclass(frozen=True, repr=False)
class Explained(PositionResult):
    """What is proven of the last move of a game."""

    found: Why

    @property
    def sentence(self) -> str:
        """What there is to say, in one sentence."""
        return self.found.sentence

    @property
    def is_mistake(self) -> bool:
        """Whether another move had a better result."""
        return self.found.is_mistake

    @property
    def best(self) -> str:
        """The best move; the one that was made if no other is better."""
        return self.reached.game.format_move(self.found.best)

    def data(self) -> dict[str, Any]:
        game, found = self.reached.game, self.found
        return {
            **self.described(),
            "position": game.format_position(found.before),
            "move": game.format_move(found.move),
            "value": str(found.score),
            "best": self.best,
            "best_value": str(found.best_score),
            "is_mistake": self.is_mistake,
            "sentence": self.sentence,
            "refutation": found.refutation and self._step(found.refutation),
        }

    def _step(self, step: Step) -> dict[str, Any]:
        return {
            "move": self.reached.game.format_move(step.move),
            "player": self.reached.game.players[step.player],
            "distance": step.distance,
            "is_folded": step.is_folded,
            "answers": [self._step(answer) for answer in step.answers],
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each step of the refutation, in the order in which a person reads it."""
        if self.found.refutation is None:
            return []
        game = self.reached.game
        return [
            {
                "ply": ply,
                "player": game.players[step.player],
                "move": game.format_move(step.move),
                "distance": step.distance,
                "is_folded": step.is_folded,
            }
            for ply, step in _walk(self.found.refutation, 1)
        ]

    def __str__(self) -> str:
        """The sentence, and the refutation with a line a step."""
        lines = [self.sentence]
        for row in self.rows():
            more = " ..." if row["is_folded"] else ""
            lines.append(f"{'  ' * row['ply']}{row['player']}: {row['move']}{more}")
        return "\n".join(lines)


def _walk(step: Step, ply: int) -> list[tuple[int, Step]]:
    below = [found for answer in step.answers for found in _walk(answer, ply + 1)]
    return [(ply, step), *below]


@checked
def why(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    seconds: float | None = None,
    monitor: Monitor | None = None,
    **parameters: Value,
) -> Explained:
    """
    Prove whether the last of `moves` was a mistake, and how it is refuted.

    `position` is where the moves begin, by default the start of the game. The refutation is the
    smallest: one move in each position for who refutes, all of them for who erred. Without
    `seconds` it takes as long as the solver does; `OutOfReachError` if they do not suffice.

    >>> import plyground as pg
    >>> pg.why("tic_tac_toe", moves="b2 b1").sentence
    'a1 draws; after b1 X forces a win in 5 plies: three in a line.'
    """
    from plyground.solvers.refutation import Prover
    from plyground.solvers.solver import solver_for
    from plyground.solvers.why import why as explain

    reached = as_playthrough(game, position, moves, parameters)
    if not reached.moves:
        raise InvalidParameterError("there is no move to explain; it is the last of moves")
    limit = Limit(seconds=seconds).or_none()
    prover = Prover(solver_for(reached.game), limit, monitor)
    return Explained(reached, explain(prover, reached.positions[-2], reached.moves[-1]))
