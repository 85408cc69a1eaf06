"""The store loses nothing, damages nothing, and can be asked."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing

import pytest

import plyground as pg
from arena_outcomes import outcomes
from command_line import output, plyground
from plyground.errors import InvalidStoreError
from plyground.tournaments import (
    GameRecord,
    MoveRecord,
    Store,
    local_workplace,
    make_plan,
    play_tournament,
)
from plyground.tournaments.identity import identity_of
from plyground.tournaments.integrity import read_plan
from plyground.tournaments.schema import APPLICATION_ID, VERSION

pytestmark = pytest.mark.usefixtures("kept_workers")


def plan(pairs=2, **more):
    return make_plan("connect_four", ["random", "minimax(depth=2)"], pairs=pairs, **more)


def record(number, first="random", second="minimax(depth=2)", **more):
    moves = (
        MoveRecord("4", pg.Estimate(1.5, 0), pg.Statistics(nodes=7, seconds=0.25)),
        MoveRecord("3", pg.Proven(-1, 1, 4), pg.Statistics(depth=3)),
        MoveRecord("3", pg.Proven(0, 0)),
        MoveRecord("2"),
    )
    return GameRecord(
        game="connect_four",
        parameters={"width": 7, "height": 6, "length": 4},
        agents=(first, second),
        opening=("1", "2"),
        moves=moves,
        **{"winner": number % 2, "reason": "four in a line", "pair": number // 2, **more},
    )


# --- writing and reading ----------------------------------------------------------------------


def test_records_come_back_as_they_were(tmp_path):
    games = {3: record(3), 0: record(0, winner=None, reason="draw"), 1: record(1, forfeit=True)}
    with Store(tmp_path / "r.db") as store:
        session = store.begin(plan())
        assert session.add(games.items())
        parameters = plan().parameters
    with Store(tmp_path / "r.db") as store:
        (run,) = store.runs()
        assert run.plan == plan()
        assert (run.played, run.complete) == (3, False)
        found = store.numbered_records(run.number)
    assert list(found) == [0, 1, 3]
    for number, game in found.items():
        assert dict(game.parameters) == dict(parameters)
        assert game.moves == games[number].moves
        assert game.winner == games[number].winner
        assert game.forfeit == games[number].forfeit


def test_a_game_is_never_there_twice(tmp_path):
    with Store(tmp_path / "r.db") as one, Store(tmp_path / "r.db") as two:
        first, second = one.begin(plan()), two.begin(plan())
        assert first.run == second.run
        assert first.add([(0, record(0)), (1, record(1))])
        assert not second.add([(1, record(1, winner=None)), (2, record(2))])
        assert [game.winner for game in one.records(first.run)] == [0, 1, 0]


def test_a_failure_within_a_batch_writes_nothing_of_it(tmp_path):
    with Store(tmp_path / "r.db") as store:
        session = store.begin(plan())
        with pytest.raises(KeyError):
            session.add([(0, record(0)), (1, record(1, first="a stranger"))])
        assert store.records(session.run) == []


def test_another_plan_is_another_run(tmp_path):
    with Store(tmp_path / "r.db") as store:
        runs = {store.begin(each).run for each in (plan(), plan(seed=2), plan(pairs=3), plan())}
        assert len(runs) == 3
        assert store.run().plan == plan(pairs=3)
        with pytest.raises(InvalidStoreError, match="no run 9; it has 1, 2, 3"):
            store.run(9)


def test_the_tables_can_be_asked(tmp_path):
    file = tmp_path / "r.db"
    played = play_tournament(plan(), file, workplace=local_workplace(1))
    with closing(sqlite3.connect(file)) as base:
        wins = dict(base.execute("SELECT winner, count(*) FROM results GROUP BY winner"))
        assert wins.get("random", 0) == sum(g.winning_agent == "random" for g in played)
        nodes = base.execute("SELECT sum(nodes) FROM sides WHERE agent LIKE 'minimax%'").fetchone()
        assert nodes == (sum(m.statistics.nodes for g in played for m in g.moves),)
        results = base.execute("SELECT number, sum(result) FROM sides GROUP BY number").fetchall()
        assert results == [(number, 0) for number in range(4)]
        moves = base.execute("SELECT count(*) FROM moves").fetchone()
        assert moves == (sum(len(game.moves) for game in played),)
        version, process = base.execute("SELECT version, process FROM sessions").fetchone()
        assert (version, process) == (pg.__version__, os.getpid())
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_resumed_tournament_plays_only_what_is_missing(tmp_path):
    whole = play_tournament(plan(3), workplace=local_workplace(1))
    with Store(tmp_path / "r.db") as store:
        store.begin(plan(3)).add([(number, whole[number]) for number in (0, 3, 5)])
        seen = []
        again = play_tournament(plan(3), store, workplace=local_workplace(1), on_game=seen.append)
    assert len(seen) == 3
    assert outcomes(again) == outcomes(whole)
    assert play_tournament(plan(3), tmp_path / "r.db", on_game=seen.append) == again
    assert len(seen) == 3


def test_results_of_a_quicker_process_stand(tmp_path):
    with Store(tmp_path / "r.db") as other:
        session = other.begin(plan(1))

        def overtake(_record):
            session.add([(0, record(0)), (1, record(1))])

        records = play_tournament(
            plan(1), tmp_path / "r.db", workplace=local_workplace(1), on_game=overtake
        )
    with Store(tmp_path / "r.db") as store:
        assert records == store.records(session.run)


# --- files that are no store ------------------------------------------------------------------


def refused(file, said, create=True):
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(InvalidStoreError, match=said):
        Store(file, create)
    assert (file.read_bytes() if file.is_file() else None) == before
    beside = [f.name for f in file.parent.iterdir()] if file.parent.is_dir() else []
    assert beside in ([], [file.name])


def test_foreign_files_are_refused_and_stay_as_they_are(tmp_path):
    file = tmp_path / "r.db"
    refused(file, "cannot open .* No such file", create=False)
    refused(tmp_path / "no" / "r.db", "cannot make .* No such file")
    file.write_text("")
    refused(file, "is no store of results")
    file.write_text("winner,loser\n" * 20)
    refused(file, "is no store of results")
    file.unlink()
    with closing(sqlite3.connect(file)) as base:
        base.execute("CREATE TABLE games (id)")
        base.commit()
    refused(file, "database of another program")
    file.unlink()
    file.mkdir()
    refused(file, "cannot open .* Is a directory")


def test_newer_stores_are_refused(tmp_path):
    file = tmp_path / "r.db"
    Store(file).close()
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
    refused(file, f"newer Plyground .store version {VERSION + 1}, this one knows {VERSION}")


def test_damaged_stores_say_so(tmp_path):
    file = tmp_path / "r.db"
    Store(file).close()
    content = bytearray(file.read_bytes())
    content[100:4000] = b"x" * 3900
    file.write_bytes(content)
    with pytest.raises(InvalidStoreError, match=r"r\.db: "), Store(file) as store:
        store.runs()


def test_a_store_in_a_folder_that_nobody_can_change_is_read(tmp_path, monkeypatch):
    file = tmp_path / "odd? name#.db"
    played = play_tournament(plan(), file, workplace=local_workplace(1))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(file, create=False) as store:
        assert store.records(1) == played
        assert list(tmp_path.iterdir()) == [file]
        with pytest.raises(InvalidStoreError, match="readonly"):
            store.begin(plan())


def changed(file, statement):
    """Change the store behind its back, as damage would that SQLite cannot notice."""
    with closing(sqlite3.connect(file)) as base:
        base.execute(statement)
        base.commit()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET winner = 1 WHERE number = 0",
        "UPDATE games SET reason = 'four in a lime' WHERE number = 0",
        "UPDATE games SET opening = '2 2' WHERE number = 0",
        "UPDATE agents SET spec = 'minimax(depth=3)' WHERE id = 2",
        "UPDATE moves SET move = '5' WHERE game = 1 AND ply = 3",
        "UPDATE moves SET nodes = nodes + 1 WHERE game = 1 AND ply = 0",
        "UPDATE moves SET player = 1 - player WHERE game = 1 AND ply = 3",
        "UPDATE moves SET move = x'ff' WHERE game = 1 AND ply = 3",
        "DELETE FROM moves WHERE game = 1 AND ply = 3",
        "UPDATE checksums SET checksum = '0' WHERE game = 1",
    ],
)
def test_a_game_that_was_changed_is_found_and_named(tmp_path, damage):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(0, record(0)), (1, record(1))])
    assert "2 games in 1 runs, all as they were written" in output("results", "check", str(file))
    changed(file, damage)
    with Store(file) as store, pytest.raises(InvalidStoreError, match="game 0 of run 1 is damaged"):
        store.records(1)
    done = plyground("results", "check", str(file))
    assert done.returncode == 1
    assert f"{file}: run 1, game 0: it is not what was written" in done.stdout
    told = plyground("results", "check", str(file), "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout)["problems"][0].startswith("run 1, game 0: ")


def test_a_plan_that_was_changed_is_found_and_named(tmp_path):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan())
    deep = "[" * 2000 + "]" * 2000
    for damage in ("replace(plan, '4', '5')", "'[]'", "'{}'", "'nonsense'", "x'ff'", f"'{deep}'"):
        changed(file, f"UPDATE runs SET plan = {damage}")
        for command in ("list", "show"):
            done = plyground("results", command, str(file))
            assert done.returncode == 2
            assert "the plan of run 1 is damaged: " in done.stderr
            assert done.stderr.count("\n") == 1
        assert "run 1: its plan is damaged" in plyground("results", "check", str(file)).stdout


@pytest.mark.parametrize(
    "change",
    [
        {"pairings": [[0, 2]]},
        {"pairings": [[0, -1]]},
        {"pairings": [["0", "1"]]},
        {"agents": [1, 2]},
        {"agents": "ab"},
        {"openings": [[1]]},
        {"openings": [["1", ["2"]]]},
        {"parameters": []},
        {"parameters": {"width": [7]}},
        {"game": None},
        {"seed": "1"},
        {"code": ["x"]},
        {"conditions": {"limit": None, "grace": "x"}},
        {"conditions": {"limit": {"nodes": "x"}}},
    ],
)
def test_a_wild_plan_under_its_own_identity_is_no_plan(change):
    data = {**plan().description(), **change}
    with pytest.raises(ValueError, match=r"\w"):
        read_plan(json.dumps(data), identity_of(data))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET winner = 7",
        "UPDATE games SET reason = x'ff'",
        "UPDATE games SET opening = x'ff'",
        "UPDATE games SET pair = 'x'",
        "UPDATE agents SET spec = x'ff' WHERE id = 1",
        "UPDATE moves SET player = 2",
        "UPDATE moves SET proven = 'x'",
        "UPDATE moves SET seconds = 'x'",
        "UPDATE moves SET nodes = x'ff'",
    ],
)
def test_wild_values_in_games_without_a_checksum_are_told(tmp_path, damage):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(0, record(0))])
    changed(file, "DROP TABLE checksums")
    changed(file, damage)
    with Store(file) as store:
        with pytest.raises(InvalidStoreError, match="game 0 of run 1 is damaged"):
            store.records(1)
        assert store.check().problems == ("run 1, game 0: it is not what was written",)


@pytest.mark.parametrize("wild", ["'nonsense'", "'[]'", "x'ff'", f"'{'[' * 2000}'", "7"])
def test_wild_parameters_of_a_run_are_told(tmp_path, wild):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(0, record(0))])
    changed(file, f"UPDATE runs SET parameters = {wild}")
    with Store(file) as store, pytest.raises(InvalidStoreError, match="run 1 are damaged"):
        store.records(1)
    assert plyground("results", "check", str(file)).returncode == 1


def test_stores_without_checksums_are_read_and_resumed(tmp_path):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(0, record(0))])
    changed(file, "DROP TABLE checksums")
    with Store(file, create=False) as store:
        assert len(store.records(1)) == 1
    assert "1 games are of an earlier version" in output("results", "check", str(file))
    with Store(file) as store:
        assert store.begin(plan()).add([(1, record(1))])
        assert len(store.records(1)) == 2
    changed(file, "UPDATE games SET winner = NULL WHERE number = 1")
    assert "run 1, game 1: " in plyground("results", "check", str(file)).stdout


def test_damage_that_sqlite_finds_is_told_too(tmp_path):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(number, record(number)) for number in range(4)])
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)
    done = plyground("results", "check", str(file))
    assert done.returncode == 1
    assert "SQLite: " in done.stdout


def test_damage_that_sqlite_cannot_quote_is_told(tmp_path):
    file = tmp_path / "r.db"
    Store(file).close()
    content = file.read_bytes()
    assert b"CREATE VIEW sides" in content
    file.write_bytes(content.replace(b"CREATE VIEW sides", b"CREATE VIE\xff sides"))
    with pytest.raises(InvalidStoreError, match="can't decode"), Store(file) as store:
        store.runs()


def test_a_column_of_another_name_is_told(tmp_path):
    file = tmp_path / "r.db"
    with Store(file) as store:
        store.begin(plan()).add([(0, record(0))])
    content = file.read_bytes()
    assert b"winner INTEGER," in content
    file.write_bytes(content.replace(b"winner INTEGER,", b"winneq INTEGER,"))
    done = plyground("results", "check", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    with pytest.raises(InvalidStoreError, match="No item with that key"), Store(file) as store:
        store.records(1)


def test_a_store_that_is_deleted_while_it_is_written_is_told(tmp_path):
    file = tmp_path / "r.db"
    with Store(file) as store:
        session = store.begin(plan())
        file.unlink()
        with pytest.raises(InvalidStoreError, match="was deleted or replaced while games were"):
            session.add([(0, record(0))])


def test_a_pipe_is_no_store_and_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "r.db")
    with pytest.raises(InvalidStoreError, match="is no store of results"):
        Store(tmp_path / "r.db")


def test_empty_store_has_no_run(tmp_path):
    with Store(tmp_path / "r.db") as store, pytest.raises(InvalidStoreError, match="no run yet"):
        store.run()
