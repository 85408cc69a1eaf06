"""`plyground analyse`: what every move of a position is worth."""

from __future__ import annotations

from dataclasses import asdict
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
from plyground.game import Playthrough
from plyground.vocabulary import Analysis, Limit, MoveReport, Score

if TYPE_CHECKING:
    from plyground.agents import Agent
    from plyground.kernel import Monitor

SHOWN_PLIES = 10  # of a line, in the table


def analyse(
    game: GameArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="Who thinks: see `plyground agents`. [default: alphabeta, or mcts where a game "
            "has no evaluator]",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after this many nodes.")] = None,
    depth: Annotated[int | None, typer.Option(help="At most so deep.")] = None,
    parameter: ParameterOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    json: JsonOption = False,
) -> None:
    """Let an agent think about a position and say what every move is worth, best first.

    While it thinks, the best move so far is shown. An agent that does not score moves says what
    it would play.

    Examples:  plyground analyse connect_four --moves "4 4 4" --seconds 2

    plyground analyse bamboo --agent "mcts(iterations=5000)" --json
    """
    reached = read_playthrough(game, parameter, one_position(text, position), moves)
    reached.game.check_open(reached.position)
    from plyground.agents import agent as make_agent
    from plyground.agents.presets import analyst_of

    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    if agent is None and limit == Limit():
        limit = Limit(seconds=2)
    spec = agent or analyst_of(reached.game)
    with make_agent(reached.game, spec) as thinker:
        found = _Thinking(reached, thinker, limit).run()
    if json:
        print_json({**describe_game(reached.game), "agent": spec, **_data(reached, found)})
        return
    print(f"{reached.picture()}\n")
    _show(reached, found)


class _Thinking:
    """An analysis under way, and what is known by now."""

    def __init__(self, reached: Playthrough, thinker: Agent, limit: Limit) -> None:
        self.reached, self.thinker, self.limit = reached, thinker, limit
        self.known: Analysis | None = None

    def run(self) -> Analysis:
        """What is known in the end."""
        return watched(self._progress, self._think)

    def _think(self, watch: Monitor) -> Analysis:
        position = self.reached.position
        self.thinker.prepare(position)
        for known in self.thinker.analyse(position, self.limit, watch):
            self.known = known
        if self.known is None:  # stopped before the first move was looked at
            found = tuple(MoveReport(move) for move in self.reached.game.legal(position))
            return Analysis(found, watch.statistics())
        return self.known

    def _progress(self, watch: Monitor, seconds: float) -> str:
        if self.known is None:
            return f"thinking ... {watch.statistics(seconds).nodes:,} nodes"
        best, counted = self.known.moves[0], self.known.statistics
        line = _line(self.reached, best)
        return f"depth {counted.depth}  {best.score}  {counted.nodes:,} nodes  {line}"


def _line(reached: Playthrough, report: MoveReport) -> str:
    moves = " ".join(map(reached.game.format_move, report.line[:SHOWN_PLIES]))
    return moves + (" ..." if len(report.line) > SHOWN_PLIES else "")


def _show(reached: Playthrough, found: Analysis) -> None:
    game, counted = reached.game, found.statistics
    names = {report.move: game.format_move(report.move) for report in found.moves}
    wide = max(map(len, (*names.values(), "move")))
    who = game.players[reached.position.player()]
    print(f"{'move':<{wide}}  {f'for {who}':<12}  depth  line")
    for report in found.moves:
        score = "-" if report.score is None else str(report.score)
        name, line = names[report.move], _line(reached, report)
        print(f"{name:<{wide}}  {score:<12}  {report.depth or '-':>5}  {line}".rstrip())
    speed = f"{counted.nodes_per_second:,.0f} a second"
    print(f"\n{counted.nodes:,} nodes ({speed}), {counted.seconds:.3f} seconds")


def _data(reached: Playthrough, found: Analysis) -> dict[str, Any]:
    game, counted = reached.game, found.statistics
    moves = [
        {
            **asdict(report),
            "move": game.format_move(report.move),
            "score": _score_data(report.score),
            "line": list(map(game.format_move, report.line)),
        }
        for report in found.moves
    ]
    best = moves[0]
    return {
        "position": game.format_position(reached.position),
        "player": reached.position.player(),
        **{key: best[key] for key in ("move", "score", "line")},
        "moves": moves,
        "statistics": {
            **asdict(counted),
            "branching_factor": counted.branching_factor,
            "nodes_per_second": counted.nodes_per_second,
        },
    }


def _score_data(score: Score | None) -> dict[str, Any] | None:
    return None if score is None else {"text": str(score), **asdict(score)}
