"""Connect Four, solved: the perfect game and the number of positions.

What is said of all perfect games is proven by the solver's scores, or disproven by one game.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

from plyground.game.registry import game
from plyground.games.connect_four.estimate import estimate_positions
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import alone
from plyground.lab.findings import DataTable, Finding, Findings, Row, claim
from plyground.tournaments.statistics import Z

PERFECT = "perfect(memory=64)"
EMPTY_BOARD_PLIES = 6  # of the report's two counts
CELLS = 42
COUNTEREXAMPLE = "44444156666123222113347115753277336627557"  # two columns are open to the end

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
    samples = scale.choose(800_000, 6_000_000)
    return [
        alone("perfect game", [PERFECT], 1, 0, scale.seed),
        Measurement("first moves", first_moves),
        Measurement("counterexample", replay, {"moves": COUNTEREXAMPLE}),
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
        moves.append(chance.choice(best_moves(position)))
        position = position.play(moves[-1])
    outcome = played.outcome(position)
    assert outcome is not None
    winner = -1 if outcome.winner is None else outcome.winner
    left = open_columns[-2]
    return {"plies": len(moves), "first": moves[0] + 1, "winner": winner, "columns": left}


def best_moves(position: Any) -> list[int]:
    """The moves of perfect play: they win as soon, or lose as late, as can be."""
    scores = solver().scores(position)
    return [move for move, score in scores.items() if score == max(scores.values())]


def replay(moves: str) -> dict[str, Any]:
    """Whether every move of a game is perfect, and the columns open before its last two plies."""
    played, position = game("connect_four"), game("connect_four").start()
    perfect, columns = True, []
    for text in moves:
        move = played.parse_move(text)
        columns.append([played.format_move(each) for each in played.legal(position)])
        perfect = perfect and move in best_moves(position)
        position = position.play(move)
    outcome = played.outcome(position)
    return {
        "perfect": perfect and outcome is not None,
        "winner": None if outcome is None else outcome.winner,
        "columns": columns[-2],
    }


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
    best = max(scores.values())
    plies = CELLS + 1 - 2 * best
    others = {len(record.moves), *(each["plies"] for each in varied)} - {plies}
    winning = [move for move, score in scores.items() if score > 0]
    numbers = {
        "section-1/plies of the perfect game/value": Finding(
            " or ".join(map(str, sorted({plies, *others}))) if others else plies,
            note=f"Proven: the empty board is {_meaning(best)}, so all games in which both sides "
            f"play perfectly have {plies} plies. {1 + len(varied)} such games were played, "
            + ("some of other lengths." if others else "all of that length."),
        ),
        "section-1/first moves that win/value": Finding(
            len(winning), note="Proven by the solver's scores of all first moves."
        ),
        "section-1/sequences of six plies/value": Finding(early["sequences"]),
        "section-1/positions after at most six plies/value": Finding(early["positions"]),
        "section-1/positions in all, trillions/value": _positions(results.measured("positions")),
        "section-1/centre first": claim(
            winning == ["4"],
            f"Proven by the solver's scores: column {' and '.join(winning)} wins, no other does.",
        ),
        "section-1/one column left": _one_column(results.measured("counterexample"), varied),
    }
    rows: tuple[Row, ...] = tuple((move, _meaning(score)) for move, score in scores.items())
    moves = " ".join(move.move for move in record.moves)
    tables = (DataTable("First moves", ("column", "with best play"), rows),)
    return Findings(numbers, tables, notes=(f"A perfect game: {moves}.",))


def _one_column(found: dict[str, Any], varied: list[dict[str, int]]) -> Finding:
    """A claim about all perfect games: one with two columns open disproves it."""
    counted = Counter(each["columns"] for each in varied)
    drawn = ", ".join(f"{left} in {count}" for left, count in sorted(counted.items()))
    seen = f"Of {len(varied)} perfect games drawn by chance, columns open: {drawn} of them."
    if found["perfect"] and len(found["columns"]) > 1:
        columns = " and ".join(found["columns"])
        return claim(
            False,
            f"In the perfect game {COUNTEREXAMPLE} columns {columns} are open before the last two "
            f"plies; the solver gives every move of it the best score. {seen}",
        )
    exceptions = len(varied) - counted[1]
    return Finding(not exceptions, trials=len(varied), note=seen)


def _meaning(score: int) -> str:
    """A first move's score as a result for player 1."""
    if score == 0:
        return "draw"
    last = CELLS + 1 - 2 * score if score > 0 else CELLS + 2 + 2 * score
    return f"{'win' if score > 0 else 'loss'} at ply {last}"


def _positions(found: dict[str, float]) -> Finding:
    value, reach = found["trillions"], Z * found["error"]
    seen = (
        f"An estimate, {value:.3f} ± {reach:.3f}, from {found['samples']:,.0f} random "
        "arrangements of discs, of which those count that can be reached."
    )
    return Finding(value, value - reach, value + reach, note=seen)


EXPERIMENTS = {
    "connect-four-perfect": (perfect_steps, perfect_conclude),
}
