"""Records of games as text: what is written is read, and mistakes are named."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from command_line import plyground
from example_files import SNORT
from plyground.errors import InvalidRecordError, UnknownGameError
from plyground.tournaments import GameRecord, MoveRecord, read_records, write_records
from plyground.tournaments.statistics import efforts

scores = st.one_of(
    st.none(),
    st.builds(pg.Estimate, st.floats(allow_nan=False), st.just(0)),
    st.builds(pg.Proven, st.sampled_from([-1, 0, 1]), st.just(0), st.none() | st.integers(0, 100)),
)
counts = st.integers(0, 2**62)
costs = st.builds(
    pg.Statistics, nodes=counts, evaluations=counts, depth=counts, seconds=st.floats(0, 1e9)
)


@given(
    st.integers(0, 10**6),
    st.lists(st.tuples(scores, costs), min_size=9, max_size=9),
    st.text(),
    st.booleans(),
)
def test_records_survive_as_text(seed, judged, reason, comments):
    game, chance = pg.game("tic_tac_toe"), random.Random(seed)
    position, moves = game.start(), []
    while legal := game.legal(position):
        move = chance.choice(legal)
        score, cost = judged[len(moves)] if comments else (None, pg.Statistics())
        seen = score and replace(score, player=len(moves) % 2)
        moves.append(MoveRecord(game.format_move(move), seen, cost))
        position = position.play(move)
    record = GameRecord(
        game="tic_tac_toe",
        parameters={},
        agents=('engine(cmd="python \\"x\\".py")', reason or "b"),
        opening=tuple(move.move for move in moves[:2]),
        moves=tuple(moves[2:]),
        winner=game.outcome(position).winner,
        reason=reason,
        pair=seed,
        seed=seed,
    )
    text = write_records([record, record], comments)
    assert read_records(text) == [record, record]


def test_record_without_moves_and_from_another_start():
    played = {
        "game": "tic_tac_toe",
        "parameters": {},
        "agents": ("a", "b"),
        "opening": (),
        "winner": 0,
    }
    empty = GameRecord(**played, moves=(), reason="crash", forfeit=True)
    other = GameRecord(
        **{**played, "winner": 1},
        moves=(MoveRecord("c1", pg.Estimate(1.0, 1)),),
        reason="three in a line",
        start="X.X/X../OO. O",
    )
    records = [empty, empty, other]
    assert read_records(write_records(records)) == records


SNEAKY = "from pathlib import Path\nPath('ran').touch()\n" + SNORT.read_text()


def test_reading_records_runs_no_file_unless_that_is_allowed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sneaky.py").write_text(SNEAKY)
    Path("folder").mkdir()
    Path("folder/__init__.py").write_text(SNEAKY)
    for name in ("sneaky.py", "sneaky.py:Snort", "folder"):
        Path("games.txt").write_text(GOOD.replace("tic_tac_toe", name).replace('"]\n\n', FORFEIT))
        done = plyground("results", "read", "games.txt")
        assert done.returncode == 2
        assert f"the game is the file {name}, and reading data runs no code" in done.stderr
        assert "--allow-files" in done.stderr
        assert not Path("ran").exists()
    done = plyground("results", "read", "games.txt", "--allow-files")
    assert Path("ran").exists(), done.stderr


def test_statistics_of_data_run_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sneaky.py").write_text(SNEAKY)
    record = GameRecord(
        game="sneaky.py",
        parameters={},
        agents=("a", "b"),
        opening=(),
        moves=(MoveRecord("a1"),),
        winner=0,
        reason="",
        start="anything",
    )
    with pytest.raises(UnknownGameError, match="reading data runs no code"):
        efforts([record])
    assert not Path("ran").exists()


FORFEIT = '"]\n[Forfeit "yes"]\n\n'
GOOD = """[Game "tic_tac_toe"]
[First "a"]
[Second "b"]
[Result "1-0"]

1. a1 b1 2. a2 b2 {a remark} 3. a3
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", ""),
        ('[Game "tic_tac_toe"]', "", "header Game is missing"),
        ('"tic_tac_toe"', '"draughts"', "no game 'draughts'"),
        ('[First "a"]', "[First a]", "line 2: .* is no header"),
        ('[First "a"]', '[First "a" "b"]', "line 2: .* is no header"),
        ('[First "a"]', '[First "\\ud800"]', "line 2: .* is no header"),
        ('"tic_tac_toe"', '"\\u0000.py"', "no game"),
        ('[First "a"]', '[Second "a"]', "header Second is there twice"),
        ('"1-0"', '"1-1"', "'1-1' is none of 1-0, 0-1, 1/2-1/2"),
        ('"1-0"', '"0-1"', "but the moves give 1-0"),
        ("3. a3", "", "not over after its last move"),
        ("2. a2", "5. a2", r"'5.' stands before move 3"),
        ("1. a1", "{early} a1", "'early' stands before move 1"),
        ("b2", "a1", "move 4: a1 is illegal"),
        ("b2", "z9", "move 4: 'z9' is no move"),
        ("{a remark}", "{nodes=many}", "'nodes=many' after b2 is no count"),
        ("{a remark}", f"{{loss in {'9' * 5000}}}", ""),
        ("2. a2", f"{'9' * 5000}. a2", "move 3: '9+.' is no move"),
        ("[Game", "1. a1\n[Game", "stands before any header"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Opening "7"]', "opening has 7 moves, the game only 5"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Pair "x"]', "Pair is 'x', but must be a whole number"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Parameters "x"]', "'x' is not written as name=value"),
        ('[Result "1-0"]', '[Result "1-0"]\n[Parameters "x=1"]', "no parameter"),
    ],
)
def test_records_that_cannot_be(old, new, said):
    text = GOOD.replace(old, new, 1) if old else GOOD
    if not said:
        assert read_records(text)[0].winner == 0
        return
    with pytest.raises(InvalidRecordError, match=said):
        read_records(text)
    if "moves give" in said:
        assert read_records(text, check=False)[0].winner == 1
