"""Two people play through the server: seats, moves, offers, clocks, spectators, reconnection."""

from __future__ import annotations

import contextlib
import inspect
import sys

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import plyground as pg
from example_files import SNORT
from plyground.errors import GameOverError, InvalidMoveError
from plyground.game import registry
from plyground.web import shared_games
from plyground.web.boards import reached_by, step_to
from plyground.web.problems import (
    BusyError,
    ForbiddenMoveError,
    ForeignSeatError,
    NotNowError,
    UnknownSharedGameError,
)
from plyground.web.security import MOST_AT_ONCE, RESERVED
from plyground.web.shared_games import LONGEST_IDLE, SharedGames
from plyground.web.shared_models import ActRequest
from web_server import problem, receive, receive_until, running_server, send

WON_BY_X = "b3 b2 a3 b1 c3"


def start_of(name: str):
    """Where a game begins."""
    return reached_by(pg.game(name), None, ())


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Two:
    """Two people at a game, both there."""

    def __init__(self, seconds: float | None = None, increment: float = 0) -> None:
        self.time = Time()
        self.games = SharedGames(self.time)
        self.game = self.games.share(start_of("tic_tac_toe"), seconds, increment)
        self.told = [0, 0]
        for seat in (0, 1):
            self.game.join(seat, self.listener(seat))

    def listener(self, seat: int):
        def told() -> None:
            self.told[seat] += 1

        return told

    def act(self, seat: int, action: str, move: str | int | None = None, **more: int | None):
        """Do what a page does that has seen everything, but for what `more` says."""
        shown = self.game.view(None)
        seen = {"ply": len(shown.view.plies), "offer": shown.offer and shown.offer.number, **more}
        asked = ActRequest(key=self.game.keys[seat], action=action, move=move, **seen)
        return self.game.act(asked)

    def play(self, moves: str) -> None:
        for move in moves.split():
            self.act(self.game.view(None).view.player, "move", move)


@pytest.fixture
def two():
    return Two()


# --- moves and seats --------------------------------------------------------------------------


def test_a_game_to_its_end(two):
    two.play(WON_BY_X)
    shown = two.game.view(1)
    assert shown.seat == 1
    assert shown.view.moves == WON_BY_X
    assert shown.view.outcome.winner == 0
    with pytest.raises(GameOverError, match="X won"):
        two.act(1, "resign")


def test_only_the_seat_whose_turn_it_is_may_move(two):
    with pytest.raises(ForeignSeatError, match="X's turn"):
        two.act(1, "move", "b2")
    two.act(0, "move", "b2")
    with pytest.raises(ForeignSeatError, match="O's turn"):
        two.act(0, "move", "a1")
    assert two.game.view(None).view.moves == "b2"


def test_the_rules_check_every_move(two):
    two.act(0, "move", "b2")
    with pytest.raises(ForbiddenMoveError, match="b2 is illegal"):
        two.act(1, "move", "b2")
    with pytest.raises(InvalidMoveError, match="missing"):
        two.act(1, "move")
    assert two.game.view(None).view.moves == "b2"


def test_a_foreign_key_has_no_seat(two):
    with pytest.raises(ForeignSeatError, match="no seat"):
        two.game.act(ActRequest(key="guessed", ply=0, action="move", move="b2"))
    with pytest.raises(ForeignSeatError, match="no seat"):
        two.game.act(ActRequest(key=two.game.name, ply=0, action="resign"))


def test_nothing_happens_before_both_are_there():
    games = SharedGames()
    game = games.share(start_of("tic_tac_toe"), None, 0)
    game.join(0, lambda: None)
    with pytest.raises(NotNowError, match="not here yet"):
        game.act(ActRequest(key=game.keys[0], ply=0, action="move", move="b2"))


def test_what_was_meant_for_another_position_is_refused(two):
    two.play("b2 a1")
    with pytest.raises(NotNowError, match="moved on"):
        two.act(0, "move", "c3", ply=0)


def test_everybody_is_told_of_every_change(two):
    before = list(two.told)
    two.act(0, "move", "b2")
    assert two.told == [count + 1 for count in before]


def test_a_game_has_so_many_moves(two, monkeypatch):
    monkeypatch.setattr(shared_games, "MOST_MOVES", 2)
    two.play("b2 a1")
    with pytest.raises(NotNowError, match="at most 2 moves"):
        two.act(0, "move", "c3")


def test_a_long_game_goes_on_after_others_have_filled_the_cache():
    game = pg.game("konane", size=16)
    reached = reached_by(game, None, ())
    while len(reached.moves) < 120:
        reached = reached.followed_by(game.legal(reached.position)[0])
    step_to.cache_clear()
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        assert len(reached.followed_by(game.legal(reached.position)[0]).steps) == 122
    finally:
        sys.setrecursionlimit(usual)


# --- offers -----------------------------------------------------------------------------------


def test_resigning(two):
    two.play("b2")
    ended = two.act(0, "resign").view
    assert ended.status == "O won: X resigned"
    assert (ended.outcome.winner, ended.legal) == (1, [])


def test_a_draw_needs_both(two):
    offered = two.act(0, "offer_draw")
    assert (offered.offer.kind, offered.offer.player) == ("draw", 0)
    with pytest.raises(NotNowError, match="asks for nothing"):
        two.act(0, "accept")
    assert two.act(1, "accept").view.status == "draw: both players agreed"


def test_a_draw_is_declined_in_words_or_by_a_move(two):
    two.act(1, "offer_draw")
    assert two.act(0, "decline").offer is None
    with pytest.raises(NotNowError, match="after a move"):
        two.act(1, "offer_draw")
    two.act(0, "move", "b2")
    two.act(0, "offer_draw")
    assert two.act(1, "move", "a1").offer is None
    two.act(1, "offer_draw")
    assert two.act(0, "move", "c3").offer is None
    two.act(1, "offer_draw")
    assert two.act(1, "move", "a3").offer.player == 1  # it comes with the move
    with pytest.raises(NotNowError, match="answer that first"):
        two.act(0, "ask_takeback")
    assert two.act(1, "decline").offer is None  # or is withdrawn
    with pytest.raises(NotNowError, match="nothing is offered"):
        two.act(0, "decline")


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_an_answer_names_the_offer_that_was_seen(two, answer):
    two.play("b2 a1")
    seen = two.act(1, "offer_draw").offer.number
    two.act(1, "decline")  # withdrawn, while the answer is on its way
    with pytest.raises(NotNowError, match="was withdrawn"):
        two.act(0, answer, offer=seen)
    two.act(1, "ask_takeback")
    with pytest.raises(NotNowError, match="replaced by another"):
        two.act(0, answer, offer=seen)
    with pytest.raises(InvalidMoveError, match="by its number: offer=2"):
        two.act(0, answer, offer=None)
    shown = two.game.view(None)
    assert (shown.offer.kind, shown.offer.number) == ("takeback", 2)
    assert shown.view.moves == "b2 a1"
    assert two.act(0, answer).offer is None


@pytest.mark.parametrize(("asker", "left"), [(0, "b2 a1"), (1, "b2")])
def test_a_takeback_by_consent(two, asker, left):
    two.play("b2 a1 c3")
    asked = two.act(asker, "ask_takeback")
    assert asked.view.moves == "b2 a1 c3"
    assert two.act(1 - asker, "accept").view.moves == left
    two.play("a2")
    assert two.game.view(None).view.moves == f"{left} a2"


def test_a_takeback_needs_a_move(two):
    two.play("b2")
    with pytest.raises(NotNowError, match="no move of yours"):
        two.act(1, "ask_takeback")
    two.act(0, "ask_takeback")
    assert two.act(1, "move", "a1").offer is None  # which is a no
    assert two.game.view(None).view.moves == "b2 a1"


# --- rematches, and other beginnings ----------------------------------------------------------


def test_a_rematch_is_the_same_link_with_the_sides_changed():
    two = Two(seconds=60, increment=0)
    first_key, second_key = two.game.keys
    spectator = two.listener(0)
    two.game.join(None, spectator)
    two.play("b3 b2 a3")
    two.time.seconds += 20
    with pytest.raises(NotNowError, match="still on"):
        two.act(0, "offer_rematch")
    two.play("b1 c3")
    assert two.act(1, "offer_rematch").offer.kind == "rematch"
    with pytest.raises(NotNowError):
        two.act(1, "accept")
    shown = two.act(0, "accept")
    assert two.game.keys == [second_key, first_key]
    assert shown.seat == 1
    assert (shown.view.moves, shown.view.outcome, shown.offer) == ("", None, None)
    assert shown.clock.seconds == [60, 60]
    assert shown.clock.running is None
    assert (shown.present, shown.joined, shown.spectators) == ([True, True], [True, True], 1)
    with pytest.raises(ForeignSeatError, match="X's turn"):
        two.act(1, "move", "b2")
    two.play(WON_BY_X)
    assert two.game.view_with(second_key).view.outcome.winner == 0


def test_a_rematch_is_declined_or_wanted_by_both(two):
    two.play(WON_BY_X)
    two.act(0, "offer_rematch")
    two.act(1, "decline")
    with pytest.raises(NotNowError, match="declined"):
        two.act(0, "offer_rematch")
    with pytest.raises(GameOverError):
        two.act(0, "accept")
    two.act(1, "offer_rematch")
    assert two.act(0, "offer_rematch").view.outcome is None  # which is a yes


def test_a_game_begins_at_a_position_and_so_does_its_rematch():
    games = SharedGames(Time())
    begins = reached_by(pg.game("tic_tac_toe"), "XX./OO./... X", ())
    game = games.share(begins, None, 0)
    for seat in (0, 1):
        game.join(seat, object)
    shown = game.view(0)
    assert shown.view.start == "XX./OO./... X"
    assert not shown.view.start_is_default

    def act(seat, action, move=None):
        ply = len(game.view(None).view.plies)
        asked = ActRequest(key=game.keys[seat], ply=ply, action=action, move=move, offer=1)
        return game.act(asked)

    assert act(0, "move", "c3").view.outcome.winner == 0
    act(0, "offer_rematch")
    assert act(1, "accept").view.position == "XX./OO./... X"


# --- clocks -----------------------------------------------------------------------------------


def test_clocks_run_from_the_first_move_and_moves_add_to_them():
    two = Two(seconds=60, increment=2)
    two.time.seconds += 30
    assert two.game.view(0).clock.seconds == [60, 60]
    two.act(0, "move", "b2")
    two.time.seconds += 10
    shown = two.game.view(0).clock
    assert (shown.seconds, shown.running) == ([60, 50], 1)
    two.act(1, "move", "a1")
    two.time.seconds += 5
    assert two.game.view(0).clock.seconds == [55, 52]
    assert two.game.seconds_to_flag() == 55
    two.act(1, "resign")
    two.time.seconds += 500
    stopped = two.game.view(0).clock
    assert (stopped.seconds, stopped.running) == ([55, 52], None)


def test_the_flag_falls_on_the_server():
    two = Two(seconds=60)
    two.play("b2")
    two.time.seconds += 60
    with pytest.raises(GameOverError, match="O ran out of time"):
        two.act(1, "move", "a1")
    ended = two.game.view(None)
    assert ended.view.status == "X won: O ran out of time"
    assert ended.clock.seconds == [60, 0]
    assert two.game.seconds_to_flag() is None


def test_a_takeback_gives_the_turn_back_but_no_time():
    two = Two(seconds=60)
    two.play("b2 a1")
    two.act(1, "ask_takeback")
    two.time.seconds += 20
    clock = two.act(0, "accept").clock
    assert (clock.seconds, clock.running) == ([40, 60], 1)


# --- bounds -----------------------------------------------------------------------------------


def test_idle_games_are_closed():
    two = Two()
    two.time.seconds += LONGEST_IDLE
    assert two.games.find(two.game.name) is two.game
    two.time.seconds += 1
    with pytest.raises(UnknownSharedGameError, match="no such shared game"):
        two.games.find(two.game.name)
    assert two.game.is_closed


def test_there_are_so_many_games_and_those_that_nobody_plays_go_first(monkeypatch):
    monkeypatch.setattr(shared_games, "MOST_GAMES", 2)
    two = Two()
    abandoned = two.games.share(start_of("konane"), None, 0)
    new = two.games.share(start_of("konane"), None, 0)
    assert abandoned.is_closed
    new.join(0, lambda: None)
    with pytest.raises(BusyError, match="2 games"):
        two.games.share(start_of("konane"), None, 0)


def test_so_many_people_watch_a_game_and_players_come_before_them(two, monkeypatch):
    monkeypatch.setattr(shared_games, "MOST_SPECTATORS", 1)
    two.game.join(None, spectator := lambda: None)
    assert two.game.view(None).spectators == 1
    with pytest.raises(BusyError, match="1 people"):
        two.game.join(None, lambda: None)
    two.game.join(1, lambda: None)  # a page that is reloaded
    two.game.leave(spectator)
    assert two.game.view(None).spectators == 0


def test_a_further_page_of_a_seat_displaces_its_oldest_one(two, monkeypatch):
    monkeypatch.setattr(shared_games, "MOST_OF_SEAT", 2)
    pages = [two.listener(1) for _ in range(2)]
    two.game.join(1, pages[0])
    before = two.told[1]
    two.game.join(1, pages[1])
    assert two.told[1] == before + 3  # the displaced one, too, which then looks
    assert [two.game.is_watched_by(page) for page in pages] == [True, True]
    two.act(0, "move", "b2")
    assert two.told[1] == before + 5
    assert two.game.view(1).present == [True, True]


# --- through the server -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


def shared(server, **more: object) -> dict:
    answer = server.http.post("/api/shared", json={"game": "tic_tac_toe", **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def watch(server):
    """Connects somebody who looks at a game; the connection, and what it was told first."""
    with contextlib.ExitStack() as opened:

        def connected(made: dict, seat: int | None):
            socket = opened.enter_context(server.live())
            assert receive(socket)["type"] == "hello"
            key = None if seat is None else made["keys"][seat]
            send(socket, type="watch", id="w", shared=made["shared"], key=key)
            return socket, receive_until(socket, "shared", "error")[-1]["shared"]

        yield connected


def act(server, made: dict, seat: int, action: str, **more: object):
    asked = {"key": made["keys"][seat], "action": action, **more}
    return server.http.post(f"/api/shared/{made['shared']}", json=asked)


def until(socket, wanted) -> dict:
    """The first state of the game for which something holds."""
    while True:
        message = receive(socket)
        assert message["type"] == "shared", message
        if wanted(message["shared"]):
            return message["shared"]


def test_moves_are_pushed_and_who_comes_back_gets_everything(server, watch):
    made = shared(server, seconds=300, increment=3)
    one, told = watch(made, 0)
    assert (told["seat"], told["joined"]) == (0, [True, False])
    two, _ = watch(made, 1)
    until(one, lambda state: state["present"] == [True, True])
    assert act(server, made, 0, "move", ply=0, move="b2").status_code == 200
    until(two, lambda state: state["view"]["moves"] == "b2")
    two.close()
    gone = until(one, lambda state: not state["present"][1])
    assert gone["joined"] == [True, True]
    _, back = watch(made, 1)
    assert (back["seat"], back["view"]["moves"]) == (1, "b2")
    assert back["clock"]["running"] == 1
    assert back["clock"]["increment"] == 3


def test_a_spectator_sees_and_cannot_move(server, watch):
    made = shared(server)
    one, _ = watch(made, 0)
    watch(made, 1)
    third, told = watch(made, None)
    assert told["seat"] is None
    asked = {"key": made["shared"], "ply": 0, "action": "move", "move": "b2"}
    refused = server.http.post(f"/api/shared/{made['shared']}", json=asked)
    assert problem(refused, 403)["type"] == "urn:plyground:not-your-seat"
    act(server, made, 0, "move", ply=0, move="b2")
    until(third, lambda state: state["view"]["moves"] == "b2")
    send(third, type="stop", id="w")
    assert receive_until(third, "done")[-1]["reason"] == "stopped"
    until(one, lambda state: state["view"]["moves"] == "b2" and not state["spectators"])


def test_a_player_comes_back_whatever_many_spectators_do(server, watch, monkeypatch):
    """Not on the game alone: those spectators may have all the connections of an address, too."""
    monkeypatch.setattr(shared_games, "MOST_SPECTATORS", 3)
    made = shared(server, seconds=300)
    one, _ = watch(made, 0)
    two, _ = watch(made, 1)
    act(server, made, 0, "move", ply=0, move="b2")
    for _ in range(3):
        watch(made, None)
    monkeypatch.setitem(MOST_AT_ONCE, "websocket", 5)
    monkeypatch.setitem(RESERVED, "websocket", 1)
    _, back = watch(made, 1)
    assert (back["seat"], back["clock"]["running"]) == (1, 1)
    with pytest.raises(InvalidStatus):
        server.live()  # nothing is left, not even for players
    one.close()
    until(two, lambda state: not state["present"][0])
    for told in ({"key": None}, {"key": "guessed"}, {"shared": "nothing"}, {"type": "play"}):
        with server.live() as socket:
            assert receive(socket)["type"] == "hello"
            wish = {"type": "watch", "id": "w", "shared": made["shared"], "key": made["keys"][0]}
            send(socket, **{**wish, **told})
            with pytest.raises(ConnectionClosed, match="5 connections of this client"):
                receive(socket)
    back_too, state = watch(made, 0)
    assert state["present"] == [True, True]
    assert back_too.close_code is None


def test_a_displaced_page_is_told(server, watch, monkeypatch):
    monkeypatch.setattr(shared_games, "MOST_OF_SEAT", 1)
    made = shared(server)
    old, _ = watch(made, 0)
    watch(made, 0)
    while (told := receive(old))["type"] == "shared":
        pass
    assert "newer pages" in told["problem"]["detail"]


def test_refusals_say_why(server, watch):
    made = shared(server)
    for seat in (0, 1):
        watch(made, seat)
    assert problem(act(server, made, 1, "move", ply=0, move="b2"), 403)["detail"]
    assert problem(act(server, made, 0, "move", ply=0, move="z9"), 422)["detail"]
    act(server, made, 0, "move", ply=0, move="b2")
    assert problem(act(server, made, 1, "move", ply=1, move="b2"), 409)["reason"]
    assert problem(act(server, made, 1, "accept", ply=1), 409)["type"] == "urn:plyground:not-now"
    nobody = {"shared": "nothing", "keys": made["keys"]}
    assert problem(act(server, nobody, 0, "resign", ply=0), 404)["detail"]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ({"shared": "nothing"}, "no-such-shared-game"),
        ({"key": "guessed"}, "not-your-seat"),
        ({"key": "no key!"}, "invalid-request"),
    ],
)
def test_every_watch_is_answered(server, message, kind):
    with server.live() as socket:
        receive(socket)
        send(socket, **{"type": "watch", "id": "w", "shared": shared(server)["shared"], **message})
        assert receive(socket)["problem"]["type"] == f"urn:plyground:{kind}"


def test_the_flag_is_pushed(server, watch):
    made = shared(server, seconds=1)
    one, two = (watch(made, seat)[0] for seat in (0, 1))
    act(server, made, 0, "move", ply=0, move="b2")
    for socket in (one, two):
        ended = until(socket, lambda state: state["view"]["outcome"])
        assert ended["view"]["status"] == "X won: O ran out of time"


def test_a_game_of_the_users_own_is_played_together(server, watch):
    pg.register(registry.game_class(str(SNORT)))
    made = shared(server, game="snort")
    for seat in (0, 1):
        watch(made, seat)
    played = act(server, made, 0, "move", ply=0, move="e3").json()
    assert played["view"]["moves"] == "e3"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seconds": 0},
        {"increment": -1},
        {"parameters": {"size": 4}},
        {"position": "XXX/XX./... O"},
        {"position": "XXX/OO./... O"},
    ],
)
def test_what_cannot_be_shared_is_refused(server, wrong):
    answer = server.http.post("/api/shared", json={"game": "tic_tac_toe", **wrong})
    assert answer.status_code in (404, 409, 422)
    assert answer.json()["detail"]


def test_foreign_pages_and_those_without_the_token_are_refused(server):
    asked = {"game": "tic_tac_toe"}
    foreign = {"Origin": "http://elsewhere.example"}
    problem(server.http.post("/api/shared", json=asked, headers=foreign), 403)
    with running_server(token="secret") as guarded:
        problem(guarded.http.post("/api/shared", json=asked), 401)
        problem(guarded.http.post("/api/shared/any", json={}), 401)
