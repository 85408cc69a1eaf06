"""Accuracy on many machines: positions are judged and answered there, a few at a time.

Positions travel as text, and what is found as numbers of moves, in the order in which they were
drawn. A worker keeps its solver from one call to the next; so which positions are settled within a
limit in nodes may differ a little from one run to the next, and what they are worth does not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from plyground.cluster.calls import call_all
from plyground.cluster.machines import Machines
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.game.registry import game as make_game
from plyground.game.registry import reference_of
from plyground.tournaments.accuracy import Answer, Examiner, answers_of
from plyground.tournaments.judged_positions import (
    Draw,
    JudgedPosition,
    PositionJudge,
    check_some,
    draw_positions,
)
from plyground.tournaments.parcels import Parcels, open_parcel, parcels_for
from plyground.vocabulary import Move, Proven

AT_ONCE = 10  # positions of a call
Each = TypeVar("Each")


@dataclass(frozen=True)
class Sent:
    """Positions of a game, as other processes can read them."""

    game: str
    parameters: Mapping[str, Value]
    positions: tuple[tuple[str, int], ...]  # each with the plies before it
    parcels: Parcels = field(default_factory=dict)

    def opened(self) -> tuple[Game[Any], list[tuple[Any, int]]]:
        """The game and the positions."""
        for parcel in self.parcels.values():
            open_parcel(parcel)
        game = make_game(self.game, **self.parameters)
        return game, [(game.parse_position(text), plies) for text, plies in self.positions]


class _Judges(threading.local):
    """The judge that a thread keeps."""

    owner: Any = None
    judge: PositionJudge


_judges = _Judges()


def judge_positions(sent: Sent, nodes: int) -> list[dict[Move, Proven] | None]:
    """What every move of each position is worth; None where the limit came first."""
    game, positions = sent.opened()
    owner = sent.game, tuple(sent.parameters.items()), nodes
    if _judges.owner != owner:
        _judges.judge, _judges.owner = PositionJudge(game, nodes), owner
    found = [_judges.judge.judge(position, plies) for position, plies in positions]
    return [None if each is None else dict(each.values) for each in found]


def choose_moves(
    sent: Sent, worths: Sequence[dict[Move, Proven]], spec: str, seed: int
) -> list[tuple[bool, bool, float]]:
    """Of each position, whether the agent's move keeps the value, is best, and its seconds."""
    game, positions = sent.opened()
    judged = [
        JudgedPosition(position, plies, values)
        for (position, plies), values in zip(positions, worths, strict=True)
    ]
    return [(each.keeps, each.best, each.seconds) for each in answers_of(game, spec, judged, seed)]


def _batches(given: Iterable[Each]) -> Iterator[list[Each]]:
    rest = iter(given)
    while some := list(islice(rest, AT_ONCE)):
        yield some


@dataclass(frozen=True)
class ClusterExaminer(Examiner):
    """The same on machines."""

    machines: Machines

    def _sent(self, positions: Sequence[tuple[Any, int]], parcels: Parcels) -> Sent:
        texts = tuple((self.game.format_position(each), plies) for each, plies in positions)
        return Sent(reference_of(type(self.game)), self.game.parameter_values, texts, parcels)

    def judged_positions(
        self, wanted: Draw, nodes: int, report: Callable[[int], None]
    ) -> tuple[list[JudgedPosition], int]:
        """The same; positions are drawn here."""
        drawn: list[tuple[Any, int]] = []
        parcels = parcels_for(reference_of(type(self.game)), [])

        def given() -> Iterator[tuple[Any, ...]]:
            for some in _batches(draw_positions(self.game, wanted)):
                drawn.extend(some)
                yield self._sent(some, parcels), nodes

        done = iter(range(AT_ONCE, wanted.count + AT_ONCE, AT_ONCE))
        answers = call_all(
            self.machines,
            judge_positions,
            given(),
            lambda _: report(min(next(done), wanted.count)),
        )
        values = [each for some in answers for each in some]
        found = [
            JudgedPosition(position, plies, worths)
            for (position, plies), worths in zip(drawn, values, strict=True)
            if worths is not None
        ]
        check_some(self.game, found, len(values) - len(found))
        return found, len(values) - len(found)

    def answers_of(
        self,
        spec: str,
        judged: Sequence[JudgedPosition],
        seed: int,
        report: Callable[[], None],
    ) -> list[Answer]:
        """The same; agents that use chance begin anew for every few positions."""
        parcels = parcels_for(reference_of(type(self.game)), [spec])
        parts = list(_batches(judged))
        given = (
            (
                self._sent([(each.position, each.plies) for each in part], parcels),
                [dict(each.values) for each in part],
                spec,
                seed + number,
            )
            for number, part in enumerate(parts)
        )

        def count(number: int) -> None:
            for _ in parts[number]:
                report()

        found = call_all(self.machines, choose_moves, given, count)
        return [
            Answer(each, *answer)
            for part, some in zip(parts, found, strict=True)
            for each, answer in zip(part, some, strict=True)
        ]
