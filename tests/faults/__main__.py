"""`python -m faults`: try every family of faults, and print what came of it as a table."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.table import Table

from faults import families as families
from faults.rig import FAMILIES, Tally, one_trial, trials


def main() -> int:
    """Run what the command line asks for; 1 if anything was lost."""
    parser = _parser()
    asked = parser.parse_args()
    if unknown := set(asked.families) - set(FAMILIES):
        parser.error(f"no family {min(unknown)!r}; there are {', '.join(FAMILIES)}")
    chosen = [FAMILIES[name] for name in asked.families or FAMILIES]
    if asked.trial is not None:
        print(dict(one_trial(chosen[0], asked.seed, asked.trial)))
        return 0
    console = Console(stderr=True)
    tallies = []
    for one in chosen:
        seconds = 60 * asked.minutes * one.share / sum(other.share for other in chosen)
        with console.status(f"{one.name}: {seconds:.0f} s"):
            tallies.append(trials(one, asked.seed, seconds, asked.trials))
    Console().print(_table(tallies))
    failed = [(tally, number) for tally in tallies for number in tally.failures]
    for tally, number in failed:
        name = tally.family.name
        print(f"\n{name}, again: python -m faults {name} --seed {asked.seed} --trial {number}")
        print(tally.failures[number])
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("families", nargs="*", help=", ".join(FAMILIES))
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same faults")
    parser.add_argument("--minutes", type=float, default=15, help="for all families together")
    parser.add_argument("--trials", type=int, help="at most so many of each family")
    parser.add_argument("--trial", type=int, help="this one alone, with its traceback")
    return parser


def _table(tallies: list[Tally]) -> Table:
    table = Table("family", "trials", "failed", "seconds", "figures")
    for tally in tallies:
        figures = ", ".join(f"{name} {value:,.6g}" for name, value in tally.figures.items())
        failed = f"[red]{len(tally.failures)}" if tally.failures else "0"
        table.add_row(
            tally.family.name, f"{tally.trials:,}", failed, f"{tally.seconds:.0f}", figures
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
