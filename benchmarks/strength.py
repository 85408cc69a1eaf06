"""Strength: games in pairs with colours swapped, from random openings.

python -m benchmarks.strength --games 100 [--game konane] [--agent SPEC] [--opponent SPEC]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import plyground as pg
from plyground.agents import Agent, agent

AGENT, OPPONENT = "alphabeta(seconds=0.1)", "minimax(depth=2)"
OPENING_PLIES = (2, 3, 4)
SIGHT = 9  # plies: an opening that is won by force so soon tells nothing about the agents
WIN, DRAW, LOSS = 1, 0, -1
SURE = 1.96  # standard deviations of a 95% interval


@dataclass(frozen=True)
class Match:
    """Two agents of one game, and the seed of the openings."""

    game: str
    agent: str = AGENT
    opponent: str = OPPONENT
    seed: int = 1


def measure(games: int, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, wins, draws, losses, score, its 95% interval."""
    for name in names or tuple(pg.game_names()):
        yield name, *row_of(play_match(Match(name), games))


def row_of(results: Counter[int]) -> tuple[str, ...]:
    """Wins, draws, losses, score and interval as text."""
    games = results.total()
    score = (results[WIN] + results[DRAW] / 2) / games
    low, high = wilson(score, games)
    counts = (str(results[result]) for result in (WIN, DRAW, LOSS))
    return *counts, f"{score:.1%}", f"{low:.1%} to {high:.1%}"


def wilson(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval; a draw counts as half a win, which makes it a little too wide."""
    spread = SURE * SURE / games
    centre = (score + spread / 2) / (1 + spread)
    half = SURE * sqrt(score * (1 - score) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def play_match(match: Match, games: int) -> Counter[int]:
    """How often `match.agent` won, drew and lost in `games` games, played on all cores but one."""
    results: Counter[int] = Counter()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 1) - 1), mp_context=spawn) as pool:
        pairs = [pool.submit(play_pair, match, pair) for pair in range((games + 1) // 2)]
        for done in as_completed(pairs):
            results.update(done.result())
            show_progress(match, results, games)
    return results


def show_progress(match: Match, results: Counter[int], games: int) -> None:
    """One line that is written over."""
    counts = f"+{results[WIN]} ={results[DRAW]} -{results[LOSS]}"
    line = f"\r{match.game}: {results.total()} of {games} games, {counts}  "
    print(line, end="" if results.total() < games else "\n", file=sys.stderr, flush=True)


def play_pair(match: Match, pair: int) -> tuple[int, int]:
    """The results of the agent, moving first and then second after the same opening."""
    game = pg.game(match.game)
    opening = random_opening(game, random.Random(match.seed * 1_000_000 + pair))
    ours, theirs = (player_of(match.game, spec) for spec in (match.agent, match.opponent))
    first = play_game(game, opening, (ours, theirs))
    second = play_game(game, opening, (theirs, ours))
    return first, -second


@cache
def player_of(game: str, spec: str) -> Agent:
    """The agent, kept for all games of this process."""
    return agent(pg.game(game), spec, seed=1)


def random_opening(game: pg.Game[Any], chance: random.Random) -> Any:
    """A position after a few random plies that is not over, and not known to be decided."""
    while True:
        position, plies = game.start(), chance.choice(OPENING_PLIES)
        while plies > 0 and (legal := game.legal(position)):
            position, plies = position.play(chance.choice(legal)), plies - 1
        if game.legal(position) and not is_decided(game, position):
            return position


def is_decided(game: pg.Game[Any], position: Any) -> bool:
    """Whether one side is seen to win by force."""
    judge = player_of(game.name, f"alphabeta(depth={SIGHT}, nodes=100000)")
    return isinstance(judge.choose(position).score, pg.Proven)


def play_game(game: pg.Game[Any], position: Any, players: tuple[Agent, Agent]) -> int:
    """The result for the first of `players`, who moves first."""
    for player in players:
        player.new_game()
    for ply in range(game.max_plies + 1):
        outcome = game.outcome(position)
        if outcome is not None:
            break
        position = game.play(position, players[ply % 2].choose(position).move)
    assert outcome is not None
    if outcome.winner is None:
        return DRAW
    # After an even number of plies the first of `players` is to move again.
    first = position.player() if ply % 2 == 0 else 1 - position.player()
    return WIN if outcome.winner == first else LOSS


def main() -> None:
    """Print a row for each game as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", action="append", choices=pg.game_names())
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--opponent", default=OPPONENT)
    chosen = parser.parse_args()
    print(f"{chosen.agent} against {chosen.opponent}: wins, draws, losses, score, 95% interval")
    for name in chosen.game or pg.game_names():
        match = Match(name, chosen.agent, chosen.opponent)
        print("  " + " | ".join((name, *row_of(play_match(match, chosen.games)))), flush=True)


if __name__ == "__main__":
    main()
