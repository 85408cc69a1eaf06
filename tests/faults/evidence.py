"""Evidence: tests whose games end in any order, and games that repeat others, change no number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import plyground as pg
from faults.made_up import Hurried, contest_plan, record_of
from faults.rig import Figures, Trial, family
from plyground.tournaments import GameRecord, Store, Tournament
from plyground.tournaments.contest import Contest
from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.ratings import pair_counts
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.standings import standings

GAMES = ("tic_tac_toe", "connect_four", "cachex")
FIXED = ("minimax(depth=1)", "minimax(depth=2)")  # agents that never draw by chance


@family("contests")
def contests(trial: Trial) -> Figures:
    """A sequential test that is stopped, resumed and repeated, with games that end in any order."""
    plan, store = contest_plan(trial.chance.randrange(1000), pairs=60), trial.folder / "arena.db"
    expected = Contest(plan, {game.number: record_of(game) for game in plan.games()}).result
    for stopped in (True, True, False, False):
        tournament = Tournament(plan, store, workplace=Hurried(trial.chance.randint(1, 6)))
        if stopped:
            tournament.on_game = _stopping(tournament, trial.chance.randint(1, 20))
        with patch("plyground.tournaments.tournament.COMMIT_SECONDS", 0.0):
            tournament.run()
    assert tournament.contest is not None
    assert tournament.contest.result == expected
    with Store(store) as opened:
        records = opened.records(opened.run().number)
    assert len(records) == expected.games
    assert pair_counts(records, plan.agents[0]) == expected.counts
    return {"contests": 1, "games": expected.games}


def _stopping(tournament: Tournament, after: int) -> Callable[[GameRecord], None]:
    """Called with every game, stops the tournament at one of them."""
    games: list[GameRecord] = []

    def look(record: GameRecord) -> None:
        games.append(record)
        if len(games) == after:
            tournament.stop()

    return look


@family("repeats")
def repeats(trial: Trial) -> Figures:
    """Games played again, and their images: once each, except where agents draw by chance."""
    game, chance = pg.game(trial.chance.choice(GAMES)), trial.chance
    own = [_played(trial, game) for _ in range(6)]
    again = [_turned(game, chance.choice(own), chance.randrange(game.symmetries)) for _ in range(9)]
    every = [replace(record, pair=pair) for pair, record in enumerate([*own, *again])]
    once, distinct = counted_games(every), counted_games(own)
    assert once == every[: len(once)], "an image counts"
    assert len(once) == len(distinct)
    assert [each.tally for each in standings(every)] == [each.tally for each in standings(distinct)]
    by_chance = [replace(each, agents=("random", FIXED[1])) for each in every]
    assert counted_games(by_chance) == by_chance
    return {"games": len(every), "repeated": len(every) - len(once)}


def _played(trial: Trial, game: pg.Game) -> GameRecord:
    """A game of random moves, of which the first few are its opening."""
    position, moves = game.start(), []
    while legal := list(game.legal(position)):
        moves.append(trial.chance.choice(legal))
        position = game.play(position, moves[-1])
    given, outcome = trial.chance.randint(0, 3), game.outcome(position)
    assert outcome is not None
    texts = tuple(map(game.format_move, moves))
    made, values = tuple(map(MoveRecord, texts[given:])), game.parameter_values
    agents = FIXED[:: trial.chance.choice((1, -1))]
    return GameRecord(game.name, values, agents, texts[:given], made, outcome.winner, "made up")


def _turned(game: pg.Game, record: GameRecord, symmetry: int) -> GameRecord:
    """The image of a game."""
    position, texts = game.start(), []
    for text in (*record.opening, *(move.move for move in record.moves)):
        move = game.parse_move(text)
        image = int(position.transform_move(symmetry, move)) if symmetry else move
        texts.append(game.format_move(image))
        position = game.play(position, move)
    given = len(record.opening)
    opening, moves = tuple(texts[:given]), tuple(map(MoveRecord, texts[given:]))
    return replace(record, opening=opening, moves=moves)
