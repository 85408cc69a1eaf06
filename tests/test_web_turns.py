"""Turns of the page's clients: nobody is held up by another's many wishes."""

from __future__ import annotations

import asyncio

import pytest

from plyground.web.problems import BusyError
from plyground.web.turns import Turns

NEVER = 1000.0  # seconds: no test waits so long


async def settle():
    """Let everything happen that can."""
    for _ in range(5):
        await asyncio.sleep(0)


class Wishes:
    """Turns that were asked for, in the order in which they began."""

    def __init__(self, turns):
        self.turns = turns
        self.begun = []  # (name, turn)
        self.tasks = {}

    async def ask(self, *names, is_interpreted=False):
        """A wish for each name; its first letter is the client."""
        for name in names:
            self.tasks[name] = asyncio.ensure_future(self._take(name, is_interpreted))
        await settle()

    async def _take(self, name, is_interpreted):
        turn = await self.turns.take(name[0], is_interpreted)
        self.begun.append((name, turn))

    async def end(self, name):
        self.turns.end(dict(self.begun)[name])
        await settle()

    @property
    def names(self):
        return [name for name, _ in self.begun]


def test_who_has_the_fewest_goes_first():
    async def ask():
        wishes = Wishes(Turns(2, 10, NEVER))
        await wishes.ask("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        assert wishes.names == ["a1", "a2"]
        await wishes.end("a1")
        assert wishes.names[2:] == ["b1"]  # since a has one still
        await wishes.end("a2")
        assert wishes.names[3:] == ["a3"]  # has none, and came before c
        await wishes.end("b1")
        assert wishes.names[4:] == ["b2"]
        wishes.tasks["a4"].cancel()
        await settle()
        await wishes.end("b2")
        await wishes.end("a3")
        assert wishes.names[5:] == ["c1"]
        assert (len(wishes.turns.taken), wishes.turns.wanted) == (1, [])

    asyncio.run(ask())


def test_who_has_none_waits_a_moment_only():
    async def ask():
        wishes = Wishes(Turns(2, 10, patience=0))
        await wishes.ask("a1", "a2", "a3")
        await wishes.ask("b1", "b2", "c1", "d1")
        while len(wishes.begun) < 4:
            await asyncio.sleep(0)
        await settle()
        assert wishes.names == ["a1", "a2", "b1", "c1"]  # twice as many as usual, and no more
        await wishes.end("a1")
        assert wishes.names[4:] == ["d1"]

    asyncio.run(ask())


def test_one_interprets_at_a_time():
    async def ask():
        wishes = Wishes(Turns(4, 10, patience=0))
        await wishes.ask("a1", "b1", "c1", is_interpreted=True)
        assert wishes.turns.must_wait(is_interpreted=True)
        assert not wishes.turns.must_wait()
        await wishes.ask("a2")
        assert wishes.names == ["a1", "a2"]
        await wishes.end("a1")
        assert wishes.names[2:] == ["b1"]

    asyncio.run(ask())


def test_the_newest_of_whoever_wants_the_most_is_refused():
    async def ask():
        wishes = Wishes(Turns(1, 3, NEVER))
        await wishes.ask("a1", "a2", "a3", "a4")
        await wishes.ask("a5")
        with pytest.raises(BusyError, match="1 searches are running and 3 are waiting"):
            await wishes.tasks["a5"]
        await wishes.ask("b1")
        with pytest.raises(BusyError):
            await wishes.tasks["a4"]
        await wishes.ask("c1")
        with pytest.raises(BusyError):
            await wishes.tasks["a3"]
        await wishes.ask("d1")  # nobody wants more than one
        with pytest.raises(BusyError):
            await wishes.tasks["d1"]
        for name in ("a1", "a2", "b1"):
            await wishes.end(name)
        assert wishes.names == ["a1", "a2", "b1", "c1"]

    asyncio.run(ask())


def test_who_took_the_least_time_goes_first_where_that_counts():
    async def ask():
        wishes = Wishes(Turns(1, 10, NEVER, counts_time=True))
        await wishes.ask("a1", "a2", "b1")
        wishes.turns.taken[0].since -= 5  # it has lasted for so long
        await wishes.end("a1")
        assert wishes.names == ["a1", "b1"]
        await wishes.end("b1")
        await wishes.end("a2")
        assert not wishes.turns.spent  # nobody waits

    asyncio.run(ask())
