"""All positions after so many plies: counted, turned into keys and back, valued from the last."""

from __future__ import annotations

import numpy as np
import pytest

import plyground as pg
from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.solver.board import board_of
from plyground.games.connect_four.solver.levels import back_up, discs_of, open_positions, successors
from plyground.games.connect_four.solver.search import OPEN, Features, key_of
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.solvers.solver import Options


def naive_levels(game, plies):
    """By ply, the positions that are not over, by the game's own rules."""
    found = [{game.start()}]
    for _ in range(plies):
        later = {p.play(m) for p in found[-1] for m in game.legal(p)}
        found.append({p for p in later if game.legal(p)})
    return found


def key_in(position):
    board = board_of(position.width, position.height)
    return key_of(position.mine, position.mine | position.theirs, Features(), board)


@pytest.mark.parametrize("size", [(5, 4), (4, 5), (7, 6)])
def test_levels_hold_what_the_rules_allow(size):
    game = ConnectFour(width=size[0], height=size[1])
    board, running = board_of(*size), np.zeros(1, np.int64)
    opened = open_positions(board, 5)
    for ply, wanted in enumerate(naive_levels(game, 5)):
        if ply:
            running = successors(running, board)
        assert running.tolist() == sorted({key_in(p) for p in wanted})
        won = {p for p in wanted if any(not game.legal(p.play(m)) for m in game.legal(p))}
        assert opened[ply].tolist() == sorted({key_in(p) for p in wanted - won})


def test_a_key_holds_its_position():
    game, board = ConnectFour(), board_of(7, 6)
    for moves in ("", "4", "4444443333", "1234567", "71717117"):
        position = pg.Playthrough.read(game, moves=moves).position
        mine, mask = position.mine, position.mine | position.theirs
        assert discs_of(mine + mask, board) == (mine, mask)


def test_the_number_of_open_positions_of_the_usual_board():
    """As many as the positions of the rules, less those that are over or won at once."""
    numbers = [len(keys) for keys in open_positions(board_of(7, 6), 8)]
    assert numbers == [1, 4, 25, 121, 568, 2144, 7638, 25718, 77715]


def test_scores_follow_from_those_a_ply_later():
    game, board = ConnectFour(width=5, height=4), board_of(5, 4)
    solver = ConnectFourSolver(game, Options(8))
    *_, before, last = open_positions(board, 6)

    def scores_of(keys):
        positions = [discs_of(key, board) for key in keys.tolist()]
        fields = [(mine, mine ^ mask, 5, 4) for mine, mask in positions]
        return [solver.score(game.position_class(*f)) for f in fields]

    written = np.full(len(before), OPEN, np.int8)
    back_up(board, before, last, np.array(scores_of(last), np.int8), written)
    assert written.tolist() == scores_of(before)
