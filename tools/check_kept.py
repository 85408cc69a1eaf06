"""Does a file of proofs hold together, and is it right? For proofs too large for a certificate.

    python tools/check_kept.py konane -p size=7 konane-7x7.proofs [--leaves 500] [--nodes 200000000]

A walk by the rules, from the start of the game: every move of who loses, and one answer of the
winner's after which the file says that the other loses. It ends where the game's own endings know
a position (a *leaf*), and where no answer of the winner's was kept (a *gap*). Then all gaps, and
leaves by chance or with --leaves -1 all of them, are proven anew: by the solver of all games,
without the game's endings, with another order of moves, and with a table that begins empty.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import plyground as pg
from plyground.cli.common import read_game
from plyground.game.knowledge import REPLIES
from plyground.kernel import Monitor
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_search import Features, largest_image
from plyground.solvers.solver import Options
from plyground.vocabulary import Limit

EVERY = 500  # positions between two lines of progress


class Walk(NamedTuple):
    """What a walk came to."""

    loser: int
    positions: int
    contradictions: int  # positions that are worth something else by what was kept
    leaves: list[Any]
    gaps: list[Any]


def walk(solver: ExactSolver) -> Walk:
    """From the start to the endings, by what the solver has kept: who does not win loses."""
    game, start = solver.game, solver.game.start()
    low, high = solver.known_bounds(start, 0)
    if solver.saw_draw():
        raise SystemExit("some game ended in a draw; only proofs without draws can be checked")
    if low < 1 <= high:
        raise SystemExit("no win or loss of the start was kept; nothing can be checked")
    loser = start.player() if high < 1 else 1 - start.player()
    task, memory = solver.tasks(Question(1))[0]
    leaves, gaps, contradictions = [], [], 0
    seen: set[tuple[int, int, bool]] = set()
    waiting = [(start, 0)]
    while waiting:
        position, ply = waiting.pop()
        position = largest_image(position, task, ply)
        loses = position.player() == loser  # on some boards both sides share keys
        key = int(task.keys.key(position)), min(ply, solver.features.symmetry_plies), loses
        if key in seen:
            continue
        seen.add(key)
        low, high = solver.known_bounds(position, ply)
        contradictions += low > 0 if loses else high < 1
        children = [position.play(move) for move in game.legal(position)]
        if not children:
            contradictions += position.result() != (-1 if loses else 1)
        elif memory.endings.knows(position):
            leaves.append(position)
        elif loses:
            waiting += [(child, ply + 1) for child in children]
        else:
            lost = [child for child in children if is_lost(solver, child, ply + 1)]
            waiting += [(each, ply + 1) for each in lost[:1]]
            gaps += [] if lost else [position]
    return Walk(loser, len(seen), contradictions, leaves, gaps)


def is_lost(solver: ExactSolver, position: Any, ply: int) -> bool:
    """Whether it is known that the side to move loses."""
    if not solver.game.legal(position):
        return bool(position.result() < 0)
    return solver.known_bounds(position, ply)[1] < 1


def proven_anew(
    game: pg.Game, found: Walk, positions: list[Any], nodes: int, megabytes: float
) -> Iterator[bool | None]:
    """For each position whether it is worth what the walk says; None if it took more nodes."""
    plain = Features(symmetry_plies=0, endings=0)
    solver = ExactSolver(game, Options(megabytes), order=REPLIES, features=plain)
    for position in positions:
        result = solver.result(position, Limit(nodes=nodes), Monitor())
        right = -1 if position.player() == found.loser else 1
        yield None if result is None else result == right


def main() -> None:
    """Walk, prove anew, and say what came out; the exit code is 1 if anything is wrong.

    It is 3 if nothing is, but some positions were not decided.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game")
    parser.add_argument("-p", "--parameter", action="append", default=[])
    parser.add_argument("proofs", type=Path)
    parser.add_argument("--leaves", type=int, default=500, help="so many by chance; -1 for all")
    parser.add_argument("--nodes", type=int, default=200_000_000, help="for each, at most")
    parser.add_argument("--memory", type=float, default=1500, help="megabytes")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = read_game(asked.game, asked.parameter)
    if not asked.proofs.exists():
        raise SystemExit(f"there is no file {asked.proofs}")
    found = walk(ExactSolver(game, Options(asked.memory, keep=asked.proofs)))
    print(
        f"{found.positions:,} positions, {found.contradictions:,} contradictions, "
        f"{len(found.leaves):,} leaves, {len(found.gaps):,} gaps",
        flush=True,
    )
    leaves = found.leaves  # in the order of the walk, in which neighbours are alike
    if 0 <= asked.leaves < len(leaves):
        leaves = random.Random(asked.seed).sample(leaves, asked.leaves)
    chosen = found.gaps + leaves
    counts = {True: 0, False: 0, None: 0}
    anew = proven_anew(game, found, chosen, asked.nodes, asked.memory)
    for number, (position, fine) in enumerate(zip(chosen, anew, strict=True), 1):
        counts[fine] += 1
        if fine is False:
            print(f"WRONG: {game.format_position(position)}", flush=True)
        if number % EVERY == 0 or number == len(chosen):
            print(
                f"{number:,} of {len(chosen):,}: {counts[True]:,} proven anew, "
                f"{counts[False]:,} wrong, {counts[None]:,} not decided",
                flush=True,
            )
    if found.contradictions or counts[False]:
        sys.exit(1)
    sys.exit(3 if counts[None] else 0)


if __name__ == "__main__":
    main()
