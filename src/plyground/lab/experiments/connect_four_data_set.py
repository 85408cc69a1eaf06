"""Connect Four: the data set of solved positions, searched through and played by.

All costs are counted, no clock is read. What comparisons mean for the report's program is reckoned
with one constant, what a cell that it looks at takes in its Table IV: seconds a turn by nodes of a
turn (its "search depth") and by the cells that the utility looks at for a node.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.connect_four.agents import LookupAgent
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.dataset import PLIES, quiet_positions, values_by_key
from plyground.games.connect_four.solver.search import key_of
from plyground.lab.experiment import Measurement, Results, Scale, Step, arena_step
from plyground.lab.experiments.connect_four import easy
from plyground.lab.experiments.connect_four_solved import PERFECT, solver
from plyground.lab.experiments.connect_four_tree import HEIGHT, WIDTH, build, nodes_of
from plyground.lab.experiments.connect_four_turns import NODES_OF_A_GAME, cells_of_nodes
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
    rate_text,
)
from plyground.lab.sources import read_report
from plyground.tournaments.statistics import Tally, tally
from plyground.tournaments.tables import percent, quantity
from plyground.vocabulary import Limit

SIZES = (1_000, 4_000, 16_000, 67_557)
LINEAR, HASHED = "linear search", "hash table"
REASONABLE = 7  # plies, says section IV.A
DEPTHS = range(1, REASONABLE + 1)
LIMIT_DEPTH = 5  # with a linear search, says section V.A
TOO_LONG = 60.0  # seconds a turn
EASY, SEARCH = easy(5), "alphabeta(nodes=2000, memory=4)"
IN_TREE = "easy_lookup(depth=5, ahead=5)"
DRASTIC = 0.76  # points per game: 200 Elo
THROWN, FINISHED = 0.5, 0.9

# --- what a look-up compares ------------------------------------------------------------------


class CountedKey:
    """A key that counts how often it is compared with another."""

    compared = 0

    def __init__(self, key: int) -> None:
        """Equal to other keys of that number."""
        self.key = key

    def __hash__(self) -> int:
        """Spread over the table as the number is."""
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        """Whether both are keys of one number."""
        if not isinstance(other, CountedKey):
            return NotImplemented
        self.compared += 1
        other.compared += 1
        return self.key == other.key


def comparisons(sought: int, keys: Container[CountedKey]) -> int:
    """How many keys a look-up compares."""
    counted = CountedKey(sought)
    _ = counted in keys
    return counted.compared


def look_up_costs(sizes: list[int]) -> dict[str, Any]:
    """The most comparisons of a look-up by size, in a list from its beginning and in a table."""
    values = values_by_key(solver())
    keys = list(values)
    found: dict[str, Any] = {"positions": len(values), LINEAR: {}, HASHED: {}}
    for size in sizes:
        counted = [CountedKey(key) for key in keys[:size]]
        absent = max(keys) + 1
        found[LINEAR][str(size)] = comparisons(absent, counted)
        table = set(counted)
        found[HASHED][str(size)] = max(comparisons(key, table) for key in (*keys[:size], absent))
    return found


@cache
def places_by_key() -> dict[int, int]:
    """How many positions a linear search compares until it finds each one."""
    return {key: place for place, key in enumerate(values_by_key(solver()), 1)}


def tree_costs(positions: int, seed: int) -> dict[str, list[float]]:
    """Nodes and comparisons of a tree by depth, on average over positions.

    The positions have so many random plies that the data set is 5 plies ahead.
    """
    chance, played = random.Random(seed), game("connect_four")
    total = {name: [0.0] * len(DEPTHS) for name in ("nodes", LINEAR, HASHED)}
    for _ in range(positions):
        position = played.start()
        for _ in range(PLIES - LIMIT_DEPTH):
            position = position.play(chance.choice(played.legal(position)))
        levels = build(position, REASONABLE)
        linear, hashed = compared_in(levels[LIMIT_DEPTH])
        for place, depth in enumerate(DEPTHS):
            nodes = nodes_of(levels[: depth + 1])
            reached = depth >= LIMIT_DEPTH
            others = nodes - (len(levels[LIMIT_DEPTH].mine) if reached else 0)
            total["nodes"][place] += nodes / positions
            total[LINEAR][place] += (others * SIZES[-1] + linear * reached) / positions
            total[HASHED][place] += hashed * reached / positions
    return total


def compared_in(level: Any) -> tuple[int, int]:
    """Comparisons for all nodes of the level that the data set is about."""
    places, features, board = places_by_key(), solver().features, solver().board
    linear = hashed = 0
    for mine, theirs in zip(level.mine.tolist(), level.theirs.tolist(), strict=True):
        place = places.get(key_of(mine, mine | theirs, features, board))
        linear += SIZES[-1] if place is None else place
        hashed += place is not None
    return linear, hashed


def cells_of_comparison(pairs: int, seed: int) -> float:
    """Cells looked at on average to tell a position of a tree from one of the data set."""
    chance, played = random.Random(seed), game("connect_four")
    known = quiet_positions(solver().game)
    looked = 0
    for _ in range(pairs):
        position = played.start()
        for _ in range(chance.randint(PLIES - LIMIT_DEPTH, PLIES + 2)):
            if legal := played.legal(position):
                position = position.play(chance.choice(legal))
        mine, mask = chance.choice(known)
        looked += cells_compared(position, ConnectFourPosition(mine, mine ^ mask, WIDTH, HEIGHT))
    return looked / pairs


def cells_compared(one: Any, two: Any) -> int:
    """Cells looked at until both differ, column by column from the bottom."""
    played = game("connect_four")
    rows = list(zip(played.cells(one), played.cells(two), strict=True))
    ordered = [rows[row * WIDTH + column] for column in range(WIDTH) for row in range(HEIGHT)]
    return next((n for n, (a, b) in enumerate(ordered, 1) if a != b), len(ordered))


# --- games ------------------------------------------------------------------------------------


def finish(games: int, seed: int) -> dict[str, list[int]]:
    """Results of the easy agent from positions that the data set calls won: 1, 0 or -1.

    Against a perfect player, where every game that is not won was thrown away, and against itself.
    """
    played, chance = game("connect_four"), random.Random(seed)
    values = values_by_key(solver())
    won = [
        (mine, mask)
        for mine, mask in quiet_positions(solver().game)
        if values[key_of(mine, mask, solver().features, solver().board)] == 1
    ]
    found: dict[str, list[int]] = {"perfect": [], "itself": []}
    rivals = {"perfect": agent(played, PERFECT, 0), "itself": agent(played, EASY, seed)}
    for number in range(games):
        mine, mask = chance.choice(won)
        position = ConnectFourPosition(mine, mine ^ mask, WIDTH, HEIGHT)
        for key, rival in rivals.items():
            player = agent(played, EASY, 1_000_000 * seed + 2 * number)
            found[key].append(play_out(position, (player, rival)))
    return found


@cache
def data_set() -> LookupAgent:
    """An agent that plays 8 plies by the data set; who goes on is set later."""
    rest = agent(game("connect_four"), EASY, 0)
    return LookupAgent("lookup", solver(), values_by_key(solver()), PLIES, rest)


def with_and_without(spec: str, games: int, seed: int) -> list[int]:
    """Results of the agent that has the data set against the same without it, sides alternating."""
    played, chance = game("connect_four"), random.Random(seed)
    found: list[int] = []
    for number in range(games):
        if number % 2 == 0:
            position = played.start()
            for _ in range(2):
                position = position.play(chance.choice(played.legal(position)))
        helped = data_set()
        helped.rest = agent(played, spec, 2 * number)
        alone = agent(played, spec, 2 * number + 1)
        pair = (helped, alone) if number % 2 == 0 else (alone, helped)
        result = play_out(position, pair)
        found.append(result if number % 2 == 0 else -result)
    return found


def play_out(position: Any, players: tuple[Any, Any]) -> int:
    """The result for the first player: 1, 0 or -1."""
    played = game("connect_four")
    while played.legal(position):
        position = position.play(players[position.player()].choose(position, Limit()).move)
    outcome = played.outcome(position)
    assert outcome is not None
    return outcome.result_for(0)


# --- the experiment ---------------------------------------------------------------------------


def dataset_steps(scale: Scale) -> list[Step]:
    """Look-ups by size and by depth; games with and without the data set."""
    seed = scale.seed
    return [
        Measurement("look-ups", look_up_costs, {"sizes": list(SIZES)}),
        Measurement("trees", tree_costs, {"positions": scale.choose(4, 20), "seed": seed}),
        Measurement(
            "comparison", cells_of_comparison, {"pairs": scale.choose(4000, 40_000), "seed": seed}
        ),
        Measurement(
            "utility", cells_of_nodes, {"depth": 5, "games": scale.choose(40, 400), "seed": seed}
        ),
        Measurement("finish", finish, {"games": scale.choose(100, 400), "seed": seed}),
        arena_step("in tree", scale, "connect_four", [IN_TREE, EASY], (200, 2000), opening_plies=2),
        *(
            Measurement(key, with_and_without, {"spec": spec, "games": games, "seed": seed})
            for key, spec, games in (
                ("easy", EASY, scale.choose(400, 4000)),
                ("search", SEARCH, scale.choose(40, 400)),
            )
        ),
    ]


def _tally(found: Sequence[int]) -> Tally:
    return Tally(found.count(1), found.count(0), found.count(-1))


def dataset_conclude(results: Results) -> Findings:
    """What the data set costs and is worth."""
    costs, trees = results.measured("look-ups"), results.measured("trees")
    seconds = seconds_of_a_turn(results)
    played = {
        f"won by the data set, then {EASY}, against a perfect player": _tally(
            results.measured("finish")["perfect"]
        ),
        f"won by the data set, then {EASY}, against {EASY}": _tally(
            results.measured("finish")["itself"]
        ),
        f"{IN_TREE} against {EASY}": tally(results.records("in tree"), IN_TREE),
        f"data set, then {EASY}, against {EASY}": _tally(results.measured("easy")),
        f"data set, then {SEARCH}, against {SEARCH}": _tally(results.measured("search")),
    }
    thrown, unfinished, in_tree, from_start, search = played.values()
    numbers = {
        "section-5/positions/value": Finding(costs["positions"]),
        "section-5/comparisons for a node/value": Finding(costs[LINEAR][str(SIZES[-1])]),
        "section-5/largest depth with a linear search/value": Finding(
            sum(second <= TOO_LONG for second in seconds[LINEAR])
        ),
        "section-5/depth of 5": _depth(seconds),
        "section-5/hash table": _constant(costs),
        "section-5/look-up alone does not win": _throws_away(thrown, unfinished),
        "section-5/improves play": claim(
            any_of(above(each.score, DRASTIC) for each in (from_start, in_tree)),
            f"With the data set from the first move on the easy agent scores "
            f"{percent(from_start.score.value)} of the points in {from_start.games} games against "
            f"itself without, with the data set in a tree of 5 plies "
            f"{percent(in_tree.score.value)}. An alpha-beta search of 2000 nodes needs it less: "
            f"{percent(search.score.value)} of {search.games}.",
        ),
    }
    rows: tuple[Row, ...] = tuple(
        (name, found.wins, found.draws, found.losses, percent(found.score.value))
        for name, found in played.items()
    )
    table = DataTable("Games with the data set", ("", "won", "drawn", "lost", "points"), rows)
    return Findings(numbers, (table, _trees_table(trees, seconds)), (_look_up_chart(costs),))


def seconds_of_a_turn(results: Results) -> dict[str, list[float]]:
    """What a turn by depth would take the report's program, linear and hashed."""
    printed = {
        number.row: float(number.value or 0)
        for source in read_report("connect_four").sources
        if source.key == "table-4"
        for number in source.numbers
    }
    cells = results.measured("utility")
    test, utility = (
        sum(column) / (len(cells) * NODES_OF_A_GAME) for column in zip(*cells, strict=True)
    )
    for_a_node = printed["milliseconds a turn"] / 1000 / printed["search depth"]
    for_a_cell = for_a_node / (test + utility)
    trees, compared = results.measured("trees"), results.measured("comparison")
    return {
        name: [
            for_a_cell * (nodes * test + count * compared)
            for nodes, count in zip(trees["nodes"], trees[name], strict=True)
        ]
        for name in (LINEAR, HASHED)
    }


def any_of(parts: Iterable[bool | None]) -> bool | None:
    """Whether one reading bears the claim out; all must fail to contradict it."""
    failed = all_of(None if part is None else not part for part in parts)
    return None if failed is None else not failed


def _depth(seconds: dict[str, list[float]]) -> Finding:
    """A turn with a linear search becomes too long after that depth, with a table it does not."""
    linear, hashed = seconds[LINEAR], seconds[HASHED]
    at, beyond = linear[LIMIT_DEPTH - 1], linear[LIMIT_DEPTH]
    return claim(
        at <= TOO_LONG < beyond and hashed[-1] <= TOO_LONG,
        f"Reckoned so, a turn of the report's program takes {quantity(at)} s to depth "
        f"{LIMIT_DEPTH} with a linear search and {quantity(beyond)} s to depth {LIMIT_DEPTH + 1}; "
        f"with a hash table {quantity(hashed[-1])} s to depth {REASONABLE}. Any limit from "
        f"{quantity(at)} to {quantity(beyond)} s leaves depth {LIMIT_DEPTH}.",
    )


def _throws_away(thrown: Tally, unfinished: Tally) -> Finding:
    """The easy agent loses most won positions, and against itself many; a finisher loses none."""
    return claim(
        all_of((below(thrown.win_rate, THROWN), below(unfinished.win_rate, FINISHED))),
        f"From positions that the data set calls won, the easy agent wins {rate_text(thrown)} "
        f"games against a perfect player, so it throws the others away, and "
        f"{rate_text(unfinished)} against itself. A perfect player wins all of them.",
    )


def _constant(costs: dict[str, Any]) -> Finding:
    """Equally many comparisons in tables of all sizes, and in lists as many as positions."""
    least, most = str(SIZES[0]), str(SIZES[-1])
    return claim(
        costs[HASHED][most] <= costs[HASHED][least] < costs[LINEAR][least],
        f"A look-up compares {costs[HASHED][most]} keys at most among {SIZES[-1]:,} positions and "
        f"{costs[HASHED][least]} among {SIZES[0]:,}, in a list {costs[LINEAR][most]:,} and "
        f"{costs[LINEAR][least]:,}.",
    )


def _trees_table(trees: dict[str, list[float]], seconds: dict[str, list[float]]) -> DataTable:
    rows: tuple[Row, ...] = tuple(
        (
            depth,
            round(trees["nodes"][place]),
            round(trees[LINEAR][place]),
            round(trees[HASHED][place]),
            quantity(seconds[LINEAR][place]),
            quantity(seconds[HASHED][place]),
        )
        for place, depth in enumerate(DEPTHS)
    )
    columns = (
        "depth",
        "nodes",
        "comparisons, linear search",
        "comparisons, hash table",
        "seconds reckoned, linear",
        "seconds reckoned, table",
    )
    return DataTable(
        f"A tree with the data set, {PLIES - LIMIT_DEPTH} plies after the start", columns, rows
    )


def _look_up_chart(costs: dict[str, Any]) -> Chart:
    series = tuple(
        Series(name, tuple(Point(int(size), count) for size, count in costs[name].items()))
        for name in (LINEAR, HASHED)
    )
    return Chart("Comparisons of a look-up", "positions", "most comparisons", series, log_y=True)


EXPERIMENTS = {
    "connect-four-dataset": (dataset_steps, dataset_conclude),
}
