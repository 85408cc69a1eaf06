"""Shared games: answers that cross other offers, and spectators without number."""

from __future__ import annotations

import contextlib

import plyground as pg
from faults.rig import Figures, Trial, family
from plyground.errors import PlygroundError
from plyground.web.boards import reached_by
from plyground.web.problems import BusyError
from plyground.web.shared_games import MOST_OF_SEAT, MOST_SPECTATORS, SharedGames
from plyground.web.shared_models import ActRequest, SharedView

STEPS = 150
ACTIONS = ("move", "offer_draw", "ask_takeback", "offer_rematch", "accept", "decline", "decline")


@family("together", 0.5)
def together(trial: Trial) -> Figures:
    """Two players act on what they saw some time ago: nothing but what they saw is accepted."""
    chance = trial.chance
    game = SharedGames().share(reached_by(pg.game("tic_tac_toe"), None, ()), 60, 0)
    keys = list(game.keys)
    for key in keys:
        game.join(game.seat_of(key), object)
    seen = [game.view_with(key) for key in keys]
    accepted = refused = 0
    for _ in range(STEPS):
        who = chance.randrange(2)
        if chance.random() < 0.5:
            seen[who] = game.view_with(keys[who])
        before = game.view_with(keys[who])
        asked = _wish(trial, keys[who], seen[who])
        with contextlib.suppress(PlygroundError):
            after = game.act(asked)
            if asked.action == "accept":
                accepted += 1
                assert before.offer is not None
                assert before.offer == seen[who].offer, (before.offer, seen[who].offer)
                assert after.offer is None
            continue
        refused += 1
        assert game.view_with(keys[who]).offer == before.offer
    return {"accepted": accepted, "refused": refused}


def _wish(trial: Trial, key: str, seen: SharedView) -> ActRequest:
    """What a page asks for that shows this."""
    chance, view = trial.chance, seen.view
    action = chance.choice(ACTIONS)
    move = chance.choice(view.legal).move if action == "move" and view.legal else None
    offer = None if seen.offer is None else seen.offer.number
    return ActRequest(key=key, ply=len(view.plies), action=action, move=move, offer=offer)


@family("spectators", 0.2)
def spectators(trial: Trial) -> Figures:
    """Spectators and pages come and go: they are bounded, and a player is always let in."""
    chance = trial.chance
    game = SharedGames().share(reached_by(pg.game("tic_tac_toe"), None, ()), 60, 0)
    looking: list[object] = []
    refused = 0
    for _ in range(3 * MOST_SPECTATORS):
        if looking and chance.random() < 0.1:
            game.leave(looking.pop(chance.randrange(len(looking))))
        listener = _Page()
        seat = chance.choice([None, None, None, 0])
        try:
            game.join(seat, listener)
            looking.append(listener)
        except BusyError:
            assert seat is None
            refused += 1
        assert game.view(0).spectators <= MOST_SPECTATORS
        if seat == 0:
            assert game.is_watched_by(listener)
            assert game.view(0).present == [True, False]
    inside = sum(game.is_watched_by(listener) for listener in looking)
    assert inside <= MOST_SPECTATORS + MOST_OF_SEAT
    return {"refused": refused, "displaced": len(looking) - inside}


class _Page:
    def __call__(self) -> None:
        """It is told of a change."""
