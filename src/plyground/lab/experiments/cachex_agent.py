"""Cachex: when its steal is right, whom the report's agent beats, and what looking deeper gains."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from plyground.game.registry import game
from plyground.games.cachex.program import neighbours
from plyground.lab.experiment import Measurement, Results, Scale, Step, arena_step
from plyground.lab.experiments.cachex_tree import BESIDE
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    above,
    all_of,
    below,
    claim,
    interval_text,
    is_better,
    rate_text,
)
from plyground.tournaments import GameRecord, gauntlet
from plyground.tournaments.statistics import Tally, mean_interval, tally

SIZES = tuple(range(3, 16))
REPORT = "cachex_report"
GREEDY = "minimax(depth=1, evaluate=path)"
GREEDY_BESIDE = BESIDE.format(depth=1)


# --- the steal --------------------------------------------------------------------------------


def steals(size: int) -> dict[str, bool]:
    """For every first move, whether stealing it wins; by the solver, which takes minutes for 4."""
    from plyground.solvers.solver import solve

    small = game("cachex", size=size)
    found = {}
    for first in small.legal(small.start()):
        stolen = small.start().play(first).play(small.parse_move("steal"))
        value = solve(small, stolen).value  # for Red, who moves next
        found[small.format_move(first)] = value is not None and value.result < 0
    return found


def corner_neighbours(size: int) -> dict[str, int]:
    """For every cell, how many cells are beside it."""
    board = game("cachex", size=size)
    return {board.shape.name(cell): len(near) for cell, near in enumerate(neighbours(size))}


def steal_sizes(scale: Scale) -> tuple[int, ...]:
    """The sizes that are solved."""
    return scale.choose((3,), (3, 4))


def steal_steps(scale: Scale) -> list[Step]:
    """Every first move of small boards, every cell of all."""
    return [
        *(Measurement(f"steal, {size}", steals, {"size": size}) for size in steal_sizes(scale)),
        *(Measurement(f"corners, {n}", corner_neighbours, {"size": n}) for n in SIZES),
    ]


def steal_conclude(results: Results) -> Findings:
    """After how many first moves stealing is right."""
    found = {size: results.measured(f"steal, {size}") for size in steal_sizes(results.scale)}
    rows = [
        (str(size), sum(of.values()), len(of), " ".join(move for move in of if of[move]))
        for size, of in found.items()
    ]
    fewest = []
    for size in SIZES:
        beside = results.measured(f"corners, {size}")
        least = {name for name, count in beside.items() if count == min(beside.values())}
        acute = {*list(beside)[:1], *list(beside)[-1:]}
        fewest.append(least == acute and min(beside.values()) == 2)
    said = "; ".join(f"n = {row[0]}: right after {row[1]} of {row[2]}" for row in rows)
    columns = ("n", "right", "first moves", "after")
    return Findings(
        {
            "first-move/steal below 5": claim(
                all(right for of in found.values() for right in of.values()), f"By proof, {said}."
            ),
            "first-move/acute corners": claim(
                all(fewest), f"True of {sum(fewest)} of {len(fewest)} sizes."
            ),
        },
        (DataTable("Where stealing wins", columns, tuple(rows), "Where it does not, it loses."),),
    )


# --- opponents --------------------------------------------------------------------------------


def opponent_sizes(scale: Scale) -> tuple[int, ...]:
    """The sizes that are played."""
    return scale.choose((3, 5, 7, 9, 11), SIZES)


def opponents_steps(scale: Scale) -> list[Step]:
    """Against random and greedy on every size; on large ones against another greedy, too."""
    shared: dict[str, Any] = {"opening_plies": 2}
    sizes = opponent_sizes(scale)
    others = [
        arena_step(
            str(size),
            scale,
            "cachex",
            (REPORT, "random", GREEDY),
            (10, 50),
            parameters={"size": size},
            pairings=gauntlet(3),
            **shared,
        )
        for size in sizes
    ]
    alike = [
        arena_step(
            f"{size}, beside stones",
            scale,
            "cachex",
            (REPORT, GREEDY_BESIDE),
            (40, 250),
            parameters={"size": size},
            **shared,
        )
        for size in sizes
        if size >= 10
    ]
    return [*others, *alike]


def opponents_conclude(results: Results) -> Findings:
    """Win rates by size, and what the report says of them."""
    against: dict[str, dict[int, Tally]] = {"random": {}, GREEDY: {}}
    sizes = opponent_sizes(results.scale)
    for size in sizes:
        for opponent, met in against.items():
            met[size] = tally(results.records(str(size)), REPORT, opponent)
    chance, greedy = against.values()
    small = [size for size in sizes if size <= 7]
    large = [size for size in sizes if size >= 10]
    alike = {size: tally(results.records(f"{size}, beside stones"), REPORT) for size in large}
    numbers = {
        "performance/beats random, 3 to 7": _beats(chance, small),
        "performance/beats greedy, 3 to 7": _beats(greedy, small),
        "performance/well below 10": _beats(greedy, [size for size in greedy if size < 10]),
        "performance/weaker from 10 on": _no_different(alike, large),
    }
    series = tuple(
        Series(f"against {name}", tuple(_point(size, each) for size, each in found.items()))
        for name, found in (("random", chance), ("greedy", greedy))
    )
    chart = Chart("Win rate of the report's agent", "n", "win rate", series, percent=True)
    note = (
        f"Greedy is `{GREEDY}`, which looks at all cells; every game begins with two random moves. "
        f"Against it the report's agent wins {rate_text(_together(greedy, large))} games from "
        f"n = 10 on. The greedy agent that looks only beside stones is `{GREEDY_BESIDE}`."
    )
    return Findings(numbers, charts=(chart,), notes=(note,))


def _together(found: dict[int, Tally], sizes: list[int]) -> Tally:
    return sum((found[size] for size in sizes), Tally())


def _by_size(found: dict[int, Tally], sizes: list[int]) -> str:
    return ", ".join(f"n = {size}: {100 * found[size].win_rate.value:.0f}%" for size in sizes)


def _beats(found: dict[int, Tally], sizes: list[int]) -> Finding:
    whole = _together(found, sizes)
    return claim(is_better(whole), f"{rate_text(whole)} games; {_by_size(found, sizes)}.")


def _no_different(met: dict[int, Tally], sizes: list[int]) -> Finding:
    """Decide whether neither side is ahead by 5 points in 100 or more."""
    whole = _together(met, sizes)
    note = f"{rate_text(whole)} games won; {_by_size(met, sizes)}."
    return claim(all_of((above(whole.score, 0.45), below(whole.score, 0.55))), note)


def _point(x: float, found: Tally) -> Point:
    return Point(x, *found.win_rate)


# --- lookahead --------------------------------------------------------------------------------


def depth_matches(scale: Scale) -> tuple[tuple[int, int], ...]:
    """Board size and the deeper of two lookaheads, one ply apart."""
    return scale.choose(
        ((4, 2), (6, 2), (8, 2), (10, 2), (4, 3), (5, 3)),
        (*((size, 2) for size in range(3, 13)), *((size, 3) for size in range(3, 8))),
    )


def depth_steps(scale: Scale) -> list[Step]:
    """The report's search with one ply more against the same with one less."""
    return [
        arena_step(
            f"{size}, {depth}",
            scale,
            "cachex",
            (BESIDE.format(depth=depth), BESIDE.format(depth=depth - 1)),
            (15, 50),
            parameters={"size": size},
            opening_plies=4,
        )
        for size, depth in depth_matches(scale)
    ]


def depth_conclude(results: Results) -> Findings:
    """Who wins, and who loses more stones."""
    rows: list[Row] = []
    won, lost = {2: Tally(), 3: Tally()}, []
    for size, depth in depth_matches(results.scale):
        records = results.records(f"{size}, {depth}")
        deeper = BESIDE.format(depth=depth)
        found, taken = tally(records, deeper), [_captured(record, deeper) for record in records]
        won[depth] += found
        if depth == 2:
            lost += [by_deeper - by_other for by_deeper, by_other in taken]
        means = (fmean(pair[side] for pair in taken) for side in (0, 1))
        rows.append((f"{size}, {depth} against {depth - 1}", rate_text(found), *means))
    more = mean_interval(lost)
    columns = ("n, plies", "deeper won", "stones it captured in a game", "the other")
    return Findings(
        {
            "depth/1 loses to 2": claim(is_better(won[2]), f"2 plies win {rate_text(won[2])}."),
            "depth/2 loses to 3": claim(is_better(won[3]), f"3 plies win {rate_text(won[3])}."),
            "depth/because of captures": claim(
                above(more, 0),
                f"With 1 ply it loses {interval_text(more)} stones "
                "more in a game than its opponent with 2.",
            ),
        },
        (DataTable("One ply more against one less", columns, tuple(rows)),),
    )


def _captured(record: GameRecord, deeper: str) -> tuple[int, int]:
    """How many stones the deeper one captured, and how many the other did."""
    played = game("cachex", **record.parameters)
    position, taken = played.start(), dict.fromkeys(record.agents, 0)
    for ply, move in enumerate([*record.opening, *(each.move for each in record.moves)]):
        before = sum(map(bool, played.cells(position)))
        position = played.play(position, move)
        if ply >= len(record.opening):
            after = sum(map(bool, played.cells(position)))
            taken[record.agents[ply % 2]] += before + 1 - after
    return taken.pop(deeper), taken.popitem()[1]


EXPERIMENTS = {
    "cachex-steal": (steal_steps, steal_conclude),
    "cachex-opponents": (opponents_steps, opponents_conclude),
    "cachex-depth": (depth_steps, depth_conclude),
}
