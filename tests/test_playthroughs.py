"""Games do today what they did when their playthroughs were stored."""

from __future__ import annotations

import pytest

from boards import EVERY_BOARD
from record_playthroughs import file_of, transcript


@pytest.mark.parametrize("game", EVERY_BOARD, ids=str)
def test_stored_playthrough_is_repeated(game):
    stored = file_of(game).read_text()
    words = [line.split()[1] for line in stored.splitlines() if line.startswith("move ")]
    assert transcript(game, [game.parse_move(word) for word in words]) == stored
