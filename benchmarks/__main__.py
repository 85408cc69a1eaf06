"""Measure, and print tables: python -m benchmarks [TOPIC ...].

By default those topics that set our speed beside that of others, or beside what we aim at.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.table import Table

from benchmarks import (
    arena,
    first_move,
    first_use,
    mcts,
    networks,
    rules,
    searches,
    solver,
    strength,
    threads,
)


def show(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Print a table, after the rows have been measured under a moving sign of life."""
    console = Console(width=120)
    table = Table(*columns, title=title, title_justify="left")
    with Console(stderr=True).status(f"measuring: {title} ..."):
        for row in rows:
            table.add_row(*row)
    console.print(table)


def show_rules() -> None:
    """Playouts and perft."""
    show(
        "Rules, one core, processor time",
        ("game", "what", "a second", "times interpreted", "times OpenSpiel's C++", "aim"),
        rules.measure(),
    )


def show_mcts() -> None:
    """Monte Carlo tree search against OpenSpiel's."""
    show(
        "Monte Carlo tree search, one core, processor time",
        ("game", "simulations a second", "OpenSpiel's C++", "ratio"),
        mcts.measure(),
    )


def show_searches() -> None:
    """Minimax and alpha-beta against the reports, and the effect of each part."""
    show(
        "Searches, one core, processor time",
        ("what", "measured", "in the report", "ratio", "aim"),
        searches.measure(),
    )
    show(
        f"{searches.FEATURED}, one part switched off",
        ("off", "nodes", "time", "times the nodes", "times the time"),
        searches.measure_features(),
    )


def show_threads() -> None:
    """Two threads against one in every game; wants two idle cores."""
    show(
        f"Alpha-beta over {threads.POSITIONS} positions a game, by the clock on the wall",
        ("search", "one thread", "two threads", "times as fast", "aim"),
        threads.measure(),
    )


def show_strength() -> None:
    """A hundred games of one agent against another in every game."""
    show(
        f"{strength.AGENT} against {strength.OPPONENT}, 100 games in pairs",
        ("game", "wins", "draws", "losses", "score", "95% interval"),
        strength.measure(100),
    )


def show_networks() -> None:
    """Our own forward pass against onnxruntime's, and what `alphazero` gains."""
    show(
        "Networks: milliseconds of CPU time a position",
        ("network", "positions at once", "onnxruntime", "our own", "times faster"),
        networks.measure(),
    )
    show(
        f"alphazero in {networks.SEARCHED}, one thread",
        ("search", "network", "nodes a second of CPU time", "ratio"),
        networks.measure_search(),
    )


def show_solver() -> None:
    """The Connect Four solver against BitBully."""
    for title, columns, rows in solver.tables(quick=True):
        show(title, columns, rows())


def show_arena() -> None:
    """What a tournament costs beside the agents."""
    show("The arena", ("what", "measured", "at most, or in the report"), arena.measure())


def show_first_use() -> None:
    """The first search of a new environment, and of one that has its code."""
    show(
        "First search of a game",
        ("game", "new environment", "from the cache"),
        first_use.measure(tuple(case.game for case in rules.CASES)),
    )


def show_first_move() -> None:
    """From `plyground serve` to the first reply, with an empty cache."""
    show(
        "First move of a new installation",
        ("game", "it listens", "first reply", "processor time"),
        first_move.measure(),
    )


TOPICS: dict[str, Callable[[], None]] = {
    "rules": show_rules,
    "mcts": show_mcts,
    "searches": show_searches,
    "threads": show_threads,
    "strength": show_strength,
    "networks": show_networks,
    "solver": show_solver,
    "arena": show_arena,
    "first_use": show_first_use,
    "first_move": show_first_move,
}
USUAL = ("rules", "mcts", "searches", "threads", "solver")
ALL = "all"


def main() -> None:
    """The topics that the command line names."""
    lines = [f"  {name:10} {work.__doc__}" for name, work in TOPICS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure, and print tables.",
        epilog="topics:\n" + "\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    usual = f"by default {', '.join(USUAL)}, some minutes; all: every one, half an hour"
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=usual)
    topics = parser.parse_args().topics or list(USUAL)
    topics = list(TOPICS) if topics == [ALL] else topics
    if unknown := [name for name in topics if name not in TOPICS]:
        parser.error(f"no topic {unknown[0]!r}; there are {', '.join(TOPICS)}")
    for name in topics:
        TOPICS[name]()


if __name__ == "__main__":
    main()
