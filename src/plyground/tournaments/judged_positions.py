"""Positions that a solver has judged: what every move in them is worth, by proof.

They are drawn from games in which some moves are random and the others good, the share of each
drawn anew for every game; of each game one position. No two are the same, nor images of each
other under a symmetry: an agent that does not draw by chance would answer twice alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.agents import Agent
from plyground.agents import agent as make_agent
from plyground.agents.presets import searcher_of
from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.game.position import least_key
from plyground.search.analysis import worth
from plyground.solvers.lessons import UNSEEN, is_unseen
from plyground.solvers.solver import Options, Solver, solver_for
from plyground.vocabulary import Limit, Move, Proven

THOUGHT = Limit(nodes=300)  # for a good move
FIRST_GAMES = 20  # to see how long a game lasts
GAMES_EACH = 20  # to get to a ply that not every game reaches
ATTEMPTS = 100  # in a row that bring no new position; then there are no more
SOLVER_NODES = 2_000_000  # that the solver may look at for one position


@dataclass(frozen=True)
class JudgedPosition:
    """A position after so many plies, and what each legal move is worth to who makes it."""

    position: Any
    plies: int
    values: Mapping[Move, Proven]

    @property
    def keeping(self) -> list[Move]:
        """The moves after which the player still gets the position's result."""
        most = max(value.result for value in self.values.values())
        return [move for move, value in self.values.items() if value.result == most]

    @property
    def best(self) -> list[Move]:
        """The moves that win soonest or lose latest, where distances are known; or keep a draw."""
        most = max(map(worth, self.values.values()))
        return [move for move, value in self.values.items() if worth(value) == most]

    @property
    def can_err(self) -> bool:
        """Whether some legal move gives the result away."""
        return len(self.keeping) < len(self.values)


@dataclass(frozen=True)
class Draw:
    """Which positions are wanted."""

    count: int = 300
    seed: int = 1
    first: int = 0  # plies before the position, at least
    last: int | None = None  # and at most; None: to the end
    unseen: bool = False  # only those that are never taught, see `solvers.lessons`

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        for name, value in (("positions", self.count), ("seed", self.seed)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise InvalidParameterError(f"{name}={value!r} must be a whole number from 0 on")
        if not isinstance(self.unseen, bool):
            raise InvalidParameterError(f"unseen={self.unseen!r} must be True or False")
        if self.count < 1:
            raise InvalidParameterError(f"{self.count} positions: one is the least")
        if self.first < 0 or (self.last is not None and self.last < self.first):
            raise InvalidParameterError(
                f"plies from {self.first} to {self.last}: write 8, or a range such as 8..20"
            )


def read_plies(given: Any) -> tuple[int, int | None]:
    """The least and the most, of a number, of text as in 8 or 40..60, or of such a pair."""
    if given is None:
        return 0, None
    parts = given.split("..") if isinstance(given, str) else given
    parts = parts if isinstance(parts, (list, tuple)) else [parts]
    numbers = [_whole(part) for part in parts]
    if (
        len(parts) in (1, 2)
        and numbers[0] is not None
        and (numbers[-1] is not None or parts[-1] is None)
    ):
        return numbers[0], numbers[-1]
    raise InvalidParameterError(f"plies {given}: write a number or a range, as in 8 or 40..60")


def _whole(given: Any) -> int | None:
    """A whole number, or the text of one; None for anything else."""
    if isinstance(given, str) and given.strip().isdecimal():
        return int(given)
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def draw_positions(game: Game[Any], wanted: Draw) -> Iterator[tuple[Any, int]]:
    """Positions with the number of plies before them, as many as wanted or as can be found.

    Every number of plies is as likely as another, as far as there are positions.
    """
    chance, seen, vain = random.Random(wanted.seed), set[int](), 0
    with make_agent(game, searcher_of(game), wanted.seed) as thinker:
        thinker.prepare(game.start())
        longest = max(len(_play(game, chance, thinker)) for _ in range(FIRST_GAMES)) - 1
        last = longest if wanted.last is None else wanted.last
        while len(seen) < wanted.count and vain < ATTEMPTS and wanted.first <= last:
            vain += 1
            plies = chance.randint(wanted.first, last)
            position = _reach(game, chance, thinker, plies, wanted.unseen)
            if position is not None and (key := least_key(game, position)) not in seen:
                seen.add(key)
                vain = 0
                yield position, plies


def _reach(game: Game[Any], chance: random.Random, thinker: Agent, plies: int, unseen: bool) -> Any:
    """A position after so many plies in which a move can be made; None if no game gets there."""
    for _ in range(GAMES_EACH * (UNSEEN if unseen else 1)):
        passed = _play(game, chance, thinker, plies)
        if len(passed) > plies and (not unseen or is_unseen(least_key(game, passed[plies]))):
            return passed[plies]
    return None


def _play(
    game: Game[Any], chance: random.Random, thinker: Agent, last: int | None = None
) -> list[Any]:
    """The positions of one game in which a move could be made, up to the last that is wanted."""
    position, passed, randomness = game.start(), list[Any](), chance.random()
    while legal := game.legal(position):
        passed.append(position)
        if last is not None and len(passed) > last:
            break
        if chance.random() < randomness:
            move = chance.choice(legal)
        else:
            move = thinker.choose(position, THOUGHT).move
        position = position.play(move)
    return passed


class PositionJudge:
    """Asks the game's solver for the value of every move; with distances, where it counts them."""

    def __init__(self, game: Game[Any], nodes: int = SOLVER_NODES, distances: bool = True) -> None:
        """`nodes` bounds what the solver looks at for one position; distances cost more."""
        solver: Solver = solver_for(game)
        self.counts_plies = distances and "distance" in solver.uses
        self.solver = solver_for(game, Options(distance=True)) if self.counts_plies else solver
        self.game, self.limit = game, Limit(nodes=nodes)

    def judge(self, position: Any, plies: int) -> JudgedPosition | None:
        """What every move is worth; None if the limit came first."""
        found = self.solver.solve(position, self.limit, moves=True).moves
        if set(found) != set(self.game.legal(position)):
            return None
        return JudgedPosition(position, plies, found)


def judged_positions(
    game: Game[Any],
    wanted: Draw,
    nodes: int = SOLVER_NODES,
    report: Callable[[int], None] | None = None,
) -> tuple[list[JudgedPosition], int]:
    """The positions that the solver settled, and the number of those that it did not."""
    judge, found, missed = PositionJudge(game, nodes), list[JudgedPosition](), 0
    for position, plies in draw_positions(game, wanted):
        judged = judge.judge(position, plies)
        if judged is None:
            missed += 1
        else:
            found.append(judged)
        if report is not None:
            report(len(found) + missed)
    check_some(game, found, missed)
    return found, missed


def check_some(game: Game[Any], found: list[JudgedPosition], missed: int) -> None:
    """Raise `InvalidParameterError` if no position was settled."""
    if not found and not missed:
        raise InvalidParameterError(
            f"{game}: no position was found after so many plies, in which a move can be made; "
            f"games have {game.max_plies} plies at most"
        )
    if not found:
        raise InvalidParameterError(
            f"{game}: none of {missed} positions could be judged; give the solver more nodes, or "
            "take later plies, as in 40..60, or a smaller board"
        )
