"""Agents from text: on every game, within their limits, with errors that help."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from boards import small_game
from example_files import FIRST_LEGAL, SNORT
from plyground.agents import Spec, agent, agent_names, label_of, parse_spec, tighter
from plyground.agents.kinds import KINDS, playable_kinds
from plyground.agents.presets import presets_of
from plyground.agents.searching import GameClock
from plyground.agents.spec import LARGEST
from plyground.game.registry import built_in_names, game_class
from plyground.kernel import Monitor, interpreted
from plyground.vocabulary import Estimate, Limit
from tiers import USUAL_GAMES, rest_slow

SPECS = [
    "random",
    "random(prefer=default)",
    "minimax(depth=1)",
    "alphabeta(nodes=500)",
    "mcts(iterations=20)",
    "mcts(iterations=20, rave=100, guide=default, cut=5)",
    "humanlike(depth=1, temperature=2)",
    "easy(depth=2)",
]
EVERYWHERE = ("random", "random(prefer=default)")  # they compile next to nothing
RARE = (
    "mcts(iterations=20, rave=100, guide=default, cut=5)",
    "easy(depth=2)",
    "utility",  # presets: searches that others are, with other judges
    "utility_humanlike",
)


def play(game, first, second, seed):
    chance = random.Random(seed)
    players = [agent(game, spec, chance.getrandbits(30)) for spec in (first, second)]
    position, moves = game.start(), []
    while game.legal(position):
        chosen = players[position.player()].choose(position)
        moves.append(chosen.move)
        position = game.play(position, chosen.move)
    return moves, game.outcome(position)


def every_agent_with_every_game():
    """All pairs; searches are compiled so much alike for all games that two of them will do."""

    def is_usual(pair):
        spec, name = pair
        return spec in EVERYWHERE or (name in USUAL_GAMES and spec not in RARE)

    return rest_slow(itertools.product(SPECS, built_in_names()), is_usual)


@pytest.mark.parametrize(("spec", "name"), every_agent_with_every_game())
def test_every_agent_plays_every_game(spec, name):
    game = small_game(name)
    moves, outcome = play(game, spec, "random", seed=1)
    assert outcome is not None
    assert play(game, spec, "random", seed=1) == (moves, outcome)


@pytest.mark.parametrize(
    ("name", "preset"),
    rest_slow(
        ((name, each) for name in built_in_names() for each in presets_of(game_class(name))),
        lambda pair: pair[0] in USUAL_GAMES and pair[1] not in RARE,
    ),
)
def test_every_preset_chooses(name, preset):
    game = small_game(name)
    if preset not in presets_of(game):
        game = pg.game(name)
    player = agent(game, preset, seed=1)
    assert player.name == preset
    found = player.choose(game.start(), Limit(seconds=0.05))
    assert found.move in game.legal(game.start())
    player.new_game()


def test_random_with_preference_plays_the_best_rated():
    game = pg.game("bamboo", radius=3)
    player = agent(game, "random(prefer=outer)", seed=3)
    chosen = {player.choose(game.start()).move for _ in range(60)}
    assert all(max(map(abs, game.shape.cube(tile))) == 3 for tile in chosen)
    assert len(chosen) > 10


def test_easy_sees_wins_and_losses():
    game = pg.game("connect_four")
    winning = pg.Playthrough.read(game, moves="4 1 4 1 4 2").position
    losing = pg.Playthrough.read(game, moves="4 1 4 1 4").position
    for seed in range(5):
        assert agent(game, "easy(depth=3)", seed).choose(winning).move == 3
        assert agent(game, "easy(depth=3)", seed).choose(losing).move == 3
    free = {agent(game, "easy(depth=3)", seed).choose(game.start()).move for seed in range(30)}
    assert len(free) > 3


def test_any_column_wins_in_sight_and_does_not_ward_off():
    game = pg.game("connect_four")
    winning = pg.Playthrough.read(game, moves="4 1 4 1 4 2").position
    losing = pg.Playthrough.read(game, moves="4 1 4 1 4").position
    players = [agent(game, "any_column(depth=3)", seed) for seed in range(30)]
    assert {player.choose(winning).move for player in players} == {3}
    assert len({player.choose(losing).move for player in players}) > 3


def test_easy_lookup_knows_the_data_set_five_plies_ahead():
    """It sees a win that is many plies away, and before that plays anything."""
    game = pg.game("connect_four")
    known = agent(game, "easy_lookup", 1)
    assert len({known.choose(game.start()).move for _ in range(20)}) > 3
    near = pg.Playthrough.read(game, moves="4 4 4 4").position  # only column 4 wins
    assert {known.choose(near).move for _ in range(20)} == {3}
    assert known.choose(near).score == Estimate(1, 0)


def test_beginners_vary_and_the_strong_do_not():
    game = pg.game("connect_four")
    varied = {agent(game, "beginner", seed).choose(game.start()).move for seed in range(30)}
    assert len(varied) > 2
    steady = {agent(game, "minimax(depth=3)", seed).choose(game.start()).move for seed in range(5)}
    assert len(steady) == 1


def test_strengths_are_ordered():
    game = pg.game("connect_four")
    wins = 0
    for seed in range(10):
        _, outcome = play(game, "casual", "beginner", seed)
        wins += outcome.result_for(0)
        _, outcome = play(game, "beginner", "casual", seed)
        wins += outcome.result_for(1)
    assert wins > 8


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "minimax(depth=2)",
        "mcts(iterations=1000, c=0.4)",
        "alphabeta(depth=6, order=outer, evaluate=groups_moves)",
        "alphabeta(evaluate=utility(ones=1, twos=-3), seconds=0.5)",
    ],
)
def test_specs_survive_text(text):
    assert str(parse_spec(text)) == text
    assert parse_spec(text.replace(" ", "")) == parse_spec(text)


WORDS = st.from_regex(r"[A-Za-z_]\w{0,8}", fullmatch=True)
NUMBERS = st.integers(-LARGEST, LARGEST) | st.floats(-LARGEST, LARGEST)
ARGUMENTS = st.recursive(
    NUMBERS | WORDS | st.text() | st.text('"\\\\ (),=', max_size=8),
    lambda inner: st.builds(Spec, WORDS, st.dictionaries(WORDS, inner, min_size=1, max_size=3)),
    max_leaves=6,
)
FILES = st.sampled_from(["a.py", "my bots/b.py", "../c(1)/d.py:Bot", "/e/f=.py:_G2"])


@given(st.builds(Spec, WORDS | FILES, st.dictionaries(WORDS, ARGUMENTS, max_size=4)))
def test_every_spec_survives_text(spec):
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x(a=.5)", 0.5),
        ("x(a=-1e-3)", -0.001),
        ("x(a=2E5)", 2e5),
        ('x(a="python bot.py")', "python bot.py"),
        ('x( a = "say \\"b\\" \\\\ c" )', 'say "b" \\ c'),
        ('x(a="word")', "word"),
        ('x(a="7")', "7"),
        ('x(a="")', ""),
    ],
)
def test_values_in_specs(text, value):
    assert parse_spec(text) == Spec("x", {"a": value})


def test_file_specs():
    assert parse_spec("bots/a.py:B(depth=3)") == Spec("bots/a.py:B", {"depth": 3})
    assert parse_spec(" bots/a.py ").file == "bots/a.py"
    assert parse_spec("bots/a.py:B").file == "bots/a.py"
    assert parse_spec('engine(cmd="run a.py (b)")').file is None


@pytest.mark.parametrize(
    ("text", "shown", "whole"),
    [
        ("Rusty=random", "Rusty", "Rusty=random"),
        (" C++ bot-2 = minimax( depth=2 )", "C++ bot-2", "C++ bot-2=minimax(depth=2)"),
        ("Mine=path/to/a.py:B(x=1)", "Mine", "Mine=path/to/a.py:B(x=1)"),
        ("minimax(depth=2)", "minimax(depth=2)", "minimax(depth=2)"),
        ("./a=b/c.py", "./a=b/c.py", "./a=b/c.py"),
    ],
)
def test_labels(text, shown, whole):
    assert str(parse_spec(text)) == whole
    assert label_of(whole) == shown
    assert str(parse_spec(whole)) == whole


def test_an_agent_is_called_by_its_label():
    game = pg.game("tic_tac_toe")
    for text in ("Rusty=random", f"Rusty={FIRST_LEGAL}"):
        assert agent(game, text).name == "Rusty"


@pytest.mark.parametrize("name", ["tic_tac_toe", "bamboo"])
def test_listed_kinds_can_play(name):
    game = pg.game(name)
    listed = playable_kinds(game)
    assert ("network" in listed) == ("policy" in listed) == (name == "bamboo")
    for kind in set(listed) - {"engine"}:
        agent(game, kind).close()


def test_nested_spec():
    spec = parse_spec("alphabeta(evaluate=utility(ones=2), depth=3)")
    assert spec == Spec("alphabeta", {"evaluate": Spec("utility", {"ones": 2}), "depth": 3})


def test_names_say_which_agents_need_a_network_of_yours():
    def said(game: pg.Game) -> str:
        with pytest.raises(pg.UnknownAgentError) as caught:
            agent(game, "perfekt")
        return str(caught.value)

    ready, lacking = said(pg.game(str(SNORT))).split(", and with ")
    assert lacking == 'file="NETWORK" policy, alphazero, network, hybrid; did you mean perfect?'
    assert "policy" not in ready
    ready, lacking = said(pg.game("konane")).split(", and with ")
    assert "policy, alphazero" in ready
    assert lacking.startswith('file="NETWORK" network, hybrid;')
    assert "NETWORK" not in said(pg.game("bamboo"))


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", pg.InvalidSpecError, "expected a name, found 'the end'"),
        ("alphabeta(", pg.InvalidSpecError, "expected a name"),
        ("alphabeta(depth)", pg.InvalidSpecError, "expected '=', found '\\)'"),
        ("alphabeta(depth=)", pg.InvalidSpecError, "expected a name, found '\\)'"),
        ("alphabeta(depth=3", pg.InvalidSpecError, "expected ',', found 'the end'"),
        ("alphabeta(depth=3) x", pg.InvalidSpecError, "expected the end, found 'x'"),
        ("alphabeta(depth=3, depth=4)", pg.InvalidSpecError, "depth is given twice"),
        ("alpha-beta", pg.InvalidSpecError, "'-beta' means nothing"),
        ("minimax(depth=1.)", pg.InvalidSpecError, "'1.' means nothing"),
        ("minimax(depth=1e999)", pg.InvalidSpecError, "1e999 is too large a number"),
        (f"minimax(depth={'9' * 5000})", pg.InvalidSpecError, "9999... is too large a number"),
        ("alphabeta(memory=1e308)", pg.InvalidSpecError, "1e308 is too large a number"),
        ("alphabeta(memory=1e12)", pg.InvalidParameterError, "memory=1000000000000.0 must be"),
        ("mcts(memory=1e12)", pg.InvalidParameterError, "megabytes above 0 and at most 1000000"),
        ("alphabeta(memory=0)", pg.InvalidParameterError, "memory=0 must be"),
        ('alphabeta(memory="8")', pg.InvalidParameterError, "memory=8 must be a number"),
        ("a(b=" * 300 + "1" + ")" * 300, pg.InvalidSpecError, "nested more than 20 levels deep"),
        ('engine(cmd="a)', pg.InvalidSpecError, "the quote has no end; close it"),
        (r'engine(cmd="C:\bot")', pg.InvalidSpecError, r"\\b means nothing in quotes; write \\\\"),
        ("alphabeta(dept=3)", pg.InvalidSpecError, "no parameter 'dept'; it has depth, seconds"),
        ("alphago", pg.UnknownAgentError, "no agent 'alphago' for connect_four; there are"),
        ("minimax(depth=0)", pg.InvalidParameterError, "depth=0 must be a whole number"),
        ("minimax(depth=2.5)", pg.InvalidParameterError, "depth=2.5 must be a whole number"),
        ("minimax(drop=100)", pg.InvalidParameterError, "percentage from 0 to 99"),
        ("minimax(ends=soon)", pg.InvalidParameterError, "ends=soon must be one of quick, flat"),
        (
            "minimax(evaluate=luck)",
            pg.InvalidParameterError,
            "no evaluator 'luck'; there are threats",
        ),
        ("minimax(order=luck)", pg.InvalidParameterError, "no rater 'luck'; there are centre"),
        ("minimax(evaluate=utility(x=1))", pg.InvalidParameterError, "no weight 'x'; it has ones"),
        ("minimax(evaluate=utility(ones=a))", pg.InvalidParameterError, "must be a whole number"),
        ("alphabeta(threads=0)", pg.InvalidParameterError, "threads=0 must be"),
        ("alphabeta(seconds=-1)", pg.InvalidLimitError, "seconds=-1 must be positive"),
        ("nowhere.py", pg.UnknownGameError, "no file nowhere.py"),
    ],
)
def test_wrong_specs_say_what_is_right(text, error, says):
    with pytest.raises(error, match=says) as caught:
        agent(pg.game("connect_four"), text)
    assert len(str(caught.value)) < 500


OWN_AGENT = """
from plyground import Decision

class Last:
    name = "last"

    def __init__(self, game):
        self.game = game

    def choose(self, position, limit=None, monitor=None):
        return Decision(self.game.legal(position)[-1])

    def new_game(self):
        pass
"""


def test_agent_in_a_file(tmp_path):
    file = tmp_path / "last.py"
    file.write_text(OWN_AGENT)
    game = pg.game("connect_four")
    assert agent(game, str(file)).choose(game.start()).move == 6
    assert agent(game, f"{file}:Last").name == "last"
    file.write_text("x = 1")
    with pytest.raises(pg.UnknownAgentError, match="one class with a method choose; it has none"):
        agent(game, str(file))


OWN_WITH_ARGUMENTS = OWN_AGENT.replace(
    "def __init__(self, game):", "def __init__(self, game, seed=None, *, level, style='calm'):"
).replace("self.game = game", "self.game, self.given = game, (seed, level, style)")


def test_arguments_of_an_agent_in_a_file(tmp_path):
    file = tmp_path / "last.py"
    file.write_text(OWN_WITH_ARGUMENTS + "\nclass Other(Last):\n    pass\n")
    game = pg.game("connect_four")
    assert agent(game, f"{file}:Last(level=3)", seed=8).made.given == (8, 3, "calm")
    found = agent(game, f'{file}:Other(level=1, seed=2, style="very wild")', seed=8)
    assert found.made.given == (2, 1, "very wild")
    for text, says in (
        (f"{file}:Last", "missing a required argument: 'level'; it has seed, level, style"),
        (f"{file}:Last(depth=3)", "no parameter 'depth'; it has seed, level, style"),
    ):
        with pytest.raises(pg.InvalidSpecError, match=says):
            agent(game, text)
    for text, says in (
        (f"{file}", "must have one class with a method choose; it has Last, Other"),
        (f"{file}:Third", "must have a class Third with a method choose; it has Last, Other"),
    ):
        with pytest.raises(pg.UnknownAgentError, match=says):
            agent(game, text)
    file.write_text(OWN_AGENT.replace('name = "last"', ""))
    assert agent(game, f"{file}:Last", seed=8).name == f"{file}:Last"
    with pytest.raises(pg.InvalidSpecError, match="no parameter 'depth'; it has none"):
        agent(game, f"{file}(depth=3)")


def test_agents_of_packages_are_made_like_those_in_files(tmp_path, monkeypatch):
    (tmp_path / "own_bots.py").write_text(
        f"{OWN_WITH_ARGUMENTS}\n"
        "def anything(game, **given):\n    return Last(game, level=given)\n"
        "def nothing(game):\n    return game\n"
        "number = 3\n"
    )
    offers = ["last = own_bots:Last", "any = own_bots:anything", "none = own_bots:nothing"]
    offers += ["three = own_bots:number", "lost = own_bots:lost"]
    folder = tmp_path / "own_bots-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: own_bots\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("\n".join(["[plyground.agents]", *offers]))
    monkeypatch.syspath_prepend(tmp_path)
    game = pg.game("connect_four")
    assert agent(game, "last(level=3)", seed=8).made.given == (8, 3, "calm")
    assert agent(game, "any(x=1)", seed=8).made.given == (None, {"seed": 8, "x": 1}, "calm")
    assert "last" in agent_names(game)
    for text, error, says in (
        ("last(depth=3)", pg.InvalidSpecError, "no parameter 'depth'; it has seed, level, style"),
        ("none", pg.UnknownAgentError, "none gives .* which has no method choose"),
        ("three", pg.UnknownAgentError, "three is 3, not a class of agents"),
        ("lost", pg.UnknownAgentError, "the package that offers lost fails: AttributeError"),
    ):
        with pytest.raises(error, match=says):
            agent(game, text)


def test_names_and_kinds():
    assert agent_names(pg.game("bamboo"))[:4] == ["beginner", "casual", "strong", "best"]
    assert all(kind.__doc__ for kind in KINDS.values())


def test_tighter_limits():
    assert tighter(Limit(seconds=1, depth=4), Limit(seconds=2, nodes=9)) == Limit(1, 9, 4)
    assert tighter(None, None) == Limit()
    assert tighter(Limit(depth=2), None) == Limit(depth=2)


@pytest.mark.slow
def test_cachex_report_opens_and_steals_by_its_rules():
    game = pg.game("cachex", size=6)
    opened = {agent(game, "report", seed).choose(game.start()).move for seed in range(80)}
    assert not opened & {0, 35}
    assert len(opened) > 20
    for first, steals in (("c3", True), ("a1", False), ("f6", False)):
        position = pg.Playthrough.read(game, moves=first).position
        found = agent(game, "report").choose(position)
        assert (game.format_move(found.move) == "steal") == steals
    small = pg.game("cachex", size=4)
    position = pg.Playthrough.read(small, moves="a1").position
    assert small.format_move(agent(small, "report").choose(position).move) == "steal"


def test_cachex_report_looks_beside_stones_only():
    game = pg.game("cachex", size=7)
    position = pg.Playthrough.read(game, moves="c5 a1 f3").position
    with interpreted():
        found = agent(game, "report").choose(position, Limit(depth=1))
    assert found.statistics.nodes == 1 + 6 + 6 + 2


@pytest.mark.slow
def test_bamboo_report_looks_deeper_as_the_board_fills():
    game = pg.game("bamboo", radius=2)
    chance, position, depths = random.Random(1), game.start(), []
    while legal := game.legal(position):
        depths.append(agent(game, "report").choose(position).statistics.depth)
        position = position.play(chance.choice(legal))
    assert depths[0] == round(7.1 * 2.718281828 ** (-0.07 * 19) + 1.55)
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]


def test_report_agents_play_only_their_game():
    with pytest.raises(pg.UnknownAgentError, match="no agent 'cachex_report' for bamboo"):
        agent(pg.game("bamboo"), "cachex_report")


def test_game_clock_gives_a_share_of_what_is_left():
    clock = GameClock(10)
    assert clock.limit().seconds == 0.5
    clock.spent = 6.0
    assert clock.limit().seconds == 0.2
    clock.spent = 11.0
    assert clock.limit().seconds == 0.001
    clock.reset()
    assert clock.limit().seconds == 0.5


def test_moves_are_taken_off_the_game_clock():
    game = pg.game("connect_four")
    player = agent(game, "alphabeta(game_seconds=1000, memory=1)")
    spent = sum(player.choose(game.start(), Limit(depth=1)).statistics.seconds for _ in range(3))
    assert player.clock.spent == pytest.approx(spent)
    player.new_game()
    assert player.clock.spent == 0


def test_presets_take_arguments():
    game = pg.game("connect_four")
    assert agent(game, "utility(depth=3)").choose(game.start()).statistics.depth == 3


def test_a_stopped_human_plays_what_it_has_judged():
    game, stopped = pg.game("connect_four"), Monitor()
    stopped.stop()
    found = agent(game, "humanlike(depth=4)").choose(game.start(), monitor=stopped)
    assert game.format_move(found.move) == "1"
