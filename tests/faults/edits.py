"""Files of agents that are edited while they play: a run holds games by its plan's code alone."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import plyground as pg
from faults.rig import Figures, Trial, family
from plyground.errors import ChangedCodeError
from plyground.tournaments import GameRecord, Store, local_workplace, make_plan, play_tournament

PAIRS = 15
AGENT = """
import plyground as pg
{before}

class Bot:
    def __init__(self, game):
        self.game = game
    def prepare(self, position):
        pass
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(pick(self.game.legal(position)))
"""
ENGINE = """
import sys
{before}
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        legal = rest
    elif word == "go":
        print("bestmove", pick(legal), flush=True)
    elif word in ("plyground", "game"):
        print("ok", flush=True)
"""
HELPED, ALONE = "from taste import pick", "def pick(legal):\n    return {pick}(legal)"
KINDS = {  # the spec, the file that is edited, what it says, and what stays
    "an agent": ("bot.py", "bot.py", AGENT.format(before=ALONE), {}),
    "its helper": ("bot.py", "taste.py", ALONE, {"bot.py": AGENT.format(before=HELPED)}),
    "an engine": (
        'engine(cmd="python engine.py")',
        *("engine.py", ENGINE.format(before=ALONE), {}),
    ),
}


@family("edits of runs")
def edit_what_plays(trial: Trial) -> Figures:
    """Write a file again and again during a tournament, with old and new code in turn."""
    spec, name, content, others = KINDS[list(KINDS)[trial.number % len(KINDS)]]
    old, new = (content.replace("{pick}", pick) for pick in ("min", "max"))
    ours = spec.endswith(".py")  # when its interpreter reads the file of an engine is not known
    begun, over = threading.Event(), threading.Event()
    after = trial.chance.randrange(10)

    def toggle() -> None:
        begun.wait()
        while not over.wait(trial.chance.uniform(0.0, 0.02)):
            _replace(Path(name), trial.chance.choice([old, new] if ours else [new]))

    def look(record: GameRecord) -> None:
        seen.append(record)
        if len(seen) > after:
            begun.set()

    seen: list[GameRecord] = []
    with contextlib.chdir(trial.folder):
        for file, text in {**others, name: old}.items():
            Path(file).write_text(text)
        plan = make_plan("tic_tac_toe", [spec, "random"], pairs=PAIRS, openings=[("b2",)])
        editor = threading.Thread(target=toggle)
        editor.start()
        refusal = ""
        try:
            play_tournament(plan, "r.db", workplace=local_workplace(1), on_game=look)
        except ChangedCodeError as error:
            refusal = str(error)
        finally:
            over.set()
            begun.set()
            editor.join()
        with Store("r.db") as store:
            records = store.records(1)
    for record in records:
        _check_picks(record, record.agents.index(spec), int if ours else str)
    assert name in refusal or len(records) == plan.game_count
    return {"games": len(records), "refused": bool(refusal)}


def _replace(file: Path, text: str) -> None:
    """Write a file at once, so that nothing reads half of it."""
    beside = file.with_suffix(".new")
    beside.write_text(text)
    beside.replace(file)


def _check_picks(record: GameRecord, player: int, kind: type) -> None:
    """All moves of the agent are the lowest that were legal, as numbers or as text."""
    game = pg.game(record.game)
    position = game.start()
    for text in record.opening:
        position = game.play(position, game.parse_move(text))
    for move in record.moves:
        if position.player() == player:
            legal = game.legal(position)
            lowest = (
                game.format_move(min(legal)) if kind is int else min(game.legal_moves(position))
            )
            assert move.move == lowest, "a move of new code"
        position = game.play(position, game.parse_move(move.move))
