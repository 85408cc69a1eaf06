"""
What a game says of positions so that they are proven sooner, held against their values.

A `sieve` leaves out moves, and what it leaves out must lose. `endings` bound the results of
positions near the end, and `soonest` says who cannot win in a few plies. A proof believes them, so
each is compared with what plain search finds by the rules: in all positions of a small game, and
near the ends of random games otherwise. So are positions that share a key declared for proofs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

from plyground.errors import NonconformingError
from plyground.game import Game
from plyground.kernel import Monitor, interpreted, search_kernel
from plyground.kernel.monitor import STOP, begin_anew
from plyground.search.buffers import move_buffer

SMALL = 1000  # positions of a game, of which then all are looked at,
SHORT = 200  # if no game has more plies
LATE_GAMES = 20  # random ones, whose last positions are looked at
LATE_NODES = 1000  # to find out the value of one position
ENDING_NODES = 100_000  # that the game's own endings may take for it
THREADS = 2  # that endings are made for
MEGABYTES = 2
SOON = 4  # plies in which a win is looked for, to compare what `soonest` says
Values = dict[int, tuple[Any, int]]  # by key: a position, and what it is worth
WORDS = {  # for bounds of a result
    (1, 1): "wins",
    (0, 0): "draws",
    (-1, -1): "loses",
    (0, 1): "does not lose",
    (-1, 0): "does not win",
}


def quick_value(game: Game[Any], position: Any, nodes: int) -> int | None:
    """-1, 0 or +1 for the player to move under best play; None if it takes more nodes."""
    left = nodes

    def value(position: Any) -> int:
        nonlocal left
        left -= 1
        legal = game.legal(position)
        if not legal:
            return int(position.result())
        best = -1
        for move in legal:
            if best < 1 and left > 0:
                best = max(best, -value(position.play(move)))
        return best

    found = value(position)
    return found if left > 0 else None


def forces_a_win(game: Game[Any], position: Any, plies: int, mover: bool, nodes: int) -> bool:
    """Whether the player to move, or the other one, wins within so many plies whatever comes.

    No, too, if it takes more nodes to find out.
    """
    left = nodes

    def wins(position: Any, plies: int, mover: bool) -> bool:
        nonlocal left
        left -= 1
        legal = game.legal(position)
        if not legal or plies == 0 or left < 0:
            return not legal and position.result() == (1 if mover else -1)
        found = (wins(position.play(move), plies - 1, not mover) for move in legal)
        return any(found) if mover else all(found)

    return wins(position, plies, mover)


def small_game_values(game: Game[Any]) -> Values:
    """All positions of a small game with their values, by key; none of a larger one."""
    values: Values = {}
    if game.knowledge.solving.repeats or game.max_plies > SHORT:
        return values

    def value(position: Any) -> int:
        key = int(position.key())
        if key not in values and len(values) <= SMALL:
            legal = game.legal(position)
            best = max((-value(position.play(m)) for m in legal), default=int(position.result()))
            values[key] = position, best
        return values[key][1] if key in values else 0

    value(game.start())
    return values if len(values) <= SMALL else {}


def value_of(game: Game[Any], position: Any, known: Values) -> int | None:
    """The value of a position: as it is known, or if nothing is, as far as it is quick to find."""
    return known[position.key()][1] if known else quick_value(game, position, LATE_NODES)


def random_lines(game: Game[Any], seed: int) -> Iterator[list[Any]]:
    """The positions of random games, from the start to the end."""
    chance = random.Random(seed)
    for _ in range(LATE_GAMES):
        line = [game.start()]
        while len(line) <= game.max_plies and (legal := game.legal(line[-1])):
            line.append(line[-1].play(chance.choice(legal)))
        yield line


def late_positions(game: Game[Any], seed: int) -> Iterator[tuple[Any, int]]:
    """Positions of random games with their values; from the end back, as far as those are quick."""
    seen = set[int]()
    for line in random_lines(game, seed):
        for position in reversed(line[:-1]):
            value = quick_value(game, position, LATE_NODES)
            if value is None:
                break
            if position.key() not in seen:
                seen.add(position.key())
                yield position, value


def judged_positions(game: Game[Any], seed: int) -> Iterator[tuple[Any, int]]:
    """Positions in which the game goes on, with their values: all of them if the game is small."""
    known = small_game_values(game)
    if not known:
        yield from late_positions(game, seed)
    yield from (pair for pair in known.values() if game.legal(pair[0]))


def check_declared_keys(game: Game[Any], seed: int) -> None:
    """Raise `NonconformingError` if positions share a declared key, but have other values."""
    make = game.knowledge.load(game.knowledge.solving.keys)
    keys = make(game) if make else None
    if keys is None:
        return
    known, first = small_game_values(game), dict[int, Any]()
    every = [position for position, _ in known.values()]
    for position in every or chain.from_iterable(random_lines(game, seed)):
        other = first.setdefault(int(keys.key(position)), position)
        if other.key() == position.key():
            continue
        values = [value_of(game, each, known) for each in (other, position)]
        if None not in values and values[0] != values[1]:
            raise NonconformingError(
                f"{position} and {other} share a declared key, but not their value"
            )


@search_kernel
def fill_kept(position: Any, moves: Any, sieve: Any) -> int:
    """Fill in the moves that the sieve keeps; how many there are."""
    return int(sieve.keep(position, moves, position.fill_moves(moves)))


def check_sieve(game: Game[Any], seed: int) -> None:
    """Raise `NonconformingError` if the game's sieve leaves out a move that does not lose."""
    make = game.knowledge.load(game.knowledge.solving.sieve)
    if make is None:
        return
    sieve, room = make(game), move_buffer(game)
    fill_kept.require(game.start(), room, sieve)
    known = small_game_values(game)
    for position, _ in judged_positions(game, seed):
        here, legal = game.format_position(position), game.legal(position)
        with interpreted():
            kept = room[: fill_kept(position, room, sieve)].tolist()
        compiled = room[: fill_kept(position, room, sieve)].tolist()
        if kept != compiled:
            raise NonconformingError(f"compiled and interpreted sieves differ in {here}")
        if kept != [move for move in legal if move in kept]:
            raise NonconformingError(
                f"the sieve must keep moves in their order; it keeps {kept} of {legal}: {here}"
            )
        for move in set(legal).difference(kept):
            if value_of(game, position.play(move), known) not in (1, None):
                name = game.format_move(move)
                raise NonconformingError(
                    f"the sieve leaves out {name}, which does not lose, in {here}"
                )


@search_kernel
def may_win_soon(position: Any, plies: int, mover: int, soonest: Any) -> bool:
    """What the game's rule says of a side: the one to move if `mover` is 1."""
    return bool(soonest.may_win(position, plies, mover))


def check_soonest(game: Game[Any], seed: int) -> None:
    """Raise `NonconformingError` if the game rules out a win that can be forced so soon."""
    make = game.knowledge.load(game.knowledge.solving.soonest)
    if make is None:
        return
    rule = make(game)
    may_win_soon.require(game.start(), 0, 1, rule)
    asked = [(plies, mover) for plies in range(SOON + 1) for mover in (0, 1)]
    first = 0 if small_game_values(game) else -SOON - 1
    for line in random_lines(game, seed):
        for position in line[first:]:
            for plies, mover in asked:
                told = may_win_soon(position, plies, mover, rule)
                with interpreted():
                    plain = may_win_soon(position, plies, mover, rule)
                here = game.format_position(position)
                if told != plain:
                    raise NonconformingError(
                        f"compiled and interpreted rules of who may win soon differ in {here}"
                    )
                if not told and forces_a_win(game, position, plies, mover == 1, LATE_NODES):
                    side = "the side to move" if mover else "the side that moved"
                    raise NonconformingError(
                        f"soonest rules out that {side} wins within {plies} plies, but it does: "
                        f"{here}"
                    )


def check_endings(game: Game[Any], seed: int) -> None:
    """Raise `NonconformingError` if the game's endings give another result than the rules."""
    make = game.knowledge.load(game.knowledge.solving.endings)
    made = make(game, MEGABYTES, THREADS) if make else None
    if made is None:
        return
    fields = [getattr(each, "_fields", ()) for each in made]
    if len(made) != THREADS or not all("table" in names for names in fields):
        raise NonconformingError(
            "endings must be as many as there are threads, "
            "each with knows, answer and a field for its table, called table"
        )
    monitor = Monitor().array
    for position, value in judged_positions(game, seed):
        if not made[0].knows(position):
            continue
        for goal in (1, 0):
            begin_anew(monitor, ENDING_NODES)
            low, high = map(int, made[0].answer(position, goal, monitor))
            if not monitor[STOP]:
                check_answer(low, high, goal, value, game.format_position(position))


def check_answer(low: int, high: int, goal: int, value: int, here: str) -> None:
    """Raise `NonconformingError` if bounds do not hold, or do not say whether a goal is reached."""
    if not low <= value <= high:
        says = WORDS.get((low, high), f"is worth {low} to {high}")
        raise NonconformingError(
            f"the endings say that the side to move {says}, but it {WORDS[value, value]}: {here}"
        )
    if low < goal <= high:
        raise NonconformingError(
            f"the endings leave open whether the side to move reaches {goal}: {here}"
        )
