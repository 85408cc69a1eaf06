"""What a game declares of itself is what agents, commands and solvers use."""

from __future__ import annotations

import json
from contextlib import nullcontext

import pytest

import plyground as pg
from command_line import plyground
from example_files import SNORT, known_snort, write_folder
from plyground.agents import agent
from plyground.agents.kinds import kinds_of
from plyground.agents.presets import presets_of, searcher_of
from plyground.conformance import CHECKS
from plyground.game.registry import built_in_names, game_class
from plyground.kernel import interpreted
from plyground.learn.config import config_of
from plyground.neural.encoding import encoding_of
from plyground.reading import read_toml
from plyground.solvers.exact import ExactSolver
from plyground.solvers.solver import Options

pytest_plugins = "interpreting"

STRENGTHS = ("beginner", "casual", "strong", "best")
ALWAYS = (*STRENGTHS, "adaptive")  # what every game has
END = "c3 a1 b3 a5 d3 e5 c2 e1"  # few moves are left
CORNERS = '''
@pg.compiled
class Corners(NamedTuple):
    """Corners taken by the player to move."""
    weight: int = 7

    def evaluate(self, position):
        return self.weight * (position.stones[position.turn] >> 0 & 1)
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The recipe's Snort with its knowledge, in one file."""
    path = tmp_path_factory.mktemp("known") / "known_snort.py"
    path.write_text(known_snort())
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The same, as a folder."""
    return write_folder(tmp_path_factory.mktemp("known") / "snort_folder")


def declare(tmp_path, declared, code=""):
    """Snort that declares something, in a file; the code stands below the game."""
    path = tmp_path / "declaring.py"
    inside = f"class Snort(pg.Game):\n    knowledge = pg.Knowledge({declared})\n"
    path.write_text(SNORT.read_text().replace("class Snort(pg.Game):\n", inside) + code)
    return pg.game(str(path))


# --- parts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", ["Corners", "'Corners'"])
def test_a_part_is_a_class_or_its_name(tmp_path, named):
    path = tmp_path / "declaring.py"
    inside = f"class Snort(pg.Game):\n    knowledge = pg.Knowledge({{'corners': {named}}})\n"
    path.write_text(SNORT.read_text().replace("class Snort(pg.Game):\n", CORNERS + inside))
    known = pg.game(str(path)).knowledge
    assert known.evaluator("corners", weight=3).weight == 3
    assert known.evaluator("default").weight == 7
    assert known.evaluator_names == ["corners", "nothing"]


def test_a_name_may_be_defined_below_the_game(tmp_path):
    known = declare(tmp_path, "{'corners': 'Corners'}", CORNERS).knowledge
    assert known.evaluator("report").weight == 7


def test_modules_of_a_folder_are_imported_when_they_are_needed(tmp_path):
    folder = write_folder(tmp_path / "lazy")
    rules, judges = folder / "rules.py", folder / "judges.py"
    rules.write_text(rules.read_text() + "\nLOADED = []\n")
    counting = judges.read_text().replace("import NEAR", "import LOADED, NEAR")
    judges.write_text(f"{counting}\nLOADED.append(1)\n")
    known = pg.game(str(folder)).knowledge
    loaded = known.load("rules:LOADED")
    assert loaded == []
    assert known.evaluator("freedom").weight == 10
    assert known.rater("centre_first").weight == 1
    assert loaded == [1]


def test_a_folder_is_loaded_anew_when_a_module_has_changed(tmp_path):
    folder = write_folder(tmp_path / "edited")
    assert pg.game(str(folder)).knowledge.evaluator("freedom").weight == 10
    judges = folder / "judges.py"
    judges.write_text(judges.read_text().replace("weight: int = 10", "weight: int = 11"))
    assert pg.game(str(folder)).knowledge.evaluator("freedom").weight == 11


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ("{'x': 'Missing'}", r"declaring_\w+ has no 'Missing', which the game declares"),
        ("{'x': 'judges:X'}", "a file has no modules, which the game declares"),
        ("{'x': 7}", "the evaluator 'x' must be a NamedTuple with a method evaluate, not 7"),
        ("{'x': SnortPosition}", "the evaluator 'x' must be a NamedTuple with a method evaluate"),
    ],
)
def test_a_wrong_evaluator_is_named(tmp_path, declared, says):
    game = declare(tmp_path, declared)
    with pytest.raises(pg.NonconformingError, match=says):
        agent(game, "alphabeta(evaluate=x)")


def test_a_missing_module_of_a_folder_is_named(tmp_path):
    folder = write_folder(tmp_path / "lacking")
    (folder / "judges.py").unlink()
    with pytest.raises(pg.NonconformingError, match="lacking has no module 'judges'"):
        agent(pg.game(str(folder)), "alphabeta")


def test_a_rater_is_no_evaluator(tmp_path):
    game = declare(tmp_path, "raters={'corners': 'Corners'}", CORNERS)
    with pytest.raises(pg.NonconformingError, match=r"rater 'corners' must .* a method rate"):
        agent(game, "random(prefer=corners)")


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ("presets={'best': 'perfect'}", r"preset 'best' must be Preset\(spec, sentence\)"),
        (
            "presets={'best': pg.Preset('perfect', 'x', 'mine')}",
            "'mine' of a preset must be 'people'",
        ),
        ("presetz={}", "line 40: TypeError: .*presetz"),
    ],
)
def test_a_wrong_declaration_is_told_with_the_file(tmp_path, declared, says):
    with pytest.raises(pg.UnknownGameError, match=rf"declaring\.py, .*{says}"):
        declare(tmp_path, declared)


def test_a_wrong_encoding_is_named(tmp_path):
    game = declare(tmp_path, "encoding=lambda game: 3")
    with pytest.raises(pg.NonconformingError, match="must be an Encoding, not 3"):
        encoding_of(game)


def test_unknown_names_and_weights_list_the_known_ones(file):
    known = pg.game(str(file)).knowledge
    with pytest.raises(pg.InvalidParameterError, match="there are freedom, nothing"):
        known.evaluator("corners")
    with pytest.raises(pg.InvalidParameterError, match="there are centre_first, listed, chance"):
        known.rater("corners")
    with pytest.raises(pg.InvalidParameterError, match="has no weight 'size'; it has weight"):
        known.evaluator("freedom", size=1)
    with pytest.raises(pg.InvalidParameterError, match=r"weight=1.5 of freedom must be a whole"):
        known.evaluator("freedom", weight=1.5)


# --- a user's game has every right that ours have ---------------------------------------------


@pytest.mark.usefixtures("fewer_keys")
@pytest.mark.parametrize("check", CHECKS)
def test_the_recipe_conforms(file, check):
    CHECKS[check](pg.game(str(file)), seed=1)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("file", "minimax"),
        ("folder", "minimax"),
        pytest.param("file", "alphabeta", marks=pytest.mark.slow),
    ],
)
def test_specs_know_what_the_game_declares(source, kind, request):
    game = pg.game(str(request.getfixturevalue(source)))
    position = pg.Playthrough.read(game, moves=END).position
    player = agent(game, f"{kind}(evaluate=freedom, order=centre_first, depth=2)")
    with interpreted() if source == "folder" else nullcontext():  # compiled once will do
        found = player.choose(position)
    assert found.move in game.legal(position)
    assert list(presets_of(game)) == [*ALWAYS, "deep"]
    assert presets_of(game)["beginner"].spec == "humanlike(depth=1, temperature=12)"
    assert presets_of(game)["best"].spec == "alphabeta(seconds=2)"


def test_its_encoder_tells_moves_and_positions_apart(file):
    game = pg.game(str(file))
    encoding = encoding_of(game)
    before, after = game.start(), game.play(game.start(), "c3")
    assert encoding.planes_of(before)[0].all()
    assert encoding.planes_of(before)[1:].sum() == 0
    assert encoding.planes_of(after)[2, 2, 2] == 1
    slots = [encoding.encoder.slot(before, move) for move in game.legal(before)]
    assert len(set(slots)) == len(slots)
    assert max(slots) < encoding.slots


def test_its_encoder_is_all_that_training_needs(file):
    assert config_of(str(file), None).games == (pg.game(str(file)),)


def test_its_order_is_that_of_its_proofs(file):
    assert ExactSolver(pg.game(str(file)), Options(1)).order == "centre_first"
    assert ExactSolver(pg.game(str(SNORT)), Options(1)).order == "replies"


def output(*arguments, **options):
    """What a command printed; it must end well."""
    done = plyground(*map(str, arguments), **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_commands_use_it(file):
    listed = json.loads(output("agents", file, "--json"))
    assert listed["evaluators"] == ["freedom", "nothing"]
    assert listed["raters"][0] == "centre_first"
    assert listed["presets"]["deep"]["spec"] == "alphabeta(depth=9)"
    spec = "minimax(depth=2, evaluate=freedom, order=centre_first)"
    scored = json.loads(output("analyse", file, "--moves", END, "--agent", spec, "--json"))
    assert all(move["score"] is not None for move in scored["moves"])
    assert "Left after" in output("play", file, "--vs", spec, "--as", "second", input="quit\n")
    with interpreted():
        solved = json.loads(output("solve", file, "--moves", END, "--memory", 1, "--json"))
    assert solved["words"] in ("win for X", "loss for X")


@pytest.mark.usefixtures("interpreted_processes")
def test_tournaments_and_tuning_use_it(file, tmp_path):
    quick = "minimax(depth=1, evaluate=freedom(weight=3), order=centre_first)"
    table = output("arena", file, quick, "random", "--pairs", 2, "--workers", 1)
    assert "freedom" in table
    store = tmp_path / "tuning.db"
    words = ("--trials", 2, "--pairs", 1, "--final-pairs", 0, "--workers", 1, "--store", store)
    spec = "minimax(depth=1, evaluate=freedom, order=centre_first)"
    said = output("tune", file, spec, "-p", "evaluate.weight=1..9", *words)
    assert "evaluate=freedom(weight=" in said


def test_a_file_named_like_a_built_in_game_keeps_its_own_knowledge(tmp_path):
    path = tmp_path / "connect_four.py"
    path.write_text(known_snort().replace('"snort", "Snort"', '"connect_four", "My own"'))
    game = pg.game(str(path))
    assert game.name == "connect_four"
    assert game.knowledge.evaluator_names == ["freedom", "nothing"]
    assert "threats" in game_class("connect_four").knowledge.evaluator_names
    assert "perfect" not in presets_of(game)
    position = game.play(game.start(), "c3")
    player = agent(game, "alphabeta(evaluate=freedom, order=centre_first, depth=2)")
    with interpreted():
        chosen = player.choose(position)
    assert chosen.move in game.legal(position)
    assert encoding_of(game).name == "snort-1"
    assert '"freedom"' in output("agents", path, "--json")


# --- games that declare nothing ---------------------------------------------------------------


def test_without_an_evaluator_the_strengths_play_by_chance():
    found = presets_of(pg.game(str(SNORT)))
    assert tuple(found) == ALWAYS
    assert all(found[name].spec.startswith("mcts(") for name in STRENGTHS)


def test_playing_a_file_without_an_evaluator_uses_them():
    said = output("play", SNORT, "--as", "second", "--seed", 1, input="hint\nquit\n")
    assert "casual plays" in said
    assert "Left after" in said


def test_analysis_without_an_evaluator_plays_games_by_chance():
    scored = json.loads(output("analyse", SNORT, "--moves", END, "--nodes", 300, "--json"))
    assert scored["agent"] == "analyst"
    game = pg.game(str(SNORT))
    assert searcher_of(game) == "mcts"
    position = pg.Playthrough.read(game, moves=END).position
    assert sorted(move["move"] for move in scored["moves"]) == sorted(game.legal_moves(position))


@pytest.mark.parametrize("name", built_in_names())
def test_every_game_has_the_four_strengths(name):
    assert tuple(presets_of(game_class(name)))[:4] == STRENGTHS


REPORTS = {
    "bamboo": {"report", "report_mcts", "plain_minimax", "network", "hybrid", "uniform"}
    | {f"prefer_{rater}" for rater in ("outer", "groups", "sparsity", "sparsity_outer")},
    "cachex": {"report"},
    "connect_four": {"easy", "lookup", "utility", "utility_humanlike", "plain_minimax"},
    "konane": {"report", "unordered", "plain_minimax"},
    "othello": set(),
    "tic_tac_toe": {"report", "strict_report", "plain_minimax"},
}


@pytest.mark.parametrize("name", built_in_names())
def test_the_agents_of_the_reports_are_a_group(name):
    presets = presets_of(game_class(name))
    assert {each for each in presets if presets[each].group == "report"} == REPORTS[name]
    for each in presets.keys() & set(kinds_of(game_class(name))):
        assert presets[each].spec == each, "its arguments would be those of every such spec"


def test_presets_are_those_of_the_board():
    assert "lookup" in presets_of(pg.game("connect_four"))
    assert "lookup" not in presets_of(pg.game("connect_four", width=5))
    assert "easy" in presets_of(pg.game("connect_four", width=5))


@pytest.mark.parametrize("name", built_in_names())
def test_a_champion_says_whether_a_solver_taught_its_network(name):
    found = game_class(name)
    if "champion" not in found.knowledge.characters:
        return
    files = sorted(found.knowledge.folder.glob("training*.toml"))
    taught = any(read_toml(file.read_text("utf-8")).get("lessons", 0) for file in files)
    for strength in ("best", "champion"):
        says = presets_of(found)[strength].says
        assert ("learnt" not in says) or ("from a solver" in says) == taught
