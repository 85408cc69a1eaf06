"""Connect Four: what a turn takes without pruning, by lookahead and by agent.

The report's times are of another machine, but their ratios can be compared: every position of some
games is searched without pruning, as the report does. Its utility is counted as section IV.C says,
cell by cell (`Scanned`); how long our own counting by shifts of a word takes stands beside it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import exp, hypot
from typing import Any, NamedTuple

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.connect_four.judges import OneSided
from plyground.games.connect_four.rules import has_four
from plyground.kernel import Monitor, compiled
from plyground.kernel.monitor import NODES
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import DEPTHS, easy, per_turn
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
from plyground.search.minimax import Switches, Task, minimax
from plyground.search.runner import new_scratch
from plyground.tournaments.statistics import Interval, mean_interval

EASY, UTILITY = "easy", "utility"  # agents
SCANNED, SHIFTED = "utility, cell by cell", "utility, by shifts"


@compiled
def is_fatal(owner: int, other: int, column: int, height: int) -> bool:
    """Whether the owner wins on top if the other drops here and does not win: by trying it."""
    taken, bottom = owner | other, 1 << column * (height + 1)
    free = ((1 << height) - 1) * bottom & ~taken
    disc = taken + bottom & free
    top = disc << 1 & free
    return top != 0 and not has_four(other | disc, height) and has_four(owner | top, height)


@compiled
class Scanned(NamedTuple):
    """`OneSided` as the report counts it: from every cell in four directions, cell by cell."""

    ones: int = 2
    twos: int = 8
    threes: int = 15
    fatals: int = 26

    def evaluate(self, position: Any) -> int:
        """The score of the player who is not to move, negative."""
        width, height = position.width, position.height
        value = 0
        for column in range(width):
            for row in range(height):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if column + 3 * right < width and 0 <= row + 3 * up < height:
                        first, step = column * (height + 1) + row, right * (height + 1) + up
                        value += self.window(position, first, step)
            if is_fatal(position.theirs, position.mine, column, height):
                value += self.fatals
        return -value

    def window(self, position: Any, first: int, step: int) -> int:
        """What a window is worth, its cells `step` bits apart; nothing with a disc of the mover."""
        discs = 0
        for number in range(4):
            bit = first + number * step
            if position.mine >> bit & 1:
                return 0
            discs += position.theirs >> bit & 1
        if discs == 1:
            return self.ones
        if discs == 2:
            return self.twos
        return self.threes if discs == 3 else 0


# --- measuring --------------------------------------------------------------------------------


def search_plainly(name: str, depth: int, positions: Sequence[Any]) -> tuple[float, int, int]:
    """Processor seconds and nodes of searches without pruning, and how many they were."""
    known = game("connect_four").knowledge
    judges = {EASY: known.evaluator("nothing"), SCANNED: Scanned(), SHIFTED: OneSided()}
    task = Task(judges[name], known.rater("centre"), Switches(pruning=0))
    scratch, monitor = new_scratch(game("connect_four"), depth), Monitor()
    searches = [(position, task, depth, scratch, monitor.array) for position in positions]
    code = minimax.require(*searches[0])
    begun = time.process_time()
    for arguments in searches:
        code(*arguments)
    return time.process_time() - begun, int(monitor.array[NODES]), len(positions)


def search_turns(
    spec: str, names: Sequence[str], depth: int, games: int, plies: int, seed: int
) -> dict[str, list[tuple[float, int, int]]]:
    """Seconds, nodes and turns of each game that an agent plays against itself, by search.

    In every position that the agent meets, each of the searches is timed.
    """
    chance = random.Random(seed)
    found: dict[str, list[tuple[float, int, int]]] = {name: [] for name in names}
    for number in range(games):
        positions = positions_of_a_game(spec, plies, chance, 1000 * seed + number)
        for name in names:
            found[name].append(search_plainly(name, depth, positions))
    return found


def positions_of_a_game(spec: str, plies: int, chance: random.Random, seed: int) -> list[Any]:
    """The positions in which an agent chooses, playing against itself after some random plies."""
    played, position, found = game("connect_four"), game("connect_four").start(), []
    chooser = agent(played, spec, seed)
    while legal := played.legal(position):
        if plies > 0:
            plies, move = plies - 1, chance.choice(legal)
        else:
            found.append(position)
            move = chooser.choose(position).move
        position = position.play(move)
    return found


def turns_steps(scale: Scale) -> list[Step]:
    """Games of both agents with both lookaheads."""
    steps: list[Step] = []
    for depth, quick, full in ((5, 60, 600), (7, 6, 80)):
        common = {"depth": depth, "games": scale.choose(quick, full), "seed": scale.seed}
        for key, spec, names, plies in (
            (EASY, easy(depth), [EASY], 0),
            (UTILITY, utility(depth), [SCANNED, SHIFTED], OPENING_PLIES),
        ):
            arguments = {"spec": spec, "names": names, "plies": plies, **common}
            steps.append(Measurement(f"{key} {depth}", search_turns, arguments))
    return steps


# --- what follows -----------------------------------------------------------------------------


def quotient(one: Interval, two: Interval) -> Interval:
    """One positive estimate divided by another, which is independent of it."""
    value = one.value / two.value
    reach = hypot(one.margin / one.value, two.margin / two.value)
    return Interval(value, value * exp(-reach), value * exp(reach))


class Costs(NamedTuple):
    """What an agent's searches took."""

    turn: Interval  # seconds
    game: Interval  # seconds
    nodes: Interval  # of a turn


def costs(found: Sequence[Sequence[float]]) -> Costs:
    """What turns and games took, from seconds, nodes and turns of each game."""
    return Costs(
        per_turn([(seconds, int(turns)) for seconds, _, turns in found]),
        mean_interval([seconds for seconds, *_ in found]),
        per_turn([(nodes, int(turns)) for _, nodes, turns in found]),
    )


def turns_conclude(results: Results) -> Findings:
    """Ratios of times and of nodes, and whether the utility-based agent takes longer."""
    found = {
        (name, depth): costs(rows)
        for key in (EASY, UTILITY)
        for depth in DEPTHS
        for name, rows in results.measured(f"{key} {depth}").items()
    }
    few, many = DEPTHS
    ratios: dict[str, Interval] = {}
    for place, name in (("turns-easy", EASY), ("turns", SCANNED)):
        more, less = found[name, many], found[name, few]
        ratios[f"{place}/turn, 7 against 5"] = quotient(more.turn, less.turn)
        ratios[f"{place}/game, 7 against 5"] = quotient(more.game, less.game)
    ratios["turns/nodes, 7 against 5"] = quotient(
        found[SCANNED, many].nodes, found[SCANNED, few].nodes
    )
    slower = {
        (name, depth): quotient(found[name, depth].turn, found[EASY, depth].turn)
        for name in (SCANNED, SHIFTED)
        for depth in DEPTHS
    }
    for depth in DEPTHS:
        ratios[f"turns/turn against easy, lookahead {depth}"] = slower[SCANNED, depth]
    fewest = len(results.measured(f"{UTILITY} {many}")[SCANNED])  # games of the smaller sample
    numbers = {f"{row}/value": of_interval(ratio, fewest) for row, ratio in ratios.items()}
    numbers["turns/slower"] = _slower(slower)
    return Findings(numbers, (_table(found),))


def _slower(ratios: dict[tuple[str, int], Interval]) -> Finding:
    """Every interval must lie above 1, however the utility is counted."""
    seen = "; ".join(
        f"{name}, lookahead {depth}: {interval_text(ratio, '.1f', ' times')}"
        for (name, depth), ratio in ratios.items()
    )
    return claim(all_of(above(ratio, 1) for ratio in ratios.values()), f"A turn takes {seen}.")


def _table(found: dict[tuple[str, int], Costs]) -> DataTable:
    rows: list[Row] = [
        (name, depth, f"{1000 * cost.turn.value:.3g}", round(cost.nodes.value))
        for (name, depth), cost in found.items()
    ]
    columns = ("agent", "lookahead", "milliseconds a turn", "nodes a turn")
    return DataTable("A turn without pruning", columns, tuple(rows))


EXPERIMENTS = {
    "connect-four-turns": (turns_steps, turns_conclude),
}
