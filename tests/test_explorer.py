"""The opening explorer: how games began, what agents chose, and what is proven of it."""

from __future__ import annotations

import json

import pytest

import plyground as pg
from command_line import plyground
from example_files import SNORT
from plyground.errors import FileError, InvalidLimitError
from plyground.game.registry import built_in_names
from plyground.tournaments.beginnings import (
    OPENINGS,
    Beginning,
    Beginnings,
    beginning_of,
    beginnings_in,
)
from plyground.tournaments.explorer import Explorer
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.statistics import Tally

MOST_BYTES = 50_000


def began(moves, winner=0, given=0):
    return Beginning(tuple(moves.split()), given, ("one", "two"), winner)


def chosen(game, games, moves=""):
    """What was chosen after some moves, by the first move of each row."""
    position = pg.Playthrough.read(game, None, moves).position
    choices = Explorer(game, games).choices(position)
    return {game.format_move(choice.moves[0]): choice for choice in choices}


def test_results_are_for_who_makes_the_move():
    game = pg.game("tic_tac_toe")
    games = [began("b2 a1", 0), began("b2 a1", 1), began("b2 a1", None), began("b2 b1", 0)]
    assert chosen(game, games)["b2"].chosen.tally == Tally(2, 1, 1)
    after = chosen(game, games, "b2")
    assert after["a1"].chosen.tally == Tally(1, 1, 1)
    assert after["b1"].chosen.tally == Tally(0, 0, 1)
    assert after["a1"].chosen.agents == {"two": 3}


def test_images_of_a_move_count_as_one():
    game = pg.game("tic_tac_toe")
    rows = chosen(game, [began("a1"), began("c3", 1), began("b2")])
    assert len(rows) == 3  # a corner, an edge, the centre
    corner = rows["a1"]
    assert [game.format_move(move) for move in corner.moves] == ["a1", "c1", "a3", "c3"]
    assert corner.chosen.tally == Tally(1, 0, 1)
    reached = chosen(game, [began("a1 b2")], "c3")
    assert reached["b2"].chosen.tally.games == 1


def test_what_was_given_was_not_chosen():
    game = pg.game("tic_tac_toe")
    games = [began("b2 a1", given=1)]
    assert chosen(game, games)["b2"].chosen.tally.games == 0
    assert chosen(game, games, "b2")["a1"].chosen.tally.games == 1


def test_a_game_against_the_rules_counts_as_far_as_it_goes():
    game = pg.game("tic_tac_toe")
    assert chosen(game, [began("b2 b2 a1")])["b2"].chosen.tally.games == 1


def test_records_of_the_arena_begin_somewhere():
    record = GameRecord(
        "tic_tac_toe",
        {},
        ("A=minimax", "random"),
        ("b2",),
        tuple(map(MoveRecord, ("a1", "c3", "a3"))),
        1,
        "three in a line",
    )
    found = beginning_of(record, plies=3)
    assert found == Beginning(("b2", "a1", "c3"), 1, ("A", "random"), 1)
    assert beginning_of(GameRecord(**{**vars(record), "start": "..."})) is None
    assert beginning_of(GameRecord(**{**vars(record), "forfeit": True})) is None


@pytest.mark.parametrize("name", built_in_names())
def test_what_ships_is_small_and_legal(name):
    game = pg.game(name)
    known = OPENINGS.on_board(game)
    assert len(known.games) > 100
    assert (game.knowledge.folder / game.knowledge.openings).stat().st_size < MOST_BYTES
    assert len({each.agents for each in known.games}) > 10
    for beginning in known.games[::10]:
        pg.Playthrough.read(game, None, " ".join(beginning.moves))
    first = Explorer(game, known.games).choices(game.start())
    assert sum(choice.chosen.tally.games for choice in first) == len(known.games)


def test_other_boards_have_none():
    assert OPENINGS.on_board(pg.game("konane", size=6)) is None
    assert OPENINGS.on_board(pg.game(str(SNORT))) is None


def test_files_come_back_as_they_were(tmp_path):
    kept = Beginnings("tic_tac_toe", {}, (began("b2 a1", None), began("a1", 1, given=1)))
    file = tmp_path / "openings.json"
    kept.write(file)
    assert set(OPENINGS.read(file).games) == set(kept.games)
    file.write_text('{"agents": [], "games": [["b2", 0, 1, 1, 0]]}')
    with pytest.raises(FileError, match="no file of openings"):
        OPENINGS.read(file)
    with pytest.raises(FileError, match="cannot read"):
        OPENINGS.read(tmp_path / "none.json")


def test_proofs_stand_beside_choices():
    found = pg.explore("tic_tac_toe", moves="b2", seconds=10)
    rows = {row["moves"]: row for row in found.rows()}
    assert rows["a1 c1 a3 c3"]["proven"] == "draw"
    assert rows["b1 a2 c2 b3"]["proven"] == "loss in 6"
    assert list(rows) == ["a1 c1 a3 c3", "b1 a2 c2 b3"]  # the better first
    assert rows["a1 c1 a3 c3"]["games"] > rows["b1 a2 c2 b3"]["games"] > 0
    over = pg.explore("tic_tac_toe", moves="a1 a2 b1 b2 c1")
    assert over.rows() == []
    assert str(over) == "The game is over: X won: three in a line."
    with pytest.raises(InvalidLimitError, match="seconds=-1 must be positive"):
        pg.explore("tic_tac_toe", seconds=-1)


def test_the_command_reads_and_writes(tmp_path):
    store, file = tmp_path / "games.db", tmp_path / "openings.json"
    pg.arena("tic_tac_toe", "random", "minimax", pairs=2, opening_plies=0, workers=1, store=store)
    assert len(beginnings_in([store], "tic_tac_toe", pg.game("tic_tac_toe"))) == 4
    written = plyground("explore", "tic_tac_toe", "--store", str(store), "-o", str(file))
    assert written.stdout == f"{file}: 4 games\n"
    assert {name for each in OPENINGS.read(file).games for name in each.agents} == {
        "random",
        "minimax",
    }
    shown = plyground(
        "explore", "tic_tac_toe", "b2", "--store", str(store), "--seconds", "0", "--json"
    )
    data = json.loads(shown.stdout)
    assert data["games"] == len(OPENINGS.on_board(pg.game("tic_tac_toe")).games) + 4
    refused = plyground("explore", "othello", "--store", str(store), "-o", str(file))
    assert refused.returncode == 2
    assert refused.stderr == f"plyground: no game of othello is in {store}\n"
    refused = plyground("explore", "tic_tac_toe", "-o", str(file))
    assert refused.returncode == 2
    assert "name it with --store FILE" in refused.stderr
    refused = plyground("explore", "tic_tac_toe", "--store", str(tmp_path / "no.db"))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"plyground: there is no store {tmp_path / 'no.db'};")
