"""At which ply does a board of Konane fall into regions that cannot touch each other?

    python tools/konane_regions.py --size 8 --games 20 --depth 5 [--nodes 300000]

A jump is *possible* if some order of moves might ever allow it: where a stone of who jumps may come
to stand, one of the other beside it, and the square behind may come to be empty. Turns and all that
stands in the way are forgotten, so nothing that can happen is left out. Squares of a possible jump
belong to one region; regions that share no square are independent, and those in which somebody
still has a move make up the game as a sum. With --nodes, the first position of each game with
several regions, and each region alone, are solved: what a solver of sums could save at most.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict
from typing import Any, NamedTuple

import plyground as pg

AGENT = "alphabeta"


class Jump(NamedTuple):
    """From a square over the next to the one behind."""

    start: int
    over: int
    end: int


def jumps_of(rows: int, columns: int) -> list[Jump]:
    """All single jumps on a board; longer ones are made of these."""
    found = []
    for square in range(rows * columns):
        row, column = divmod(square, columns)
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= row + 2 * up < rows and 0 <= column + 2 * right < columns:
                step = up * columns + right
                found.append(Jump(square, square + step, square + 2 * step))
    return found


def possible_jumps(cells: list[int], jumps: list[Jump]) -> list[Jump]:
    """The jumps that may ever be made: a square tells whose stone may come to stand there."""
    stone = [content != 0 for content in cells]  # may one come to stand here?
    empty = [content == 0 for content in cells]  # may it come to be empty?
    left, found, grew = jumps, [], True
    while grew:
        able = [j for j in left if stone[j.start] and stone[j.over] and empty[j.end]]
        left = [j for j in left if j not in set(able)]
        found += able
        grew = bool(able)
        for jump in able:
            stone[jump.end] = empty[jump.start] = empty[jump.over] = True
    return found


def regions_of(cells: list[int], jumps: list[Jump]) -> list[set[int]]:
    """The squares of each region with a stone that can move now, the largest first."""
    regions: list[set[int]] = []
    for jump in possible_jumps(cells, jumps):
        touching = [region for region in regions if region & set(jump)]
        regions = [region for region in regions if not region & set(jump)]
        regions.append(set(jump).union(*touching))
    moving = [j for j in jumps if cells[j.start] and cells[j.over] and not cells[j.end]]
    alive = [region for region in regions if any(j.start in region for j in moving)]
    return sorted(alive, key=len, reverse=True)


def chains_of(cells: list[int], jumps: list[Jump]) -> int:
    """How many chains of stones side by side have a jump now: what looks independent."""
    chains: list[set[int]] = []
    for pair in {frozenset(j[:2]) for j in jumps if cells[j.start] and cells[j.over]}:
        touching = [chain for chain in chains if chain & pair]
        chains = [chain for chain in chains if not chain & pair]
        chains.append(set(pair).union(*touching))
    moving = {j.start for j in jumps if cells[j.start] and cells[j.over] and not cells[j.end]}
    return sum(bool(chain & moving) for chain in chains)


def played_game(game: pg.Game, depth: int, chance: random.Random) -> list[Any]:
    """The positions of a game between equals; the first two moves are drawn by lot."""
    reached = pg.Playthrough(game, game.start())
    for _ in range(2):
        reached = reached.play(chance.choice(game.legal(reached.position)))
    spec = f"{AGENT}(depth={depth})"
    return list(pg.play(reached, spec, spec, seed=chance.randrange(1 << 30)).playthrough.positions)


def nodes_to_solve(game: pg.Game, position: Any, most: int) -> int:
    """What a proof takes, or `most` where that is not enough."""
    if not game.legal(position):
        return 1
    return int(pg.solve(game, position, nodes=most).found.statistics.nodes)


def alone(game: pg.Game, position: Any, region: set[int]) -> Any:
    """The position with nothing but one region; whoever is to move stays so."""
    cells = [c if i in region else 0 for i, c in enumerate(game.cells(position))]
    return game.build(cells, position.player())


def saving(game: pg.Game, games: list[list[Any]], jumps: list[Jump], most: int) -> str:
    """Of the first position with several regions: nodes for all, and for its regions alone."""
    whole, parts, plies = [], [], []
    for positions in games:
        for ply, position in enumerate(positions[2:], 2):
            regions = regions_of(game.cells(position), jumps)
            if len(regions) > 1:
                whole.append(nodes_to_solve(game, position, most))
                each = [nodes_to_solve(game, alone(game, position, r), most) for r in regions]
                parts.append(sum(each))
                plies.append(ply)
                break
    if not plies:
        return "no position fell into several regions"
    middle = statistics.median
    return (
        f"first split: {len(plies)} games, ply {middle(plies):g}; nodes, the middle: "
        f"{middle(whole):,.0f} for the whole, {middle(parts):,.0f} for its regions alone"
    )


def main() -> None:
    """Play, count, and print a line for every fourth ply."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, usual in (("size", 8), ("games", 20), ("depth", 5), ("seed", 1), ("nodes", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    game = pg.game("konane", size=asked.size, opening="free")
    jumps, chance = jumps_of(asked.size, asked.size), random.Random(asked.seed)
    games = [played_game(game, asked.depth, chance) for _ in range(asked.games)]
    seen, chains = defaultdict(list), defaultdict(list)
    for positions in games:
        for ply, position in enumerate(positions[2:-1], 2):  # the last is over
            seen[ply].append([len(r) for r in regions_of(game.cells(position), jumps)])
            chains[ply].append(chains_of(game.cells(position), jumps))
    lengths = [len(positions) - 1 for positions in games]
    print(f"{len(games)} games of {min(lengths)} to {max(lengths)} plies")
    print("ply  games  with several regions  squares: of the largest, of all  chains that move")
    for ply in range(4, max(lengths), 4):
        sizes = [each for each in seen[ply] if each]
        split = sum(len(each) > 1 for each in sizes)
        largest, every = (sum(map(part, sizes)) / len(sizes) for part in (max, sum))
        squares = f"{largest:.1f} of {every:.1f}"
        print(
            f"{ply:3}  {len(sizes):5}  {split:20}  {squares:31} {statistics.mean(chains[ply]):.1f}"
        )
    if asked.nodes:
        print(saving(game, games, jumps, asked.nodes))


if __name__ == "__main__":
    main()
