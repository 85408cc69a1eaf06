"""The laboratory on the page, in a real browser: listed, run, the report's numbers beside ours."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from web_server import wait_for

pytest_plugins = "browser"

NAME = "bamboo-table-2"


@pytest.fixture(scope="module")
def result(server):
    """An experiment that was run to its end."""
    server.http.post(f"/api/lab/{NAME}/run", json={"seed": 1}).raise_for_status()
    wait_for(lambda: server.http.get(f"/api/lab/{NAME}").json()["run"] is not None, 180)
    wait_for(lambda: server.http.get(f"/api/lab/{NAME}").json()["progress"] is None, 60)


def test_every_experiment_is_listed(tab, server):
    experiments = server.http.get("/api/lab").json()["experiments"]
    tab.open("lab/bamboo")
    expect(tab.page.locator(".lab-list tbody tr")).to_have_count(len(experiments))
    expect(tab.page.locator(".lab-list")).to_contain_text("Run time by move")


def test_an_experiment_is_run_from_the_page(tab, server):
    tab.open("lab/bamboo?experiment=bamboo-section-2")
    expect(tab.page.locator(".lab-status")).to_contain_text("Not run yet")
    tab.button("Run").click()
    expect(tab.page.locator(".lab-status")).to_contain_text(re.compile("seed 1, .* s,"))
    tab.button("Run again, seed 2").wait_for()
    expect(tab.page.locator(".lab-list tr:has-text('bamboo-section-2')")).to_contain_text(
        "reproduced"
    )


@pytest.mark.usefixtures("result")
def test_numbers_stand_beside_the_report(tab):
    tab.open("lab/bamboo")
    tab.page.get_by_role("link", name="Who profits from starting").click()
    expect(tab.page).to_have_url(re.compile(f"experiment={NAME}"))
    row = tab.page.locator(".lab-verdicts tbody tr").first
    expect(row).to_contain_text("radius 1, starting player wins")
    expect(row).to_contain_text("12%")
    expect(row).to_contain_text("of 10,000")
    expect(row.locator(".lab-state")).to_contain_text("reproduced")
    picture = tab.page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100


@pytest.mark.usefixtures("result")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tabs, scheme):
    tab = tabs(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    tab.open(f"lab/bamboo?experiment={NAME}")
    expect(tab.page.locator(".lab-verdicts").first).to_be_visible()
    assert tab.overflow() == 0
    found = Axe().run(tab.page)
    assert not found.violations_count, found.generate_report()


def test_an_experiment_that_is_not_there(tab):
    tab.forgive(r"the server responded with a status of 4\d\d")
    tab.open("lab/bamboo?experiment=nothing")
    expect(tab.page.locator(".lab-status")).to_contain_text("no experiment 'nothing'")
