"""Connect Four, solved: the perfect game, the number of positions, and the data set at work."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Container
from functools import cache
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.connect_four.agents import LookupAgent
from plyground.games.connect_four.estimate import estimate_positions
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import alone
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
    claim,
    is_better,
    rate_text,
)
from plyground.lab.timing import time_ratios
from plyground.tournaments.statistics import Tally, Z, ratio_interval
from plyground.vocabulary import Limit

PERFECT = "perfect(memory=64)"
EMPTY_BOARD_PLIES = 6  # of the report's two counts

# --- the perfect game -------------------------------------------------------------------------


@cache
def solver() -> Any:
    """The solver with the book that comes with the package, one for all questions."""
    from plyground.games.connect_four.solver.book import read_book, shipped_path
    from plyground.games.connect_four.solver.solver import ConnectFourSolver
    from plyground.solvers.solver import Options

    book = read_book(shipped_path(7, 6))
    return ConnectFourSolver(game("connect_four"), Options(memory=64), book)


def perfect_steps(scale: Scale) -> list[Step]:
    """A game of two perfect players, others with their choices varied, and counts."""
    samples = scale.choose(60_000, 6_000_000)
    return [
        alone("perfect game", [PERFECT], 1, 0, scale.seed),
        Measurement("first moves", first_moves),
        Measurement("varied", perfect_games, {"games": scale.choose(4, 50), "seed": scale.seed}),
        Measurement("early", early_counts, {"plies": EMPTY_BOARD_PLIES}),
        Measurement("positions", estimate_positions, {"samples": samples, "seed": scale.seed}),
    ]


def first_moves() -> dict[str, int]:
    """The score of every first move: above 0 if it wins."""
    played = game("connect_four")
    found = solver().scores(played.start())
    return {played.format_move(move): score for move, score in found.items()}


def perfect_games(games: int, seed: int) -> list[dict[str, int]]:
    """Games of two perfect players who choose among equally good moves by chance."""
    return [perfect_game(random.Random(1000 * seed + number)) for number in range(games)]


def perfect_game(chance: random.Random) -> dict[str, int]:
    """Length, first column, winner, and the columns left before the last two plies of a game."""
    played, position = game("connect_four"), game("connect_four").start()
    moves: list[int] = []
    open_columns: list[int] = []
    while legal := played.legal(position):
        open_columns.append(len(legal))
        scores = solver().scores(position)
        best = [move for move in legal if scores[move] == max(scores.values())]
        moves.append(chance.choice(best))
        position = position.play(moves[-1])
    outcome = played.outcome(position)
    assert outcome is not None
    winner = -1 if outcome.winner is None else outcome.winner
    left = open_columns[-2]
    return {"plies": len(moves), "first": moves[0] + 1, "winner": winner, "columns": left}


def early_counts(plies: int) -> dict[str, int]:
    """Sequences of `plies` plies, and different positions after up to that many."""
    from plyground.search.perft import perft

    played = game("connect_four")
    level: dict[int, Any] = {played.start().key(): played.start()}
    positions = len(level)
    for _ in range(plies):
        children = (each.play(move) for each in level.values() for move in played.legal(each))
        level = {child.key(): child for child in children}
        positions += len(level)
    return {"sequences": perft(played, played.start(), plies), "positions": positions}


def perfect_conclude(results: Results) -> Findings:
    """What is known of the game, found again."""
    record = results.records("perfect game")[0]
    varied: list[dict[str, int]] = results.measured("varied")
    scores: dict[str, int] = results.measured("first moves")
    early = results.measured("early")
    lengths = sorted({len(record.moves), *(each["plies"] for each in varied)})
    seen_lengths = " or ".join(map(str, lengths))
    columns = Counter(each["columns"] for each in varied)
    winning = [move for move, score in scores.items() if score > 0]
    numbers = {
        "section-1/plies of the perfect game/value": Finding(
            lengths[0] if len(lengths) == 1 else seen_lengths,
            note=f"{1 + len(varied)} perfect games, choosing by chance among equally good moves, "
            f"have {seen_lengths} plies.",
        ),
        "section-1/first moves that win/value": Finding(len(winning)),
        "section-1/sequences of six plies/value": Finding(early["sequences"]),
        "section-1/positions after at most six plies/value": Finding(early["positions"]),
        "section-1/positions in all, trillions/value": _positions(results.measured("positions")),
        "section-1/centre first": claim(
            winning == ["4"] and all(each["first"] == 4 for each in varied),
            f"Column {' and '.join(winning)} wins, no other does.",
        ),
        "section-1/one column left": claim(
            set(columns) == {1},
            "Columns left before the last two plies, in games with choices by chance: "
            + ", ".join(f"{left} in {count} of them" for left, count in sorted(columns.items()))
            + ".",
        ),
    }
    rows: tuple[Row, ...] = tuple((move, _meaning(score)) for move, score in scores.items())
    moves = " ".join(move.move for move in record.moves)
    tables = (DataTable("First moves", ("column", "with best play"), rows),)
    return Findings(numbers, tables, notes=(f"A perfect game: {moves}.",))


def _meaning(score: int) -> str:
    """A first move's score as a result for player 1."""
    if score == 0:
        return "draw"
    last = 43 - 2 * score if score > 0 else 44 + 2 * score
    return f"{'win' if score > 0 else 'loss'} at ply {last}"


def _positions(found: dict[str, float]) -> Finding:
    value, reach = found["trillions"], Z * found["error"]
    seen = (
        f"An estimate, {value:.3f} ± {reach:.3f}, from {found['samples']:,.0f} random "
        "arrangements of discs, of which those count that can be reached."
    )
    return Finding(value, value - reach, value + reach, note=seen)


# --- the data set -----------------------------------------------------------------------------

SIZES = (1_000, 4_000, 16_000, 67_557)
LINEAR, HASHED = "linear search", "hash table"
EASY, SEARCH = "easy(depth=5)", "alphabeta(nodes=2000, memory=4)"


@cache
def data_set() -> LookupAgent:
    """An agent that plays 8 plies by the data set; who goes on is set later."""
    from plyground.games.connect_four.solver.dataset import PLIES, values_by_key

    rest = agent(game("connect_four"), EASY, 0)
    return LookupAgent("lookup", solver(), values_by_key(solver()), PLIES, rest)


def dataset_steps(scale: Scale) -> list[Step]:
    """Look-ups by size; games with and without the data set."""
    games = scale.choose(40, 400)
    return [
        Measurement("look-ups", look_up_costs, {"sizes": list(SIZES), "seed": scale.seed}),
        Measurement("finish", finish, {"games": games // 4, "seed": scale.seed}),
        Measurement("easy", with_and_without, {"spec": EASY, "games": games, "seed": scale.seed}),
        Measurement(
            "search", with_and_without, {"spec": SEARCH, "games": games, "seed": scale.seed}
        ),
    ]


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


def look_up_costs(sizes: list[int], seed: int) -> dict[str, Any]:
    """What look-ups take by size, in a list from its beginning and in a hash table.

    The most comparisons of a look-up, and the times in a list divided by those in the table; at
    last, the times in the largest table divided by those in the smallest.
    """
    from plyground.games.connect_four.solver.dataset import values_by_key

    values = values_by_key(solver())
    keys, chance = list(values), random.Random(seed)
    found: dict[str, Any] = {"positions": len(values), LINEAR: {}, HASHED: {}, "ratios": {}}
    hashed = {}
    for size in sizes:
        part, sought = keys[:size], chance.choices(keys[:size], k=20)
        counted = [CountedKey(key) for key in part]
        absent = max(keys) + 1
        found[LINEAR][str(size)] = comparisons(absent, counted)
        table = set(counted)
        found[HASHED][str(size)] = max(comparisons(key, table) for key in (*part, absent))
        hashed[size] = looking_up(dict.fromkeys(part, 0), chance.choices(part, k=2000))
        found["ratios"][str(size)] = time_ratios(
            looking_up(part, sought), looking_up(dict.fromkeys(part, 0), sought)
        )
    found["growth"] = time_ratios(hashed[sizes[-1]], hashed[sizes[0]])
    return found


def looking_up(keys: Container[int], sought: list[int]) -> Callable[[], None]:
    """Something to time: these look-ups."""

    def look_up() -> None:
        for key in sought:
            _ = key in keys

    return look_up


def finish(games: int, seed: int) -> list[int]:
    """Results for player 1, who plays by the data set and then like the easy agent, against a
    perfect player: 1, 0 or -1 for each game. After the data set all of them are won.
    """
    played = game("connect_four")
    perfect = agent(played, PERFECT, 0)
    found = []
    for number in range(games):
        first = data_set()
        first.rest = agent(played, EASY, 1000 * seed + number)
        found.append(play_out(played.start(), (first, perfect)))
    return found


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
        alone_ = agent(played, spec, 2 * number + 1)
        pair = (helped, alone_) if number % 2 == 0 else (alone_, helped)
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


def _tally(found: list[int]) -> Tally:
    counted = Counter(found)
    return Tally(counted[1], counted[0], counted[-1])


def dataset_conclude(results: Results) -> Findings:
    """What the data set is worth."""
    costs = results.measured("look-ups")
    unfinished = _tally(results.measured("finish"))
    easy, search = (_tally(results.measured(key)) for key in ("easy", "search"))
    numbers = {
        "section-5/positions/value": Finding(costs["positions"]),
        "section-5/comparisons for a node/value": Finding(costs[LINEAR][str(SIZES[-1])]),
        "section-5/hash table": _constant(costs),
        "section-5/look-up alone does not win": claim(
            unfinished.wins < unfinished.games,
            f"From positions that are known to be won, the easy agent wins {rate_text(unfinished)} "
            "games against a perfect player.",
        ),
        "section-5/improves play": claim(
            is_better(easy),
            f"With the data set for its opening the easy agent wins {rate_text(easy)} games "
            f"against itself without. An alpha-beta search of 2000 nodes needs it less: "
            f"{rate_text(search)}.",
        ),
    }
    columns = ("", "won", "drawn", "lost")
    rows = tuple(
        (name, found.wins, found.draws, found.losses)
        for name, found in (
            (f"data set, then {EASY}, first, against a perfect player", unfinished),
            (f"data set, then {EASY}, against {EASY}", easy),
            (f"data set, then {SEARCH}, against {SEARCH}", search),
        )
    )
    table = DataTable("Games with the data set", columns, rows)
    return Findings(numbers, (table,), (_look_up_chart(costs),))


def _constant(costs: dict[str, Any]) -> Finding:
    """Equally many comparisons in tables of all sizes, and less time than in the longest list."""
    least, most = str(SIZES[0]), str(SIZES[-1])
    longer, growth = ratio_interval(costs["ratios"][most]), ratio_interval(costs["growth"])
    return claim(
        all_of((costs[HASHED][most] <= costs[HASHED][least], above(longer, 1))),
        f"A look-up compares {costs[HASHED][most]} keys at most among {SIZES[-1]:,} positions and "
        f"{costs[HASHED][least]} among {SIZES[0]:,}, in a list {costs[LINEAR][most]:,} and "
        f"{costs[LINEAR][least]:,}. It takes {longer.value:.0f} times as long in the list "
        f"({longer.low:.0f} to {longer.high:.0f}). The larger table takes {growth.value:.1f} times "
        f"as long as the smaller one ({growth.low:.1f} to {growth.high:.1f}).",
    )


def _look_up_chart(costs: dict[str, Any]) -> Chart:
    points = []
    for size, ratios in costs["ratios"].items():
        value, low, high = ratio_interval(ratios)
        points.append(Point(int(size), value, low, high))
    series = (Series("list against hash table", tuple(points)),)
    return Chart("Time of a look-up", "positions", "times as long", series, log_y=True)


EXPERIMENTS = {
    "connect-four-perfect": (perfect_steps, perfect_conclude),
    "connect-four-dataset": (dataset_steps, dataset_conclude),
}
