"""Kills, stops and restarts: of tournaments, their workers, the page's server, and a cluster.

Whatever was killed or stopped and when: once resumed to its end, a store holds exactly the games of
a run that nobody disturbed.
"""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from faults.rig import Figures, Trial, family
from faults.sessions import (
    IMPATIENT,
    a_moment,
    check_store,
    children,
    is_gone,
    process,
    send,
    stored,
)
from plyground.tournaments import Plan, local_workplace, make_plan, play_tournament
from waiting import PATIENCE, wait_for

AGENTS = (("random", "random"), ("random", "minimax(depth=1)"))  # in turn; the first need no Numba
PAIRS = 200
SEEDS = 3  # so few that their quiet runs are played once
DISTURBANCES = 4  # of a session, at most
DEATHS = 2  # of its workers, at most: a third one in the same game would be its agent's fault
COMMAND = IMPATIENT + "from plyground.cli import main; main()"
KILLED = (-signal.SIGKILL, -signal.SIGTERM)


# --- a tournament ------------------------------------------------------------------------------


@family("kills", share=3)
def kill_tournaments(trial: Trial) -> Figures:
    """A tournament in a store: its main process and its workers."""
    store = trial.folder / "r.db"
    plan = a_plan(trial)
    counts = ("--pairs", str(PAIRS), "--seed", str(plan.seed), "--workers", "2")
    arguments = ("arena", plan.game, *plan.agents, *counts)
    with process(COMMAND, *arguments, "--store", str(store)) as session:
        count = disturb(trial, session, store, plan.game_count)
        said = session.communicate(timeout=PATIENCE)[1]
    assert "Traceback" not in said, said
    assert session.returncode in (0, *KILLED), said
    finish(plan, store)
    return {"kills": count, "games": check_store(store)}


def a_plan(trial: Trial) -> Plan:
    """One of a few tournaments of quick games."""
    agents = AGENTS[trial.number % len(AGENTS)]
    return make_plan("tic_tac_toe", agents, pairs=PAIRS, seed=trial.chance.randrange(SEEDS))


def disturb(trial: Trial, session: subprocess.Popen[str], store: Path, games: int) -> int:
    """Kill or stop the process or its workers, each at a random moment; how often."""
    chance, count, harmed = trial.chance, 0, 0

    def is_over() -> bool:
        return session.poll() is not None or stored(store) >= games

    for _ in range(chance.randint(2, DISTURBANCES)):
        a_moment(chance, store, games, is_over)
        if is_over():
            break
        if harmed < DEATHS and chance.random() < 0.6:
            wait_for(lambda: is_over() or children(session.pid))
            harmed += harm_worker(trial, session)
        else:
            count += disturb_main(trial, session)
    return count + harmed


def harm_worker(trial: Trial, session: subprocess.Popen[str]) -> int:
    """Kill a worker or stop it for good, perhaps while it starts."""
    workers = children(session.pid)
    if not workers:
        return 0
    what = trial.chance.choice([signal.SIGKILL, signal.SIGSTOP])
    return send(trial.chance.choice(workers), what)


def disturb_main(trial: Trial, session: subprocess.Popen[str]) -> int:
    """Stop the process or one of its workers for a moment; or end it, which they must notice."""
    if trial.chance.random() < 0.6:
        return pause(trial, trial.chance.choice([session.pid, *children(session.pid)]))
    return end(session, trial.chance.choice([signal.SIGKILL, signal.SIGTERM]))


def end(session: subprocess.Popen[str], how: signal.Signals) -> int:
    """End the process, and wait until its workers have noticed."""
    workers = children(session.pid)
    count = send(session.pid, how)
    session.wait(PATIENCE)
    for worker in workers:
        send(worker, signal.SIGCONT)  # one that stands still notices nothing
    wait_for(lambda: all(map(is_gone, workers)))
    return count


def pause(trial: Trial, number: int) -> int:
    """Stop a process for a moment."""
    stopped = send(number, signal.SIGSTOP)
    time.sleep(trial.chance.uniform(0.0, 0.2))
    send(number, signal.SIGCONT)
    return stopped


def finish(plan: Plan, store: Path) -> None:
    """Resume the tournament and play it to its end."""
    records = play_tournament(plan, store, workplace=local_workplace(1))
    assert len(records) == plan.game_count


# --- the page ----------------------------------------------------------------------------------


@family("servers", share=3)
def kill_servers(trial: Trial) -> Figures:
    """A server of the page that plays tournaments, and is started again."""
    chance, store = trial.chance, trial.folder / "r.db"
    agents = AGENTS[trial.number % len(AGENTS)]
    seeds = chance.sample(range(SEEDS), 1 + trial.number % 2)
    with page(store) as (session, http):
        for seed in seeds:
            wish = {"game": "tic_tac_toe", "agents": agents, "pairs": PAIRS, "seed": seed}
            http.post("/arena", json={**wish, "workers": 1}).raise_for_status()
        count = disturb(trial, session, store, len(seeds) * 2 * PAIRS)
        if session.poll() is None and chance.random() < 0.5:
            count += end(session, signal.SIGKILL)
        if session.poll() is None:
            play_all(http)
            return {"kills": count, "games": check_store(store, len(seeds))}
    with page(store) as (_, http):
        play_all(http)
    return {"kills": count, "games": check_store(store, len(seeds))}


@contextlib.contextmanager
def page(store: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server of the page over that store, and its tournaments for a client."""
    serve = ("serve", "--no-open", "--port", "0")
    with process(COMMAND, *serve, PLYGROUND_STORE=str(store)) as session:
        assert session.stdout is not None
        found = re.search(r"http://\S+/", session.stdout.readline())
        assert found
        with httpx.Client(base_url=f"{found[0]}api", timeout=PATIENCE) as http:
            yield session, http


def play_all(http: httpx.Client) -> None:
    """Resume every tournament that was interrupted, and wait for the end of all."""

    def complete() -> bool:
        jobs = http.get("/arena").json()["jobs"]
        for job in jobs:
            assert job["state"] != "failed", job["error"]
            if job["state"] == "stopped":
                http.post(f"/arena/{job['number']}/resume").raise_for_status()
        return all(job["state"] == "complete" for job in jobs)

    wait_for(complete)
