"""Perfect agents of Connect Four: they play and analyse as the solver says."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.agents import agent
from plyground.errors import PlygroundError
from plyground.games.connect_four import ConnectFour
from plyground.kernel import Monitor
from plyground.vocabulary import Limit, Proven


def test_perfect_agents_play_to_the_predicted_end():
    game = ConnectFour(width=6, height=5)
    player = agent(game, "perfect(memory=32)")
    position = game.start()
    first = player.choose(position)
    assert str(first.score) == "draw"
    played = 0
    while game.legal(position):
        position = position.play(player.choose(position).move)
        played += 1
    assert game.outcome(position).winner is None
    assert played == first.score.distance


def test_perfect_agent_keeps_limits():
    game = ConnectFour()
    player = agent(game, "perfect(memory=8, book=0)")
    decision = player.choose(game.start(), Limit(nodes=1000))
    assert decision.move in game.legal(game.start())
    assert not isinstance(decision.score, Proven)
    assert decision.statistics.nodes <= 1000


def test_perfect_agent_refuses_large_games_that_go_in_circles():
    with pytest.raises(PlygroundError, match=r"cachex.* choose a smaller board"):
        agent(pg.game("cachex"), "perfect")


def test_two_perfect_players_play_41_plies():
    game = pg.game("connect_four")
    players = [agent(game, "perfect(memory=64)") for _ in range(2)]
    position, plies = game.start(), 0
    while game.legal(position):
        found = players[plies % 2].choose(position)
        assert found.score == Proven(1 if plies % 2 == 0 else -1, plies % 2, 41 - plies)
        position, plies = position.play(found.move), plies + 1
    assert plies == 41
    assert game.outcome(position).winner == 0


def test_a_perfect_agent_proves_every_move():
    game = pg.game("connect_four")
    *_, last = agent(game, "perfect(memory=64)").analyse(game.start())
    assert last.finished
    shown = {game.format_move(report.move): str(report.score) for report in last.moves}
    assert shown["4"] == "win in 41"
    assert [shown[move] for move in "35"] == ["draw", "draw"]
    assert [shown[move] for move in "1267"] == [
        "loss in 40",
        "loss in 42",
        "loss in 42",
        "loss in 40",
    ]
    assert game.format_move(last.moves[0].move) == "4"


def test_analysis_by_a_perfect_agent_can_be_stopped():
    game, watch = pg.game("connect_four"), Monitor()
    watch.stop()
    position = pg.Playthrough.read(game, moves="4 4 4 4 4 2 2 2 2 2 3 3").position
    assert not list(agent(game, "perfect(memory=64)").analyse(position, monitor=watch))
