"""What results look like in a notebook."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import plyground as pg
from plyground.errors import InvalidParameterError
from plyground.learn.checkpoint import Progress
from plyground.markup import html_table
from plyground.render.tree import TreeNode, draw_tree
from plyground.tournaments import GameRecord
from plyground.tournaments.tables import cross_table
from plyground.verbs.train import Trained


def texts(svg):
    """Every text in a picture, which must be well formed."""
    return [found.text for found in ElementTree.fromstring(svg).findall(".//{*}text")]


def test_text_in_a_table_is_no_markup():
    assert "<td" in html_table([{"agent": "<b>", "games": 1000}])
    assert "&lt;b&gt;" in html_table([{"agent": "<b>"}])
    assert "1,000" in html_table([{"games": 1000}])
    assert "nothing to show" in html_table([])


def test_a_decision_draws_itself():
    shown = pg.Decision(4, pg.Proven(1, 0, 5), (4, 0))._repr_html_()
    assert "win in 5" in shown
    assert ">4 0<" in shown


def test_an_analysis_has_a_row_a_move():
    reports = tuple(pg.MoveReport(move, pg.Estimate(move, 0)) for move in (2, 1))
    shown = pg.Analysis(reports, pg.Statistics())._repr_html_()
    assert re.findall(r"[+]\d", shown) == ["+2", "+1"]


def test_a_cross_table_is_html_too():
    record = GameRecord("tic_tac_toe", {}, ("a<b", "c"), (), (), 0, "line", False, 0, 1)
    shown = cross_table([record]).html()
    assert shown.startswith("<b>Cross table</b><table>")
    assert "a&lt;b" in shown
    assert "of 1" in shown


def test_a_training_run_draws_its_curve(tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "curve.csv").write_text(
        "seconds,games,policy_loss,value_loss\n1,10,2.0,0.9\n2,20,1.5,0.8\n"
    )
    trained = Trained(tmp_path / "network.onnx", Progress())
    assert trained.picture().startswith("<svg")
    assert "network.onnx" in trained._repr_html_()
    (tmp_path / "curve.csv").write_text("seconds,games,policy_loss,value_loss\n")
    assert trained.picture() == ""


# --- trees ------------------------------------------------------------------------------------


def test_a_tree_is_drawn_with_its_moves_values_and_cuts():
    nodes = [
        TreeNode(None, "", "+1", 0, best=True),
        TreeNode(0, "a1", "+1", 1, best=True),
        TreeNode(0, "a<2", "≤-1", 1, skipped=3),
        TreeNode(2, "b1", "-1", 2),
    ]
    svg = draw_tree(nodes)
    assert {"+1", "a1", "a<2", "≤-1", "3 cut"} <= set(texts(svg))
    assert svg.count("<ellipse") == 2
    assert len(re.findall(r"<line[^>]* stroke-dasharray", svg)) == 1
    assert len(re.findall(r'<line[^>]* stroke-width="3"', svg)) == 1


def test_a_node_stands_above_the_middle_of_its_children():
    nodes = [TreeNode(None, "", "", 0), TreeNode(0, "a", "", 1), TreeNode(0, "b", "", 1)]
    children = [float(x) for x in re.findall(r'<ellipse cx="([\d.]+)"', draw_tree(nodes))]
    (left,) = re.findall(r'<rect x="([\d.]+)"', draw_tree(nodes))
    assert float(left) + 13 == sum(children) / 2


def test_a_node_is_as_wide_as_the_longest_value():
    def widths(value: str) -> set[str]:
        nodes = [TreeNode(None, "", "", 0), TreeNode(0, "a", value, 1), TreeNode(1, "b", "", 2)]
        return set(re.findall(r'<rect x=[^>]* width="([\d.]+)"', draw_tree(nodes)))

    assert widths("+3") == {"26"}
    (wide,) = widths("120: 0.55")
    assert float(wide) > 50


def test_a_search_is_recorded_node_by_node():
    ending = {"moves": "a1 b2 a2 c3 c1", "depth": 4}
    plain = pg.tree("tic_tac_toe", pruning=False, **ending)
    pruned = pg.tree("tic_tac_toe", **ending)
    assert plain.score == pruned.score == pg.Proven(-1, 1, 2)
    assert len(plain.nodes) == plain.statistics.nodes > len(pruned.nodes)
    assert not any(node.skipped for node in plain.nodes)
    assert any(node.skipped for node in pruned.nodes)
    assert pruned.rows()[0]["parent"] is None
    assert pruned.data()["line"] == pruned.line
    assert f"best line {' '.join(pruned.line)}" in str(pruned)
    assert set(pruned.line) <= set(texts(pruned.picture()))
    assert f"{pruned.statistics.nodes} nodes" in pruned._repr_html_()


def test_what_cannot_be_looked_at_is_refused():
    with pytest.raises(InvalidParameterError, match="more than 2000 nodes"):
        pg.tree("tic_tac_toe", depth=6, pruning=False)
    with pytest.raises(InvalidParameterError, match="depth=0"):
        pg.tree("tic_tac_toe", depth=0)
