"""What can be configured about a training, and what cannot."""

from __future__ import annotations

import pytest

from example_files import SNORT
from plyground.errors import FileError, InvalidParameterError, PlygroundError, UnknownGameError
from plyground.learn.config import (
    RANGES,
    TrainingConfig,
    config_of,
    read_changes,
    read_config,
    shipped_config,
)
from tiny_training import tiny


def wrong(text: str) -> str:
    with pytest.raises(PlygroundError) as caught:
        read_config(text, "my.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "my.toml is not TOML"),
        ("a = " + "[" * 2000 + "]" * 2000, "my.toml is not TOML: it is nested more than 30 levels"),
        ("a = " + "[" * 40 + "]" * 40, "my.toml is not TOML: it is nested more than 30 levels"),
        ("width = " + "9" * 5000, "my.toml is not TOML: "),
        ("", "my.toml: a training must say which game; it has averaging, batch"),
        ('game = "tic_tac_toe"\nwitdh = 3', "a training has no 'witdh'; it has averaging"),
        ("game = 3", "my.toml: game = 3 is not the name of a game"),
        ('game = "chess"', "no game 'chess'"),
        ('game = "tic_tac_toe"\nwidth = 2.5', "width = 2.5 must be a whole number"),
        ('game = "tic_tac_toe"\nwidth = "x"', "width = 'x' is not a number"),
        ('game = "tic_tac_toe"\nseed = true', "seed = True is not a number"),
        ('game = "tic_tac_toe"\nrate = nan', "rate = nan must be from"),
        ('game = "tic_tac_toe"\nbits = 9', "bits = 9 must be 8 or 16"),
        ('game = "tic_tac_toe"\nlesson_plies = 3', "lesson_plies = 3 is not a list of numbers"),
        ('game = "tic_tac_toe"\nlesson_plies = [1.5]', "is not a list of numbers"),
        ('game = "tic_tac_toe"\nlesson_plies = [5, 3]', "lesson_plies = [5, 3] must rise"),
        ('game = "tic_tac_toe"\nlesson_plies = [3]', "must have 2 entries of at least 0"),
        ('game = "tic_tac_toe"\nlesson_shares = [-1]', "must have 1 entries of at least 0"),
        ('game = "tic_tac_toe"\nlesson_shares = [0]', "lesson_shares must not all be 0"),
        ('game = "tic_tac_toe"\nboards = 3', "my.toml: a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\nboards = []', "[[boards]] must name a size"),
        ('game = "tic_tac_toe"\n[boards]\nshare = 1', "a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\n[[boards]]\nsize = 1', "a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = 0', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = nan', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = inf', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = "x"', "must have numbers as its shares"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = true', "must have numbers as its shares"),
        ('game = "tic_tac_toe"\n[[boards]]\n[[boards]]', "name tic_tac_toe twice"),
        (
            'game = "tic_tac_toe"\n[[boards]]\nparameters = { size = 4 }',
            "tic_tac_toe has no parameter 'size'",
        ),
        (
            'game = "bamboo"\n[[boards]]\nparameters = { radius = 99 }',
            "radius=99 is not a whole number from 1",
        ),
    ],
)
def test_wrong_configurations_say_what_is_right(text, says):
    assert says in wrong(text)


@pytest.mark.parametrize(("name", "low", "high"), RANGES)
def test_every_number_has_its_range(name, low, high):
    with_room = {"capacity": {"batch": 1}, "batch": {"capacity": 10**6}}.get(name, {})
    for value in (low, high):
        assert getattr(tiny(**with_room | {name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(InvalidParameterError, match=f"{name} = .* must be from"):
            tiny(**{name: value})


def test_a_batch_must_fit_into_what_is_kept():
    assert tiny(capacity=16, batch=16).capacity == 16
    with pytest.raises(
        InvalidParameterError, match=r"capacity = 15 is below batch = 16: .*at least 16"
    ):
        tiny(capacity=15, batch=16)
    with pytest.raises(InvalidParameterError, match="capacity = 1 is below batch = 128"):
        shipped_config("tic_tac_toe").changed(capacity=1)


BOARDS = """
[[boards]]
parameters = { radius = 2 }
share = 3
[[boards]]
parameters = { radius = 3 }
"""


def test_a_configuration_is_read():
    config = read_config(f'game = "bamboo"\nminutes = 3\nreuse = 2{BOARDS}')
    assert [str(game) for game in config.games] == ["bamboo(radius=2)", "bamboo(radius=3)"]
    assert config.shares == [0.75, 0.25]
    assert (config.minutes, config.reuse) == (3, 2)
    other = read_config(f'game = "bamboo"\nminutes = 3\nreuse = 2\nseed = 5{BOARDS}')
    assert config.changed(minutes=None, seed=5) == other
    with pytest.raises(InvalidParameterError, match="minutes = -1"):
        config.changed(minutes=-1)


def test_settings_are_changed_by_text():
    assert read_changes(["gumbel=8", "lesson_shares = [0.5]"]) == {
        "gumbel": 8,
        "lesson_shares": [0.5],
    }
    for text, says in (
        ("gumbel", "no value is given; write gumbel=VALUE"),
        ("gumble", "write NAME=VALUE; no setting is called 'gumble'; did you mean gumbel"),
        ("boards=3", "write NAME=VALUE"),
        ("xyzzy=8", "write NAME=VALUE; it has averaging"),
        ("gumbl=8", "did you mean gumbel"),
        ("gumbel=x", "'x' is no value; write a number"),
        ("notes=''\nseed=4", "is no value"),
    ):
        with pytest.raises(InvalidParameterError, match=says):
            read_changes([text])


@pytest.mark.parametrize("name", ["bamboo", "cachex", "konane", "connect_four"])
def test_shipped_configurations(name):
    assert shipped_config(name).game == name


def test_a_game_without_an_encoding_is_seen_by_its_cells():
    assert TrainingConfig(str(SNORT)).games[0].name == "snort"


def test_configurations_by_path(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('game = "tic_tac_toe"')
    assert config_of("tic_tac_toe", path).game == "tic_tac_toe"
    with pytest.raises(InvalidParameterError, match="trains tic_tac_toe, not konane"):
        config_of("konane", path)
    with pytest.raises(InvalidParameterError, match="there is no configuration"):
        config_of("konane", tmp_path / "none.toml")
    path.write_bytes(b"game = '\xff'")
    with pytest.raises(FileError, match="cannot read"):
        config_of("konane", path)
    assert config_of("tic_tac_toe", None) == shipped_config("tic_tac_toe")
    with pytest.raises(UnknownGameError, match="no game 'chess'"):
        config_of("chess", None)


def test_a_config_runs_no_file_but_the_game_of_the_command(tmp_path):
    (tmp_path / "sneaky.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    (tmp_path / "c.toml").write_text(f'game = "{tmp_path}/sneaky.py"')
    with pytest.raises(InvalidParameterError, match=r"trains .*sneaky\.py, not tic_tac_toe"):
        config_of("tic_tac_toe", tmp_path / "c.toml")
    assert not (tmp_path / "ran").exists()
