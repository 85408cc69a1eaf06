"""The data set of Connect Four, and the agent that plays by it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from plyground.agents import agent
from plyground.errors import InvalidBookError, PlygroundError, UnknownAgentError
from plyground.games.connect_four import ConnectFour, agents
from plyground.games.connect_four.agents import LookupAgent
from plyground.games.connect_four.solver import book as books
from plyground.games.connect_four.solver.dataset import (
    make_data_set,
    quiet_positions,
    values_by_key,
    write_data_set,
)
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.solvers.solver import Options


def test_data_set_has_the_known_number_of_positions():
    assert len(quiet_positions(ConnectFour())) == 67_557


def test_data_set_of_a_small_board(tmp_path):
    solver = ConnectFourSolver(ConnectFour(width=5, height=4), Options(8))
    data = make_data_set(solver, plies=4)
    assert data.columns[:5] == ["a1", "a2", "a3", "a4", "b1"]
    assert sum(data.counts().values()) == len(data.values) == len(data.cells)
    for cells, score in zip(data.cells, data.scores, strict=True):
        by_rows = cells.reshape(5, 4).T.ravel().tolist()
        assert solver.score(solver.game.build(by_rows, None)) == score
    write_data_set(data, tmp_path / "d.csv")
    lines = (tmp_path / "d.csv").read_text().splitlines()
    assert len(lines) == len(data.values) + 1
    assert lines[0].endswith("e4,class,score")
    write_data_set(data, tmp_path / "d.npz")
    with np.load(tmp_path / "d.npz") as read:
        assert (read["values"] == data.values).all()
    with pytest.raises(PlygroundError, match="must end in"):
        write_data_set(data, tmp_path / "d.txt")


def test_the_data_set_has_the_values_of_the_report():
    solver = ConnectFourSolver(ConnectFour(), Options(8), book=books.shipped_book(7, 6))
    counts = Counter(values_by_key(solver).values())
    assert counts == {1: 44_473, -1: 16_635, 0: 6_449}


def test_lookup_agent_plays_by_the_table():
    game = ConnectFour(width=5, height=4)
    solver = ConnectFourSolver(game, Options(8))
    values = values_by_key(solver, plies=4)
    data = make_data_set(solver, plies=4)
    assert sorted(values.values()) == sorted(data.values.tolist())
    player = LookupAgent("lookup", solver, values, 4, agent(game, "random", seed=1))
    position = game.start()
    first = player.choose(position)
    assert first.move == 2
    assert first.score.value == 0
    while game.legal(position):
        position = position.play(player.choose(position).move)
    player.new_game()


def test_lookup_agent_needs_the_book(tmp_path, monkeypatch):
    with pytest.raises(UnknownAgentError, match="plays only 7x6"):
        agent(ConnectFour(width=5, height=5), "lookup")
    monkeypatch.setattr(agents, "shipped_path", lambda *_size: tmp_path / "none.book")
    with pytest.raises(InvalidBookError, match="no book can be read"):
        agent(ConnectFour(), "lookup")
