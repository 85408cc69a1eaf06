"""The OpenAPI description is true: schemathesis makes requests from it and checks the answers."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from plyground.web.app import create_app
from tiers import first_usual
from web_server import running_server, wait_for

TOURNAMENT = {"game": "tic_tac_toe", "agents": ["random", "random"], "pairs": 1, "workers": 1}
# What is found is not looked at here: searches are short and interpreted, so that nothing has to
# be compiled, and of all tournaments only the first is played.
PATCHES = {
    "kernel.Kernel._code_for": lambda kernel, arguments: None,
    "web.agents.MOST_SECONDS": 0.1,
    "web.tree.TRACED_SECONDS": 0.1,
    "search.trace.COUNTED_SECONDS": 0.05,
    "web.searching.Searchers.warm": lambda searchers, game: None,
    "tournaments.Tournament.run": lambda tournament: None,
    "tournaments.plan.random_openings": lambda game, count, plies, seed: ((),) * min(count, 3),
}
# What refuses a request that the description forbids: 413 says that it is too long.
REFUSALS = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]

FEW = settings(
    max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a tournament that was played."""
    with (
        pytest.MonkeyPatch.context() as patch,
        running_server(store=tmp_path_factory.mktemp("arena") / "arena.db") as running,
    ):
        running.http.post("/api/arena", json=TOURNAMENT)
        wait_for(lambda: running.http.get("/api/arena/1").json()["state"] == "complete", 120)
        for name, value in PATCHES.items():
            patch.setattr(f"plyground.{name}", value)
        yield running


@pytest.mark.parametrize("every_bound", first_usual([False, True]))
def test_answers_fit_the_description(server, every_bound):
    """What does not fit is said with the request that shows it.

    Positions, moves and specs are texts whose grammar JSON Schema cannot express: a text of the
    right length may still be refused. Every other check holds. Requests are made up here rather
    than while tests are collected, which every process does; those at every bound of every field
    are many.
    """
    import schemathesis
    from schemathesis.pytest.lazy import get_all_tests
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    def fits(case):
        case.call_and_validate(
            base_url=server.url, timeout=60, excluded_checks=[positive_data_acceptance]
        )

    config = schemathesis.Config.from_dict(
        {
            "checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}},
            "phases": {"coverage": {"enabled": every_bound}},
        }
    )
    schema = schemathesis.openapi.from_dict(create_app().openapi(), config=config)
    tests = get_all_tests(schema=schema, test_func=fits, settings=FEW, given_kwargs=None)
    asked = 0
    for found in tests:
        _operation, check = found.ok()
        check()
        asked += 1
    assert asked > 30
