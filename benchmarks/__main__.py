"""Run every benchmark and print the tables: python -m benchmarks"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from benchmarks import arena, first_use, mcts, rules, searches, solver, strength


def show(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Print a table, after the rows have been measured under a moving sign of life."""
    console = Console(width=120)
    table = Table(*columns, title=title, title_justify="left")
    with Console(stderr=True).status(f"measuring: {title} ..."):
        for row in rows:
            table.add_row(*row)
    console.print(table)


def main() -> None:
    """All tables, one after the other."""
    show(
        "Rules, one core",
        ("game", "what", "a second", "times interpreted", "times OpenSpiel's C++"),
        rules.measure(),
    )
    show(
        "Monte Carlo tree search, one core",
        ("game", "simulations a second", "OpenSpiel's C++", "ratio"),
        mcts.measure(),
    )
    show(
        "Searches, one core unless it says otherwise",
        ("what", "measured", "against", "ratio"),
        searches.measure(),
    )
    show(
        f"{searches.FEATURED}, one part switched off",
        ("off", "nodes", "time", "times the nodes", "times the time"),
        searches.measure_features(),
    )
    show(
        f"{strength.AGENT} against {strength.OPPONENT}, 100 games in pairs",
        ("game", "wins", "draws", "losses", "score", "95% interval"),
        strength.measure(100),
    )
    for title, columns, rows in solver.tables(empty=False):
        show(title, columns, rows())
    show("The arena", ("what", "measured", "at most, or in the report"), arena.measure())
    show(
        "First search of a game",
        ("game", "new environment", "from the cache"),
        first_use.measure(tuple(case.game for case in rules.CASES)),
    )


if __name__ == "__main__":
    main()
