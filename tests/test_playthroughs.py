"""Games do today what they did when their playthroughs were stored."""

from __future__ import annotations

from record_playthroughs import file_of, transcript


def test_stored_playthrough_is_repeated(any_game):
    stored = file_of(any_game).read_text()
    words = [line.split()[1] for line in stored.splitlines() if line.startswith("move ")]
    assert transcript(any_game, [any_game.parse_move(word) for word in words]) == stored
