"""Learning from other agents: data, symmetries, training and the command."""

from __future__ import annotations

import json
import random
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import plyground as pg
from plyground.cli import app_of
from plyground.errors import PlygroundError
from plyground.learn.dense_network import Training, encode_dense, train
from plyground.learn.imitation import (
    Samples,
    Teacher,
    cell_map,
    decisions,
    judge,
    parse_teacher,
    plan_games,
    read_games,
    samples_of,
    split_records,
    with_symmetries,
)
from plyground.neural.dense import ENCODING, encode_cells, read_dense
from plyground.neural.network_file import Metadata
from plyground.tournaments import GameRecord, MoveRecord, Tournament, make_plan, write_records

SMALL = {
    "tic_tac_toe": {},
    "connect_four": {"width": 5, "height": 4},
    "konane": {"size": 4},
    "bamboo": {"radius": 1},
    "cachex": {"size": 3},
}
QUICK = Training(epochs=3, batch=16)


def random_record(game, seed, agents=("one", "two"), pair=0):
    chance, position, moves = random.Random(seed), game.start(), []
    while legal := game.legal(position):
        move = chance.choice(legal)
        moves.append(MoveRecord(game.format_move(move)))
        position = position.play(move)
    return GameRecord(
        game.name, {}, agents, (moves[0].move,), tuple(moves[1:]), None, "over", pair=pair
    )


# --- teachers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "teacher"),
    [
        ("random", Teacher("random", 1)),
        ("random*0", Teacher("random", 0)),
        ("minimax(depth=2) * 3 ", Teacher("minimax(depth=2)", 3)),
        ('engine(cmd="a * b")', Teacher('engine(cmd="a * b")', 1)),
        ('engine(cmd="a * b")*12', Teacher('engine(cmd="a * b")', 12)),
    ],
)
def test_teachers(text, teacher):
    assert parse_teacher(text) == teacher


@pytest.mark.parametrize("text", ["random*x", "random*101", "random*1.5", "random**2", "*2", ""])
def test_no_teachers(text):
    with pytest.raises(PlygroundError, match=r"weight|means nothing|expected"):
        parse_teacher(text)


def test_everybody_plays_everybody():
    game = pg.game("tic_tac_toe")
    teachers = [parse_teacher(text) for text in ("random", "minimax(depth=1)*0", "easy(depth=2)")]
    plan = plan_games("tic_tac_toe", game, teachers, 50)
    assert plan.pairings == ((0, 1), (0, 2), (1, 2))
    assert plan.game_count == 54
    alone = plan_games("tic_tac_toe", game, teachers[:1], 7)
    assert {planned.agents for planned in alone.games()} == {("random", "random")}
    assert alone.game_count == 8
    with pytest.raises(PlygroundError, match="nobody to learn from"):
        plan_games("tic_tac_toe", game, teachers[1:2], 7)


# --- samples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_samples_are_boards_of_the_mover_and_moves(name):
    game = pg.game(name, **SMALL[name])
    record = random_record(game, seed=1)
    found = samples_of(game, [record], [Teacher("one", 0), Teacher("two", 2)])
    met = [pair for pair in decisions(game, record) if pair[0].player() == 1]
    assert len(found) == 2 * len(met)
    for number, (position, move) in enumerate(met):
        for sample in (2 * number, 2 * number + 1):
            assert found.moves[sample] == move
            assert found.boards[sample].tolist() == encode_cells(game, position).tolist()


def test_openings_are_no_samples():
    game = pg.game("tic_tac_toe")
    record = random_record(game, seed=1)
    assert len(list(decisions(game, record))) == len(record.moves)
    assert next(decisions(game, record))[0] == game.play(game.start(), record.opening[0])


def test_games_without_samples():
    game = pg.game("tic_tac_toe")
    with pytest.raises(PlygroundError, match="hold no move"):
        samples_of(game, [], [Teacher("one", 1)])


def test_pairs_are_kept_together():
    game = pg.game("tic_tac_toe")
    records = [random_record(game, seed=n, pair=n // 2) for n in range(40)]
    learnt, tested = split_records(records, 0.2, seed=1)
    assert (len(learnt), len(tested)) == (32, 8)
    assert not {record.pair for record in learnt} & {record.pair for record in tested}
    with pytest.raises(PlygroundError, match="too few games"):
        split_records(records[:2], 0.2, seed=1)


@pytest.mark.parametrize("name", SMALL)
def test_symmetries_are_those_of_the_game(name):
    game = pg.game(name, **SMALL[name])
    record = random_record(game, seed=3)
    met = list(decisions(game, record))
    plain = samples_of(game, [record], [Teacher("one"), Teacher("two")])
    found = with_symmetries(game, plain)
    assert len(found) == game.symmetries * len(plain)
    for symmetry in range(game.symmetries):
        for number, (position, move) in enumerate(met):
            sample = symmetry * len(plain) + number
            turned = encode_cells(game, position.transform(symmetry))
            assert found.boards[sample].tolist() == turned.tolist()
            assert found.moves[sample] == position.transform_move(symmetry, move)


def test_cells_that_are_always_alike():
    class Blind(pg.game("tic_tac_toe").__class__):
        name = "blind"

        def cells(self, position):
            return [0] * 9

    with pytest.raises(PlygroundError, match="always alike"):
        cell_map(Blind(), 1)


# --- training ---------------------------------------------------------------------------------


def simple_samples(count, seed):
    """Boards of nine cells where the right move is behind the only stone of one's own."""
    moves = np.random.default_rng(seed).integers(0, 9, count)
    boards = np.where(np.arange(9) == moves[:, np.newaxis], 1, -1).astype(np.int8)
    return Samples(boards, (moves + 1) % 9)


def test_a_network_learns():
    settings = Training(epochs=4, batch=16, rate=0.01)
    _, history = train(simple_samples(300, 1), simple_samples(50, 2), 9, settings)
    assert len(history) == 4
    assert history[-1].validation_accuracy == history[-1].training_accuracy == 1
    assert history[-1].validation_loss < history[0].validation_loss


def test_layers_are_those_of_the_report():
    samples = simple_samples(40, 1)
    layers, _ = train(samples, samples, 9, QUICK)
    assert [weights.shape for weights, _ in layers] == [(18, 9), (18, 18), (18, 18), (9, 18)]


def test_equal_seeds_give_equal_weights():
    samples = simple_samples(100, 1)

    def weights(seed):
        return encode_dense(
            train(samples, samples, 9, QUICK._replace(seed=seed))[0], Metadata("g", ENCODING)
        )

    assert weights(1) == weights(1) != weights(2)


def test_epochs_are_told_as_they_end():
    samples, told = simple_samples(40, 1), []
    _, history = train(samples, samples, 9, QUICK, told.append)
    assert told == history


def test_without_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    samples = simple_samples(10, 1)
    with pytest.raises(PlygroundError, match=r"install .*\[train\]'"):
        train(samples, samples, 9, QUICK)


def test_a_network_is_judged_on_legal_moves():
    """A network that knows but one answer, whatever the board."""
    game = pg.game("tic_tac_toe")
    layers = [(np.zeros((2, 9)), np.zeros(2)), (np.zeros((9, 2)), np.eye(9)[4] * 50)]
    network = read_dense(game, encode_dense(layers, Metadata("tic_tac_toe", ENCODING)))
    record = GameRecord(
        "tic_tac_toe", {}, ("a", "b"), (), tuple(map(MoveRecord, ("b2", "a1", "a2"))), None, ""
    )
    judged = judge(game, network, [record])
    assert {name: found.positions for name, found in judged.items()} == {
        "all": 3,
        "a": 2,
        "b": 1,
        "first quarter": 1,
        "second quarter": 1,
        "third quarter": 1,
    }
    assert judged["b"].accuracy == 1
    found = judged["all"]
    assert found.accuracy == pytest.approx(2 / 3)  # b2, then the first of equals: a1, b1
    assert found.guessing == pytest.approx((1 / 9 + 1 / 8 + 1 / 7) / 3)
    assert found.illegal_best == pytest.approx(2 / 3)
    assert found.illegal_mass == pytest.approx(2 / 3)
    assert found.illegal_share == pytest.approx((0 + 1 + 2) / 27)


# --- the command ------------------------------------------------------------------------------


def imitate(*arguments):
    """What the command prints; its refusals are raised."""
    done = CliRunner().invoke(app_of(), ["imitate", *arguments])
    if done.exception is not None:
        raise done.exception
    return done.stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("imitate")
    output = folder / "ttt.onnx"
    command = ["tic_tac_toe", "random(prefer=centre)*2", "random", "--games", "20", "--epochs", "2"]
    options = ["--output", str(output), "--store", str(folder / "games.db"), "--workers", "1"]
    return [*command, *options, "--symmetries"], imitate(*command, *options, "--symmetries"), output


def test_command_trains(trained):
    _, said, output = trained
    assert "epoch   loss  found   test loss  found" in said
    assert "positions   found  random  illegal  random" in said
    assert "random(prefer=centre)\n" in said
    assert "first quarter\n" in said
    assert f'network(file="{output}")' in said
    about = read_dense(pg.game("tic_tac_toe"), output).file.metadata.about
    assert about["agents"] == {"random(prefer=centre)": 2, "random": 1}
    assert len(about["history"]) == 2


def test_command_takes_games_from_the_store_and_gives_the_same_network(trained):
    command, _, output = trained
    before = output.read_bytes()
    data = json.loads(imitate(*command, "--json"))
    assert data["game"] == "tic_tac_toe"
    assert data["judgements"]["all"]["positions"] > 0
    assert output.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tic_tac_toe", "random*x"], "weight x must be a whole number"),
        (["tic_tac_toe", "nobody"], "no agent 'nobody'"),
        (["tic_tac_toe", "random*0"], "nobody to learn from"),
        (["tic_tac_toe", "-o", "no/such/folder/x.onnx"], "there is no folder no/such/folder"),
        (["tic_tac_toe", "-o", "/"], "it is a folder"),
        (["no_game"], "no_game"),
    ],
)
def test_mistakes_are_named(arguments, complaint):
    with pytest.raises(PlygroundError, match=complaint):
        imitate(*arguments)


@pytest.mark.parametrize("module", ["torch", "onnx"])
def test_what_is_missing_is_said_before_the_games(module, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, module, None)
    store = tmp_path / "games.db"
    with pytest.raises(PlygroundError, match=r"install .*\[train\]'"):
        imitate("tic_tac_toe", "random", "--store", str(store), "-o", str(tmp_path / "x.onnx"))
    assert not store.exists()


def test_a_teacher_that_forfeits(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(
        "class Lazy:\n    def __init__(self, game): ...\n"
        "    def new_game(self): ...\n    def choose(self, *_): raise ValueError('no')\n"
    )
    output = tmp_path / "never.onnx"
    with pytest.raises(PlygroundError, match="ValueError: no"):
        imitate("tic_tac_toe", str(file), "random", "--games", "4", "-o", str(output))
    assert not output.exists()


# --- games that people played -----------------------------------------------------------------


def saved_game(played, seed, **more):
    """A game as the page saves it."""
    record = random_record(played, seed)
    moves = [*record.opening, *(made.move for made in record.moves)]
    return {
        "game": played.name,
        "parameters": played.parameter_values,
        "agents": ["human", "human"],
        "start": None,
        "opening": [],
        "moves": [{"move": text} for text in moves],
        "winner": None,
        "reason": "over",
        **more,
    }


@pytest.mark.parametrize("kind", ["one", "many", "records", "store"])
def test_games_of_people_are_read(tmp_path, kind):
    game, file = pg.game("bamboo", radius=1), tmp_path / "games"
    saved = [saved_game(game, seed) for seed in (1, 2)]
    if kind in ("one", "many"):
        file.write_text(json.dumps(saved[0] if kind == "one" else saved))
    else:
        plan = make_plan("bamboo", ["random", "casual"], parameters={"radius": 1}, pairs=1)
        played = Tournament(plan, file if kind == "store" else None).run()
        if kind == "records":
            file.write_text(write_records(played))
    found = read_games(game, file)
    assert len(found) == (1 if kind == "one" else 2)
    assert [record.pair for record in found] == list(range(len(found)))
    samples = samples_of(game, found, [])
    assert len(samples) == sum(len(record.moves) for record in found)
    if kind == "one":
        assert samples_of(game, found, [Teacher("human", 3)]).moves.size == 3 * len(samples)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "konane"}, "a game of konane"),
        ({"parameters": {"radius": 2}}, "'radius': 2"),
        ({"moves": ["a1", "a1"]}, "breaks the rules"),
        ({"moves": 3}, "no game as the page saves it"),
        ({"agents": ["human"]}, "no game as the page saves it"),
    ],
)
def test_files_without_games_are_refused(tmp_path, change, complaint):
    game, file = pg.game("bamboo", radius=1), tmp_path / "games.json"
    file.write_text(json.dumps(saved_game(game, 1, **change)))
    with pytest.raises(PlygroundError, match=complaint):
        read_games(game, file)
    file.write_text("[]")
    with pytest.raises(PlygroundError, match="games"):
        read_games(game, file)
    with pytest.raises(PlygroundError, match="cannot read"):
        read_games(game, tmp_path / "none.json")


def test_a_network_learns_from_people(tmp_path):
    game, file, output = pg.game("bamboo", radius=1), tmp_path / "g.json", tmp_path / "n.onnx"
    file.write_text(json.dumps([saved_game(game, seed) for seed in range(12)]))
    files = ["--records", str(file), "-o", str(output)]
    told = CliRunner().invoke(
        app_of(), ["imitate", "bamboo", "-p", "radius=1", *files, "--epochs", "2", "--json"]
    )
    assert told.exit_code == 0, told.output
    data = json.loads(told.stdout)
    assert (data["games"], data["games_read"], data["agents"]) == (12, 12, {})
    assert set(data["judgements"]) >= {"all", "human"}
    assert read_dense(game, output).rate(game.start()).shape == (7,)
