"""Strength: games in pairs with sides swapped, from random openings that are not decided.

python -m benchmarks.strength --games 100 [--game konane] [--agent SPEC] [--opponent SPEC]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import plyground as pg
from plyground.agents import agent
from plyground.tournaments import Opening, make_plan, play_tournament, random_openings
from plyground.tournaments.statistics import tally

AGENT, OPPONENT = "alphabeta(seconds=0.1)", "minimax(depth=2)"
PLIES = {"tic_tac_toe": 2}  # of an opening; 4 elsewhere
SIGHT = "alphabeta(depth=9, nodes=100000)"  # an opening that it sees won tells nothing
SEED = 1


def measure(
    games: int, names: tuple[str, ...] = (), specs: tuple[str, str] = (AGENT, OPPONENT)
) -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, wins, draws, losses, score, its 95% interval."""
    for name in names or tuple(pg.game_names()):
        pairs = (games + 1) // 2
        plan = make_plan(name, specs, openings=balanced_openings(name, pairs), seed=SEED)
        found = tally(play_tournament(plan), *plan.agents)
        score = found.score
        interval = f"{score.low:.1%} to {score.high:.1%}"
        counts = map(str, (found.wins, found.draws, found.losses))
        yield name, *counts, f"{score.value:.1%}", interval


def balanced_openings(name: str, count: int) -> list[Opening]:
    """Random openings after which nobody is seen to win by force; repeated if there are few."""
    game = pg.game(name)
    judge, found = agent(game, SIGHT), list[Opening]()
    for opening in random_openings(game, 4 * count, PLIES.get(name, 4), SEED):
        position = pg.Playthrough.read(game, moves=" ".join(opening)).position
        if not isinstance(judge.choose(position).score, pg.Proven):
            found.append(opening)
        if len(found) == count:
            break
    return [found[i % len(found)] for i in range(count)]


def main() -> None:
    """Print a row for each game as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", action="append", choices=pg.game_names())
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--opponent", default=OPPONENT)
    chosen = parser.parse_args()
    print(f"{chosen.agent} against {chosen.opponent}: wins, draws, losses, score, 95% interval")
    specs = (chosen.agent, chosen.opponent)
    for row in measure(chosen.games, tuple(chosen.game or ()), specs):
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
