"""`plyground ratings`: how strong all agents of a game are, measured in the arena."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.arena import Held
from plyground.cli.common import (
    INTERRUPTED,
    ChosenGame,
    JsonOption,
    Players,
    check_folder_of,
    print_json,
)
from plyground.cli.option_groups import grouped
from plyground.game import Game


@dataclass(frozen=True)
class Measured:
    """What to measure with."""

    seconds: Annotated[
        float, typer.Option(min=0.001, max=3600, help="A move, for every agent.")
    ] = 0.1
    pairs: Annotated[
        int, typer.Option(min=1, max=10_000, help="Pairs of games of everybody with everybody.")
    ] = 2
    more: Annotated[
        int, typer.Option(min=0, max=10_000, help="More pairs of those who come out side by side.")
    ] = 6
    opening_plies: Annotated[
        int | None, typer.Option(min=0, help="Random moves that begin a game.")
    ] = None
    seed: Annotated[int, typer.Option(min=0, max=2**61, help="Seed of openings and agents.")] = 1


@grouped
def ratings(
    board: ChosenGame,
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="GAME-ratings.json by default."),
    ] = None,
    measured: Measured,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the games here, and resume.")
    ] = None,
    players: Players,
    check: Annotated[
        bool, typer.Option("--check", help="Play nothing: say what changed since the game's table.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Rate all agents of a game: its presets, and the plain kinds with equal time a move.

    Random play is 500; the numbers mean nothing beside those of another table. `plyground agents`
    shows the table that a game has.

    Examples:  plyground ratings konane --seconds 0.05 -o ratings.json

    plyground ratings mygame.py --pairs 5 --store games.db

    plyground ratings connect_four --check
    """
    from plyground.tournaments.rating import Rating, rate_agents

    chosen = board.made()
    if check:
        _check(chosen, json)
        return
    file = output or Path(f"{chosen.name}-ratings.json")
    check_folder_of(file)
    held = Held(store)
    how = Rating(**vars(measured), **vars(players))
    table = rate_agents(board.game, chosen, how, held.hold, store)
    if table is None:
        held.complain()
        raise typer.Exit(INTERRUPTED)
    table.write(file)
    if json:
        print_json({"file": str(file), **asdict(table)})
        return
    print(f"{file}: {len(table.agents)} agents, {measured.seconds:g} s a move")
    for rated in table.agents:
        names = ", ".join(name for name in rated.names if name != rated.spec)
        print(f"{rated.rating:6} ± {rated.margin:<4}{rated.spec}{f' ({names})' if names else ''}")


def _check(game: Game[Any], as_json: bool) -> None:
    """Say what changed; exit code 1 if something did."""
    from plyground.agents.rating_table import RATINGS
    from plyground.errors import UnsupportedError
    from plyground.tournaments.rating import changes_since

    table = RATINGS.on_board(game)
    if table is None:
        raise UnsupportedError(f"{game} has no table of ratings; make one without --check")
    changes = changes_since(game, table)
    if as_json:
        print_json({"game": game.name, "changes": changes})
    else:
        print("\n".join(changes) or f"{game}: the agents are those that were rated.")
    if changes:
        raise typer.Exit(1)
