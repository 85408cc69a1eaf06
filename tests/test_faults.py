"""The short form of `make faults`: every family, once."""

from __future__ import annotations

import pytest

from faults import families as families
from faults.rig import FAMILIES, one_trial


@pytest.mark.parametrize("name", FAMILIES)
def test_nothing_is_lost(name):
    one_trial(FAMILIES[name], seed=1, number=0)
