"""`plyground show`: look at a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import ChosenPosition, JsonOption, print_json, write_text
from plyground.cli.option_groups import grouped
from plyground.game import Playthrough
from plyground.verbs.result import describe_game


@grouped
def show(
    chosen: ChosenPosition,
    *,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the board there as a picture.")
    ] = None,
    theme: Annotated[
        str, typer.Option(help="Colours of the picture: light, dark or css.")
    ] = "light",
    json: JsonOption = False,
) -> None:
    """
    Draw a position, with its legal moves and the text that gives it back.

    Examples:  plyground show tic_tac_toe "X.O/.X./... O"

    plyground show connect_four --moves "4 4 3 3" --svg board.svg
    """
    reached = chosen.reached()
    if svg is not None:
        write_text(svg, reached.picture().svg(theme))
    if json:
        print_json(_data(reached))
        return
    print(reached.picture())
    outcome = reached.game.outcome(reached.position)
    if outcome:
        print(f"\n{reached.game.describe(outcome)}")
    else:
        print(f"\n{reached.game.players[reached.position.player()]} to move")
        print(f"moves     {' '.join(reached.game.legal_moves(reached.position))}")
    print(f"position  {reached.game.format_position(reached.position)}")
    if svg is not None:
        print(f"picture   {svg}")


def _data(reached: Playthrough) -> dict[str, object]:
    game, position = reached.game, reached.position
    outcome = game.outcome(position)
    return {
        **describe_game(game),
        "position": game.format_position(position),
        "moves": list(map(game.format_move, reached.moves)),
        "player": position.player(),
        "legal_moves": game.legal_moves(position),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }
