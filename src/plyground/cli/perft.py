"""`plyground perft`: count move sequences."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import ChosenPosition, JsonOption, print_json, watched
from plyground.cli.option_groups import grouped
from plyground.game import Playthrough
from plyground.verbs.result import describe_game

if TYPE_CHECKING:
    from plyground.kernel import Monitor


@grouped
def perft(
    chosen: ChosenPosition,
    *,
    depth: Annotated[int, typer.Option(min=1, max=400, help="How many plies to play.")] = 6,
    split: Annotated[
        bool, typer.Option("--split", help="Show the last count by first move.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """
    Count the sequences of 1, 2, ... plies: the standard test that rules are right.

    Two programs whose counts agree almost surely play the same game. Where they differ,
    --split says below which move.

    Examples:  plyground perft connect_four --depth 8

    plyground perft connect_four -p width=6 -p height=5 --moves "3 3" --depth 7 --split
    """
    reached = chosen.reached()
    from plyground.search.perft import perft as count
    from plyground.search.perft import perft_split

    start = reached.position
    rows: list[tuple[int, float]] = []
    for plies in range(1, depth + 1):
        begun = time.perf_counter()
        found = watched(
            reached.game,
            partial(_progress, f"depth {plies}"),
            partial(count, reached.game, start, plies),
        )
        rows.append((found, time.perf_counter() - begun))
        if not json:
            _print_row(plies, *rows[-1])
    by_move = {}
    if split:
        parts = watched(
            reached.game,
            partial(_progress, "by move"),
            partial(perft_split, reached.game, start, depth),
        )
        by_move = {reached.game.format_move(move): n for move, n in parts.items()}
    if json:
        print_json(_data(reached, [n for n, _ in rows], by_move if split else None))
    elif split:
        print()
        for name, number in by_move.items():
            print(f"{name:>5}  {number:>16}")


def _progress(what: str, watch: Monitor, _seconds: float) -> str:
    return f"{what} ... {watch.statistics().legal_moves:,} sequences"


def _print_row(plies: int, count: int, seconds: float) -> None:
    if plies == 1:
        print(f"{'depth':>5}  {'count':>16}  {'seconds':>9}")
    print(f"{plies:>5}  {count:>16}  {seconds:>9.3f}", flush=True)


def _data(
    reached: Playthrough, counts: list[int], by_move: dict[str, int] | None
) -> dict[str, Any]:
    data = {
        **describe_game(reached.game),
        "position": reached.game.format_position(reached.position),
        "depth": len(counts),
        "counts": counts,
    }
    return data if by_move is None else {**data, "split": by_move}
