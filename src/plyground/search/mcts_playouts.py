"""How a simulation of Monte Carlo tree search goes on from a leaf: by chance, or by a rater."""

from __future__ import annotations

from typing import Any

from plyground.kernel import compiled, stop_requested
from plyground.kernel.chance import next_seed, pick
from plyground.kernel.monitor import EVALUATIONS

UNIFORM, BEST_OF_SOME, MOSTLY_BEST = 0, 1, 2  # how playouts choose moves


@compiled
def best_of_some(position: Any, task: Any, moves: Any, count: int, seed: int) -> tuple[int, int]:
    """The best rated of a few moves drawn at random, and the next seed."""
    best, best_rating = -1, 0
    for _ in range(task.switches.candidates):
        seed = next_seed(seed)
        move = int(moves[pick(seed, count)])
        rating = int(task.rater.rate(position, move))
        if best < 0 or rating > best_rating:
            best, best_rating = move, rating
    return best, seed


@compiled
def mostly_best(position: Any, task: Any, moves: Any, count: int, seed: int) -> tuple[int, int]:
    """The best rated move, now and then a random one, and the next seed.

    Of equally rated moves it is the first, counted from a random place.
    """
    seed = next_seed(seed)
    place = pick(seed, count)
    best = int(moves[place])
    seed = next_seed(seed)
    if pick(seed, 100) < task.switches.random_percent:
        return best, seed
    best_rating = int(task.rater.rate(position, best))
    for _ in range(count - 1):
        place = place + 1 if place + 1 < count else 0
        move = int(moves[place])
        rating = int(task.rater.rate(position, move))
        if rating > best_rating:
            best, best_rating = move, rating
    return best, seed


@compiled
def squash(evaluation: int, scale: int) -> float:
    """An evaluation as a result in [0, 1]: 0.5 for 0, 0.75 for `scale`."""
    return 0.5 + 0.5 * evaluation / (scale + abs(evaluation))


@compiled
def play_to_end(
    playout: Any, played: Any, ply: int, seed: int, monitor: Any
) -> tuple[float, int, int]:
    """What `play_out` returns, of a game in which every move is as likely as any other."""
    begun, longest = ply, len(played)
    while playout.choices > 0 and ply < longest:
        if stop_requested(monitor):
            return -1.0, ply, seed
        seed = next_seed(seed)
        move = playout.move_at(pick(seed, playout.choices))
        playout = playout.play(move)
        played[ply] = move
        ply += 1
    value = 0.5 + 0.5 * playout.result() if playout.choices == 0 else 0.5
    return (value if (ply - begun) % 2 else 1.0 - value), ply, seed


@compiled
def play_out(
    position: Any, task: Any, moves: Any, count: int, played: Any, ply: int, seed: int, monitor: Any
) -> tuple[float, int, int]:
    """The result of a playout for the player not to move, the ply at its end, and the next seed.

    Requires `count` > 0 legal moves in `moves`. The result is -1 if it was stopped. A game longer
    than it may be counts as a draw.
    """
    switches, begun, longest = task.switches, ply, len(played)
    last = begun + switches.cut if switches.cut > 0 else longest
    while count > 0 and ply < last and ply < longest:
        if stop_requested(monitor):
            return -1.0, ply, seed
        if switches.playout == UNIFORM:
            seed = next_seed(seed)
            move = int(moves[pick(seed, count)])
        elif switches.playout == BEST_OF_SOME:
            move, seed = best_of_some(position, task, moves, count, seed)
        else:
            move, seed = mostly_best(position, task, moves, count, seed)
        position = position.play(move)
        played[ply] = move
        ply += 1
        count = position.fill_moves(moves)
    value = 0.5
    if count == 0:
        value += 0.5 * position.result()
    elif ply < longest:
        monitor[EVALUATIONS] += 1
        value = squash(int(task.evaluator.evaluate(position)), int(switches.scale))
    return (value if (ply - begun) % 2 else 1.0 - value), ply, seed
