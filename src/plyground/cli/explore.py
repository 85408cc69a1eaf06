"""`plyground explore`: what is known of the moves of an opening."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import ChosenGame, JsonOption, check_folder_of, print_result, watched
from plyground.cli.option_groups import grouped
from plyground.errors import UsageError
from plyground.game import Playthrough
from plyground.verbs.explore import Explored, gathered
from plyground.verbs.explore import explore as run

if TYPE_CHECKING:
    from plyground.kernel import Monitor


@grouped
def explore(
    chosen: ChosenGame,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVES]...", help="Play these moves first.")
    ] = None,
    *,
    store: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Count the games of this arena store, too; repeatable."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="For proofs at most.")] = 1.0,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write how the games of the stores began."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show what is proven of each move, how often agents chose it, and what became of it.

    Games are those that come with the game, and those of your stores. With --output nothing is
    shown: the file holds the first moves of all games of the stores, as a game may declare them.

    Examples:  plyground explore connect_four 4 4

    plyground arena mygame.py casual best --opening-plies 0 --store games.db

    plyground explore mygame.py --store games.db -o openings.json
    """
    reached = Playthrough.read(chosen.made(), None, " ".join(moves or ()))
    stores = store or []
    if output is not None:
        if not stores:
            raise UsageError("--output writes the games of a store; name it with --store FILE")
        check_folder_of(output)
        found = gathered(chosen.game, reached.game, stores)
        if not found.games:
            raise UsageError(f"no game of {reached.game} is in {', '.join(map(str, stores))}")
        found.write(output)
        print(f"{output}: {len(found.games)} games")
        return

    def work(watch: Monitor) -> Explored:
        return run(reached, stores=stores, reference=chosen.game, seconds=seconds, monitor=watch)

    shown = watched(reached.game, lambda _, passed: f"proving ... {passed:.0f} s", work)
    print_result(shown, json, reached.picture())
