"""Planes of games that declare none, and the settings that such games are trained with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from example_files import SNORT
from plyground.errors import InvalidParameterError, UnsupportedError
from plyground.game.registry import game_class
from plyground.kernel import interpreted
from plyground.learn import usual_config as usual
from plyground.learn.samples import STEPS
from plyground.learn.usual_config import share_settled, usual_config
from plyground.neural.encoding import encoding_of
from plyground.neural.plain_encoding import places_of, plain_encoding
from plyground.shapes import Hexagon
from plyground.verbs.train import _settings
from test_self_play import Play, rules

EXAMPLES = Path(SNORT).parent
HEX = pg.game(str(EXAMPLES / "hex.py"), size=3)


def test_the_rows_of_a_hexagon_lean():
    assert places_of(Hexagon(1)) == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]


def test_planes_show_pieces_moves_and_whose_turn_it_is():
    encoding, position = encoding_of(HEX), HEX.start().play(0).play(4)
    assert (encoding.name, encoding.shape, encoding.hexagonal) == ("plain-1", (5, 3, 3), True)
    board, mine, theirs, legal, second = encoding.planes_of(position)
    assert board.all()
    assert np.flatnonzero(mine).tolist() == [0]
    assert np.flatnonzero(theirs).tolist() == [4]
    assert np.flatnonzero(legal == 0).tolist() == [0, 4]
    assert not second.any()
    after = encoding.planes_of(position.play(8))
    assert np.flatnonzero(after[2]).tolist() == [0, 8]
    assert after[4].all()


@pytest.mark.parametrize("file", ["hex", "snort", "clobber", "domineering"])
def test_legal_moves_have_slots_of_their_own(file):
    game = pg.game(str(EXAMPLES / f"{file}.py"))
    encoding, position = encoding_of(game), game.start()
    while legal := game.legal(position):
        slots = [encoding.encoder.slot(position, move) for move in legal]
        assert len(set(slots)) == len(slots)
        assert max(slots) < encoding.slots
        position = position.play(legal[len(legal) // 2])


def test_moves_from_one_cell_to_another_have_planes_and_a_pass_a_slot():
    clobber = encoding_of(pg.game(str(EXAMPLES / "clobber.py")))
    assert (clobber.policy_planes, clobber.extra) == (4, 0)
    othello = plain_encoding(pg.game("othello", size=4))
    assert (othello.policy_planes, othello.extra) == (1, 1)
    assert othello.encoder.slot(None, 16) == 16


def test_cells_that_need_more_than_parameters_are_refused():
    @dataclass(frozen=True)
    class Wordy(game_class(str(EXAMPLES / "hex.py"))):
        name = "wordy"

        def cells(self, position: Any) -> list[int]:
            return [0] * self.shape.cell_count

    with pytest.raises(UnsupportedError, match="uses more of `self` than the game's parameters"):
        encoding_of(Wordy())


def test_self_play_sees_them():
    with interpreted():
        samples = Play(HEX, rules(simulations=4, fast_simulations=2)).run(60)
    assert samples
    for sample in samples:
        planes = np.frombuffer(sample.planes, np.int8).reshape(5, 3, 3)
        assert (planes[0] == STEPS).all()
        legal = np.flatnonzero(planes[3])
        assert sum(sample.policy[cell] for cell in legal) == pytest.approx(1)


@pytest.mark.slow
def test_machine_code_sees_them_alike():
    compiled = Play(HEX).run(80)
    with interpreted():
        assert [s.planes for s in Play(HEX).run(80)] == [s.planes for s in compiled]


# --- settings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("settled", "lessons"), [(1.0, 1.0), (0.3, 0.5), (0.1, 0.0)])
def test_a_solver_teaches_what_it_can(settled, lessons, monkeypatch):
    monkeypatch.setattr(usual, "share_settled", lambda _game: settled)
    config = usual_config(str(EXAMPLES / "hex.py"), HEX)
    assert (config.lessons, config.games) == (lessons, (HEX,))
    large = usual_config("othello", pg.game("othello"))
    assert large.minutes > config.minutes
    assert large.blocks > config.blocks


def test_a_solver_settles_tic_tac_toe_and_no_game_with_repetitions():
    assert share_settled(pg.game("tic_tac_toe")) == 1
    assert share_settled(pg.game("cachex", size=5)) < 1


def test_boards_that_come_with_settings_keep_them(monkeypatch):
    monkeypatch.setattr(usual, "share_settled", lambda _game: 0.0)
    assert _settings("bamboo", None, None).games[0] == pg.game("bamboo")
    known, new = (_settings("bamboo", pg.game("bamboo", radius=r), None) for r in (4, 2))
    assert (known.minutes, new.minutes) == (6.0, 15.0)
    assert known.games == (pg.game("bamboo", radius=4),)
    with pytest.raises(InvalidParameterError, match="there is no configuration"):
        _settings("bamboo", pg.game("bamboo", radius=2), Path("none.toml"))
