"""`plyground why`: why a move is a mistake, and how it is refuted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import ChosenPosition, JsonOption, print_result, watched
from plyground.cli.option_groups import grouped
from plyground.verbs.why import Explained
from plyground.verbs.why import why as run

if TYPE_CHECKING:
    from plyground.kernel import Monitor


@grouped
def why(
    chosen: ChosenPosition,
    *,
    seconds: Annotated[float | None, typer.Option(help="At most so long.")] = None,
    json: JsonOption = False,
) -> None:
    """Prove whether the last of --moves was a mistake, and show how it is refuted.

    The refutation is the smallest there is: one move in each position for who refutes, every move
    for who erred. A large one follows the longest defence, and folds (...) what leads aside.

    Examples:  plyground why tic_tac_toe --moves "b2 b1"

    plyground why connect_four --moves "4 4 3 1"
    """
    reached = chosen.reached()

    def work(watch: Monitor) -> Explained:
        return run(reached, seconds=seconds, monitor=watch)

    found = watched(reached.game, lambda _, passed: f"proving ... {passed:.0f} s", work)
    print_result(found, json, reached.picture())
