"""Self-play: simulations, positions and games an hour, as `plyground train` plays them.

python -m benchmarks.self_play [GAME ...] [--seconds 60] [--device cuda] [--threads 16]

The network is the config's, untrained; nothing is learnt meanwhile. Compilation comes first.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator

import torch

from plyground.learn.config import shipped_config
from plyground.learn.learner import Learner
from plyground.learn.samples import SAMPLES, SampleBuffer
from plyground.learn.self_play import GameGroup, SampleSource, SelfPlay

GAMES = ("bamboo", "cachex", "konane", "connect_four")
FEW_GAMES = 16  # at once, on a CPU, so that some end in a minute
WARM_UP = 5.0  # seconds, in which the first games come to an end


def measure(
    games: tuple[str, ...] = GAMES, seconds: float = 20.0, device: str = "cpu", threads: int = 2
) -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, simulations a second, positions and games an hour."""
    for name in games:
        simulations, samples, played, took = count(name, seconds, device, threads)
        hourly = [f"{3600 * number / took:,.0f}" for number in (samples, played)]
        yield name, f"{simulations / took:,.0f}", *hourly


def count(name: str, seconds: float, device: str, threads: int) -> tuple[int, int, int, float]:
    """Simulations, recorded positions and games in so many seconds, and the seconds."""
    config = shipped_config(name)
    config = config.changed(boards=config.boards[:1])
    if device == "cpu":
        torch.set_num_threads(1)
        config = config.changed(games_at_once=min(FEW_GAMES, config.games_at_once))
    where = torch.device(device)
    network = Learner(config, where).player
    groups = [GameGroup(config.games[0], config, network, where, seed) for seed in range(threads)]
    with SelfPlay(groups, drop) as play:
        time.sleep(WARM_UP)
        begun, before = time.perf_counter(), totals(play)
        time.sleep(seconds)
        after, took = totals(play), time.perf_counter() - begun
        play.check()
    simulations, samples, games = (b - a for a, b in zip(before, after, strict=True))
    return simulations, samples, games, took


def drop(_group: SampleSource, buffer: SampleBuffer) -> int:
    """Forget the samples; how many it were."""
    count = int(buffer.counts[SAMPLES])
    buffer.counts[SAMPLES] = 0
    return count


def totals(play: SelfPlay) -> tuple[int, int, int]:
    """Simulations, samples and games until now."""
    return play.tally.simulations, play.tally.samples, play.tally.games


def main() -> None:
    """Print a row for each game as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.self_play")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print("game | simulations a second | positions an hour | games an hour")
    for row in measure(tuple(options.games), options.seconds, options.device, options.threads):
        print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main()
