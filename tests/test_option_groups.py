"""Options of a command that are the fields of a dataclass."""

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from plyground.cli.option_groups import grouped


@dataclass(frozen=True)
class Limits:
    seconds: Annotated[float, typer.Option(help="For a move.")] = 1.0
    exact: Annotated[bool, typer.Option("--exact")] = False


@grouped
def judge(
    game: Annotated[str, typer.Argument()],
    *,
    before: Annotated[int, typer.Option()] = 0,
    limits: Limits,
    after: Annotated[int, typer.Option()] = 0,
) -> None:
    """Judge a game."""
    print(game, before, limits, after)


def run(*arguments):
    app = typer.Typer()
    app.command()(judge)
    return CliRunner().invoke(app, arguments)


def test_a_group_is_made_of_its_options():
    assert run("konane").output == f"konane 0 {Limits()} 0\n"
    given = run("konane", "--seconds", "2", "--exact", "--after", "3")
    assert given.output == f"konane 0 {Limits(2.0, True)} 3\n"


def test_the_options_of_a_group_stand_where_the_group_stands():
    text = run("--help").output
    places = [text.index(name) for name in ("--before", "--seconds", "--exact", "--after")]
    assert places == sorted(places)
    assert "Judge a game." in text
    assert "--limits" not in text


def test_a_value_of_a_group_is_checked():
    assert run("konane", "--seconds", "long").exit_code == 2
