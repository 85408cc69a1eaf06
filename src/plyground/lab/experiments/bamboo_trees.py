"""Bamboo: readings of the report's tree search, and whether it fails where one move ends a game.

Its Table IV is not that of equation 8 with the average of the wins. Here the search is played as
other readings of section IV.C have it, each an agent under its spec, so that one sees which give
the report's numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.agents import agent
from plyground.game.registry import game
from plyground.kernel import search_kernel
from plyground.lab.experiment import Measurement, Results, Scale, Step, arena_step
from plyground.lab.findings import LEVEL, DataTable, Finding, Findings, Row, claim, rate_text
from plyground.lab.verdicts import shares_p_value
from plyground.search.buffers import move_buffer
from plyground.tournaments import ladder
from plyground.tournaments.statistics import binomial_p_value, tally

AVERAGE, WINS = "as equation 8, v the average", "v the number of wins"
TREES = {
    AVERAGE: "bamboo_mcts",
    WINS: "bamboo_mcts(value=wins)",
    "v the number of wins, the best average is played": "bamboo_mcts(value=wins, play=average)",
    "a quarter of the iterations": "bamboo_mcts(iterations=250)",
    "all wins the root player's": "bamboo_mcts(view=root)",
    "the best average is played": "bamboo_mcts(play=average)",
    "no tree below the first ply": "bamboo_mcts(flat=1)",
    "v the average, and proven ends": "mcts(iterations=1000, c=0.4, solver=1, memory=4, keep=0)",
}
MINIMAX, HYBRID = "bamboo_minimax", "bamboo_hybrid"
OPPONENTS = {"random": "random", "minimax": MINIMAX, "hybrid": HYBRID}
MET = {"random": 8, "minimax": 8, "hybrid": 4}  # by the first so many readings
REPORTED = {"random": 88.0, "minimax": 1.0, "hybrid": 55.0}  # Table IV, percent of 100 games
PAIRS = (2, 100)
ENOUGH = 200  # games against each opponent, before a reading is said to agree with the report


def tree_steps(scale: Scale) -> list[Step]:
    """Readings against three agents of Table IV, and what happens near the end."""
    steps: list[Step] = []
    for opponent, spec in OPPONENTS.items():
        specs = list(TREES.values())[: MET[opponent]]
        met = ladder(len(specs), 1)
        steps.append(
            arena_step(
                f"against {opponent}",
                scale,
                "bamboo",
                [*specs, spec],
                PAIRS,
                pairings=met,
                opening_plies=0,
            )
        )
    games = scale.choose(16, 100)
    return steps + [
        Measurement(
            f"sudden death, {name}",
            sudden_deaths,
            {"spec": TREES[name], "opponent": MINIMAX, "games": games, "seed": scale.seed},
        )
        for name in (AVERAGE, WINS)
    ]


def tree_conclude(results: Results) -> Findings:
    """Win rates by reading, beside the report's."""
    records = {opponent: results.records(f"against {opponent}") for opponent in OPPONENTS}
    rows: list[Row] = []
    fitting = []
    for place, (name, spec) in enumerate(TREES.items()):
        cells: list[str | None] = []
        agreeing = []
        for opponent, theirs in OPPONENTS.items():
            if place >= MET[opponent]:
                cells.append(None)
                continue
            found = tally(records[opponent], spec, theirs)
            p = shares_p_value(
                REPORTED[opponent] / 100, 100, found.wins / max(found.games, 1), found.games
            )
            cells.append(rate_text(found))
            if found.games >= ENOUGH and p >= LEVEL:
                agreeing.append(opponent)
        if {"random", "minimax"} <= set(agreeing):
            fitting.append(name)
        rows.append((name, spec, *cells, ", ".join(agreeing) or "none"))
    rows.append(("the report", "", *(f"{rate:g}% of 100" for rate in REPORTED.values()), None))
    table = DataTable(
        "Readings of the tree search",
        ("", "agent", *(f"against {name}" for name in OPPONENTS), "as the report against"),
        tuple(rows),
        f"1000 iterations and c = 0.4, a new tree for every move; minimax is `{MINIMAX}`. A "
        f"reading agrees with {ENOUGH} games or more that do not differ at the 1% level.",
    )
    note = f"Against random and minimax as the report: {'; '.join(fitting) or 'no reading'}."
    deaths = {name: results.measured(f"sudden death, {name}") for name in (AVERAGE, WINS)}
    return Findings(
        {"section-4c/sudden death": _loses_by_them(deaths[AVERAGE])},
        (table, _deaths_table(deaths)),
        notes=(note,),
    )


# --- sudden death -----------------------------------------------------------------------------

SAFE, FATAL, ENDS = 0, 1, 2  # what a move does


@search_kernel
def judge_ends(position: Any, moves: Any, replies: Any, scratch: Any, kinds: Any) -> int:
    """Write what each legal move does: ends the game, lets the opponent end it, or neither.

    Return the number of legal moves.
    """
    count = position.fill_moves(moves)
    for i in range(count):
        after = position.play(int(moves[i]))
        others = after.fill_moves(replies)
        kinds[i] = ENDS if others == 0 else SAFE
        for k in range(others):
            if after.play(int(replies[k])).fill_moves(scratch) == 0:
                kinds[i] = FATAL
                break
    return int(count)


def sudden_deaths(spec: str, opponent: str, games: int, seed: int) -> dict[str, int]:
    """Return how often the agent stood where one move ends the game, and what it made of it.

    A position is one of sudden death if its moves differ in that: some end the game at once, or
    let the opponent end it with the next move, and others do not. The agent misses it if it does
    not take the best of the three kinds there is.
    """
    played, chance = game("bamboo"), np.random.default_rng(seed)
    buffers = [move_buffer(played) for _ in range(4)]
    found = {"games": games, "lost": 0, "turns": 0, "sudden": 0, "missed": 0, "lost by it": 0}
    for number in range(games):
        first, second = (int(chance.integers(2**31)) for _ in range(2))
        one, two = agent(played, spec, seed=first), agent(played, opponent, seed=second)
        position, ply, missed = played.start(), 0, 0
        while played.legal(position):
            own = (ply + number) % 2 == 0
            move = (one if own else two).choose(position).move
            if own:
                count = judge_ends(position, *buffers)
                moves, kinds = buffers[0][:count], buffers[3][:count]
                best = max(kinds, key=(FATAL, SAFE, ENDS).index)
                sudden = kinds.min() != kinds.max()
                found["turns"] += 1
                found["sudden"] += bool(sudden)
                missed += bool(sudden and kinds[moves == move][0] != best)
            position, ply = position.play(move), ply + 1
        lost = (ply + number) % 2 == 0  # the side to move has lost
        found["lost"] += lost
        found["missed"] += missed
        found["lost by it"] += lost and missed > 0
    return found


def _loses_by_them(found: dict[str, int]) -> Finding:
    """Return whether most lost games have a missed position of sudden death."""
    lost, by_it = found["lost"], found["lost by it"]
    p = binomial_p_value(by_it, lost - by_it)
    seen = (
        f"{found['sudden']} of its {found['turns']} turns against minimax are positions of sudden "
        f"death, in {found['missed']} of which it fails; of the {lost} games that it loses, "
        f"{by_it} have one in which it failed (p = {p:.2g})."
    )
    return claim(None if p >= LEVEL else by_it > lost - by_it, seen)


def _deaths_table(deaths: dict[str, dict[str, int]]) -> DataTable:
    columns = ("games", "lost", "turns", "sudden", "missed", "lost by it")
    rows: tuple[Row, ...] = tuple(
        (name, *(found[column] for column in columns)) for name, found in deaths.items()
    )
    return DataTable(
        "Where one move ends the game, against minimax",
        ("", "games", "lost", "turns", "sudden death", "missed", "lost with one missed"),
        rows,
        "Sudden death: some moves end the game, or let the opponent end it next, others do not.",
    )


EXPERIMENTS = {
    "bamboo-section-4c": (tree_steps, tree_conclude),
}
