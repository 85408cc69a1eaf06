"""The atlas of solved boards says what the solvers say, and its certificates hold."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

import plyground as pg

TOOLS = Path(__file__).parents[1] / "tools"
sys.path.insert(0, str(TOOLS))

import atlas  # noqa: E402
import check_certificate as checker  # noqa: E402

RECORDS = atlas.read()
FEW_NODES, FEW_POSITIONS = 400, 60_000  # the others are slow tests


def is_quick(record):
    """Small, and of a game whose solver other tests compile as well."""
    is_example = (atlas.EXAMPLES / f"{record['game']}.py").exists()
    return record["nodes"] < FEW_NODES and not is_example


def name_of(record):
    return " ".join([str(atlas.board_of(record)), *record.get("after", [])])


def is_soon_checked(record):
    return record["certificate"]["positions"] < FEW_POSITIONS


def slow_unless(quick):
    return () if quick else pytest.mark.slow


def test_page_and_map_are_drawn_from_the_data():
    assert (atlas.DOCS / "atlas.md").read_text() == atlas.page(RECORDS)
    assert (atlas.DOCS / "images" / "atlas.svg").read_text() == atlas.drawn_map(RECORDS)
    assert len({atlas.key_of(record) for record in RECORDS}) == len(RECORDS) > 60


def test_a_list_of_first_moves_says_how_many_it_leaves_out():
    moves = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]
    assert atlas.shown_moves(moves[:6]) == "a1 b1 c1 d1 e1 f1"
    assert atlas.shown_moves(moves) == "a1 b1 c1 d1 e1 f1 and 2 more"


def test_small_boards_are_proven_again():
    """In one test, since each takes a moment."""
    again = [record for record in RECORDS if is_quick(record)]
    assert len(again) > 30
    for record in again:
        check_again(record)


@pytest.mark.slow
@pytest.mark.parametrize(
    "record", [r for r in RECORDS if not is_quick(r) and r["nodes"] < 1_000_000], ids=name_of
)
def test_larger_boards_are_proven_again(record):
    check_again(record)


def check_again(record):
    distance = True if record["plies"] is not None else None
    moves = record.get("after", [])
    answer = pg.solve(atlas.board_of(record), moves=moves, distance=distance).data()
    found = atlas.record_of(answer, record["machine"], record["threads"])
    same = ("game", "parameters", "value", "plies")
    assert [found[name] for name in same] == [record[name] for name in same]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(r, id=name_of(r), marks=slow_unless(is_soon_checked(r)))
        for r in RECORDS
        if r["certificate"]
    ],
)
def test_certificates_prove_the_values(record):
    game = atlas.board_of(record)
    found = checker.check(atlas.CERTIFICATES / record["certificate"]["file"])
    assert found["parameters"] == record["parameters"]
    assert f"{game.players[found['winner']]} wins" == record["value"]
    assert found["positions"] == record["certificate"]["positions"]
    assert len(found.get("after", [])) == len(record.get("after", []))


def test_certificates_are_the_files_that_were_written():
    for record in filter(None, (record["certificate"] for record in RECORDS)):
        content = (atlas.CERTIFICATES / record["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == record["sha256"]
        assert len(content) == record["bytes"]


def test_what_is_no_proof_of_a_board_is_refused():
    still_open = pg.solve("konane", size=6, nodes=100).data()
    with pytest.raises(SystemExit, match="is not solved"):
        atlas.record_of(still_open, "here", 1)
    inside = pg.solve("konane", size=4, moves="a4 b4").data() | {"after": ["a4"]}
    with pytest.raises(SystemExit, match="is not the start"):
        atlas.record_of(inside, "here", 1)
    changed = pg.solve("konane", size=4).data()
    changed["certificate"] = {"file": "bamboo-1.cert", "sha256": "0"}
    with pytest.raises(SystemExit, match="is not the file"):
        atlas.record_of(changed, "here", 1)
