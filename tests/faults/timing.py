"""Time: moves keep to their seconds, and a wall clock that jumps changes nothing."""

from __future__ import annotations

import random
import time
from pathlib import Path

import plyground as pg
from boards import SMALL_GAMES
from faults.caches import processes
from faults.made_up import plan_of, play
from faults.rig import Figures, Trial, family
from plyground.agents import agent as make_agent
from plyground.folders import cache_directory
from plyground.vocabulary import Limit
from web_server import receive, receive_until, running_server, send

TESTS = Path(__file__).parent.parent
SECONDS = 0.05  # for a move
MOVES = 10  # of one trial
GENEROUS = 5.0  # seconds more than that, on a busy machine
SPECS = ("alphabeta(seconds={})", "alphabeta(seconds={}, threads=2)", "mcts(seconds={})")
CALL = f"""
import sys; sys.path.insert(0, {str(TESTS)!r})
from faults.timing import with_jumps; with_jumps(*sys.argv[1:])
"""


@family("timed moves")
def timed_moves(trial: Trial) -> Figures:
    """Moves of an agent that has so many seconds for each: how much longer the slowest took."""
    game = trial.chance.choice(SMALL_GAMES)
    spec = trial.chance.choice(SPECS).format(SECONDS)
    worst, moves, position = 0.0, 0, game.start()
    with make_agent(game, spec, seed=trial.chance.randrange(1000)) as agent:
        agent.prepare(position)
        while moves < MOVES and not game.outcome(position):
            begun = time.perf_counter()
            agent.choose(position)
            over = time.perf_counter() - begun - SECONDS
            assert over < GENEROUS, f"{spec} took {over:.1f} s more than it had in {game}"
            worst, moves = max(worst, over), moves + 1
            position = game.play(position, trial.chance.choice(list(game.legal(position))))
    return {"moves": moves, "worst ms over": 1000 * worst}


@family("clocks")
def clocks(trial: Trial) -> Figures:
    """A wall clock that jumps: a tournament, a timed move and the page notice nothing."""
    seed = trial.chance.randrange(1000)
    store = trial.folder / "arena.db"
    arguments = [str(seed), str(store)]
    cache = cache_directory() or trial.folder
    status, told = processes().run(CALL, arguments, trial.folder, cache)
    assert (status, told.splitlines()[-1:]) == (0, ["all is well"]), told
    assert play(plan_of(seed), store) == play(plan_of(seed))
    return {"clocks": 1}


# --- in a process of its own ------------------------------------------------------------------


def with_jumps(seed: str, store: str) -> None:
    """Do everything that has to do with time while the clock jumps at every look."""
    chance, real = random.Random(seed), time.time
    days = (-3650, -1, 0, 1, 3650)
    time.time = lambda: real() + 86_400 * chance.choice(days)  # type: ignore[assignment]
    play(plan_of(int(seed)), Path(store))
    _time_a_move(chance)
    _ask_the_page(Path(store))
    print("all is well")


def _time_a_move(chance: random.Random) -> None:
    game = pg.game("connect_four")
    with make_agent(game, "mcts", seed=chance.randrange(1000)) as agent:
        agent.prepare(game.start())
        begun = time.monotonic()
        decision = agent.choose(game.start(), Limit(seconds=SECONDS))
        passed = time.monotonic() - begun
    assert 0.8 * SECONDS < passed < SECONDS + GENEROUS, passed
    assert 0 <= decision.statistics.seconds <= passed, decision.statistics


def _ask_the_page(store: Path) -> None:
    limit = {"seconds": SECONDS}
    with running_server(store=store) as server, server.live() as tab:
        receive(tab)
        send(tab, type="analyse", id="a", game="connect_four", agent="mcts", limit=limit)
        end = receive_until(tab, "done", "error")[-1]
        assert end["reason"] == "limit", end
        assert 0 < end["analysis"]["statistics"]["seconds"] < SECONDS + GENEROUS, end
