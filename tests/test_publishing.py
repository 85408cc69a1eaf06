"""Publishing: what a site consists of, and what is refused. `test_page_published` opens one."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

import plyground as pg
from plyground.errors import FileError, NonconformingError, PlygroundError
from plyground.publishing import runtime
from plyground.publishing.answers import first_answers
from plyground.publishing.program import networks_of, published_files, required
from plyground.publishing.runtime import Download, content_of
from plyground.publishing.site import _in_place_of, _write_page, _write_python, _write_worker

SNORT = Path(__file__).parent.parent / "docs" / "examples" / "snort.py"
CONTENT = b"in place of Python"
FILE = Download("python.wasm", hashlib.sha256(CONTENT).hexdigest())
MODULE = Download("python.mjs", FILE.sha256)


@pytest.fixture(scope="module")
def python_source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to fetch Python from, which is two small files; the cache has nothing of it."""
    source = tmp_path_factory.mktemp("pyodide")
    for each in (FILE, MODULE):
        (source / each.name).write_bytes(CONTENT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(runtime.VARIABLE, str(source))
        patch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(runtime, "INTERPRETER", (FILE, MODULE))
        patch.setattr(runtime, "WHEELS", ())
        patch.setattr("plyground.publishing.site.WHEELS", ())
        yield source


@pytest.fixture(scope="module")
def site(python_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one game of ours and one of the user's."""
    folder = tmp_path_factory.mktemp("published") / "site"
    found = pg.publish(["tic_tac_toe", SNORT], folder, compiled=False)
    assert "Tic-tac-toe, Snort" in str(found)
    assert found.data()["games"] == ["tic_tac_toe", "snort"]
    return folder


def description(site: Path) -> dict:
    return json.loads((site / "site.json").read_text())


def test_the_page_says_that_there_is_no_server(site):
    page = (site / "index.html").read_text()
    assert '<meta name="plyground-site" content="site.json" data-game="tic_tac_toe">' in page
    assert "default-src 'self'" in page
    assert not re.findall(r'(?:href|src)="/', page)  # it may lie in any folder
    assert not re.findall(r'"/', (site / "manifest.webmanifest").read_text())


def test_screens_that_need_a_server_are_not_there(site):
    names = {file.name for file in (site / "js" / "screens").iterdir()}
    assert {"play.js", "analyse.js", "tree.js", "learn.js", "puzzles.js", "rules.js"} == names
    assert not (site / "embed").exists()


def test_first_answers_are_known(site):
    answers = description(site)["answers"]
    games = json.loads((site / answers["GET /api/games"]).read_text())["games"]
    assert [game["name"] for game in games] == ["tic_tac_toe", "snort"]
    start = '{"game":"snort","parameters":{},"position":null,"moves":""}'
    board = json.loads((site / answers[f"POST /api/position {start}"]).read_text())
    assert len(board["legal"]) == 25
    agents = json.loads((site / answers["GET /api/games/tic_tac_toe/agents"]).read_text())
    kinds = {kind["name"] for kind in agents["kinds"]}
    assert "minimax" in kinds
    assert not kinds & {"alphazero", "policy", "engine"}


def test_the_program_has_what_these_games_need_alone(site):
    python = description(site)["python"]
    assert python["games"] == ["games/0/snort.py:Snort"]
    with ZipFile(io.BytesIO((site / python["app"]).read_bytes())) as program:
        names = set(program.namelist())
        assert program.read("games/0/snort.py") == SNORT.read_bytes()
    assert {"plyground/games/tic_tac_toe/rules.py", "fastapi/__init__.py"} <= names
    unwanted = ("games/konane", "/lab/", "/learn/", "/cli/", "/static/", ".onnx", ".so")
    assert not [name for name in names if any(part in name for part in unwanted)]


def test_networks_are_files_of_their_own(tmp_path):
    """Each is fetched when an agent needs it, not with the program."""
    files, _ = published_files([type(pg.game("connect_four"))])
    networks = networks_of(files)
    assert {Path(name).name for name in networks} == {"residual.onnx", "residual-7x6.onnx"}
    python = _write_python(tmp_path, {}, files, [])
    assert python["later"].keys() == networks.keys()
    for name, address in python["later"].items():
        assert (tmp_path / address).read_bytes() == files[name].read_bytes()
    assert not [
        name for name in ZipFile(tmp_path / python["app"]).namelist() if "onnx" in name[-5:]
    ]
    (tmp_path / "index.html").touch()
    _write_worker(tmp_path)
    told = re.search(r"^const LATER = (.*);$", (tmp_path / "service-worker.js").read_text(), re.M)
    assert told
    assert sorted(python["later"].values()) == json.loads(told[1])


def test_bytes_are_those_that_the_worker_can_count(site):
    """It fetches them; modules are imported, and would leave the bar short of its end."""
    python = description(site)["python"]
    assert python["bytes"] == len(CONTENT) + (site / python["app"]).stat().st_size


def test_lessons_are_about_games_that_are_there(site):
    told = json.loads((site / "lessons.json").read_text())
    games = set(re.findall(r'"game": "(\w+)"', json.dumps(told)))
    assert "minimax" in [lesson["id"] for lesson in told]
    assert "network" not in [lesson["id"] for lesson in told]
    assert games <= {"tic_tac_toe", "snort"}


def test_every_file_is_kept_for_offline(site):
    text = (site / "service-worker.js").read_text()
    listed = [json.loads(found) for found in re.findall(r"^const \w+ = (\[.*\]);$", text, re.M)]
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    assert {"./"}.union(*listed) == files - {"index.html", "service-worker.js"} | {"./"}
    assert any(name.startswith("python/") for name in listed[1])


def test_a_site_is_replaced_and_the_same_games_give_the_same(site, tmp_path):
    again = shutil.copytree(site, tmp_path / "again")
    (again / "js" / "old.js").write_text("of the site before")
    (again / "CNAME").write_text("of its owner")
    (again / ".git").mkdir()
    (again / ".git" / "config").write_text("of the repository that the site lies in")
    published = pg.publish(["tic_tac_toe", SNORT], again, compiled=False)
    assert not (again / "js" / "old.js").exists()
    assert (again / "CNAME").read_text() == "of its owner"
    assert [each.name for each in again.glob(".*")] == [".git"]
    assert "config" not in {file.name for file in published.files}
    assert (again / "service-worker.js").read_text() == (site / "service-worker.js").read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["again"]


def test_a_folder_of_something_else_is_left_alone(python_source, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "site.json").write_text("{}")
    (tmp_path / "index.html").write_text("<title>Mine</title>")
    with pytest.raises(FileError, match="is no site of Plyground's"):
        pg.publish("tic_tac_toe", tmp_path)
    assert (tmp_path / "notes.txt").exists()


@pytest.fixture
def exchanged(tmp_path):
    """A function that writes a site of one file; its folder has a site with links already."""
    to, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    to.mkdir()
    elsewhere.mkdir()
    (elsewhere / "mine.js").write_text("mine")
    (to / "index.html").write_text("plyground-site, the old")
    (to / "js").symlink_to(elsewhere)

    def write():
        with _in_place_of(to) as made:
            (made / "js").mkdir()
            (made / "index.html").write_text("plyground-site, the new")

    return to, write


def test_links_in_the_folder_are_replaced_and_what_they_name_stays(exchanged):
    to, write = exchanged
    write()
    assert (to / "index.html").read_text().endswith("new")
    assert not (to / "js").is_symlink()
    assert (to.parent / "elsewhere" / "mine.js").read_text() == "mine"


@pytest.mark.parametrize("stopped", [KeyboardInterrupt(), OSError(28, "No space left on device")])
@pytest.mark.parametrize("moves", range(4))
def test_what_stops_the_exchange_leaves_the_site_before(exchanged, monkeypatch, stopped, moves):
    to, write = exchanged
    rename, left = Path.rename, [moves]

    def failing(self, target):
        left[0] -= 1
        if left[0] == -1:
            raise stopped
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises((FileError, KeyboardInterrupt)) as raised:
        write()
    assert "No space left on device" in str(raised.value) or raised.type is KeyboardInterrupt
    assert (to / "index.html").read_text().endswith("old")
    assert (to / "js" / "mine.js").exists()
    assert sorted(each.name for each in to.iterdir()) == ["index.html", "js"]


def test_a_site_is_written_by_one_process_at_a_time(exchanged):
    to, write = exchanged
    with _in_place_of(to) as made:
        (made / "index.html").write_text("plyground-site, the first")
        with pytest.raises(FileError, match="another process is writing"):
            write()
    assert (to / "index.html").read_text().endswith("first")
    write()
    assert (to / "index.html").read_text().endswith("new")


def test_what_a_killed_process_left_is_removed(exchanged):
    to, write = exchanged
    (to / ".plyground-site-abc" / "before").mkdir(parents=True)
    (to / "index.html").rename(to / ".plyground-site-abc" / "before" / "index.html")
    write()
    assert sorted(each.name for each in to.iterdir()) == ["index.html", "js"]


def test_a_name_is_no_html(tmp_path):
    _write_page(tmp_path, ['a"><script>'])
    assert 'data-game="a&quot;&gt;&lt;script&gt;"' in (tmp_path / "index.html").read_text()


def test_a_folder_that_cannot_be_written_is_said(python_source, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=r"cannot write into .*site: Not a directory"):
        pg.publish("tic_tac_toe", tmp_path / "file" / "site")


def test_python_is_asked_for_before_anything_is_compiled(python_source, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv(runtime.VARIABLE, str(tmp_path / "nowhere"))
    told: list[str] = []
    with pytest.raises(PlygroundError, match="cannot be fetched"):
        pg.publish("tic_tac_toe", tmp_path / "site", tell=told.append)
    assert told == ["fetching Python for browsers"]
    assert not (tmp_path / "site").exists()


def test_what_cannot_be_published(python_source, tmp_path):
    with pytest.raises(PlygroundError, match="name a game"):
        pg.publish([], tmp_path / "site")
    with pytest.raises(PlygroundError, match="two games of one name"):
        pg.publish([SNORT, SNORT], tmp_path / "site")
    assert not list(tmp_path.iterdir())


def test_larger_boards_are_named_as_in_the_address(monkeypatch, tmp_path):
    asked: list[str] = []
    monkeypatch.setattr(
        "plyground.verbs.publish.write_site",
        lambda *_: asked.extend(map(str, _[-1])),
    )
    boards = ["konane/size=12,jumps=single", pg.game("cachex", size=11)]
    pg.publish(["konane", "cachex"], tmp_path / "site", boards=boards)
    assert asked == ["konane(size=12, jumps=single)", "cachex(size=11)"]


@pytest.mark.parametrize(
    ("board", "compiled", "said"),
    [
        ("cachex/size=11", True, r"no game 'cachex' is published; there are konane"),
        ("konane", True, "write it as konane/NAME=VALUE"),
        ("konane/size=99", True, "size=99 is not a whole number from 2 to 16"),
        ("konane/size=12", False, "nothing is to be"),
    ],
)
def test_boards_that_cannot_be_compiled(board, compiled, said, tmp_path):
    with pytest.raises(PlygroundError, match=said):
        pg.publish("konane", tmp_path / "site", boards=[board], compiled=compiled)


def test_a_game_with_helpers_takes_them_along(tmp_path):
    (tmp_path / "parts.py").write_text("NAME = 'helped'\n")
    text = SNORT.read_text().replace(
        "import plyground as pg", "import plyground as pg\nimport parts"
    )
    (tmp_path / "mine.py").write_text(text)
    files, own = published_files([type(pg.game(str(tmp_path / "mine.py")))])
    assert own == ["games/0/mine.py:Snort"]
    assert {"games/0/mine.py", "games/0/parts.py"} <= set(files)


def test_a_program_that_fails_is_not_published(tmp_path):
    (tmp_path / "plyground" / "web").mkdir(parents=True)
    for package in ("plyground", "plyground/web"):
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "plyground" / "web" / "in_browser.py").write_text("import nowhere_at_all\n")
    with pytest.raises(PlygroundError, match=r"program fails: .*nowhere_at_all"):
        first_answers(tmp_path, [], [])


def test_libraries_come_with_what_they_require():
    found = list(required("fastapi", set()))
    assert {"fastapi", "starlette", "anyio", "typing-extensions", "annotated-types"} <= set(found)
    assert not {"numpy", "pydantic", "pydantic-core"} & set(found)


# --- Python for browsers ----------------------------------------------------------------------


def test_python_is_fetched_once(python_source, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    assert content_of(FILE) == CONTENT
    monkeypatch.setenv(runtime.VARIABLE, str(tmp_path / "nowhere"))
    assert content_of(FILE) == CONTENT
    shutil.rmtree(tmp_path / "cache")
    with pytest.raises(PlygroundError, match=r"cannot be fetched.*needs a network"):
        content_of(FILE)


def test_another_content_is_refused(python_source, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    wrong = Download(FILE.name, "0" * 64)
    with pytest.raises(PlygroundError, match="its checksum differs"):
        content_of(wrong)


def test_without_a_network_that_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv(runtime.VARIABLE, "http://127.0.0.1:9/pyodide/")
    with pytest.raises(PlygroundError, match=r"http://127.0.0.1:9/pyodide/python.wasm"):
        content_of(FILE)


def test_a_game_that_breaks_the_contract_is_not_published(python_source, tmp_path):
    broken = SNORT.read_text().replace("return -1", "return 2")
    (tmp_path / "broken.py").write_text(broken)
    with pytest.raises(NonconformingError, match="plyground check"):
        pg.publish(tmp_path / "broken.py", tmp_path / "site", compiled=False)
    assert not (tmp_path / "site").exists()
