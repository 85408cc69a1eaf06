"""`plyground lab` on the command line, and the page's API about the laboratory."""

from __future__ import annotations

import json
import re
from subprocess import CompletedProcess

import pytest

from command_line import plyground
from plyground.lab.sources import numbers_of
from plyground.lab.writing import place_text
from web_server import running_server, wait_for

NAME = "bamboo-table-2"


def lab(*arguments: str) -> CompletedProcess[str]:
    return plyground("lab", *arguments)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store in which one experiment was run."""
    path = tmp_path_factory.mktemp("lab") / "lab.db"
    done = lab("run", NAME, "--quick", "--seed", "4", "--db", str(path))
    assert done.returncode == 0, done.stderr
    assert re.search(r"reproduced +radius 1, starting player wins: 12% .*yours 1", done.stdout)
    return path


def test_experiments_are_listed(store):
    done = lab("list", "--db", str(store))
    assert f"{NAME}  [consistent]" in done.stdout
    assert re.search(r"^all: \d+ reproduced, .*\d+ not comparable", done.stdout, re.MULTILINE)
    data = {
        each["name"]: each for each in json.loads(lab("list", "--json", "--db", str(store)).stdout)
    }
    assert data[NAME]["yours"]["seed"] == 4
    assert data[NAME]["yours"]["machine"]["cores"] >= 1
    assert data[NAME]["yours"]["findings"]["charts"]
    reproduced = data[NAME]["yours"]["counts"]["reproduced"]
    assert reproduced > 0
    assert f"yours: {reproduced} reproduced" in done.stdout


def test_every_number_is_shown(store):
    """Also those that are not compared, with the reason."""
    done = lab("show", NAME, "--db", str(store))
    numbers = numbers_of(NAME)
    for number in numbers:
        assert f"{place_text(number)}: " in done.stdout
    assert done.stdout.count("Not compared: ") == sum(each.rule == "none" for each in numbers)
    assert "yours: quick, seed 4, " in done.stdout
    (told,) = json.loads(lab("show", NAME, "--json", "--db", str(store)).stdout)
    assert (told["name"], len(told["verdicts"])) == (NAME, len(numbers))
    again = lab("run", NAME, "--quick", "--seed", "4", "--json", "--db", str(store))
    assert json.loads(again.stdout)[0]["your_verdicts"] == told["your_verdicts"]


def test_a_document_is_written(store, tmp_path):
    done = lab("report", "--db", str(store), "--output", str(tmp_path / "lab.html"))
    assert done.stdout.strip() == str(tmp_path / "lab.html")
    told = lab("report", "--db", str(store), "--output", str(tmp_path / "lab.html"), "--json")
    assert json.loads(told.stdout) == {"file": str(tmp_path / "lab.html")}
    assert "reproduced" in (tmp_path / "lab.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "nothing"], "no experiment 'nothing'; there are bamboo-section-2"),
        (["run", NAME, "--quick", "--full"], "contradict each other"),
        (["report", "-o", "lab.pdf"], "written as .html or .md"),
        (["run", NAME, "--seed", "-1"], "--seed"),
    ],
)
def test_mistakes_end_in_one_line(arguments, complaint, tmp_path):
    done = lab(*arguments, "--db", str(tmp_path / "lab.db"))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_store(tmp_path):
    (tmp_path / "lab.db").write_text("something else")
    done = lab("list", "--db", str(tmp_path / "lab.db"))
    assert done.returncode == 2
    assert "no store of results" in done.stderr


@pytest.fixture(scope="module")
def http(tmp_path_factory):
    """A client of a server with a laboratory of its own."""
    with running_server(store=tmp_path_factory.mktemp("web") / "arena.db") as server:
        yield server.http


def test_an_experiment_runs_on_the_server(http):
    begun = http.post(f"/api/lab/{NAME}/run", json={"seed": 3}).json()
    assert begun["progress"]["seed"] == 3
    wait_for(lambda: http.get(f"/api/lab/{NAME}").json()["progress"] is None, 180)
    found = http.get(f"/api/lab/{NAME}").json()
    assert found["error"] is None
    (run,) = (each for each in found["runs"] if each["whose"] == "yours")
    assert (run["size"], run["seed"]) == ("quick", 3)
    assert " cores, " in run["text"]
    assert found["state"] in ("reproduced", "consistent")
    (source,) = found["sources"]
    assert source["name"] == "Table II"
    assert source["verdicts"][0]["report"] == "12%"
    chart = found["charts"][0]
    assert (chart["x"], chart["percent"]) == ("radius", True)
    assert {"x", "y", "low", "high"} == set(chart["series"][0]["points"][0])
    assert http.get(f"/api/lab/{NAME}/data").json()["yours"]["seed"] == 3
    states = {each["name"]: each["state"] for each in http.get("/api/lab").json()["experiments"]}
    assert states[NAME] in ("reproduced", "consistent")


def test_an_experiment_is_stopped(http):
    name = "konane-forward-pruning"
    http.post(f"/api/lab/{name}/run", json={}).raise_for_status()
    http.post("/api/lab/konane-main/run", json={}).raise_for_status()  # waits
    for each in ("konane-main", name):
        http.post(f"/api/lab/{each}/stop").raise_for_status()
    for each in ("konane-main", name):
        wait_for(lambda each=each: http.get(f"/api/lab/{each}").json()["progress"] is None, 60)
        assert http.get(f"/api/lab/{each}").json()["error"] is None


@pytest.mark.parametrize("path", ["nothing", "nothing/data"])
def test_what_is_not_there(http, path):
    answer = http.get(f"/api/lab/{path}")
    assert answer.status_code == 404
    assert "no " in answer.json()["detail"]
