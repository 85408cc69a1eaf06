"""`plyground analyse`: what every move of a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import ChosenPosition, JsonOption, SeedOption, print_result, watched
from plyground.cli.completing import complete_agent
from plyground.cli.option_groups import grouped
from plyground.game import Playthrough
from plyground.verbs.analyse import Analysed, line_text
from plyground.verbs.analyse import analyse as run
from plyground.vocabulary import Analysis

if TYPE_CHECKING:
    from plyground.kernel import Monitor


@grouped
def analyse(
    chosen: ChosenPosition,
    *,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            autocompletion=complete_agent,
            help="Who thinks: see `plyground agents`. [default: analyst, which proves what it can "
            "and searches where it cannot]",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after this many nodes.")] = None,
    depth: Annotated[int | None, typer.Option(help="At most so deep.")] = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Let an agent think about a position and say what every move is worth, best first.

    While it thinks, the best move so far is shown. An agent that does not score moves says what
    it would play.

    Examples:  plyground analyse connect_four --moves "4 4 4" --seconds 2

    plyground analyse bamboo --agent "mcts(iterations=5000)" --json
    """
    reached = chosen.reached()
    progress = _Progress(reached)

    def work(watch: Monitor) -> Analysed:
        return run(
            reached,
            agent=agent,
            seconds=seconds,
            nodes=nodes,
            depth=depth,
            seed=seed,
            monitor=watch,
            on_progress=progress.note,
        )

    found = watched(reached.game, progress.describe, work)
    print_result(found, json, reached.picture())


class _Progress:
    """What is known by now, in a line."""

    def __init__(self, reached: Playthrough) -> None:
        self.reached = reached
        self.known: Analysis | None = None

    def note(self, known: Analysis) -> None:
        self.known = known

    def describe(self, watch: Monitor, seconds: float) -> str:
        if self.known is None:
            return f"thinking ... {watch.statistics(seconds).nodes:,} nodes"
        best, counted = self.known.moves[0], self.known.statistics
        line = line_text(self.reached, best)
        return f"depth {counted.depth}  {best.score}  {counted.nodes:,} nodes  {line}"
