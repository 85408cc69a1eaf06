"""What the screens of a game need, made ready: above all, machine code.

    play       the rules, and the opponent that the page offers first
    hint       who is asked for hints; who analyses is the same
    tree       the search that the tree shows, and those it is compared with

The order is that in which a person is likely to need them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.agents import agent
from plyground.agents.presets import ANALYST, presets_of
from plyground.game import Game
from plyground.kernel import Monitor


def runs_interpreted(game: Game[Any]) -> bool:
    """Whether there is no machine code for the rules of `game`."""
    import numpy as np

    from plyground.search.playouts import play_randomly, playouts_for

    tally, watch = np.zeros(3, np.int64), Monitor()
    return not play_randomly.prepare(game.start(), 1, 1, playouts_for(game), tally, watch.array)


def _ready_to_play(game: Game[Any]) -> None:
    runs_interpreted(game)
    names = list(presets_of(game))
    prepare_agent(game, "casual" if "casual" in names else names[min(1, len(names) - 1)])


def _ready_to_hint(game: Game[Any]) -> None:
    prepare_agent(game, ANALYST)
    names = list(presets_of(game))
    prepare_agent(game, "best" if "best" in names else names[-1])


def prepare_agent(game: Game[Any], spec: str) -> None:
    """Have an agent make ready what choosing needs, in the first position."""
    with agent(game, spec) as prepared:
        prepared.prepare(game.start())


def _ready_for_tree(game: Game[Any]) -> None:
    from plyground.agents.request import Request
    from plyground.search.runner import MinimaxSearch
    from plyground.search.trace import Judge, Trace

    request = Request(game, "tree", None)
    judge = Judge(request.evaluator("default"), request.rater("default"))
    Trace(game.start(), 1, judge, most_moves=game.max_moves).prepare()
    MinimaxSearch(judge.evaluator, judge.rater, depth=1).prepare(game, game.start())


STAGES: dict[str, Callable[[Game[Any]], None]] = {
    "play": _ready_to_play,
    "hint": _ready_to_hint,
    "tree": _ready_for_tree,
}
