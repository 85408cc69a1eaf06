"""Cachex: what would have made the report's program cheaper, by its own account."""

from __future__ import annotations

from functools import partial
from typing import Any

from plyground.game.registry import game
from plyground.games.cachex import program
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.cachex_budget import (
    BUDGET_MEGABYTES,
    ask_program,
    between,
    decisions,
    lookahead,
    seconds_of,
)
from plyground.lab.experiments.cachex_tree import EVERYWHERE, random_position
from plyground.lab.findings import DataTable, Finding, Findings, above, all_of, below, claim
from plyground.lab.timing import time_ratios
from plyground.tournaments.statistics import mean_interval, ratio_interval


def tree_kept(size: int, seed: int) -> dict[str, float]:
    """Play a game's decisions with a new tree each and with one that is kept and grown.

    The opponent looks at all cells; a reply that the tree does not have is counted as a surprise.
    """
    depth = lookahead(size)
    positions = decisions(size, seed, EVERYWHERE.format(depth=depth))
    new, kept = program.Program(size, depth), program.Program(size, depth, keep=True)
    last = surprises = 0
    for board, colour in positions:
        surprises += kept.root is not None and kept.known(board) is None
        assert new.choose(board, colour) == kept.choose(board, colour)
        last += _in_layer(kept.root, depth)
    return {
        "boards": new.nodes,
        "last": last,
        "kept": new.nodes - kept.nodes,
        "replies": len(positions) - 1,
        "surprises": surprises,
        "building": new.building,
        "seconds": new.building + new.evaluating + new.searching,
    }


def _in_layer(root: program.Node | None, depth: int) -> int:
    """Return how many nodes of a tree are that deep."""
    layer = [root] if root else []
    for _ in range(depth):
        layer = [child for node in layer for child in node.children]
    return len(layer)


def with_table(size: int, seed: int) -> dict[str, Any]:
    """A whole game of the report's program without and with a table of evaluations."""
    positions = decisions(size, seed)
    without, _ = ask_program(size, lookahead(size), positions)
    with_it, grown = ask_program(size, lookahead(size), positions, table=True)
    return {
        "faster": seconds_of(without) / seconds_of(with_it),
        "evaluated": with_it["evaluations"] / without["evaluations"],
        "boards": with_it["evaluations"],
        "MB": grown,
    }


def deepening(size: int, positions: int, seed: int) -> dict[str, Any]:
    """Distances by iterative deepening beside the true ones: too high, too low, and how long."""
    played = game("cachex", size=size)
    boards = [
        list(played.cells(random_position(size, 1 + number % size, 1000 * seed + number)))
        for number in range(positions)
    ]
    cases = [(board, size, colour) for board in boards for colour in (1, 2)]

    def measure(find: Any) -> list[int]:
        return [find(*case) for case in cases]

    found, true = measure(program.distance_by_deepening), measure(program.distance)
    breadth_first = partial(measure, program.distance)
    ratios = time_ratios(partial(measure, program.distance_by_deepening), breadth_first)
    return {
        "cases": len(cases),
        "high": sum(one > two for one, two in zip(found, true, strict=True)),
        "low": sum(one < two for one, two in zip(found, true, strict=True)),
        "ratios": ratios,
    }


LEAST_SAVED = 0.01  # of the time: less is no reduction that anybody would see


def tree_sizes(scale: Scale) -> tuple[int, ...]:
    """Sizes for which the tree has more than one layer."""
    return scale.choose((4, 5, 7), tuple(range(3, 10)))


def table_sizes(scale: Scale) -> tuple[int, ...]:
    """Sizes that are played with a table."""
    return scale.choose((4, 6, 8, 10), tuple(range(3, 13)))


def deepening_sizes(scale: Scale) -> tuple[int, ...]:
    """Iterative deepening takes three times as long with each size."""
    return scale.choose((3, 4, 5, 6), tuple(range(3, 9)))


def cheaper_seeds(scale: Scale) -> range:
    """One for each game."""
    return range(scale.seed, scale.seed + scale.choose(4, 12))


def cheaper_steps(scale: Scale) -> list[Step]:
    """Trees, tables and distances."""
    seeds = cheaper_seeds(scale)
    return [
        *(
            Measurement(f"tree, {size}, {seed}", tree_kept, {"size": size, "seed": seed})
            for size in tree_sizes(scale)
            for seed in seeds
        ),
        *(
            Measurement(f"table, {size}, {seed}", with_table, {"size": size, "seed": seed})
            for size in table_sizes(scale)
            for seed in seeds
        ),
        *(
            Measurement(
                f"deepening, {size}",
                deepening,
                {"size": size, "positions": scale.choose(30, 100), "seed": scale.seed},
            )
            for size in deepening_sizes(scale)
        ),
    ]


def cheaper_conclude(results: Results) -> Findings:
    """What each would save, and what it would cost."""
    scale = results.scale
    trees = {
        size: _summed([results.measured(f"tree, {size}, {seed}") for seed in cheaper_seeds(scale)])
        for size in tree_sizes(scale)
    }
    tables = {
        size: [results.measured(f"table, {size}, {seed}") for seed in cheaper_seeds(scale)]
        for size in table_sizes(scale)
    }
    paths = {size: results.measured(f"deepening, {size}") for size in deepening_sizes(scale)}
    return Findings(
        {**_about_trees(trees), **_about_tables(tables), **_about_deepening(paths)},
        (_tree_table(trees), _table_table(tables), _deepening_table(paths)),
    )


def _summed(found: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(each[name] for each in found) for name in found[0]}


def _about_trees(trees: dict[int, dict[str, float]]) -> dict[str, Finding]:
    last = {size: each["last"] / each["boards"] for size, each in trees.items()}
    kept = {size: each["kept"] / each["boards"] for size, each in trees.items()}
    saved = {size: kept[size] * each["building"] / each["seconds"] for size, each in trees.items()}
    surprises = sum(each["surprises"] for each in trees.values())
    replies = sum(each["replies"] for each in trees.values())
    return {
        "reuse/last layers": claim(
            min(last.values()) > 0.5,
            f"{100 * min(last.values()):.0f} to {100 * max(last.values()):.0f}% of the boards are "
            "in the last layer, by size.",
        ),
        "reuse/reduced": claim(
            all(LEAST_SAVED <= share <= 0.5 for share in saved.values()),
            f"{100 * min(kept.values()):.2g} to {100 * max(kept.values()):.2g}% of the boards are "
            "not built again, by size. That saves this share of the time that building takes, "
            f"{100 * min(saved.values()):.2g} to {100 * max(saved.values()):.2g}% of all time.",
        ),
        "reuse/surprises": claim(
            surprises > 0,
            f"{surprises:.0f} of {replies:.0f} replies of an opponent that looks at all cells.",
        ),
    }


def _about_tables(tables: dict[int, list[dict[str, Any]]]) -> dict[str, Finding]:
    faster = {size: ratio_interval([each["faster"] for each in of]) for size, of in tables.items()}
    most = {size: max(each["MB"] for each in of) for size, of in tables.items()}
    largest = max(most, key=lambda size: most[size])
    return {
        "cheaper/table is faster": claim(
            all_of(above(found, 2) for found in faster.values()),
            f"{between(faster)} times as fast, by size.",
        ),
        "cheaper/table takes too much": claim(
            most[largest] > BUDGET_MEGABYTES,
            f"With a table for a whole game the process grows by {most[largest]:.1f} MB at the "
            f"most, on n = {largest}.",
        ),
    }


def _about_deepening(paths: dict[int, dict[str, Any]]) -> dict[str, Finding]:
    high, low = (sum(each[name] for each in paths.values()) for name in ("high", "low"))
    cases = sum(each["cases"] for each in paths.values())
    ratios = {size: ratio_interval(each["ratios"]) for size, each in paths.items()}
    return {
        "cheaper/deepening overestimates": claim(
            high > 0 and low == 0, f"Too high in {high} of {cases} cases, too low in {low}."
        ),
        "cheaper/deepening is faster": claim(
            all_of(below(found, 1) for found in ratios.values()),
            f"It takes {between(ratios)} times as long as breadth-first search, by size.",
        ),
    }


def _tree_table(trees: dict[int, dict[str, float]]) -> DataTable:
    rows = [
        (
            str(size),
            each["boards"],
            each["last"] / each["boards"],
            each["kept"] / each["boards"],
            each["surprises"] / each["replies"],
        )
        for size, each in trees.items()
    ]
    columns = ("n", "boards built", "in the last layer", "known from before", "surprising replies")
    return DataTable("The tree, if it were kept between moves", columns, tuple(rows))


def _table_table(tables: dict[int, list[dict[str, Any]]]) -> DataTable:
    rows = [
        (
            str(size),
            ratio_interval([each["faster"] for each in of]).value,
            mean_interval([each["evaluated"] for each in of]).value,
            max(each["boards"] for each in of),
            max(each["MB"] for each in of),
        )
        for size, of in tables.items()
    ]
    columns = ("n", "times as fast", "still evaluated", "boards in the table, at most", "MB")
    return DataTable("A table of evaluations for a whole game", columns, tuple(rows))


def _deepening_table(paths: dict[int, dict[str, Any]]) -> DataTable:
    rows = [
        (
            str(size),
            each["cases"],
            each["high"],
            each["low"],
            ratio_interval(each["ratios"]).value,
        )
        for size, each in paths.items()
    ]
    columns = ("n", "cases", "too high", "too low", "times as long")
    return DataTable("Distances by iterative deepening", columns, tuple(rows))


EXPERIMENTS = {
    "cachex-cheaper": (cheaper_steps, cheaper_conclude),
}
