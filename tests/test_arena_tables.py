"""How results are shown: tables three ways, and figures."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from rich.console import Console

from plyground.errors import InvalidStatisticError, PlygroundError
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.plots import plot_ratings, plot_sweep, plot_time_per_move
from plyground.tournaments.standings import standings, sweep
from plyground.tournaments.statistics import Tally
from plyground.tournaments.tables import (
    Column,
    Table,
    cost_table,
    cross_table,
    meeting,
    percent,
    quantity,
    standings_table,
    sweep_table,
)
from plyground.verbs.arena import data_of, field_of
from plyground.vocabulary import Statistics

STRONG = "alphabeta(depth=4, evaluate=utility(ones=1, twos=3, threes=20), order=centre)"


def games(first, second, winners, *, seconds=0.001, **more):
    """A game for each winner, sides as given; each side makes two moves."""
    moves = tuple(
        MoveRecord("4", statistics=Statistics(nodes=50, seconds=seconds)) for _ in range(4)
    )
    return [
        GameRecord("connect_four", {}, (first, second), (), moves, winner, "four in a row", **more)
        for winner in winners
    ]


TOURNAMENT = [
    *games(STRONG, "random", [0] * 19 + [None]),
    *games("random", STRONG, [1] * 19 + [None]),
    *games("mcts(c=0.4)", STRONG, [0, 1, 1, 1]),
    *games("random", "mcts(c=0.4)", [1, 1, 0], forfeit=True),
    *games("random", "random", [0, 0, 1]),
]
LADDER = [
    *games("minimax(depth=1)", "random", [0, 1, 1, None], seconds=0.001),
    *games("minimax(depth=10)", "random", [0, 0, 0, 0], seconds=0.1),
    *games("minimax(depth=2)", "random", [0, 0, 0, 1], seconds=0.01),
]
EVERY_TABLE = [cross_table, standings_table, cost_table]


def printed(table, width=120):
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(table)
    return console.file.getvalue()


def rows_of(table):
    return list(csv.DictReader(io.StringIO(table.csv())))


# --- standings --------------------------------------------------------------------------------


def test_standings():
    found = standings(TOURNAMENT)
    assert [each.agent for each in found] == [STRONG, "mcts(c=0.4)", "random"]
    assert found[0].tally == Tally(41, 2, 1)
    assert found[0].milliseconds_per_win == pytest.approx(44 * 2 / 41)
    assert found[2].tally == Tally(1, 2, 40), "games against itself are left out"
    assert found[2].effort.moves == 2 * 43 + 4 * 3, "but their moves cost time"
    assert [each.forfeits for each in found] == [0, 1, 2]


def test_agent_that_only_met_itself():
    (alone,) = standings(games("random", "random", [0, 1]))
    assert (alone.tally, alone.rating) == (Tally(), (0, 0, 0))
    assert alone.milliseconds_per_win is None
    records = games("random", "random", [0, 0, 0, 1, None])
    table = standings_table(records)
    assert table.texts()[0][2:6] == ["-"] * 4, "it won and lost nothing against others"
    (said,) = (note for note in table.notes if "against itself" in note)
    assert said == (
        "random against itself, 5 games: the first player won 60% (23 to 88), "
        "the second 20% (4 to 62), drawn 20% (4 to 62)."
    )
    (row,) = data_of(records)["standings"]
    assert row["itself"] == {"games": 5, "first_wins": 3, "second_wins": 1, "draws": 1}


def test_sweep():
    rows = sweep(LADDER, "depth")
    assert [row.setting for row in rows] == [1, 2, 10]
    assert [row.tally.wins for row in rows] == [1, 3, 4]
    assert [row.efficiency for row in rows] == pytest.approx([0.24, 0.65, 0.0])
    assert rows[1].milliseconds_per_win == pytest.approx(4 * 2 * 10 / 3)


def test_sweep_keeps_different_agents_apart():
    others = [
        *games("minimax(order=x, depth=1)", "random", [0]),
        *games("minimax(depth=3, order=x)", "random", [0]),
        *games("./my agent.py(depth=7)", "random", [0]),
        *games("what is (this", "random", [0]),
    ]
    assert [row.setting for row in sweep(LADDER + others, "depth")] == [1, 2, 10]
    chosen = sweep(LADDER + others, "depth", "minimax(order=x)")
    assert [row.setting for row in chosen] == [1, 3]
    assert [row.setting for row in sweep(others, "depth", "./my agent.py")] == [7]


def test_sweep_of_words_and_specs():
    records = [
        *games("random(prefer=outer)", "random", [0]),
        *games("random(prefer=groups(weight=2))", "random", [0]),
        *games("random(prefer=3)", "random", [0]),
    ]
    assert [row.setting for row in sweep(records, "prefer")] == [3, "groups(weight=2)", "outer"]


@pytest.mark.parametrize(
    ("parameter", "agent", "says"),
    [
        ("colour", None, "no agent with a parameter 'colour'.*the agents are"),
        ("depth", "mcts", "no agent mcts with a parameter 'depth'.*there are minimax"),
        ("c", None, "name one of mcts, uct"),
    ],
)
def test_sweep_says_what_there_is(parameter, agent, says):
    more = [*games("mcts(c=1)", "random", [0]), *games("uct(c=1)", "random", [0])]
    with pytest.raises(InvalidStatisticError, match=says):
        sweep(LADDER + more, parameter, agent)


def test_sweep_of_nothing():
    with pytest.raises(InvalidStatisticError, match="the agents are none"):
        sweep([], "depth")


# --- tables -----------------------------------------------------------------------------------


def test_cells():
    assert (percent(0.5), percent(0.123), percent(1)) == ("50%", "12.3%", "100%")
    assert [quantity(n) for n in (0, 0.01234, 4.567, 12345.6)] == ["0", "0.0123", "4.57", "12,346"]
    assert meeting(Tally(61, 0, 39)) == "61%*\n(51 to 70)\nof 100"
    assert meeting(Tally(50, 0, 50)) == "50%\n(40 to 60)\nof 100"


def test_cross_table():
    table = cross_table(TOURNAMENT)
    first, second, third = rows_of(table)
    assert first["agent"] == STRONG
    assert float(first["random score"]) == 39 / 40
    assert float(first["random p"]) < 1e-6
    assert first["random games"] == "40"
    assert first[f"{STRONG} score"] == ""
    assert float(second["random score"]) == 2 / 3
    assert float(third["random score"]) == 2 / 3, "the first player's, against itself"
    text = printed(table)
    assert "97.5%*" in text
    assert "(87 to 100)" in text
    assert "Where an agent met itself" in text
    assert "Where an agent met itself" not in printed(cross_table(LADDER))


def test_cross_table_is_briefer_where_there_is_little_room():
    wide, narrow = (printed(cross_table(TOURNAMENT), width) for width in (100, 40))
    assert "of 40" in wide
    assert "of 40" not in narrow
    assert "97.5%*" in narrow
    assert "shows intervals" in " ".join(narrow.split())
    assert "shows intervals" not in wide


def test_standings_table():
    table = standings_table(TOURNAMENT)
    row = rows_of(table)[1]
    assert (row["games"], row["wins"], row["forfeits"]) == ("7", "3", "1")
    assert float(row["rating low"]) < float(row["rating"]) < float(row["rating high"])
    assert "The first player won" in printed(table)
    assert "±" in printed(table)


def test_first_move_advantage_has_its_asterisk():
    text = printed(standings_table(games("random", "random", [1] * 20)))
    assert "The first player won 0%* of 20 games (0 to 16)." in text
    assert "exact binomial test" in text


def test_sweep_table():
    row = rows_of(sweep_table(LADDER, "depth"))[0]
    assert row["depth"] == "1"
    assert float(row["win rate"]) == 0.25
    assert float(row["eta"]) == pytest.approx(0.24)
    assert "25%" in printed(sweep_table(LADDER, "depth"))


def test_narrow_terminals_keep_every_column():
    text = printed(standings_table(TOURNAMENT), width=80)
    assert "forfeit" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("width", [80, 60, 40])
def test_numbers_that_do_not_fit_beside_others_stand_below(width):
    long = games("bot.py:Bot", "mcts(c=0.4)", [1] * 1234, seconds=12345.678, forfeit=True)
    text = printed(standings_table(long), width)
    assert max(map(len, text.splitlines())) <= width
    heading = next(line.split() for line in text.splitlines() if "forfeit" in line)
    assert heading[:2] == ["#", "agent"]
    below = text[text.index("forfeit") :].splitlines()[2]
    assert below.split()[:2] == ["1", "mcts(c=0.4)"]
    assert "1234" in text[text.index("forfeit") :]


def test_forfeits_are_explained_below_the_standings():
    notes = standings_table(TOURNAMENT).notes
    assert "random forfeited 2 times, at first: four in a row" in notes
    assert "mcts(c=0.4) forfeited once: four in a row" in notes
    many = [game for n in range(7) for game in games(f"bot{n}", "random", [1], forfeit=True)]
    assert "The records of the games say why others forfeited." in standings_table(many).notes


@pytest.mark.parametrize("make", EVERY_TABLE)
def test_no_games(make):
    table = make([])
    assert table.rows == ()
    assert "There are no games to show." in printed(table)
    assert "There are no games to show." in table.markdown()
    assert len(table.csv().splitlines()) == 1


@pytest.mark.parametrize("make", EVERY_TABLE)
def test_three_ways_say_the_same(make):
    table = make(TOURNAMENT)
    lines = [line for line in table.markdown().splitlines() if line.startswith("|")]
    assert len(lines) == len(table.rows) + 2
    assert len({line.count("|") for line in lines}) == 1
    assert len(rows_of(table)) == len(table.rows)
    for row in table.texts():
        for text in row:
            assert text.splitlines()[0][:8] in printed(table)


def test_signs_in_names_do_no_harm():
    name = "a|b[red]*`x`.py"
    table = cross_table(games(name, "random", [0, 1]))
    assert name in printed(table)
    assert rows_of(table)[0]["agent"] in (name, "random")
    assert r"``a\|b[red]*`x`.py``" in table.markdown()


def test_empty_cells():
    table = Table("T", (Column("a"), Column("b", fields={"": str, "more": str})), ((1, None),))
    assert table.csv() == "a,b,b more\n1,,\n"
    assert table.markdown() == "**T**\n\n| a | b |\n| ---: | ---: |\n| 1 | - |\n"


# --- figures ----------------------------------------------------------------------------------

BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


MOST_POINTS = 1500  # of either side


def size(figure):
    """The width and the height of a figure in SVG, in points."""
    drawn = ElementTree.parse(figure).getroot()
    return tuple(float(drawn.attrib[side].removesuffix("pt")) for side in ("width", "height"))


@pytest.mark.parametrize("suffix", BEGINNINGS)
def test_figures(suffix, tmp_path):
    found, rows = standings(TOURNAMENT), sweep(LADDER, "depth")
    for saved in (
        plot_ratings(found, tmp_path / f"ratings.{suffix}"),
        plot_time_per_move(found, tmp_path / f"times.{suffix}"),
        plot_sweep(rows, "depth", str(tmp_path / f"sweep.{suffix}")),
    ):
        assert saved.read_bytes().startswith(BEGINNINGS[suffix])


def test_equal_data_give_equal_figures(tmp_path):
    one, two = (plot_ratings(standings(LADDER), tmp_path / f"{n}.svg") for n in (1, 2))
    assert one.read_bytes() == two.read_bytes()


def test_figures_of_little(tmp_path):
    untimed = standings(games("a", "b", [0], seconds=0.0))
    assert min(size(plot_ratings([], tmp_path / "ratings.svg"))) > 0
    assert min(size(plot_time_per_move([], tmp_path / "times.svg"))) > 0
    assert min(size(plot_sweep([], "depth", tmp_path / "sweep.svg"))) > 0
    assert min(size(plot_time_per_move(untimed, tmp_path / "untimed.svg"))) > 0


def test_figures_of_much(tmp_path):
    """Names of any length, numbers over many orders, words as settings."""
    costs = [0.00001, 0.1, 30.0]
    records = [
        record
        for number, seconds in enumerate(costs)
        for record in games(
            f"{STRONG[:-1]}, n={number}, $x$, {'y' * 99})", "b", [0], seconds=seconds
        )
    ]
    for saved in (
        plot_ratings(standings(records), tmp_path / "ratings.svg"),
        plot_time_per_move(standings(records), tmp_path / "times.svg"),
    ):
        assert max(size(saved)) < MOST_POINTS
    words = [*games("random(prefer=outer)", "b", [0]), *games("random(prefer=inner)", "b", [1])]
    assert (
        max(size(plot_sweep(sweep(words, "prefer"), "prefer", tmp_path / "words.svg")))
        < MOST_POINTS
    )
    many = [game for n in range(1, 20) for game in games(f"mcts(iterations={n**3})", "b", [0, 1])]
    saved = plot_sweep(sweep(many, "iterations"), "iterations", tmp_path / "many.svg")
    assert max(size(saved)) < MOST_POINTS


def test_unknown_kind_of_figure(tmp_path):
    with pytest.raises(PlygroundError, match=r"saved as \.svg, \.png, \.pdf"):
        plot_ratings([], tmp_path / "ratings.gif")


def test_folder_that_is_not_there(tmp_path):
    with pytest.raises(PlygroundError, match="cannot be written: No such file"):
        plot_ratings([], tmp_path / "nowhere" / "ratings.svg")


def test_without_matplotlib(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(PlygroundError, match=r"install .*\[plots\]'"):
        plot_ratings([], tmp_path / "ratings.svg")


def test_tables_load_no_more_than_they_need():
    code = "import sys\nfrom plyground.tournaments import plots, sprt, tables\n"
    code += "print([m for m in ('numba', 'numpy', 'scipy', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_tables_show_labels(tmp_path):
    named = games(f"Rusty={STRONG}", "Luck=random", [0, 0, 1], forfeit=True)
    for table in (cross_table(named), standings_table(named), cost_table(named)):
        assert "Rusty" in table.csv()
        assert "alphabeta" not in table.csv() + table.markdown()
    assert "Luck forfeited 2 times" in standings_table(named).markdown()
    data = data_of(named)
    assert data["agents"] == {"Rusty": f"Rusty={STRONG}", "Luck": "Luck=random"}
    assert [row["agent"] for row in data["standings"]] == ["Rusty", "Luck"]
    assert [game["winner"] for game in data["games"]] == ["Rusty", "Rusty", "Luck"]


def test_a_sweep_of_an_agent_with_a_label():
    field, _ = field_of(["Rusty=minimax(pruning=1)", "random"], False, "depth=1..2")
    assert field[0] == "Rusty depth 1=minimax(pruning=1, depth=1)"
    records = [*games(field[0], "random", [0, 1]), *games(field[1], "random", [0, 0])]
    assert [row.setting for row in sweep(records, "depth")] == [1, 2]
