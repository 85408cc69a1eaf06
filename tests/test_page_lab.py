"""The laboratory on the page, in a real browser: listed, run, the report's numbers beside ours."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from plyground.lab import overview
from plyground.lab.experiment import Scale
from plyground.lab.findings import Chart, Findings, share
from plyground.lab.ledger import StoredResult
from web_server import wait_for

pytest_plugins = "browser"

NAME = "bamboo-table-2"


@pytest.fixture(scope="module")
def result(server):
    """An experiment that was run to its end."""
    server.http.post(f"/api/lab/{NAME}/run", json={"seed": 1}).raise_for_status()
    wait_for(lambda: server.http.get(f"/api/lab/{NAME}").json()["runs"])
    wait_for(lambda: server.http.get(f"/api/lab/{NAME}").json()["progress"] is None)
    return server.http.get(f"/api/lab/{NAME}").json()


@pytest.fixture(autouse=True, scope="module")
def nothing_ships():
    """The page of somebody who has only what they ran; a test may ship a result."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overview, "shipped_results", dict)
        yield


def test_every_experiment_is_listed(tab, server):
    experiments = server.http.get("/api/lab").json()["experiments"]
    tab.open("lab/bamboo")
    expect(tab.page.locator(".lab-list tbody tr")).to_have_count(len(experiments))
    expect(tab.page.locator(".lab-list")).to_contain_text("Run time by move")


def test_trainings_are_shown_as_far_as_they_are(tab, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_TRAINING", str(tmp_path))
    run = tmp_path / "hex"
    run.mkdir()
    head = "seconds,steps,games,samples,simulations,policy_loss,value_loss,kept"
    (run / "curve.csv").write_text(f"{head}\n60,100,20,500,9000,1.5,0.5,0.75\n")
    tab.open("lab/bamboo")
    shown = tab.page.locator("[data-training=hex]")
    expect(shown).to_contain_text("1 minutes · 20 games · keeps the value in 75% of positions")
    expect(shown.locator("svg.chart")).to_have_count(2)
    with (run / "curve.csv").open("a") as file:
        file.write("120,200,40,900,18000,1.2,0.4,0.99\n")
    expect(shown).to_contain_text("2 minutes · 40 games · keeps the value in 99% of positions")


def test_trainings_are_asked_for_again_after_a_failure(tab):
    tab.forgive("responded with a status of 500")
    tab.page.clock.install()
    fails = re.compile("/api/trainings$")
    tab.page.route(fails, lambda route: route.fulfill(status=500, body="no"))
    tab.open("lab/bamboo")
    expect(tab.notice).to_have_text("the server answered 500")
    expect(tab.page.locator("#trainings")).to_have_count(0)
    tab.page.unroute(fails)
    tab.page.clock.fast_forward(15_000)
    expect(tab.page.locator("#trainings")).to_be_visible()


@pytest.mark.slow
def test_an_experiment_is_run_from_the_page(tab, server):
    tab.open("lab/bamboo?experiment=bamboo-section-2")
    expect(tab.page.locator(".lab-status")).to_contain_text("Not run yet")
    tab.button("Run").click()
    expect(tab.page.get_by_text(re.compile("^quick, seed 1, .* cores,"))).to_be_visible()
    tab.button("Run it again, seed 2").wait_for()
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


@pytest.mark.slow
def test_numbers_that_are_not_compared_say_why(tab):
    tab.open("lab/bamboo?experiment=bamboo-section-2")
    kept = tab.page.locator(".lab-verdicts tr:has-text('Not compared:')").first
    expect(kept.locator(".lab-state")).to_contain_text("not comparable")


def test_a_badge_counts_every_state(tab, result):
    tab.open(f"lab/bamboo?experiment={NAME}")
    badge = tab.page.get_by_role("region", name="Experiment", exact=True).locator(".lab-badge")
    for state, count in result["counts"].items():
        if count:
            expect(badge).to_contain_text(f"{count} {state.removesuffix('s')}")
    expect(tab.page.locator(".lab-total")).to_contain_text("not run")


def test_the_page_draws_its_charts(tab, result):
    tab.open(f"lab/bamboo?experiment={NAME}")
    chart = tab.page.locator("svg.chart").first
    expect(chart.locator("text.title")).to_have_text(result["charts"][0]["title"])
    points = [point for series in result["charts"][0]["series"] for point in series["points"]]
    expect(chart.locator(".mark title")).to_have_count(len(points))
    expect(chart.locator("desc")).to_contain_text(f"by {result['charts'][0]['x']}")
    line = chart.locator("path.line").last
    assert line.evaluate("line => line.getTotalLength()") > 100
    assert line.evaluate("line => getComputedStyle(line).stroke") != "none"


def test_a_chart_fits_its_place_and_is_a_table_too(tab, result):
    tab.resize({"width": 390, "height": 800})
    tab.open(f"lab/bamboo?experiment={NAME}")
    figure = tab.page.locator(".chart-figure").first
    drawing = figure.locator("svg.chart")
    wide = drawing.evaluate("drawing => [drawing.viewBox.baseVal.width, drawing.clientWidth]")
    assert wide[0] == pytest.approx(wide[1], abs=1)  # letters are as large as elsewhere
    assert tab.overflow() == 0
    figure.locator("summary").click()
    head, *_ = result["charts"][0]["series"]
    expect(figure.locator("thead th").nth(1)).to_have_text(head["label"])
    expect(figure.locator("tbody tr")).to_have_count(len(head["points"]))


@pytest.mark.slow
@pytest.mark.usefixtures("result")
def test_ones_own_run_stands_beside_what_ships(tab, monkeypatch):
    key = "table-2/1/starting player wins"
    findings = Findings({key: share(990, 1000)}, charts=(Chart("Shipped", "x", "y", ()),))
    told = StoredResult(NAME, Scale("full"), findings, 60.0, "0.1", "2026-01-02T03:04", None)
    monkeypatch.setattr(overview, "shipped_results", lambda: {NAME: told})
    tab.open(f"lab/bamboo?experiment={NAME}")
    heads = tab.page.locator(".lab-verdicts").first.locator("thead th")
    expect(heads).to_have_text(["what", "report", "ours", "yours", "state", "why"])
    row = tab.page.locator(".lab-verdicts tbody tr").first
    expect(row).to_contain_text("99%")
    expect(row.locator(".lab-state")).to_have_text(["≠ differs", "✓ yours reproduced"])
    told = tab.page.get_by_role("region", name="Experiment", exact=True)
    expect(told).to_contain_text("full, seed 1, 2026-01-02 03:04 UTC, 60 s")
    expect(told).to_contain_text("came out another way")
    expect(told.get_by_role("img", name="Shipped (ours)")).to_be_visible()


@pytest.mark.slow
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
    expect(tab.page.get_by_role("link", name="Raw data")).to_be_hidden()
