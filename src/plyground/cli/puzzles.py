"""`plyground puzzles`: positions with one right answer, proven and graded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import ChosenGame, JsonOption, check_folder_of, print_json, progress_bar
from plyground.cli.option_groups import grouped
from plyground.verbs.result import describe_game

if TYPE_CHECKING:
    from plyground.puzzles.files import PuzzleSet


@grouped
def puzzles(
    board: ChosenGame,
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="GAME-puzzles.json by default."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="At most so many.")] = 100,
    seed: Annotated[
        int, typer.Option(min=0, max=2**61, help="Equal seeds give equal puzzles.")
    ] = 1,
    json: JsonOption = False,
) -> None:
    """Make puzzles: the only winning move, the quickest win, the only draw, the move that loses.

    Positions come from games of the beginner, answers from the game's solver, and how hard they are
    from the weak agents that try them. Choose a board that the solver can finish.

    Examples:  plyground puzzles connect_four

    plyground puzzles konane -p size=6 --count 20 --seed 7 -o konane.json
    """
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from plyground.puzzles.making import make_puzzles

    chosen = board.made()
    file = output or Path(f"{chosen.name}-puzzles.json")
    check_folder_of(file)
    columns = (TextColumn("puzzles"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with progress_bar(*columns) as bar:
        task = bar.add_task("puzzles", total=count)
        made = make_puzzles(chosen, count, seed, lambda done: bar.update(task, completed=done))
    made.write(file)
    if json:
        counts = {f"{kind} {grade}": number for (kind, grade), number in _counts(made).items()}
        print_json({**describe_game(chosen), "file": str(file), "seed": seed, "counts": counts})
        return
    found = len(made.puzzles)
    print(f"{file}: {found} {'puzzle' if found == 1 else 'puzzles'}")
    for (kind, grade), number in sorted(_counts(made).items()):
        print(f"  {kind:10}{grade:8}{number:5}")
    if found < count:
        print(f"There seem to be no more than {found}.")


def _counts(made: PuzzleSet) -> Counter[tuple[str, str]]:
    return Counter((puzzle.kind, puzzle.grade) for puzzle in made.puzzles)
