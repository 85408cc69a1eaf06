"""Fuzzed inputs: whatever a parser is given, it answers or refuses in our own words."""

from __future__ import annotations

import contextlib

from faults.rig import Figures, Trial, family
from plyground.agents.spec import parse_spec
from plyground.errors import PlygroundError

AT_ONCE = 1000  # inputs a trial


@family("specs")
def specs(trial: Trial) -> Figures:
    """Agent specs."""
    for _ in range(AT_ONCE):
        text = "".join(
            trial.chance.choices("abc(=,)1.'\"[]{} \n\\-", k=trial.chance.randint(0, 60))
        )
        with contextlib.suppress(PlygroundError):
            parse_spec(text)
    return {"inputs": AT_ONCE}
