"""What a newcomer would guess from Python; every guess works."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from example_files import SNORT
from tiers import rest_slow

pytestmark = pytest.mark.usefixtures("kept_workers")

GUESSES = {
    "a game by name": "pg.game('connect_four')",
    "a game with a size": "pg.game('konane', size=6).size == 6",
    "a game in a file": f"pg.game({str(SNORT)!r})",
    "the first position": "pg.game('tic_tac_toe').start()",
    "legal moves": "pg.game('connect_four').legal_moves(start) == list('1234567')",
    "a move": "four.play(start, '4') != start",
    "a picture in a notebook": "start._repr_svg_().startswith('<svg')",
    "a picture in the terminal": "'.' in str(four.picture(start))",
    "who has won": "pg.game('tic_tac_toe').outcome(pg.game('tic_tac_toe').start()) is None",
    "an agent by name": "pg.agent('tic_tac_toe', 'perfect').choose(cross.start()).move in range(9)",
    "an agent for a game": "pg.agent(cross, 'alphabeta(depth=2)').choose(cross.start())",
    "analyse by name": "len(pg.analyse('tic_tac_toe', depth=3).best) == 2",
    "analyse after moves": "pg.analyse('tic_tac_toe', moves='b2 a1', depth=3).score is not None",
    "analyse after a list of moves": "pg.analyse(cross, moves=['b2', 'a1'], depth=3).line",
    "analyse a position": "pg.analyse(cross, cross.play(cross.start(), 'b2'), nodes=100)",
    "solve by name": "pg.solve('tic_tac_toe').value.result == 0",
    "solve a game": "'win' in pg.solve(cross, moves='b2 b1').words",
    "solve a file": f"pg.solve({str(SNORT)!r}).value is not None",
    "solve with all moves": "pg.solve(cross, all_moves=True).moves['b2'].result == 0",
    "play a game": "pg.play('tic_tac_toe', 'perfect', 'perfect').winner is None",
    "play with an object": "pg.play(cross, pg.agent(cross, 'random', seed=1), 'perfect').moves",
    "an arena": "len(pg.arena('tic_tac_toe', 'perfect', 'random', pairs=1).records) == 2",
    "an arena with a list": "pg.arena(cross, ['perfect', 'random'], pairs=1).games()[1]['moves']",
    "a table of results": "'agent' in pg.arena(cross, 'easy', 'random', pairs=1).to_dataframe()",
    "check a game": "'keeps the contract' in str(pg.check('tic_tac_toe'))",
    "check a file": f"pg.check({str(SNORT)!r}).passed",
    "a board to play on": "pg.board('tic_tac_toe').playthrough.moves == ()",
    "a search tree": "pg.tree(cross, moves='a1 b2 a2 c3', depth=1).picture().startswith('<svg')",
    "an arena with a class": "pg.arena(cross, FirstLegal, 'random', pairs=1).rows()",
    "data for JSON": "json.dumps(pg.solve('tic_tac_toe').data())",
    "HTML for notebooks": "'<table>' in pg.analyse(cross, depth=2)._repr_html_()",
    "what is there": "{'agent', 'analyse', 'arena', 'check', 'play', 'solve'} <= set(dir(pg))",
}
# Each starts processes, as "an arena with a class" and "a table of results" do.
SAID_TWICE = ("an arena", "an arena with a list")


class FirstLegal:
    def __init__(self, game):
        self.game = game

    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(self.game.legal(position)[0])


@pytest.mark.parametrize("guess", rest_slow(GUESSES, lambda guess: guess not in SAID_TWICE))
def test_what_a_newcomer_guesses_works(guess):
    four, cross = pg.game("connect_four"), pg.game("tic_tac_toe")
    known = {"pg": pg, "json": json, "four": four, "cross": cross, "start": four.start()}
    known["FirstLegal"] = FirstLegal
    assert eval(GUESSES[guess], known)


def test_the_package_stays_light():
    heavy = ("numba", "numpy", "rich", "typer", "fastapi", "pandas", "plyground.verbs")
    code = f"import sys, plyground; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_arena_is_a_verb_whatever_was_imported():
    import plyground.tournaments

    assert callable(pg.arena)
    assert Path(plyground.tournaments.__file__).parent.name == "tournaments"


def test_a_name_that_is_not_there_is_told_so():
    with pytest.raises(AttributeError, match="has no attribute 'tournament'"):
        pg.tournament  # noqa: B018
