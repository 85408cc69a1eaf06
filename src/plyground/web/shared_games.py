"""Games that two people play together: whose turn it is, clocks, offers, and who looks on.

A shared game has a name, which lets people watch, and a secret key for each of its two seats. The
server's clock counts, from the first move on; the rules of the game check every move. All of it is
in memory alone: a server that ends forgets its shared games. Safe to use from any thread.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

from plyground.errors import GameOverError, InvalidMoveError
from plyground.vocabulary import Move, Outcome, Player
from plyground.web.boards import Reached, outcome_view, play_move, position_view
from plyground.web.models import PositionView
from plyground.web.problems import (
    BusyError,
    ForeignSeatError,
    NotNowError,
    UnknownSharedGameError,
)
from plyground.web.shared_clock import Now, SharedClock
from plyground.web.shared_models import (
    MOST_MOVES,
    ActRequest,
    OfferKind,
    OfferView,
    SharedView,
)

MOST_GAMES = 200
MOST_SPECTATORS = 100  # of one game; players are not counted
MOST_OF_SEAT = 8  # pages of one seat at once; a further one displaces the oldest
LONGEST_IDLE = 6 * 60 * 60  # seconds without anybody doing anything

OFFERS: dict[str, OfferKind] = {
    "offer_draw": "draw",
    "ask_takeback": "takeback",
    "offer_rematch": "rematch",
}

Listener = Callable[[], object]


class SharedGame:
    """One game with its two seats, and those that follow it as rematches."""

    def __init__(self, begins: Reached, clock: SharedClock | None, now: Now) -> None:
        """Where it begins, with nobody there."""
        self.name = secrets.token_urlsafe(9)
        self.keys = [secrets.token_urlsafe(16) for _ in range(2)]
        self.is_closed = False
        self.joined = [False, False]
        self._reached = self._begins = begins
        self._clock = clock
        self._ended: Outcome | None = None  # otherwise than by the rules
        self._offer: OfferView | None = None
        self._offers = 0  # made so far
        self._declined: list[tuple[OfferKind, Player]] = []  # since the last move
        self._watching: dict[Listener, Player | None] = {}
        self._now = now
        self._touched = now()
        self._lock = threading.RLock()

    # --- who is there -------------------------------------------------------------------------

    def seat_of(self, key: str | None) -> Player | None:
        """The seat that a key belongs to; None without a key. A wrong one is refused."""
        if key is None:
            return None
        for player, known in enumerate(self.keys):
            if secrets.compare_digest(key.encode(), known.encode()):
                return player
        raise ForeignSeatError("this key belongs to no seat of this game; ask for the link again")

    def view_with(self, key: str | None) -> SharedView:
        """The game for who has this key; a rematch gives it the other seat."""
        return self.view(self.seat_of(key))

    def join(self, seat: Player | None, listener: Listener) -> None:
        """Look on until one leaves; `listener` is called after every change.

        Spectators are refused beyond a bound, a player never: the oldest page of the seat is
        displaced, which its listener finds out with `is_watched_by`.
        """
        with self._lock:
            alike = [other for other, of in self._watching.items() if of == seat]
            if seat is None and len(alike) >= MOST_SPECTATORS:
                raise BusyError(f"{MOST_SPECTATORS} people watch this game already")
            displaced = alike[:1] if seat is not None and len(alike) >= MOST_OF_SEAT else []
            for other in displaced:
                del self._watching[other]
            self._watching[listener] = seat
            if seat is not None:
                self.joined[seat] = True
            self._changed()
            for other in displaced:
                other()

    def is_watched_by(self, listener: Listener) -> bool:
        """Return whether the listener has joined and was not displaced."""
        return listener in self._watching

    def leave(self, listener: Listener) -> None:
        """Look on no more, if one did."""
        with self._lock:
            if listener in self._watching:
                del self._watching[listener]
                self._changed()

    @property
    def idle_seconds(self) -> float:
        """Since anybody did anything."""
        return self._now() - self._touched

    @property
    def is_disposable(self) -> bool:
        """Whether nobody looks at it, and it is over or never began."""
        return not self._watching and (self._outcome() is not None or not self._reached.moves)

    def close(self) -> None:
        """Tell those who look on that this game is gone."""
        with self._lock:
            self.is_closed = True
            self._changed()

    def _changed(self) -> None:
        self._touched = self._now()
        for listener in list(self._watching):
            listener()

    # --- what it looks like -------------------------------------------------------------------

    def view(self, seat: Player | None) -> SharedView:
        """The game for who has this seat, as of now."""
        with self._lock:
            self._look_at_clock()
            return SharedView(
                shared=self.name,
                seat=seat,
                view=self._position_view(),
                joined=list(self.joined),
                present=[player in self._watching.values() for player in (0, 1)],
                spectators=sum(seat is None for seat in self._watching.values()),
                clock=self._clock.view() if self._clock else None,
                offer=self._offer,
            )

    def _position_view(self) -> PositionView:
        view = position_view(self._reached)
        if self._ended is None:
            return view
        outcome = outcome_view(self._reached.game, self._ended)
        return view.model_copy(update={"outcome": outcome, "status": outcome.text, "legal": []})

    def seconds_to_flag(self) -> float | None:
        """How long until somebody's time is up, if nobody moves; None: never."""
        with self._lock:
            if self._clock is None or self._clock.running is None:
                return None
            self._clock.settle()
            return self._clock.left[self._clock.running]

    def _outcome(self) -> Outcome | None:
        return self._ended or self._reached.game.outcome(self._reached.position)

    # --- what players do ----------------------------------------------------------------------

    def act(self, asked: ActRequest) -> SharedView:
        """Do what a player asks for, if it may be done now; the game after it."""
        with self._lock:
            seat = self.seat_of(asked.key)
            assert seat is not None
            self._require_now(asked)
            if asked.action == "move":
                self._move(seat, asked.move)
            elif asked.action == "resign":
                self._end(Outcome(1 - seat, f"{self._player(seat)} resigned"))
            elif asked.action in OFFERS:
                self._propose(OFFERS[asked.action], seat)
            elif asked.action == "accept":
                self._accept(seat, self._offer_numbered(asked.offer))
            else:
                self._decline(seat, self._offer_numbered(asked.offer))
            self._changed()
            return self.view_with(asked.key)

    def _require_now(self, asked: ActRequest) -> None:
        if not all(self.joined):
            raise NotNowError("the other player is not here yet")
        self._look_at_clock()
        outcome = self._outcome()
        is_answer = asked.action in ("accept", "decline") and self._offer is not None
        is_about_rematch = asked.action == "offer_rematch" or is_answer
        if outcome is not None and not is_about_rematch:
            raise GameOverError(f"the game is over: {self._reached.game.describe(outcome)}")
        if outcome is None and asked.action == "offer_rematch":
            raise NotNowError("the game is still on; a rematch follows its end")
        if asked.ply != len(self._reached.moves):
            raise NotNowError("the game has moved on meanwhile; look again")

    def _move(self, seat: Player, move: str | Move | None) -> None:
        if seat != self._reached.position.player():
            raise ForeignSeatError(f"it is {self._player(1 - seat)}'s turn")
        if move is None:
            raise InvalidMoveError("a move is missing")
        if len(self._reached.moves) >= MOST_MOVES:
            raise NotNowError(f"a shared game has at most {MOST_MOVES} moves; agree on a draw")
        self._reached = play_move(self._reached, move)
        self._declined.clear()
        if self._offer and (self._offer.kind == "takeback" or self._offer.player != seat):
            self._offer = None  # a move is a no
        if self._clock is not None:
            self._clock.settle()
            if self._clock.running is not None:
                self._clock.left[seat] += self._clock.increment
        if self._outcome() is not None:
            self._offer = None
        self._run_clock()

    def _propose(self, kind: OfferKind, seat: Player) -> None:
        offer = self._offer
        if offer is not None and kind == offer.kind == "rematch" and offer.player != seat:
            self._begin_again()  # both want it
            return
        if offer is not None:
            raise NotNowError(f"a {offer.kind} is being asked for; answer that first")
        if (kind, seat) in self._declined:
            raise NotNowError("that was declined; ask again after a move")
        if kind == "takeback" and self._before(seat) is None:
            raise NotNowError("there is no move of yours to take back")
        self._offers += 1
        self._offer = OfferView(kind=kind, player=seat, number=self._offers)

    def _offer_numbered(self, number: int | None) -> OfferView:
        """Return the open offer, which must be the one that an answer names."""
        if self._offer is None:
            raise NotNowError("nothing is offered; what you answer was withdrawn or answered")
        if number is None:
            raise InvalidMoveError(
                f"name the offer to answer, by its number: offer={self._offer.number}"
            )
        if number != self._offer.number:
            raise NotNowError("the offer that you answer was replaced by another; look again")
        return self._offer

    def _accept(self, seat: Player, offer: OfferView) -> None:
        if offer.player == seat:
            raise NotNowError("the other player asks for nothing")
        self._offer = None
        if offer.kind == "rematch":
            self._begin_again()
            return
        if offer.kind == "draw":
            self._end(Outcome(None, "both players agreed"))
            return
        plies = self._before(offer.player)
        assert plies is not None  # or it could not have been asked for
        reached = self._reached
        self._reached = reached._replace(
            moves=reached.moves[:plies], steps=reached.steps[: plies + 1]
        )
        self._run_clock()

    def _decline(self, seat: Player, offer: OfferView) -> None:
        """Say no to the other's wish, or give up one's own."""
        if offer.player != seat:
            self._declined.append((offer.kind, offer.player))
        self._offer = None

    def _before(self, player: Player) -> int | None:
        """How many moves were played before the last one of this player; None without one."""
        plies = self._reached.plies
        return next((n for n in reversed(range(len(plies))) if plies[n].player == player), None)

    def _begin_again(self) -> None:
        """From where it began, with the sides changed; keys, links and those who look on stay."""
        self.keys.reverse()
        self.joined.reverse()
        for listener, seat in self._watching.items():
            self._watching[listener] = None if seat is None else 1 - seat
        self._reached = self._begins
        self._ended = self._offer = None
        self._declined.clear()
        if self._clock is not None:
            self._clock.begin_again()

    def _end(self, outcome: Outcome) -> None:
        self._ended = outcome
        self._offer = None
        self._run_clock()

    # --- clocks -------------------------------------------------------------------------------

    def _run_clock(self) -> None:
        """Let the clock of who moves next run, once a move was played."""
        if self._clock is None:
            return
        is_on = self._reached.moves and self._outcome() is None
        self._clock.run(self._reached.position.player() if is_on else None)

    def _look_at_clock(self) -> None:
        """End the game if somebody's time is up."""
        if self._clock is None or self._clock.running is None:
            return
        late = self._clock.flagged()
        if late is not None:
            self._end(Outcome(1 - late, f"{self._player(late)} ran out of time"))
            self._changed()

    def _player(self, seat: Player) -> str:
        return self._reached.game.players[seat]


class SharedGames:
    """All shared games of a server."""

    def __init__(self, now: Now = time.monotonic) -> None:
        """There are none yet."""
        self._now = now
        self._games: dict[str, SharedGame] = {}
        self._lock = threading.Lock()

    def share(self, begins: Reached, seconds: float | None, increment: float) -> SharedGame:
        """A new game that begins there; `BusyError` if there are too many."""
        clock = None if seconds is None else SharedClock(seconds, increment, self._now)
        made = SharedGame(begins, clock, self._now)
        with self._lock:
            self._make_room()
            self._games[made.name] = made
        return made

    def find(self, name: str) -> SharedGame:
        """The game of that name."""
        with self._lock:
            self._close_idle()
            found = self._games.get(name)
        if found is None:
            raise UnknownSharedGameError(
                "there is no such shared game; games end with the server, or after "
                f"{LONGEST_IDLE // 3600} hours in which nobody does anything"
            )
        return found

    def _close_idle(self) -> None:
        for game in list(self._games.values()):
            if game.idle_seconds > LONGEST_IDLE:
                self._games.pop(game.name).close()

    def _make_room(self) -> None:
        """Close who is idle; if that is not enough, who was left longest ago by both players."""
        self._close_idle()
        if len(self._games) < MOST_GAMES:
            return
        left = [game for game in self._games.values() if game.is_disposable]
        if not left:
            raise BusyError(f"{MOST_GAMES} games are being played together; try again later")
        self._games.pop(max(left, key=lambda game: game.idle_seconds).name).close()
