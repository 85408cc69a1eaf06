"""Playing one game between two agents, whatever they do.

Agents are made anew for every game, with seeds that depend on the game alone. So a game does not
depend on which process played it, nor on what was played there before.
"""

from __future__ import annotations

import contextlib
import math
import operator
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from plyground.agents import Agent, agent, tighter
from plyground.agents.engine import EngineAgent
from plyground.agents.kinds import is_foreign
from plyground.arena.game_record import GameRecord, MoveRecord
from plyground.arena.memory import MEGABYTE, MemoryMeter
from plyground.arena.plan import Conditions, PlannedGame, derived_seed
from plyground.arena.surroundings import Apart
from plyground.arena.worker_status import NOBODY, WorkerStatus
from plyground.errors import (
    IllegalMoveError,
    InvalidMoveError,
    NonconformingError,
    PlygroundError,
)
from plyground.game import Game
from plyground.game.files import user_code_in
from plyground.vocabulary import (
    Estimate,
    Limit,
    Move,
    Outcome,
    Player,
    Proven,
    Score,
    Statistics,
    other,
)

LONGEST_REASON = 300
CLOCK_SHARE = 20  # of the time left for a game, a move may take one part
LARGEST_COUNT = 2**63 - 1  # that the store can hold
_counters = operator.attrgetter(*(counter.name for counter in fields(Statistics)))


class ForfeitError(Exception):
    """An agent lost its game by other means than the rules."""

    def __init__(self, player: Player, reason: str) -> None:
        """`reason` becomes one line of bounded length."""
        self.player = player
        self.reason = shortened(reason)
        super().__init__(self.reason)


def shortened(reason: str) -> str:
    """The reason as one line that fits into a table of results."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 3]}..."


@dataclass(frozen=True)
class Rules:
    """What all games of a tournament have in common."""

    reference: str  # the game's name or file
    game: Game[Any]
    conditions: Conditions


def play_game(
    rules: Rules,
    planned: PlannedGame,
    status: WorkerStatus | None = None,
    prepared: set[str] | None = None,
    pipes: Sequence[int] = (),
) -> GameRecord:
    """
    The record of the game, played to its end or to a forfeit.

    What the agents do cannot make it fail; an error of the game's own rules does. `prepared` holds
    the agents that have played this game in this process before, for which all is compiled;
    `pipes` the file descriptors that the process cannot do without.
    """
    table = _Table(rules, planned, status, set() if prepared is None else prepared)
    if any(is_foreign(rules.game, spec) for spec in planned.agents):
        table.apart = Apart([derived_seed(planned.seed, player) for player in (0, 1)], pipes)
    try:
        outcome, forfeit = table.play(), False
    except ForfeitError as lost:
        outcome, forfeit = Outcome(other(lost.player), lost.reason), True
    finally:
        table.leave()
    return record_of(
        rules.reference, rules.game.parameter_values, planned, table.moves, outcome, forfeit
    )


def record_of(
    reference: str,
    parameters: Mapping[str, int | str],
    planned: PlannedGame,
    moves: list[MoveRecord],
    outcome: Outcome,
    forfeit: bool,
) -> GameRecord:
    """The record of a planned game that went like this."""
    return GameRecord(
        game=reference,
        parameters=dict(parameters),
        agents=planned.agents,
        opening=planned.opening,
        moves=tuple(moves),
        winner=outcome.winner,
        reason=outcome.reason,
        forfeit=forfeit,
        pair=planned.pair,
        seed=planned.seed,
    )


class _Table:
    """A game under way: the position, the two agents and their clocks."""

    def __init__(
        self, rules: Rules, planned: PlannedGame, status: WorkerStatus | None, prepared: set[str]
    ) -> None:
        self.game = rules.game
        self.prepared = prepared
        self.conditions = rules.conditions
        self.planned = planned
        self.status = status
        self.players: list[Agent] = []
        self.preparing = False  # an agent that this process has not had before
        self.spent = [0.0, 0.0]
        self.meter = None if rules.conditions.memory is None else MemoryMeter()
        self.moves: list[MoveRecord] = []
        self.apart: Apart | None = None  # from each other, where agents are code of other people

    def play(self) -> Outcome:
        """How the game ended by its rules; `ForfeitError` if it ended otherwise."""
        game, position = self.game, self.game.start()
        for text in self.planned.opening:
            position = position.play(game.parse_move(text))
        if self.status:
            self.status.begin(self.planned.number)
        self.seat_players(position)
        for _ in range(game.max_plies + 1):
            legal = game.legal(position)
            if not legal:
                outcome = game.outcome(position)
                assert outcome is not None
                return outcome
            position = position.play(self.ask(position, legal))
        raise NonconformingError(f"{game} goes on after {game.max_plies} plies, its max_plies")

    def seat_players(self, position: Any) -> None:
        """Make both agents, and have ready what they need to begin in this position."""
        for player, spec in enumerate(self.planned.agents):
            self.preparing = spec not in self.prepared
            made = self.seat(player, spec)
            if not self.preparing:
                continue
            with self.apart.rehearsing(player) if self.apart else contextlib.nullcontext():
                self.guarded(player, lambda p=made: p.prepare(position))  # type: ignore[misc]
            self.prepared.add(spec)
            if self.meter:  # what was imported and compiled is not the agent's own
                self.guarded(player, made.close)
                self.meter.forget(player)
                self.seat(player, spec)
        self.preparing = False

    def seat(self, player: Player, spec: str) -> Agent:
        """The player's agent, made anew for this game."""
        seed = derived_seed(self.planned.seed, player)
        made: Agent = self.guarded(player, lambda: agent(self.game, spec, seed))
        self.players[player:] = [made]
        self.guarded(player, made.new_game)
        return made

    def ask(self, position: Any, legal: list[Move]) -> Move:
        """The move of the agent whose turn it is, once it is checked and recorded."""
        player = position.player()
        limit = self.limit_for(player)
        begun = time.perf_counter()
        decision = self.guarded(player, lambda: self.players[player].choose(position, limit))
        seconds = time.perf_counter() - begun
        self.check_clock(player, limit, seconds)
        self.check_memory(player)
        move, judged = self.guarded(
            player, lambda: self.taken(player, decision, position, legal, seconds)
        )
        self.moves.append(judged)
        if self.status:
            self.status.moved(judged.move)
        return int(move)

    def taken(
        self, player: Player, decision: Any, position: Any, legal: list[Move], seconds: float
    ) -> tuple[Move, MoveRecord]:
        """The move of a decision and its record; what the agent answered may be code of its own."""
        move = self.checked_move(player, decision, position, legal)
        try:
            score = _score_of(decision, player)
            statistics = _statistics_of(decision, seconds)
        except BaseException as error:
            raise ForfeitError(player, f"crash: its decision is unfit: {_said(error)}") from error
        return move, MoveRecord(self.game.format_move(move), score, statistics)

    def guarded(self, player: Player, act: Callable[[], Any]) -> Any:
        """What `act` of the player's agent returns; any error forfeits the game."""
        if self.status:
            self.status.turn(player, self.preparing)
        try:
            with self.surrounded(player):
                return act()
        except ForfeitError:
            raise
        except BaseException as error:
            raise ForfeitError(player, self.reason_of(player, error)) from error
        finally:
            if self.status:
                self.status.turn(NOBODY)

    @contextlib.contextmanager
    def surrounded(self, player: Player) -> Iterator[None]:
        """What happens inside is the player's doing, and nothing of it is the opponent's."""
        with contextlib.ExitStack() as kept:
            if self.apart:
                kept.enter_context(self.apart.at_work(player))
            if self.meter:
                kept.enter_context(self.meter.at_work(player))
            yield

    def reason_of(self, player: Player, error: BaseException) -> str:
        """Why the player's agent loses when it raises this."""
        engine = player < len(self.players) and isinstance(self.players[player], EngineAgent)
        if engine and isinstance(error, (InvalidMoveError, IllegalMoveError)):
            return f"illegal move: {error}"
        place = user_code_in(error)
        where = f" ({place})" if place else ""
        return f"crash: {type(error).__name__}: {_said(error)}{where}"

    def check_memory(self, player: Player) -> None:
        """Forfeit the game of an agent that made the process grow by more than it may."""
        allowed = self.conditions.memory
        if self.meter and allowed is not None and self.meter.most[player] > allowed * MEGABYTE:
            grown = self.meter.most[player] / MEGABYTE
            raise ForfeitError(
                player,
                f"memory: {grown:.0f} MB more than at its start, {allowed:g} MB were allowed",
            )

    def limit_for(self, player: Player) -> Limit | None:
        """The limit that the agent gets for its next move."""
        limit, whole = self.conditions.limit, self.conditions.game_seconds
        if whole is None:
            return limit
        left = max(0.001, (whole - self.spent[player]) / CLOCK_SHARE)
        return tighter(limit, Limit(seconds=left))

    def check_clock(self, player: Player, limit: Limit | None, seconds: float) -> None:
        """Forfeit the game of an agent that took longer than it may, for a move or in all."""
        self.spent[player] += seconds
        bound, grace = self.conditions.limit, self.conditions.grace
        allowed = bound.seconds if bound else None
        if allowed is not None and seconds > allowed + grace:
            raise ForfeitError(
                player, f"overrun: {seconds:.3f} s for a move, {allowed:g} s were allowed"
            )
        whole = self.conditions.game_seconds
        if whole is not None and self.spent[player] > whole + grace:
            raise ForfeitError(
                player, f"overrun: {self.spent[player]:.3f} s in all, {whole:g} s were allowed"
            )

    def checked_move(self, player: Player, decision: Any, position: Any, legal: list[Move]) -> Move:
        """The move of a decision, if it is legal."""
        try:
            move = operator.index(decision.move)
        except BaseException as error:
            raise ForfeitError(
                player, f"illegal move: answered {_shown(decision)}, which is no decision"
            ) from error
        if move in legal:
            return move
        try:
            self.game.play(position, move)
        except PlygroundError as error:
            raise ForfeitError(player, f"illegal move: {error}") from error
        raise AssertionError("a move that is not legal can be played")

    def leave(self) -> None:
        """Let agents that hold something (an engine's process, say) give it back."""
        self.preparing = False
        for player, made in enumerate(self.players):
            with contextlib.suppress(ForfeitError):
                self.guarded(player, made.close)
        if self.apart:
            self.apart.close()
        if self.status:
            self.status.end()


def _said(error: BaseException) -> str:
    """What the error says, if it can."""
    try:
        return f"{error}"
    except BaseException:
        return "(it does not say why)"


def _shown(answer: Any) -> str:
    try:
        return f"{answer!r:.80}"
    except BaseException:
        return f"a {type(answer).__name__}"


def _score_of(decision: Any, player: Player) -> Score | None:
    """The score for the player who moves, in plain numbers; None for none or an infinite one."""
    score = decision.score
    if score is None:
        return None
    seen = score.seen_by(player)
    if isinstance(seen, Proven):
        distance = None if seen.distance is None else int(seen.distance)
        if seen.result not in (-1, 0, 1) or not 0 <= (distance or 0) <= LARGEST_COUNT:
            raise ValueError(f"{seen!r} is no proven score")
        return Proven(int(seen.result), player, distance)
    value = float(seen.value)
    return Estimate(value, player) if math.isfinite(value) else None


def _statistics_of(decision: Any, seconds: float) -> Statistics:
    """What the agent counted, in plain numbers, and the time that really passed."""
    numbers = [int(number) for number in _counters(decision.statistics)]
    if min(numbers) < 0 or max(numbers) > LARGEST_COUNT:
        raise ValueError(f"counts must be from 0 to {LARGEST_COUNT}")
    counted = Statistics(*numbers)
    counted.seconds = seconds
    return counted
