"""What an engine answers, and how long it may take, as the client meets it."""

from __future__ import annotations

import re
import threading
import time

import pytest

import plyground as pg
from plyground.agents.engine import EngineAgent, Patience
from plyground.errors import EngineError
from plyground.kernel import Monitor
from scripted_engine import BRISK, GAME, PYTHON, START, choose, engine


def test_plain_answers():
    player = engine()
    assert choose(player).move == 0
    assert (player.name, player.engine_name) == ("bot", "test engine")


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        ("greeting", "did not answer the greeting with ok within 3 s"),
        ("accept", "did not answer 'game tic_tac_toe' with ok within 3 s; instead it wrote 'hm'"),
        ("go", "told to stop and gave no move in .* s; it had 3 s; instead it wrote 'hm'"),
    ],
)
def test_silence_is_an_error_in_time(phase, says):
    player = engine(Patience(3, 0.1), **{phase: "say('hm'); time.sleep(600)"})
    with pytest.raises(EngineError, match=says):
        choose(player)


def test_own_limit_is_kept_with_grace():
    player = engine(limit=pg.Limit(seconds=0.1), go="time.sleep(600)")
    player.new_game()
    begun = time.monotonic()
    with pytest.raises(EngineError, match=r"it had 0\.1 s"):
        player.choose(START, pg.Limit(seconds=5))
    assert time.monotonic() - begun >= 0.2


def test_told_to_stop_at_the_deadline():
    player = engine(go="pass", stop="say('bestmove b2')", limit=pg.Limit(seconds=0.1))
    assert GAME.format_move(choose(player).move) == "b2"


def test_stopped_by_the_monitor():
    player, monitor = engine(go="pass", stop="say('bestmove b2')"), Monitor()
    player.new_game()
    threading.Timer(0.05, monitor.stop).start()
    assert GAME.format_move(choose(player, monitor=monitor).move) == "b2"


def test_slow_start_is_not_on_the_clock():
    player = engine(accept="time.sleep(2); say('ok')", limit=pg.Limit(seconds=1))
    assert choose(player).statistics.seconds < 2


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        ("say('bestmove')", pg.InvalidMoveError, "answered 'bestmove ': '' is no move"),
        ("say('bestmove z9')", pg.InvalidMoveError, "answered 'bestmove z9': 'z9' is no move"),
        ("say('bestmove a1 b2')", pg.InvalidMoveError, "'a1 b2' is no move"),
        ("say('error no idea')", EngineError, "bot answered: error no idea"),
        ("say('x' * 70000)", EngineError, "a line of more than 65536 bytes"),
        ("os.write(1, b'y' * 200000); time.sleep(600)", EngineError, "more than 65536 bytes"),
        ("os.write(1, bytes(range(128, 256)) + b'\\n'); os._exit(1)", EngineError, "exit code 1"),
    ],
)
def test_wrong_answers(answer, error, says):
    with pytest.raises(error, match=says):
        choose(engine(go=answer))


def test_illegal_move_and_then_a_new_game():
    player = engine(go="say('bestmove a1')")
    position = pg.Playthrough.read(GAME, moves="a1").position
    with pytest.raises(pg.IllegalMoveError, match="bot answered 'bestmove a1': a1 is illegal in"):
        player.choose(position)
    player.new_game()
    assert choose(player).move == 0


def test_refused_game():
    with pytest.raises(EngineError, match="answered 'game tic_tac_toe' with: error only chess"):
        choose(engine(accept="say('error only chess')"))


def test_odd_lines_are_read():
    noise = "os.write(1, b'\\r\\n\\r\\nthinking hard\\r\\n\\xff\\xfe\\n  bestmove   c3 \\r\\n')"
    assert GAME.format_move(choose(engine(go=noise)).move) == "c3"


def test_flood_of_lines_ends_at_the_deadline():
    flood = "exec('while True: print(\"info nodes 5 line a1\")')"
    player = engine(go=flood, limit=pg.Limit(seconds=0.2))
    player.new_game()
    with pytest.raises(EngineError, match="gave no move"):
        player.choose(START, monitor=Monitor())


def test_answers_that_nobody_asked_for_are_not_the_next_move():
    twice = "say('bestmove ' + legal[0], 'bestmove c3')"
    player = engine(go=twice)
    assert player.choose(START).move == 0
    time.sleep(0.05)
    assert choose(player).move == 0


def test_info_becomes_decision_and_monitor():
    info = "say('info depth 3 nodes 9 nps 4 score 2.5', 'info score win in 3 line b2 a1 a1 c3')"
    player, monitor = engine(go=f"{info}; say('bestmove b2')"), Monitor()
    found = choose(player, monitor=monitor)
    assert found.score == pg.Proven(1, 0, 3)
    assert [GAME.format_move(move) for move in found.line] == ["b2", "a1"]
    assert (found.statistics.depth, found.statistics.nodes) == (3, 9)
    assert found.statistics.seconds > 0
    assert (monitor.best_move, monitor.line) == (found.move, list(found.line))
    assert monitor.statistics().nodes == 9


def test_line_of_another_move_is_dropped():
    found = choose(engine(go="say('info score -3 line a1', 'bestmove b2')"))
    assert (found.line, found.score) == ((), pg.Estimate(-3, 0))


def test_limits_seed_and_game_are_sent():
    code = """
import sys
for line in sys.stdin:
    print(line.strip(), file=sys.stderr, flush=True)
    if line.startswith("go"):
        break
    print("ok", flush=True)
"""
    game = pg.game("connect_four", width=2, height=2)
    player = EngineAgent(game, "bot", [*PYTHON, "-c", code], pg.Limit(nodes=70), BRISK, seed=11)
    sent = "seed 11 | game connect_four width=2 height=2 | position ../.. X | legal 1 2"
    says = re.escape(f"it said: {sent} | go seconds 2 nodes 70 depth 3")
    with pytest.raises(EngineError, match=says):
        player.choose(game.start(), pg.Limit(seconds=2, nodes=90, depth=3))


# --- analyses, options, the handshake -----------------------------------------------------------

CAN = "say('option name style value calm', 'can analyse', 'ok')"
TOLD = (
    "say('move c3 depth 2 score 4 line c3 a1', 'move b2 score win in 1 line a1 b2', 'info nodes 7',"
    " 'move z9 score 1', 'move b2 score win in 1', 'move c3 score 3', 'info nodes 9', 'done')"
)


def test_an_analysis_is_told_whole():
    with engine(greeting=CAN, analyse=TOLD) as player:
        first, last, again = player.analyse(START)
    assert [(GAME.format_move(m.move), m.depth) for m in first.moves[:3]] == [
        ("c3", 2),
        ("b2", 0),
        ("a1", 0),
    ]
    assert first.moves[0].score == pg.Estimate(4, 0)
    assert [GAME.format_move(move) for move in first.moves[0].line] == ["c3", "a1"]
    assert first.moves[1].line == ()  # it was another move's
    assert first.moves[2].score is None
    assert sorted(m.move for m in last.moves) == GAME.legal(START)
    assert GAME.format_move(last.moves[0].move) == "b2"
    assert (last.statistics.nodes, last.finished, again.finished) == (9, False, True)
    assert player.scores_moves


def test_an_engine_that_cannot_analyse_says_what_it_would_play():
    with engine(analyse="os._exit(1)") as player:
        (found,) = player.analyse(START)
    assert (found.moves[0].move, len(found.moves)) == (0, 9)
    assert not player.scores_moves


def test_an_analysis_is_stopped():
    told = "say('move b2 score 1', 'info nodes 1')"
    monitor = Monitor()
    with engine(greeting=CAN, analyse=told, stop="say('done')") as player:
        analysis = player.analyse(START, monitor=monitor)
        next(analysis)
        monitor.stop()
        (last,) = analysis
    assert not last.finished
    deaf = engine(greeting=CAN, analyse=told, limit=pg.Limit(seconds=0.1))
    with deaf, pytest.raises(EngineError, match="did not write done in time"):
        list(deaf.analyse(START))


def test_options_are_set_and_refused():
    said = "say('error style ' + rest[-1])"
    player = engine(greeting=CAN, option=said)
    player.options = {"style": "very bold"}
    with pytest.raises(EngineError, match="with: error style bold"):
        player.verify()
    player.options = {"stile": "bold"}
    with pytest.raises(EngineError, match="no option 'stile'; it has style; did you mean style"):
        player.verify()
    assert player.offered == {"style": "calm"}


def test_a_dead_engine_is_refused_before_the_tournament(monkeypatch):
    monkeypatch.setattr("plyground.agents.engine.GREETING", 0.3)
    dead = "Dead=engine(cmd=\"python -c 'import time; time.sleep(600)'\")"
    with pytest.raises(
        EngineError, match=r"Dead did not answer the greeting with ok within 0\.3 s"
    ):
        pg.arena("tic_tac_toe", "random", dead, pairs=1, workers=1)
