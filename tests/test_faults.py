"""The short form of `make faults`: every family, once."""

from __future__ import annotations

import pytest

from faults import families as families
from faults.rig import FAMILIES, one_trial
from tiers import rest_slow

# Other tests say the same.
COSTLY = ("stalls", "servers", "clusters", "kills", "timed moves", "proofs", "contests")


@pytest.mark.parametrize("name", rest_slow(FAMILIES, lambda name: name not in COSTLY))
def test_nothing_is_lost(name):
    one_trial(FAMILIES[name], seed=1, number=0)
