"""Where the parts of a proof are worked at: which place is free, and what it has not heard of.

A place is a solver that some worker keeps, with its tables (`split_work`). It goes on best with
what it has begun. It is sent what others have proven since it was last spoken to; a place that is
not known yet, the costliest proofs of all.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.solvers.proof_parcels import ProofParcel, costliest_of, costliest_parcel, join
from plyground.solvers.split_tree import Part
from plyground.solvers.split_work import Place

MOST_CARRIED = 20_000  # proofs for each table that a subproblem is sent with
MOST_PARCELS = 256  # that are kept for those who have not heard of them
CARRY_SECONDS = 1.0  # between choices of the proofs for places that are not known yet, or longer,
CARRY_SHARE = 0.05  # so that such a look through all tables takes so much of the time
NOWHERE = Place()

Parcels = tuple[ProofParcel, ...]  # for each table


@dataclass
class _Known:
    """What is known of a place."""

    heard: int = 0  # parcels that had come when it was last spoken to
    last: Part | None = None  # what it was given last
    is_busy: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether it has begun with something that it can go on with."""
        return self.last is not None and self.last.is_open and not self.last.under_way


@dataclass
class Places:
    """The places of a proof."""

    tables: Sequence[Any]
    _known: dict[Place, _Known] = field(default_factory=dict)
    _parcels: deque[tuple[int, Place, Parcels]] = field(  # by number, the last that came
        default_factory=lambda: deque(maxlen=MOST_PARCELS)
    )
    _came: int = 0
    _costliest: Parcels = ()
    _fresh_until: float = -np.inf  # as long as that is what is sent

    def choose(self, part: Part) -> Place:
        """A free place: that which knows the part, or else one that has nothing to go on with."""
        free = {place: known for place, known in self._known.items() if not known.is_busy}
        own: Place | None = part.place
        if own in free:
            return own
        idle = [place for place, known in free.items() if not known.has_begun]
        return idle[0] if idle else NOWHERE

    def news(self, place: Place) -> Parcels:
        """What the place should be told with its next subproblem."""
        known = self._known.get(place)
        if known is None:
            return self._costliest_of_all()
        others = [
            parcels
            for number, origin, parcels in self._parcels
            if number >= known.heard and origin != place
        ]
        return tuple(
            costliest_of(join([parcels[i] for parcels in others]), MOST_CARRIED)
            for i in range(len(self.tables))
        )

    def _costliest_of_all(self) -> Parcels:
        begun = time.monotonic()
        if begun > self._fresh_until:
            self._costliest = tuple(costliest_parcel(table, MOST_CARRIED) for table in self.tables)
            done = time.monotonic()
            self._fresh_until = done + max(CARRY_SECONDS, (done - begun) / CARRY_SHARE)
        return self._costliest

    def given(self, place: Place, part: Part) -> None:
        """Note that the place works at the part, and has been told all there is."""
        if place in self._known:
            self._known[place] = _Known(self._came, part, True)

    def answered(self, asked: Place, place: Place, part: Part, parcels: Parcels) -> None:
        """Note that the part, which `asked` should have looked at, was looked at by a place."""
        if asked != place:
            self._known.pop(asked, None)  # gone, or busy with what others ask
        heard = self._known[place].heard if place in self._known else 0
        self._known[place] = _Known(heard, part)
        if any(map(len, parcels)):
            carried = tuple(costliest_of(parcel, MOST_CARRIED) for parcel in parcels)
            self._parcels.append((self._came, place, carried))
            self._came += 1
