"""Random games with their true values: what solvers must not get wrong.

A game is a random graph, drawn from the parameter `seed`, in which every move leads to a later
node; so lines transpose, and values come from walking the nodes backwards. All random games have
one class of positions, so that a search is compiled once for many games. By chance there are draws
at ends, games that the last move loses, nodes with one move alone (a pass), symmetries, keys of 62
random bits, and what a game may declare for solving: a sieve, endings, `soonest`. A row of the
table of a game:

    result | moves | child of each move | turn of each move | key for each player and image

The result and the value of a node are those of the side to move, whoever that is. The images of a
node differ in their keys; in every other one, moves are numbered backwards. A move of a symmetric
game may lead to another image.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

import plyground as pg
from plyground.solvers.exact_keys import OwnKeys
from plyground.solvers.exact_search import AnySoon, KeepAll
from plyground.solvers.exact_table import whole_table

MOVES, IMAGES = 6, 4  # at most
RESULT, COUNT, CHILD = 0, 1, 2  # columns; those of children, turns and keys are several
TURN = CHILD + MOVES
KEY = TURN + MOVES
COLUMNS = KEY + 2 * IMAGES
NEVER = 1000  # plies in which a side wins that cannot
KEY_BITS = 62
TOP_KEY = (1 << KEY_BITS) - 1


@pg.compiled
class GraphPosition(NamedTuple):
    seed: int
    node: int
    mover: int
    image: int
    images: int  # of the game
    rows: Any  # [node, column]

    def fill_moves(self, moves):
        count = int(self.rows[self.node, COUNT])
        for move in range(count):
            moves[move] = move
        return count

    def place(self, move):
        """The column of a move, which is numbered from the other end in every other image."""
        return move if self.image % 2 == 0 else int(self.rows[self.node, COUNT]) - 1 - move

    def play(self, move):
        place = self.place(move)
        child = int(self.rows[self.node, CHILD + place])
        image = (self.image + int(self.rows[self.node, TURN + place])) % self.images
        return GraphPosition(self.seed, child, 1 - self.mover, image, self.images, self.rows)

    def result(self):
        return int(self.rows[self.node, RESULT])

    def key(self):
        return int(self.rows[self.node, KEY + IMAGES * self.mover + self.image])

    def player(self):
        return self.mover

    def transform(self, symmetry):
        image = (self.image + symmetry) % self.images
        return GraphPosition(self.seed, self.node, self.mover, image, self.images, self.rows)

    def transform_move(self, symmetry, move):
        return move if symmetry % 2 == 0 else int(self.rows[self.node, COUNT]) - 1 - move


@pg.compiled
class GraphSieve(NamedTuple):
    """Leaves out some of the moves that lose."""

    left_out: Any  # [node, place]

    def keep(self, position, moves, count):
        kept = 0
        for i in range(count):
            if self.left_out[position.node, position.place(int(moves[i]))] == 0:
                moves[kept] = moves[i]
                kept += 1
        return kept


@pg.compiled
class GraphEndings(NamedTuple):
    """Knows some of the nodes: their value, or whether they reach the goal and no more."""

    table: Any
    known: Any  # [node]
    values: Any  # [node]
    exact: int

    def knows(self, position):
        return self.known[position.node] != 0

    def answer(self, position, goal, monitor):
        value = int(self.values[position.node])
        if self.exact:
            return value, value
        return (goal, 1) if value >= goal else (-1, goal - 1)


@pg.compiled
class GraphSoonest(NamedTuple):
    """Rules wins out that come later, by fewer plies than could be told."""

    plies: Any  # [node, side]: in which the other side, or the side to move, wins
    slack: Any  # [node]

    def may_win(self, position, plies, mover):
        return self.plies[position.node, mover] - self.slack[position.node] <= plies


class Drawn(NamedTuple):
    """A game that was drawn, and what is true of it."""

    rows: Any  # [node, column]
    images: int
    mover: int  # at the start
    max_plies: int
    symmetry_plies: int
    values: Any  # [node]: for the side to move
    plies: Any  # [node]: to the end under best play, 0 where it is a draw
    sieve: Any
    endings: (
        Any  # of how many nodes they know the value, whether that is exact; None if there are none
    )
    soonest: Any


@functools.lru_cache(maxsize=512)
def drawn(seed: int) -> Drawn:
    """Draw the game of that seed."""
    chance = random.Random(seed)
    layers = _layers(chance)
    images = chance.choice([1, 1, 2, 4])
    rows = _rows(chance, layers, images)
    values, plies = _solved(rows)
    nodes = range(len(rows))
    wins = np.array([[plies[n] if values[n] == side else NEVER for side in (-1, 1)] for n in nodes])
    slack = np.array([chance.choice([0, 0, 1, 3, 2 * NEVER]) for _ in nodes])
    known = np.array([int(chance.random() < 2 * n / len(rows) - 0.6) for n in nodes])
    endings = known, values, int(chance.random() < 0.5)
    return Drawn(
        rows,
        images,
        chance.randrange(2),
        len(layers) - 1 + chance.randrange(3),
        chance.choice([0, 1, 2, 6, 50]),
        values,
        plies,
        GraphSieve(_left_out(chance, rows, values)) if chance.random() < 0.4 else KeepAll(),
        endings if chance.random() < 0.35 else None,
        GraphSoonest(wins, slack) if chance.random() < 0.4 else AnySoon(),
    )


def _layers(chance: random.Random) -> list[list[int]]:
    """The nodes by how many plies they are from the start at least."""
    width = chance.choice([1, 3, 6, 12, 30])
    layers, count = [[0]], 1
    for _ in range(chance.choice([1, 2, 3, 5, 8, 12])):
        layers.append([*range(count, count + chance.randint(1, width))])
        count += len(layers[-1])
    return layers


def _rows(chance: random.Random, layers: list[list[int]], images: int) -> Any:
    """The table of a game."""
    rows = np.zeros((layers[-1][-1] + 1, COLUMNS), np.int64)
    results = chance.choice([(-1, 0, 1), (-1, 0, 1), (-1, 0, 0, 0, 1), (-1, 1), (-1,), (1,)])
    most, jumps = chance.choice([1, 2, 4, MOVES]), chance.choice([0, 0, 0.3])
    for ply, layer in enumerate(layers):
        for node in layer:
            rows[node, RESULT] = chance.choice(results)
            ends = ply == len(layers) - 1 or (ply and chance.random() < 0.15)
            passes = chance.random() < 0.1
            rows[node, COUNT] = 0 if ends else 1 if passes else chance.randint(1, most)
            for place in range(rows[node, COUNT]):
                to = ply + 1
                while to < len(layers) - 1 and chance.random() < jumps:
                    to += 1
                rows[node, CHILD + place] = chance.choice(layers[to])
                rows[node, TURN + place] = chance.randrange(images)
    rows[:, KEY:] = np.reshape(_keys(chance, 2 * IMAGES * len(rows)), (len(rows), -1))
    return rows


def _keys(chance: random.Random, count: int) -> list[int]:
    """So many different keys: of random bits, or some that differ in few of them."""
    kinds = (
        lambda: chance.getrandbits(KEY_BITS),
        lambda: chance.getrandbits(16),
        lambda: TOP_KEY - chance.getrandbits(16),
        lambda: chance.getrandbits(16) << KEY_BITS - 16,
    )
    kinds = kinds if chance.random() < 0.3 else kinds[:1]
    keys: dict[int, None] = {}
    while len(keys) < count:
        keys[chance.choice(kinds)()] = None
    return list(keys)


def _solved(rows: Any) -> tuple[Any, Any]:
    """The value of each node, and how many plies a game lasts that is won or lost."""
    values, plies = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for node in reversed(range(len(rows))):
        children = rows[node, CHILD : CHILD + rows[node, COUNT]]
        values[node] = max(-values[children], default=rows[node, RESULT])
        lasting = [plies[child] + 1 for child in children if -values[child] == values[node]]
        if lasting and values[node]:
            plies[node] = min(lasting) if values[node] > 0 else max(lasting)
    return values, plies


def _left_out(chance: random.Random, rows: Any, values: Any) -> Any:
    """For each node and move, 1 if a sieve leaves it out."""
    left_out = np.zeros((len(rows), MOVES), np.int64)
    for node in range(len(rows)):
        for place in range(rows[node, COUNT]):
            loses = values[rows[node, CHILD + place]] == 1
            left_out[node, place] = loses and chance.random() < 0.6
    return left_out


def exact_keys(game):
    return OwnKeys(exact=1)


def sieve(game):
    return drawn(game.seed).sieve


def endings(game, megabytes, threads):
    known = drawn(game.seed).endings
    return known and [GraphEndings(whole_table(0.01, 1), *known) for _ in range(threads)]


def soonest(game):
    return drawn(game.seed).soonest


@dataclass(frozen=True)
class RandomGame(pg.Game):
    name, title, summary = "random_game", "Random game", "Reach a node that is worth something."
    position_class, shape = GraphPosition, pg.Grid(1, 1)
    max_moves = move_limit = MOVES
    knowledge = pg.Knowledge(
        solving=pg.Solving(keys=exact_keys, sieve=sieve, endings=endings, soonest=soonest)
    )
    seed: int = pg.parameter(0, "which game", low=0, high=10**9)

    def __post_init__(self):
        solving = replace(self.knowledge.solving, symmetry_plies=drawn(self.seed).symmetry_plies)
        object.__setattr__(self, "knowledge", replace(self.knowledge, solving=solving))
        super().__post_init__()

    @property
    def symmetries(self):
        return drawn(self.seed).images

    @property
    def max_plies(self):
        return drawn(self.seed).max_plies

    def start(self):
        return self.at(0, drawn(self.seed).mover, 0)

    def at(self, node, mover, image):
        game = drawn(self.seed)
        return GraphPosition(self.seed, node, mover, image, game.images, game.rows)

    def cells(self, position):
        return [0]

    def build(self, cells, player):
        raise pg.InvalidPositionError("the one cell does not tell the node")

    def format_position(self, position):
        return f"{position.node} {position.mover} {position.image}"

    def parse_position(self, text):
        return self.at(*map(int, text.split()))

    def format_move(self, move):
        return f"m{move}"

    def parse_move(self, text):
        if text not in [f"m{move}" for move in range(MOVES)]:
            raise pg.InvalidMoveError(f"a move is m0 to m{MOVES - 1}")
        return int(text[1:])
