"""How many positions of Connect Four there are, estimated by sampling.

Arrangements with so many discs in every column, half of them of either player, are easy to count
and to draw at random. Those are positions of the game that can be reached by legal moves: nobody
had four in a line before the last ply, and the discs can be played in turn, from below. The share
of such arrangements, for each number of discs, gives the estimate. Bits are numbered as in
`rules`.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np

from plyground.games.connect_four.rules import four_along, has_four

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT
PILOT = 400  # arrangements for each number of discs, which say how to spread the rest
BLOCK = 50_000  # arrangements drawn at once
BITS = np.array(
    [1 << column * (HEIGHT + 1) + row for column in range(WIDTH) for row in range(HEIGHT)], np.int64
)
TRILLION = 1e12


def _ways() -> np.ndarray:
    """[columns, discs] -> how many heights of so many columns have so many discs."""
    ways = np.zeros((WIDTH + 1, CELLS + 1), np.int64)
    ways[0, 0] = 1
    for columns in range(1, WIDTH + 1):
        for discs in range(CELLS + 1):
            lowest = max(0, discs - HEIGHT)
            ways[columns, discs] = ways[columns - 1, lowest : discs + 1].sum()
    return ways


WAYS = _ways()


def arrangements(discs: int) -> int:
    """How many there are with so many discs."""
    return int(WAYS[WIDTH, discs]) * comb(discs, discs // 2)


def estimate_positions(samples: int, seed: int) -> dict[str, float]:
    """Positions in trillions, the standard error, and how many arrangements were drawn."""
    chance = np.random.default_rng(seed)
    reached = [count_reachable(discs, PILOT, chance) for discs in range(CELLS + 1)]
    # One more of each kind, so that a share of none does not mean that nothing is drawn.
    shares = [(found + 1) / (PILOT + 2) for found in reached]
    spreads = [arrangements(n) * sqrt(p * (1 - p)) for n, p in enumerate(shares)]
    total = variance = 0.0
    drawn = 0
    for discs, spread in enumerate(spreads):
        more = int(samples * spread / sum(spreads))
        count = PILOT + more
        found = reached[discs] + count_reachable(discs, more, chance)
        share = found / count
        total += arrangements(discs) * share
        variance += arrangements(discs) ** 2 * share * (1 - share) / count
        drawn += count
    return {"trillions": total / TRILLION, "error": sqrt(variance) / TRILLION, "samples": drawn}


def count_reachable(discs: int, count: int, chance: np.random.Generator) -> int:
    """How many of so many random arrangements are positions of the game."""
    found = 0
    for begin in range(0, count, BLOCK):
        size = min(BLOCK, count - begin)
        heights = draw_heights(discs, size, chance)
        first, second = draw_discs(discs, heights, chance)
        other = second if discs % 2 else first  # who did not play last
        for place in np.flatnonzero(~_has_four(other)).tolist():
            found += is_reachable(int(first[place]), int(second[place]), heights[place].tolist())
    return found


def draw_heights(discs: int, size: int, chance: np.random.Generator) -> Any:
    """[arrangement, column] -> discs in the column; all ways to share them are equally likely."""
    left, heights = np.full(size, discs), np.zeros((size, WIDTH), np.int64)
    for column in range(WIDTH):
        rest = WAYS[WIDTH - column - 1]
        steps = [np.where(left >= h, rest[np.maximum(left - h, 0)], 0) for h in range(HEIGHT + 1)]
        bounds = np.cumsum(np.stack(steps, axis=1), axis=1)  # [arrangement, height]
        drawn = chance.integers(0, bounds[:, -1])
        heights[:, column] = (drawn[:, None] >= bounds).sum(axis=1)
        left -= heights[:, column]
    return heights


def draw_discs(discs: int, heights: Any, chance: np.random.Generator) -> tuple[Any, Any]:
    """The discs of both players, [arrangement], shared out at random over the filled cells."""
    filled = (np.arange(HEIGHT) < heights[:, :, None]).reshape(len(heights), CELLS)
    sides = np.zeros((len(heights), discs), np.int64)
    sides[:, discs // 2 :] = 1
    cells = np.zeros(filled.shape, np.int64)
    cells[filled] = chance.permuted(sides, axis=1).ravel()
    first = cells @ BITS
    return first, filled.astype(np.int64) @ BITS ^ first


def _has_four(discs: Any) -> Any:
    """[arrangement] -> whether the discs contain four in a line."""
    lines = np.zeros_like(discs)
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        lines |= four_along(discs, step)
    return lines != 0


def is_reachable(first: int, second: int, heights: list[int]) -> bool:
    """Whether legal moves lead to these discs."""
    played = sum(heights)
    last, other = (first, second) if played % 2 else (second, first)
    if has_four(other, HEIGHT):
        return False
    if not has_four(last, HEIGHT):
        return can_be_played(first, heights)
    for column, height in enumerate(heights):
        top = 1 << column * (HEIGHT + 1) + height - 1 if height else 0
        if last & top and not has_four(last ^ top, HEIGHT):
            before = [*heights[:column], height - 1, *heights[column + 1 :]]
            if can_be_played(first & ~top, before):
                return True
    return False


def can_be_played(first: int, heights: list[int]) -> bool:
    """Whether the players can drop these discs in turn, the first player's being `first`."""
    tried: set[tuple[int, ...]] = set()
    so_far = [0] * WIDTH
    total = sum(heights)

    def go_on(played: int) -> bool:
        if played == total:
            return True
        state = tuple(so_far)
        if state in tried:
            return False
        tried.add(state)
        wanted = 1 - played % 2
        for column, height in enumerate(heights):
            row = so_far[column]
            if row < height and first >> column * (HEIGHT + 1) + row & 1 == wanted:
                so_far[column] += 1
                if go_on(played + 1):
                    return True
                so_far[column] -= 1
        return False

    return go_on(0)
