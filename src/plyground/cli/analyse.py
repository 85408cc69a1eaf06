"""`plyground analyse`: what an agent thinks of a position."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    GameArgument,
    JsonOption,
    MovesOption,
    ParameterOption,
    PositionOption,
    describe_game,
    one_position,
    print_json,
    read_playthrough,
    watched,
)
from plyground.errors import PlygroundError
from plyground.game import Playthrough

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.vocabulary import Decision


def analyse(
    game: GameArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.")
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="Who thinks: see `plyground agents`.")
    ] = "alphabeta",
    seconds: Annotated[float | None, typer.Option(help="At most so long.")] = None,
    nodes: Annotated[int | None, typer.Option(help="At most so many nodes.")] = None,
    depth: Annotated[int | None, typer.Option(help="At most so deep.")] = None,
    parameter: ParameterOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    json: JsonOption = False,
) -> None:
    """Let an agent think about a position and say what it found.

    While it thinks, depth, nodes, score and best line are shown as they change.

    Examples:  plyground analyse connect_four --moves "4 4 4" --seconds 2

    plyground analyse bamboo --agent "mcts(iterations=5000)" --json
    """
    reached = read_playthrough(game, parameter, one_position(text, position), moves)
    outcome = reached.game.outcome(reached.position)
    if outcome:
        raise PlygroundError(f"the game is over: {reached.game.describe(outcome)}")
    from plyground.agents import agent as make_agent
    from plyground.vocabulary import Limit

    thinker = make_agent(reached.game, agent)
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    if agent == "alphabeta" and limit == Limit():
        limit = Limit(seconds=2)
    found = watched(
        partial(_progress, reached), lambda watch: thinker.choose(reached.position, limit, watch)
    )
    if json:
        print_json({**describe_game(reached.game), "agent": agent, **_data(reached, found)})
        return
    print(reached.picture())
    print()
    for name, value in _rows(reached, found):
        print(f"{name:<12} {value}")


def _progress(reached: Playthrough, watch: Monitor, seconds: float) -> str:
    from plyground.search.runner import score_of

    counted = watch.statistics(seconds)
    if watch.best_move is None:
        return f"thinking ... {counted.nodes:,} nodes"
    line = " ".join(map(reached.game.format_move, watch.line[:8]))
    score = score_of(watch.score, reached.position.player())
    return f"depth {counted.depth}  {score}  {counted.nodes:,} nodes  {line}"


def _rows(reached: Playthrough, found: Decision) -> list[tuple[str, str]]:
    game, counted = reached.game, found.statistics
    who = game.players[reached.position.player()]
    return [
        ("move", game.format_move(found.move)),
        ("score", f"{found.score} for {who}" if found.score else "none"),
        ("line", " ".join(map(game.format_move, found.line))),
        ("depth", f"{counted.depth} (selective {counted.selective_depth})"),
        ("nodes", f"{counted.nodes} ({counted.nodes_per_second:.0f} a second)"),
        ("evaluations", str(counted.evaluations)),
        ("branching", f"{counted.branching_factor:.2f}"),
        ("cutoffs", str(counted.cutoffs)),
        ("table hits", str(counted.table_hits)),
        ("seconds", f"{counted.seconds:.3f}"),
    ]


def _data(reached: Playthrough, found: Decision) -> dict[str, Any]:
    from dataclasses import asdict

    game, counted = reached.game, found.statistics
    score = None if found.score is None else {"text": str(found.score), **asdict(found.score)}
    return {
        "position": game.format_position(reached.position),
        "move": game.format_move(found.move),
        "score": score,
        "line": list(map(game.format_move, found.line)),
        "statistics": {
            **asdict(counted),
            "branching_factor": counted.branching_factor,
            "nodes_per_second": counted.nodes_per_second,
        },
    }
