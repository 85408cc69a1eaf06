"""Agents that know Connect Four's opening, and readings of its report's easy agent."""

from __future__ import annotations

import random
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.kinds_search import alphabeta, easy
from plyground.agents.request import Request, depth_of
from plyground.agents.searching import HumanlikeAgent
from plyground.errors import UnknownAgentError
from plyground.games.connect_four.solver.book import read_book, shipped_path
from plyground.games.connect_four.solver.dataset import PLIES, values_by_key
from plyground.games.connect_four.solver.search import key_of, plain_bounds
from plyground.games.connect_four.solver.solver import ConnectFourSolver, sign_of
from plyground.kernel import Monitor, popcount
from plyground.solvers.solver import Options
from plyground.vocabulary import Decision, Estimate, Limit, Proven


def lookup(request: Request, seconds: float = 1) -> Agent:
    """Plays 8 plies by the data set in a hash table, then searches; 7x6 only."""
    sizes = request.game.parameter_values
    if (sizes["width"], sizes["height"]) != (7, 6):
        raise UnknownAgentError(f"{request.name} plays only 7x6, not {request.game}")
    solver = ConnectFourSolver(request.game, Options(memory=8), read_book(shipped_path(7, 6)))
    rest = alphabeta(request, seconds=seconds)
    return LookupAgent(request.name, solver, values_by_key(solver), PLIES, rest)


def any_column(request: Request, depth: int = 5) -> Agent:
    """Wins if a win is in sight; otherwise any column, also one that loses."""
    seeing: Any = easy(request, depth)
    return AnyColumnAgent(seeing)


def easy_lookup(request: Request, depth: int = 5, ahead: int = 5) -> Agent:
    """Plays as easy does, with the data set's values in a tree of `ahead` plies; 7x6 only."""
    return EasyLookupAgent(known(request), easy(request, depth), depth_of(ahead), request.seed)


_known: list[Any] = []


def known(request: Request) -> LookupAgent:
    """The data set's values, one for all agents of a process: they are slow to back up."""
    if not _known:
        _known.append(lookup(request))
    agent: LookupAgent = _known[0]
    return agent


class AnyColumnAgent(Agent):
    """The easy agent, read as section IV.A of the report says it.

    Without a clear win, loss or draw it "simply plays a random valid column on the board".
    """

    def __init__(self, easy: HumanlikeAgent) -> None:
        """Sees as far as that agent, and draws from its stream of chance."""
        super().__init__(easy.game, easy.name)
        self.easy = easy

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """One of the moves that win by force, or any legal one."""
        found = self.easy.choose(position, limit, monitor)
        player = position.player()
        if isinstance(found.score, Proven) and found.score.seen_by(player).result > 0:
            return found
        move = self.easy.chance.choice(self.game.legal(position))
        return Decision(move, found.score, (move,), found.statistics)

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        self.easy.prepare(position)


class LookupAgent(Agent):
    """Plays Connect Four's opening from the data set in a hash table, as the report wished.

    Looks at all moves up to the ply of the data set and takes its values; a position that it does
    not contain counts as won if it is won at once, otherwise as a draw. From that ply on, `rest`
    plays.
    """

    def __init__(
        self, name: str, solver: ConnectFourSolver, values: dict[int, int], plies: int, rest: Agent
    ) -> None:
        """`values` are the first player's, by key, of positions after so many plies."""
        super().__init__(solver.game, name)
        self.solver = solver
        self.plies = plies
        self.rest = rest
        self._values = dict(values)  # earlier positions are added as they are looked at

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The best move by the table, the one nearest to the centre if several are."""
        if popcount(position.mine | position.theirs) >= self.plies:
            return self.rest.choose(position, limit, monitor)
        player, last = position.player(), self.solver.game.width - 1
        side = 1 if player == 0 else -1
        worth = {m: side * self.value(position.play(m)) for m in self.solver.game.legal(position)}
        best = max(worth.values())
        moves = [move for move, value in worth.items() if value == best]
        return Decision(min(moves, key=lambda move: abs(2 * move - last)), Estimate(best, player))

    def value(self, position: Any) -> int:
        """What the table makes of a position, for the first player."""
        mask, board = position.mine | position.theirs, self.solver.board
        key = key_of(position.mine, mask, self.solver.features, board)
        if key not in self._values:
            side = 1 if position.player() == 0 else -1
            least, most = plain_bounds(position.mine, mask, board)
            if least == most:
                self._values[key] = side * sign_of(least)
            elif popcount(mask) >= self.plies:
                self._values[key] = 0
            else:
                moves = self.solver.game.legal(position)
                self._values[key] = side * max(side * self.value(position.play(m)) for m in moves)
        return self._values[key]

    def new_game(self) -> None:
        """The table stays; the player of the rest may forget."""
        self.rest.new_game()


class EasyLookupAgent(Agent):
    """The report's own attempt with the data set (section V.A).

    Positions of its tree that are in the data set are worth what that says, all others nothing.
    Past the data set it is the easy agent, which does not know how to finish.
    """

    def __init__(self, known: LookupAgent, easy: Agent, ahead: int, seed: int | None) -> None:
        """`known` has the values, `easy` plays where the data set is out of sight."""
        super().__init__(easy.game, easy.name)
        self.known = known
        self.easy = easy
        self.ahead = ahead
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """Any of the best moves by the data set, if the tree reaches it."""
        distance = self.known.plies - popcount(position.mine | position.theirs)
        if not 0 < distance <= self.ahead:
            return self.easy.choose(position, limit, monitor)
        player = position.player()
        side = 1 if player == 0 else -1
        legal = self.game.legal(position)
        worth = {move: side * self.known.value(position.play(move)) for move in legal}
        best = max(worth.values())
        move = self.chance.choice([move for move, value in worth.items() if value == best])
        return Decision(move, Estimate(best, player), (move,))

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        self.easy.prepare(position)
