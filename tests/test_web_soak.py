"""The soak: what it complains about, and a short one."""

from __future__ import annotations

from collections import Counter

import pytest

from faults.soak import WANTED, Log, Wish, complaints, soak, table_of

WISH = Wish(seconds=100)
MOMENTS = range(100)


def quiet_log():
    """A log of a soak that holds: busy is no error, and the beginning may be anything."""
    log = Log(done=Counter(WANTED), busy=Counter(play=3))
    log.megabytes = [(moment, 100 if moment < 10 else 300) for moment in MOMENTS]
    log.latencies["play"] = [(moment, 9 if moment < 10 else 0.3) for moment in MOMENTS]
    return log


def test_what_holds():
    log = quiet_log()
    log.refused("play", 429, "busy")
    assert complaints(log, WISH) == []
    assert table_of(log, WISH).row_count == len(WANTED) + 1


def test_what_does_not_hold():
    log = quiet_log()
    log.megabytes = [(moment, 300 + 5 * moment) for moment in MOMENTS]
    log.latencies["play"] = [(moment, 0.02 * moment) for moment in MOMENTS]
    log.refused("play", 500, "this failed unexpectedly")
    log.done["tournament"] = 0
    assert complaints(log, WISH) == [
        "1 times play: this failed unexpectedly",
        "no tournament was done",
        "memory grew from 422 to 772 MB",
        "play took 0.490 s, at the end 1.890 s",
    ]


@pytest.mark.slow
def test_a_short_soak(tmp_path):
    log = soak(Wish(seconds=10, clients=3, analyses=1, is_training=False), tmp_path)
    assert not log.errors
    assert log.done["click"]
    assert log.megabytes
