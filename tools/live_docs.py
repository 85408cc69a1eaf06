"""What makes the documentation live, for mkdocs (see `hooks` in mkdocs.yml).

A block of Python that holds nothing but the full name of a function becomes the source of that
function:

    # plyground.games.connect_four.ladder.rank_of

Behind the pages are written `javascripts/ladder.js`: code of docs/live, the page's own board and
WebAssembly modules of the kernels, in one file, so that it works from a folder, too; modules are
built once for each state of the source. And `javascripts/tree.js`: small searches, event by event.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import re
import tempfile
from pathlib import Path
from typing import Any

import plyground as pg
from plyground import building
from plyground.building.build import build
from plyground.building.kept import kept_or_built
from plyground.games.connect_four import ladder
from plyground.kernel import targets
from plyground.search.minimax import INFINITY
from plyground.search.trace import Cut, Enter, Judge, Trace, TraceSwitches, Update, Value
from plyground.web import bundle
from plyground.web.boards import game_view

ROOT = Path(__file__).parent.parent
LIVE = ROOT / "docs" / "live"
GAME = "connect_four"
KERNELS = ("look", "play", "solve", "help", "ladder")
MEGABYTES = 512.0
SEARCHES = {
    "minimax: every position": TraceSwitches(pruning=False),
    "alpha-beta: with cutoffs": TraceSwitches(),
    "alpha-beta, better moves first": TraceSwitches(ordering=True),
}
SHOWN = re.compile(r"^```python\n# ([\w.]+)\n```$", re.M)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The text of a page, with the source of the functions that it names."""
    return SHOWN.sub(lambda found: f"```python\n{source_of(found[1])}```", markdown)


def source_of(name: str) -> str:
    """The source of a function or class by its full name."""
    module, _, last = name.rpartition(".")
    found = getattr(importlib.import_module(module), last)
    return inspect.getsource(inspect.unwrap(found))


def on_post_build(config: Any, **_: Any) -> None:
    """Write what the live parts need into the site."""
    site = Path(config.site_dir)
    (site / "javascripts" / "ladder.js").write_text(ladder_script(), encoding="utf-8")
    (site / "javascripts" / "tree.js").write_text(tree_script(), encoding="utf-8")
    style = bundle.style("ply-live", (LIVE / "live.css").read_text("utf-8"))
    (site / "stylesheets" / "live.css").write_text(style, encoding="utf-8")


def ladder_script() -> str:
    """All that runs in the browser, as one script."""
    sources = {file.name: file.read_text("utf-8") for file in LIVE.glob("*.js")}
    sources["loader.js"] = (Path(targets.__file__).parent / "loader.js").read_text("utf-8")
    sources["data.js"] = _data(bundle.script("ladder-worker.js", sources))
    return f"{{\n{bundle.script('ladder.js', sources)}}}\n"


def _data(worker: str) -> str:
    """The module that docs/live/data.d.ts describes."""
    module, threads, description = built()
    values = {
        "game": game_view(pg.game(GAME)).model_dump(mode="json"),
        "description": json.loads(description),
        "kernels": base64.b64encode(module).decode(),
        "threads": base64.b64encode(threads).decode(),
        "worker": worker,
        "positions": list(ladder.POSITIONS.items()),
        "rungs": list(zip(ladder.Steps._fields, ladder.TITLES, strict=True)),
    }
    return "".join(f"export const {name} = {json.dumps(values[name])};\n" for name in values)


def tree_script() -> str:
    """The steps of a small search, as one script."""
    layout = (bundle.STATIC / "js" / "components" / "tree-layout.js").read_text("utf-8")
    searches = [(name, recorded(switches)) for name, switches in SEARCHES.items()]
    sources = {
        "tree.js": (LIVE / "tree.js").read_text("utf-8"),
        "tree-layout.js": layout,
        "tree-data.js": f"export const searches = {json.dumps(searches)};\n",
    }
    return f"{{\n{bundle.script('tree.js', sources)}}}\n"


def recorded(switches: TraceSwitches) -> list[dict[str, Any]]:
    """What happens in the search of the pictures, as docs/live/tree.js wants it."""
    game = pg.game("tic_tac_toe")
    position = pg.Playthrough.read(game, moves="b2 a1 c3").position
    judge = Judge(game.knowledge.evaluator("lines"), game.knowledge.rater("centre"))
    trace = Trace(position, 2, judge, switches, most_moves=game.max_moves)
    return [_as_data(event, game) for event in trace]


def _as_data(event: Any, game: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": type(event).__name__.lower(), "node": event.node}
    if isinstance(event, Enter):
        move = "" if event.move is None else game.format_move(event.move)
        told |= {"parent": event.parent, "move": move, "ply": event.ply}
    if isinstance(event, (Enter, Update)):
        ends = (("low", event.alpha), ("high", event.beta))
        told |= {name: None if abs(end) >= INFINITY else end for name, end in ends}
    if isinstance(event, (Update, Value)):
        told["value"] = event.value
    if isinstance(event, Value):
        told["bound"] = event.bound
    return told | ({"skipped": len(event.skipped)} if isinstance(event, Cut) else {})


def built() -> tuple[bytes, bytes, str]:
    """The WebAssembly modules, for one thread and several, and their description; kept."""
    order = {"kernels": KERNELS, "megabytes": MEGABYTES}
    choosers = sorted(Path(building.__file__).parent.glob("*.py"))
    found = kept_or_built(pg.game(GAME), order, _build, choosers)
    module, threads = (base64.b64decode(found[name]) for name in ("module", "threads"))
    return module, threads, found["description"]


def _build(_: Any) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as held:
        folder = Path(held)
        build(pg.game(GAME), folder, ["wasm", "threads"], MEGABYTES, KERNELS)
        files = {"module": f"{GAME}.wasm", "threads": f"{GAME}.threads.wasm"}
        content = {name: (folder / file).read_bytes() for name, file in files.items()}
        described = (folder / f"{GAME}.json").read_text("utf-8")
    return {
        **{name: base64.b64encode(each).decode() for name, each in content.items()},
        "description": described,
    }
