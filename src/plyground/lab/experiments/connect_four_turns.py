"""Connect Four: what a turn takes without pruning, by lookahead and by agent, in counts.

The report's times are of another machine. The work behind them can be counted: nodes of the tree
in every position of some games, and cells of the board that a program looks at for a node, written
as the report describes it: a window of four is given up at the first cell that spoils it. A test
for a win looks at windows until one is complete; the utility of section IV.E looks at all, and for
fatal columns tests the board after two more discs in each column. No clock is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import exp, hypot
from typing import NamedTuple

from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import DEPTHS, easy, per_turn
from plyground.lab.experiments.connect_four_tree import HEIGHT, WIDTH, build, positions_of_a_game
from plyground.lab.experiments.connect_four_utility import OPENING_PLIES, utility
from plyground.lab.findings import (
    DataTable,
    Finding,
    Findings,
    Row,
    above,
    all_of,
    claim,
    interval_text,
    of_interval,
)
from plyground.search.perft import perft
from plyground.tournaments.statistics import Interval, mean_interval

EASY, UTILITY = "easy", "utility"  # agents
FAR = 2  # "far longer": at least twice as much
NODES_OF_A_GAME = 40  # whose cells are counted

# --- nodes ------------------------------------------------------------------------------------


def nodes_of_games(
    spec: str, depth: int, games: int, plies: int, seed: int
) -> list[tuple[int, int]]:
    """Nodes and turns of each game that an agent plays against itself, without pruning."""
    chance, played = random.Random(seed), game("connect_four")
    counted = []
    for number in range(games):
        positions = positions_of_a_game(spec, plies, chance, 1000 * seed + number)
        nodes = sum(
            perft(played, position, level) for position in positions for level in range(depth + 1)
        )
        counted.append((nodes, len(positions)))
    return counted


# --- cells ------------------------------------------------------------------------------------


def _windows() -> list[tuple[int, ...]]:
    """The cells of every four in a line, as bits, from each cell in four directions."""
    return [
        tuple((x + n * right) * (HEIGHT + 1) + y + n * up for n in range(4))
        for x in range(WIDTH)
        for y in range(HEIGHT)
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        if x + 3 * right < WIDTH and 0 <= y + 3 * up < HEIGHT
    ]


WINDOWS = _windows()


def cells_of_win_test(discs: int) -> int:
    """Cells looked at until four in a line are found, or all windows are spoiled."""
    looked = 0
    for window in WINDOWS:
        for number, bit in enumerate(window, 1):
            looked += 1
            if not discs >> bit & 1:
                break
            if number == 4:
                return looked
    return looked


def cells_of_utility(discs: int, others: int) -> int:
    """Cells looked at for disjoint sets and fatal columns of the owner of `discs`."""
    looked = 0
    for window in WINDOWS:
        for bit in window:
            looked += 1
            if others >> bit & 1:
                break
    for column in range(WIDTH):
        bottom = 1 << column * (HEIGHT + 1)
        free = ((1 << HEIGHT) - 1) * bottom & ~(discs | others)
        top = ((discs | others) + bottom & free) << 1 & free
        if top:
            looked += cells_of_win_test(discs | top)
    return looked


def cells_of_nodes(depth: int, games: int, seed: int) -> list[tuple[int, int]]:
    """Cells for the win test and for the utility, of some nodes of the trees of each game."""
    chance, counted = random.Random(seed), []
    for number in range(games):
        position = chance.choice(
            positions_of_a_game(utility(depth), OPENING_PLIES, chance, 1000 * seed + number)
        )
        nodes = [
            (int(mine), int(theirs))
            for level in build(position, depth)[1:]
            for mine, theirs in zip(level.mine, level.theirs, strict=True)
        ]
        chosen = chance.choices(nodes, k=NODES_OF_A_GAME)
        tests = sum(cells_of_win_test(theirs) for _, theirs in chosen)
        counted.append((tests, sum(cells_of_utility(theirs, mine) for mine, theirs in chosen)))
    return counted


# --- the experiment ---------------------------------------------------------------------------


def turns_steps(scale: Scale) -> list[Step]:
    """Games of both agents with both lookaheads."""
    steps: list[Step] = []
    for depth, quick, full in ((5, 400, 3000), (7, 400, 3000)):
        common = {"depth": depth, "games": scale.choose(quick, full), "seed": scale.seed}
        for key, spec, plies in ((EASY, easy(depth), 0), (UTILITY, utility(depth), OPENING_PLIES)):
            arguments = {"spec": spec, "plies": plies, **common}
            steps.append(Measurement(f"{key} {depth}", nodes_of_games, arguments))
    cells = {"depth": DEPTHS[0], "games": scale.choose(40, 400), "seed": scale.seed}
    return [*steps, Measurement("cells", cells_of_nodes, cells)]


def quotient(one: Interval, two: Interval) -> Interval:
    """One positive estimate divided by another, which is independent of it."""
    return _around(one.value / two.value, one, two)


def product(one: Interval, two: Interval) -> Interval:
    """One positive estimate times another, which is independent of it."""
    return _around(one.value * two.value, one, two)


def _around(value: float, *parts: Interval) -> Interval:
    """The value with the interval that follows from those of its factors."""
    reach = hypot(*(part.margin / part.value for part in parts))
    return Interval(value, value * exp(-reach), value * exp(reach))


class Costs(NamedTuple):
    """What an agent's searches took, in nodes."""

    turn: Interval
    game: Interval


def costs(found: Iterable[Sequence[int]]) -> Costs:
    """The nodes of a turn and of a game, from nodes and turns of each game."""
    rows = [(float(nodes), turns) for nodes, turns in found]
    return Costs(per_turn(rows), mean_interval([nodes for nodes, _ in rows]))


def turns_conclude(results: Results) -> Findings:
    """Ratios of nodes, and whether the utility-based agent has far more to do."""
    counted = {
        (name, depth): results.measured(f"{name} {depth}")
        for name in (EASY, UTILITY)
        for depth in DEPTHS
    }
    found = {key: costs(rows) for key, rows in counted.items()}
    few, many = DEPTHS
    numbers: dict[str, Finding] = {}
    for place, name in (("turns-easy", EASY), ("turns", UTILITY)):
        more, less = found[name, many], found[name, few]
        ratios = {"turn": quotient(more.turn, less.turn), "game": quotient(more.game, less.game)}
        if name == UTILITY:
            ratios["nodes"] = ratios["turn"]
        for row, ratio in ratios.items():
            fewest = len(counted[name, many])  # games of the smaller sample
            numbers[f"{place}/{row}, 7 against 5/value"] = of_interval(ratio, fewest)
    cells = results.measured("cells")
    longer = per_turn([(tests + utility, tests) for tests, utility in cells])
    slower = {
        depth: product(quotient(found[UTILITY, depth].turn, found[EASY, depth].turn), longer)
        for depth in DEPTHS
    }
    for depth, ratio in slower.items():
        numbers[f"turns/turn against easy, lookahead {depth}/value"] = of_interval(ratio)
    numbers["turns/slower"] = _slower(slower)
    return Findings(numbers, (_nodes_table(found), _cells_table(cells)))


def _slower(ratios: dict[int, Interval]) -> Finding:
    """Every interval must lie above the bound."""
    seen = "; ".join(
        f"lookahead {depth}: {interval_text(ratio, '.1f', ' times')}"
        for depth, ratio in ratios.items()
    )
    return claim(
        all_of(above(ratio, FAR) for ratio in ratios.values()),
        f"A turn looks at so many times the cells: {seen}.",
    )


def _nodes_table(found: dict[tuple[str, int], Costs]) -> DataTable:
    rows: list[Row] = [
        (name, depth, round(cost.turn.value), round(cost.game.value))
        for (name, depth), cost in found.items()
    ]
    columns = ("agent", "lookahead", "nodes a turn", "nodes a game")
    return DataTable("Nodes without pruning", columns, tuple(rows))


def _cells_table(cells: Sequence[Sequence[int]]) -> DataTable:
    nodes = NODES_OF_A_GAME * len(cells)
    tests, utility = (sum(column) / nodes for column in zip(*cells, strict=True))
    rows: tuple[Row, ...] = (
        (EASY, round(tests, 1), 0, round(tests, 1)),
        (UTILITY, round(tests, 1), round(utility, 1), round(tests + utility, 1)),
    )
    columns = ("agent", "test for a win", "utility", "together")
    return DataTable("Cells of the board looked at for a node", columns, rows)


EXPERIMENTS = {
    "connect-four-turns": (turns_steps, turns_conclude),
}
