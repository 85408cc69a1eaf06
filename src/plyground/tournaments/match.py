"""Playing one game between two agents, whatever they do.

Agents are made anew for every game, with seeds that depend on the game alone. So a game does not
depend on which process played it, nor on what was played there before.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Never

from plyground.agents import Agent, agent, tighter
from plyground.agents.engine import EngineAgent
from plyground.agents.kinds import is_foreign
from plyground.errors import (
    ChangedCodeError,
    IllegalMoveError,
    InvalidMoveError,
    NonconformingError,
    PlygroundError,
)
from plyground.game import Game
from plyground.game.files import user_code_in
from plyground.tournaments.answers import UnfitAnswerError, plain_decision, said, shortened
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.guests import (
    Guest,
    GuestGoneError,
    GuestProcess,
    Guests,
    LostError,
    end_like,
    wanted_agent,
)
from plyground.tournaments.memory import MEGABYTE, MemoryMeter
from plyground.tournaments.plan import Conditions, PlannedGame, derived_seed
from plyground.tournaments.worker_status import NOBODY, WorkerStatus
from plyground.vocabulary import (
    Limit,
    Move,
    Outcome,
    Player,
    other,
)

CLOCK_SHARE = 20  # of the time left for a game, a move may take one part


class ForfeitError(Exception):
    """An agent lost its game by other means than the rules."""

    def __init__(self, player: Player, reason: str) -> None:
        """`reason` becomes one line of bounded length."""
        self.player = player
        self.reason = shortened(reason)
        super().__init__(self.reason)


@dataclass(frozen=True)
class Rules:
    """What all games of a tournament have in common."""

    reference: str  # the game's name or file
    game: Game[Any]
    conditions: Conditions
    parcels: Mapping[str, bytes] = field(default_factory=dict)  # for the processes of guests
    code: Mapping[str, str] = field(default_factory=dict)  # what the plan loaded, by agent


def play_game(
    rules: Rules,
    planned: PlannedGame,
    status: WorkerStatus | None = None,
    prepared: set[str] | None = None,
    guests: Guests | None = None,
) -> GameRecord:
    """
    The record of the game, played to its end or to a forfeit.

    What the agents do cannot make it fail; an error of the game's own rules does. `prepared` holds
    the agents that have played this game in this process before, for which all is compiled;
    agents of other people's code play in the processes of `guests`.
    """
    table = _Table(
        rules, planned, status, set() if prepared is None else prepared, guests or Guests()
    )
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
        self,
        rules: Rules,
        planned: PlannedGame,
        status: WorkerStatus | None,
        prepared: set[str],
        guests: Guests,
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.guests = guests
        self.prepared = prepared
        self.conditions = rules.conditions
        self.planned = planned
        self.status = status
        self.players: list[Agent] = []
        self.hosts: list[GuestProcess | None] = [None, None]  # of agents that have one
        self.preparing = False  # an agent that this process has not had before
        self.spent = [0.0, 0.0]
        self.meter = None if rules.conditions.memory is None else MemoryMeter()
        self.moves: list[MoveRecord] = []

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
            host = self.host(player, spec)
            self.preparing = not host.prepared if host else spec not in self.prepared
            made = self.seat(player, spec, host)
            if not self.preparing:
                continue
            self.guarded(player, lambda p=made: p.prepare(position))  # type: ignore[misc]
            self.prepared.add(spec)
            if self.meter:  # what was imported and compiled is not the agent's own
                self.guarded(player, made.close)
                self.meter.forget(player)
                self.seat(player, spec, host)
        self.preparing = False

    def host(self, player: Player, spec: str) -> GuestProcess | None:
        """The process of an agent of other people's code; ours plays here."""
        if not is_foreign(self.game, spec):
            return None
        return self.guests.process(spec, player if len(set(self.planned.agents)) == 1 else 0)

    def seat(self, player: Player, spec: str, host: GuestProcess | None) -> Agent:
        """The player's agent, made anew for this game."""
        seed = derived_seed(self.planned.seed, player)

        def make() -> Agent:
            if host:
                rules = self.rules
                wanted = wanted_agent(rules.reference, self.game, spec, rules.parcels)
                wanted = wanted._replace(code=rules.code.get(spec, ""))
                return Guest(self.game, wanted, seed, host)
            return agent(self.game, spec, seed)

        self.hosts[player] = host
        made: Agent = self.guarded(player, make)
        self.players[player:] = [made]
        self.guarded(player, made.new_game)
        return made

    def ask(self, position: Any, legal: list[Move]) -> Move:
        """The move of the agent whose turn it is, once it is checked and recorded."""
        player = position.player()
        limit = self.limit_for(player)
        begun = time.perf_counter()
        decision = self.guarded(
            player, lambda: self.players[player].choose(position, limit), self.allowed(player)
        )
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
        self, player: Player, answer: Any, position: Any, legal: list[Move], seconds: float
    ) -> tuple[Move, MoveRecord]:
        """The move of an answer, if it is legal, and its record."""
        try:
            decision = plain_decision(answer, player)
        except UnfitAnswerError as error:
            raise ForfeitError(player, str(error)) from error
        decision.statistics.seconds = seconds
        if decision.move not in legal:
            self.explain_illegal(player, position, decision.move)
        text = self.game.format_move(decision.move)
        return decision.move, MoveRecord(text, decision.score, decision.statistics)

    def guarded(self, player: Player, act: Callable[[], Any], allowed: float = math.inf) -> Any:
        """What `act` of the player's agent returns; any error forfeits the game.

        A guest that has not answered soon after so many seconds is ended.
        """
        host = self.hosts[player]
        if self.status:
            self.status.turn(player, self.preparing, allowed if host else None)
        process = host.identity if host else None
        measured = self.meter.at_work(player, process) if self.meter else None
        try:
            with measured or contextlib.nullcontext():
                answer = act()
            if host:
                self.look_after(other(player), host)
            return answer
        except (ForfeitError, ChangedCodeError):
            raise
        except GuestGoneError as gone:
            end_like(gone.code)
        except LostError as lost:
            raise ForfeitError(player, str(lost)) from lost
        except BaseException as error:
            raise ForfeitError(player, self.reason_of(player, error)) from error
        finally:
            if self.status:
                self.status.turn(NOBODY)

    def look_after(self, idle: Player, at_work: GuestProcess) -> None:
        """End as the idle player's process did, if it ended while the other one was at work.

        If the other could have ended it, it is not to blame; else it is, of what it has taken say.
        """
        host = self.hosts[idle]
        if host is None or host is at_work or not host.ended_idle():
            return
        if self.status and at_work.confined:
            self.status.turn(idle)
        elif self.status:
            self.status.ended(idle)
        end_like(host.ended or 0)

    def allowed(self, player: Player) -> float:
        """Seconds that the player may take for its next move, by the limits and the grace."""
        limit, whole = self.conditions.limit, self.conditions.game_seconds
        bounds = [limit.seconds] if limit and limit.seconds else []
        bounds += [max(0.0, whole - self.spent[player])] if whole is not None else []
        return min(bounds, default=math.inf) + self.conditions.grace

    def reason_of(self, player: Player, error: BaseException) -> str:
        """Why the player's agent loses when it raises this."""
        engine = player < len(self.players) and isinstance(self.players[player], EngineAgent)
        if engine and isinstance(error, (InvalidMoveError, IllegalMoveError)):
            return f"illegal move: {error}"
        place = user_code_in(error)
        where = f" ({place})" if place else ""
        return f"crash: {type(error).__name__}: {said(error)}{where}"

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

    def explain_illegal(self, player: Player, position: Any, move: Move) -> Never:
        """Forfeit the game of an agent whose move is not legal, and say why it is not."""
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
        if self.status:
            self.status.end()
