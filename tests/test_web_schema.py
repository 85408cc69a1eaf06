"""The OpenAPI description is true: schemathesis makes requests from it and checks the answers."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from plyground.web.app import create_app
from web_server import running_server

# Positions, moves and specs are texts whose grammar JSON Schema cannot express: a text of the right
# length may still be refused. Every other check holds.
schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose searches are short: what they find is not looked at here."""
    with (
        pytest.MonkeyPatch.context() as patch,
        running_server(store=tmp_path_factory.mktemp("arena") / "arena.db") as running,
    ):
        patch.setattr("plyground.web.agents.MOST_SECONDS", 0.1)
        patch.setattr("plyground.web.tree.TRACED_SECONDS", 0.1)
        patch.setattr("plyground.search.trace.COUNTED_SECONDS", 0.05)
        yield running


@schema.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_answers_fit_the_description(case, server):
    case.call_and_validate(
        base_url=server.url, timeout=60, excluded_checks=[positive_data_acceptance]
    )
