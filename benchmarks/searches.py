"""Searches: nodes a second, the costs that the reports give, and single features."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import plyground as pg
from benchmarks.timing import rate, readable
from plyground.agents import Agent, agent, parse_spec
from plyground.agents.spec import Argument, Spec

AIM = 8e6  # nodes a second that a search with an evaluator should look at


@dataclass(frozen=True)
class Setting:
    """An agent in a position: a game, its parameters, the moves played so far, and a spec."""

    game: str
    agent: str
    opening: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)

    def begin(self) -> tuple[pg.Game[Any], Any]:
        """The game and the position."""
        game = pg.game(self.game, **self.parameters)
        position = game.start()
        for move in game.split_moves(self.opening):
            position = game.play(position, move)
        return game, position

    def __str__(self) -> str:
        """Game, opening and spec."""
        return f"{self.game} {self.opening}: {self.agent}".replace(" :", ":")


@dataclass(frozen=True)
class Cost:
    """What a report says that its agent took, for a game against itself or for one move of it."""

    what: str
    setting: Setting
    seconds: float
    whole_game: bool
    aim: str = "-"


RATES = (
    Setting("connect_four", "minimax(depth=10, pruning=1, order=centre, evaluate=utility)"),
    Setting("connect_four", "alphabeta(depth=16)"),
)
COSTS = (
    Cost(
        "Bamboo, radius 5, a move (report: section VI)",
        Setting("bamboo", "minimax(depth=2, pruning=1, order=sparsity, order_root=0)"),
        seconds=2.0,
        whole_game=False,
    ),
    Cost(
        "Konane, level 6, ordered, a game",
        Setting(
            "konane",
            "minimax(depth=6, pruning=1, evaluate=sequential, order=evaluation(by=sequential), "
            "ends=judged)",
            "d5 e5",
            {"jumps": "single"},
        ),
        seconds=167.0,
        whole_game=True,
        aim="200 ms",
    ),
    Cost(
        "Connect Four, lookahead 7, a turn",
        Setting("connect_four", "utility(depth=7)"),
        seconds=0.58054,
        whole_game=False,
    ),
)
FEATURED = Setting("connect_four", "alphabeta(depth=12)")
FEATURES = (
    "table",
    "symmetry_plies",
    "null_window",
    "aspiration",
    "killers",
    "history",
    "order",
    "reductions",
)


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, how fast, what a report says, how many times as fast, the aim."""
    yield from measure_rates()
    yield from measure_costs()


def measure_rates() -> Iterator[tuple[str, ...]]:
    """Nodes a second on one core."""
    for setting in RATES:
        found = rate(partial(count_nodes, setting), repeats=3)
        yield str(setting), f"{readable(found)} nodes/s", "-", "-", f"{readable(AIM)} nodes/s"


def count_nodes(setting: Setting) -> int:
    """Search once with a new table; returns how many nodes there were."""
    return decide(setting)[0].statistics.nodes


def measure_costs() -> Iterator[tuple[str, ...]]:
    """Seconds for what a report gives seconds for."""
    for cost in COSTS:
        ours = min(time_game(cost.setting, cost.whole_game) for _ in range(3))
        ratio = f"{cost.seconds / ours:.0f} x"
        yield cost.what, duration(ours), duration(cost.seconds), ratio, cost.aim


def time_game(setting: Setting, whole_game: bool) -> float:
    """Seconds that the agent thinks in a game against itself, altogether or for a move."""
    game, position = setting.begin()
    player = prepared(game, position, setting.agent)
    seconds, moves = 0.0, 0
    while game.legal(position):
        begun = time.process_time()
        move = player.choose(position).move
        seconds += time.process_time() - begun
        position, moves = position.play(move), moves + 1
    return seconds if whole_game else seconds / moves


def measure_features() -> Iterator[tuple[str, ...]]:
    """Rows of the table: feature off, nodes, seconds, and both as times those with all on."""
    nodes, seconds = cheapest(FEATURED)
    yield "none", readable(nodes), duration(seconds), "1.00 x", "1.00 x"
    for feature in FEATURES:
        off: Argument = "none" if feature == "order" else 0
        more_nodes, more_seconds = cheapest(FEATURED, **{feature: off})
        ratios = f"{more_nodes / nodes:.2f} x", f"{more_seconds / seconds:.2f} x"
        yield feature, readable(more_nodes), duration(more_seconds), *ratios


def cheapest(setting: Setting, **changes: Argument) -> tuple[int, float]:
    """Nodes, and the least seconds of three searches."""
    runs = [decide(setting, **changes) for _ in range(3)]
    return runs[0][0].statistics.nodes, min(seconds for _, seconds in runs)


def decide(
    setting: Setting, clock: Callable[[], float] = time.process_time, **changes: Argument
) -> tuple[pg.Decision, float]:
    """The decision of a new agent with changed arguments, and the seconds it took."""
    spec = parse_spec(setting.agent)
    spec = Spec(spec.name, {**spec.arguments, **changes})
    game, position = setting.begin()
    player = prepared(game, position, str(spec))
    begun = clock()
    found = player.choose(position)
    return found, clock() - begun


def prepared(game: pg.Game[Any], position: Any, spec: str) -> Agent:
    """The agent, its machine code compiled and nothing yet remembered."""
    player = agent(game, spec)
    player.choose(position, pg.Limit(depth=1))
    player.new_game()
    return player


def duration(seconds: float) -> str:
    """Three significant digits with a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def main() -> None:
    """Print the rows as they are measured: python -m benchmarks.searches"""
    for title, rows in (
        ("Searches: what, measured, in the report, ratio, aim", measure()),
        (
            f"{FEATURED}: feature off, nodes, time, times the nodes, times the time",
            measure_features(),
        ),
    ):
        print(title)
        for row in rows:
            print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
