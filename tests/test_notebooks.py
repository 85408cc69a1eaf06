"""The tutorials under docs/notebooks: they run, and are kept without what they printed."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))
SECONDS = 300  # for a cell; each takes a few, once what it needs is compiled
MOST_LINES = 40  # of a cell


def cells(notebook):
    return json.loads(notebook.read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_cells_are_short_and_without_outputs(notebook):
    code = [cell for cell in cells(notebook) if cell["cell_type"] == "code"]
    assert code
    for cell in code:
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        assert len(cell["source"]) <= MOST_LINES
        ast.parse("".join(cell["source"]))


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_runs(notebook, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    read = nbformat.read(notebook, as_version=4)
    client = NotebookClient(read, timeout=SECONDS, resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    shown = [out for cell in done.cells if cell.cell_type == "code" for out in cell.outputs]
    assert any("text/html" in out.get("data", {}) for out in shown)
    assert not [out for out in shown if out.get("name") == "stderr"]
