"""The server for assistants, asked through the client of the protocol's own package."""

from __future__ import annotations

import asyncio

import pytest

import plyground as pg
from plyground.mcp_server import MOST_GAMES, Session, Table, grade, make_server


def asked(*calls: tuple[str, dict]) -> list[dict]:
    """What one server answers to these calls, one after the other; errors as their text."""
    from mcp import Client  # which takes long

    async def ask() -> list[dict]:
        async with Client(make_server()) as client:
            answers = []
            for tool, arguments in calls:
                found = await client.call_tool(tool, arguments)
                told = found.content[0].text
                answers.append({"error": told} if found.is_error else found.structured_content)
            return answers

    return asyncio.run(ask())


def test_games_are_listed_with_what_one_needs_to_play():
    (listed,) = asked(("list_games", {}))
    games = {game["name"]: game for game in listed["result"]}
    assert set(games) >= {"connect_four", "konane", "othello"}
    assert "casual" in games["connect_four"]["opponents"]


def test_a_game_is_played_and_every_move_graded():
    begun, played = asked(
        ("new_game", {"game": "tic_tac_toe", "opponent": "strong"}),
        ("play_move", {"number": 1, "move": "b2"}),
    )
    assert begun["number"] == 1
    assert len(begun["legal_moves"]) == 9
    assert played["grade"]["by"] == "proof"
    assert played["grade"]["says"] == "keeps the value"
    assert len(played["opponent_played"]) == 1
    assert len(played["legal_moves"]) == 7


def test_a_mistake_is_graded_as_one():
    reached = pg.Playthrough.read(pg.game("tic_tac_toe"), moves="a1")
    assert grade(reached, reached.game.parse_move("b2"))["says"] == "keeps the value"
    assert grade(reached, reached.game.parse_move("b1"))["says"] == "gives away half a point"


def test_where_there_is_no_proof_a_search_grades(monkeypatch):
    monkeypatch.setattr("plyground.mcp_server._proven", lambda reached: None)
    reached = pg.Playthrough.read(pg.game("connect_four"))
    graded = grade(reached, 3)
    assert graded["by"].startswith("analyst, ")
    assert graded["says"].endswith("of 7 moves")


def test_the_assistant_may_be_second():
    begun, _ = asked(
        ("new_game", {"game": "tic_tac_toe", "opponent": "strong", "side": "second"}),
        ("show_game", {"number": 1}),
    )
    assert len(begun["opponent_played"]) == 1
    assert begun["you_are"] == "O"


def test_positions_are_solved_and_analysed():
    solved, analysed = asked(
        ("solve", {"game": "tic_tac_toe", "moves": "b2 b1"}),
        ("analyse", {"game": "tic_tac_toe", "moves": "b2 b1", "seconds": 0.2}),
    )
    assert "win" in solved["words"]
    assert len(analysed["moves"]) == 7


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("new_game", {"game": "sneaky.py"}, "no game 'sneaky.py'; there are"),
        ("new_game", {"game": "konane", "parameters": {"size": 17}}, "size"),
        ("new_game", {"game": "konane", "opponent": "engine(cmd='x')"}, "no opponent"),
        ("new_game", {"game": "konane", "side": "third"}, "must be first or second"),
        ("play_move", {"number": 7, "move": "a1"}, "no game 7; there are none"),
        ("solve", {"game": "konane", "seconds": 1e9}, "at most 30"),
        ("analyse", {"game": "tic_tac_toe", "moves": "z9"}, "z9"),
    ],
)
def test_mistakes_are_told(tool, arguments, said):
    (answer,) = asked((tool, arguments))
    assert said in answer["error"]


def test_so_many_games_are_remembered():
    table, game = Table(), pg.game("tic_tac_toe")
    for _ in range(MOST_GAMES + 1):
        table.add(Session(pg.Playthrough.read(game), pg.agent(game, "random"), 0))
    assert table.session(2)
    with pytest.raises(pg.PlygroundError, match="no game 1;"):
        table.session(1)
