"""Files that no command should be handed: each is refused, and none is read for ever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import plyground as pg
from odd_files import ODD_FILES, READERS
from plyground.errors import FileError, PlygroundError
from plyground.reading import read_text
from plyground.tournaments import Store


@pytest.mark.parametrize("kind", ODD_FILES)
@pytest.mark.parametrize("reader", READERS)
def test_odd_files_are_refused(tmp_path, reader, kind):
    file = ODD_FILES[kind](tmp_path)
    with pytest.raises(PlygroundError) as refusal:
        READERS[reader](file)
    assert "\n" not in str(refusal.value)


def test_text_is_read_whatever_ends_its_lines(tmp_path):
    file = tmp_path / "text"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert read_text(file) == "one\ntwo\nthree"
    file.write_bytes(b"\xff")
    with pytest.raises(FileError, match="it is no text in UTF-8"):
        read_text(file)


def test_store_of_another_user_is_left_as_it_is(tmp_path, monkeypatch):
    """SQLite would leave files beside it that its owner could not write."""
    file = tmp_path / "arena.db"
    Store(file).close()
    monkeypatch.setattr(os, "access", lambda path, _how: Path(path) != file)
    with Store(file, create=False) as opened:
        assert opened.runs() == []
        assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(PlygroundError, match="it may not be written"):
        pg.arena("tic_tac_toe", "random", "two=random", pairs=1, store=file)
    assert list(tmp_path.iterdir()) == [file]
