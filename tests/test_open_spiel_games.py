"""OpenSpiel's games played here: rules, names, boards, agents, terminal, arena and page."""

from __future__ import annotations

import pickle
import random

import pytest

import plyground as pg
from command_line import plyground
from example_files import DOCS
from plyground.adapters.open_spiel_games import position_of
from plyground.adapters.open_spiel_rules import NAMED, PRINTED_WHOLE, UnlabelledGrid, words_of
from plyground.conformance import CHECKS
from plyground.errors import (
    InvalidMoveError,
    InvalidParameterError,
    InvalidPositionError,
    PlygroundError,
    UnknownGameError,
    UnsupportedError,
)
from plyground.game import registry
from plyground.kernel import interpreted, search_kernel
from plyground.search.perft import perft
from plyground.tournaments.plan import make_plan
from plyground.tournaments.record_text import read_records, write_records
from plyground.web.boards import game_view, make_game, play_move, position_view, read_place
from plyground.web.models import Place

SMALL = {
    "breakthrough": "(rows=4,columns=3)",
    "clobber": "(rows=3,columns=4)",
    "connect_four": "(rows=4,columns=4)",
    "cursor_go": "(board_size=3)",
    "go": "(board_size=3)",
    "gomoku": "(size=5,connect=4)",
    "havannah": "(board_size=3)",
    "hex": "(board_size=3)",
    "mnk": "(m=3,n=3,k=3)",
    "y": "(board_size=4)",
}
FIRST_LEGAL = DOCS / "examples" / "first_legal.py"
BREAKTHROUGH = "openspiel:breakthrough(rows=4,columns=3)"


def small(name: str) -> pg.Game:
    return pg.game(f"openspiel:{name}{SMALL.get(name, '')}")


# --- rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nim", "dots_and_boxes", "go"])
def test_their_games_keep_the_contract(name):
    game = small(name)
    for check in CHECKS.values():
        check(game, 1)


@pytest.mark.parametrize(
    ("ours", "theirs", "depth"),
    [
        (pg.game("tic_tac_toe"), "tic_tac_toe", 4),
        (pg.game("connect_four"), "connect_four", 3),
        (pg.game("connect_four", width=3, height=2), "connect_four(rows=2,columns=3)", 6),
        (pg.game("othello"), "othello", 3),
    ],
)
def test_perft_is_that_of_our_games(ours, theirs, depth):
    game = pg.game(f"openspiel:{theirs}")
    with interpreted():
        assert perft(game, game.start(), depth) == perft(ours, ours.start(), depth)


@pytest.mark.parametrize("name", sorted(PRINTED_WHOLE))
def test_what_is_printed_is_the_whole_position(name):
    game, chance, seen = small(name), random.Random(1), {}
    for _ in range(5):
        position = game.start()
        while legal := game.legal(position):
            after = tuple(position.play(move).identity for move in legal)
            assert seen.setdefault(position.identity, (legal, after)) == (legal, after)
            position = position.play(chance.choice(legal))
        assert seen.setdefault(position.identity, position.result()) == position.result()


@pytest.mark.parametrize("name", sorted(NAMED))
def test_actions_have_one_name(name):
    game, chance = small(name), random.Random(1)
    position = game.start()
    while (legal := game.legal(position)) and len(position.moves) < 60:
        if not position.waits:
            state = position.state
            for move in legal:
                text = game.format_move(move)
                full = words_of(state.action_to_string(state.current_player(), move))
                assert full.endswith(text) or text == str(move)
                assert game.parse_move(text) == move
        position = position.play(chance.choice(legal))


def test_a_player_who_acts_twice_makes_the_other_wait():
    game = pg.game("openspiel:dots_and_boxes")
    reached = pg.Playthrough.read(game, moves="h-0-0 h-1-0 v-0-0 v-0-1")
    assert game.legal_moves(reached.position) == ["wait"]
    with pytest.raises(pg.IllegalMoveError, match="the other player acts again"):
        reached.play("h-0-1")
    assert reached.play("wait").position.player() == 1
    assert position_of(reached.position.state) == reached.play("wait").position


def test_whoever_begins_is_the_first_player():
    reached = pg.Playthrough.read(pg.game("openspiel:chess"))
    assert (reached.position.player(), reached.position.state.current_player()) == (0, 1)
    for name in ("f3", "e5", "g4", "Qh4"):
        offered = reached.game.legal_moves(reached.position)
        (move,) = (text for text in offered if text.endswith(f":{name}"))
        reached = reached.play(move)
    assert reached.game.outcome(reached.position) == pg.Outcome(1, "by OpenSpiel's rules")


def test_where_more_is_remembered_than_printed_the_moves_are_the_position():
    chess, breakthrough = pg.game("openspiel:chess"), pg.game(BREAKTHROUGH)
    one, two = (
        pg.Playthrough.read(breakthrough, moves=moves).position
        for moves in ("a4a3 a1a2 c4c3", "c4c3 a1a2 a4a3")
    )
    assert (one == two, one != two, one.moves == two.moves) == (True, False, False)
    assert (one.key(), hash(one)) == (two.key(), hash(two))
    start = chess.start()
    there_and_back = pg.Playthrough.read(chess, moves="656 656").position
    assert len({start, there_and_back}) == 2
    assert start.key() != there_and_back.key()


def test_positions_survive_pickling_and_text():
    game = pg.game(BREAKTHROUGH)
    position = pg.Playthrough.read(game, moves="a4a3 b1b2").position
    assert pickle.loads(pickle.dumps(position)) == position
    assert game.format_position(position) == "a4a3 b1b2"
    assert game.parse_position("a4a3 b1b2") == position
    assert game.parse_position("start") == game.start()
    assert type(position)(*position) == position
    assert position._repr_svg_().startswith("<svg")
    for text in ("a4a3 a4a3", "nonsense"):
        with pytest.raises(InvalidPositionError, match="is no position of openspiel:breakthrough"):
            game.parse_position(text)
    with pytest.raises(InvalidPositionError, match="the moves that lead to it"):
        game.build([0] * 12, 0)


# --- names and boards -------------------------------------------------------------------------


def test_two_ways_to_write_a_game_are_one():
    assert pg.game(BREAKTHROUGH) == pg.game("openspiel:breakthrough(columns=3, rows=4)")
    assert str(pg.game(BREAKTHROUGH)) == "openspiel:breakthrough(columns=3,rows=4)"
    assert pg.game(BREAKTHROUGH) != pg.game("openspiel:breakthrough")
    with pytest.raises(InvalidPositionError, match="belongs to openspiel:tic_tac_toe"):
        pg.game(BREAKTHROUGH).check_own(pg.game("openspiel:tic_tac_toe").start())


def test_parameters_are_part_of_the_name():
    with pytest.raises(
        InvalidParameterError, match=r"'rows'; write openspiel:nim\(is_misere=True,"
    ):
        pg.game("openspiel:nim", rows=3)
    with pytest.raises(InvalidParameterError, match="'rows'; it has none"):
        pg.game("openspiel:tic_tac_toe", rows=3)


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("kuhn_poker", UnsupportedError, "kuhn_poker cannot be played here: it has chance"),
        ("goofspiel", UnsupportedError, "players move at the same time"),
        ("dark_chess", UnsupportedError, "players do not see everything"),
        ("chinese_checkers(players=3)", UnsupportedError, "it is not for two players"),
        ("misere(game=nim())", UnsupportedError, "it is made of another game, or of a file"),
        ("breakthru", UnknownGameError, "no game 'breakthru'; playable here are amazons,"),
        ("checkers(rows=4,columns=4)", UnsupportedError, "it is over at its start"),
        ("go(board_size=1)", UnknownGameError, "refuses go.board_size=1.: unsupported board size"),
        ("nim(size=3)", UnknownGameError, "parameters and their defaults: is_misere=True"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(name, error, reason):
    with pytest.raises(error, match=reason):
        pg.game(f"openspiel:{name}")


def test_the_board_is_read_off_what_is_printed():
    game = pg.game(BREAKTHROUGH)
    assert (game.players, game.pieces) == (("b", "w"), ("black", "white"))
    assert game.cells(game.start()) == (2, 2, 2, 0, 0, 0, 0, 0, 0, 1, 1, 1)
    assert game.path(game.start(), game.parse_move("a4a3")) == (9, 6)
    after = pg.Playthrough.read(game, moves="a4a3")
    assert str(after.picture()).startswith("4.bb\n3b..")
    assert after.picture().last == {6}
    assert game.shape.labels()


@pytest.mark.parametrize("name", ["hex", "checkers", "chess", "nim", "amazons"])
def test_what_is_no_grid_of_two_kinds_of_pieces_is_shown_as_text(name):
    game = small(name)
    assert (game.shape.cell_count, list(game.cells(game.start()))) == (0, [])
    assert game.picture(game.start()).svg().startswith("<svg")
    assert game.picture(game.start()).text()


def test_cells_have_labels_only_where_moves_are_written_with_them():
    assert isinstance(pg.game("openspiel:othello").shape, UnlabelledGrid)
    assert isinstance(pg.game("openspiel:pentago").shape, UnlabelledGrid)
    game = pg.game("openspiel:tic_tac_toe")
    assert game.shape.labels() == ()
    assert game.path(game.start(), game.parse_move("0-0")) == (6,)


def test_moves_that_share_their_cells_are_no_clicks():
    game = pg.game("openspiel:pentago")
    assert game.path(game.start(), game.parse_move("a1s")) == ()


def test_a_move_without_a_name_is_a_number():
    game = pg.game("openspiel:chess")
    assert game.legal_moves(game.start())[:2] == ["89:a3", "90:a4"]
    assert game.parse_move("90:a4") == game.parse_move("90") == 90
    with pytest.raises(InvalidMoveError, match=r"'e4' is no move .* written like 89:a3"):
        game.parse_move("e4")


# --- agents -----------------------------------------------------------------------------------


def test_rules_that_are_not_python_are_never_compiled():
    @search_kernel
    def player_of(position):
        return position.player()

    assert not player_of.prepare(pg.game(BREAKTHROUGH).start())
    assert player_of(pg.game(BREAKTHROUGH).start()) == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [("tic_tac_toe", "draw for x"), ("nim", "loss for First"), ("breakthrough", "win for b")],
)
def test_small_games_are_solved(name, words):
    assert pg.solve(small(name)).data()["words"] == words


@pytest.mark.parametrize("spec", ["random", "mcts(iterations=20)", "perfect", "alphabeta(depth=2)"])
def test_agents_without_an_evaluator_play(spec):
    played = pg.play("openspiel:tic_tac_toe", spec, "random", seed=3)
    assert played.outcome == played.playthrough.game.outcome(played.playthrough.position)
    assert spec != "perfect" or played.winner != "random"


def test_the_same_seed_plays_the_same_game():
    one, two = (pg.play(BREAKTHROUGH, *["mcts(iterations=10)"] * 2, seed=5) for _ in range(2))
    assert one.moves == two.moves


# --- terminal, arena and page -----------------------------------------------------------------


def test_in_the_terminal():
    said = plyground("play", BREAKTHROUGH, "--vs", "human", input="moves\na4a3\nb1b2\nquit\n")
    assert said.returncode == 0
    assert "a4a3 a4b3 b4a3" in said.stdout
    assert "4.bb\n3b..\n2.w.\n1w.w\n abc" in said.stdout
    refused = plyground("play", "openspiel:backgammon")
    assert (refused.returncode, "it has chance" in refused.stderr) == (2, True)


def test_in_the_arena():
    result = pg.arena(
        BREAKTHROUGH, str(FIRST_LEGAL), "mcts(iterations=5)", pairs=1, workers=1, seed=1
    )
    assert len(result.records) == 2
    assert not any(record.forfeit for record in result.records)
    assert result.records[0].game == BREAKTHROUGH
    assert read_records(write_records(result.records)) == list(result.records)
    assert registry.class_in_data(BREAKTHROUGH) is registry.game_class(BREAKTHROUGH)


def test_on_the_page(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    with pytest.raises(PlygroundError, match="no game 'openspiel:nim'"):
        make_game("openspiel:nim", {})
    for reference in ("openspiel:nim", BREAKTHROUGH):
        registry.register(registry.game_class(reference))
    piles = position_view(play_move(read_place(Place(game="openspiel:nim")), "pile-4-take-6"))
    assert (piles.text, piles.cells, piles.legal[0].path) == ("(1): 1 3 5 1", [], [])
    name = str(pg.game(BREAKTHROUGH))
    board = position_view(read_place(Place(game=name, moves="a4a3")))
    assert (board.text, board.cells[6], board.last) == ("", 1, [6])
    assert game_view(make_game(name, {})).board.kind == "grid"
    plan = make_plan(name, ["random", "mcts(iterations=5)"], pairs=1)
    assert plan.game == name
