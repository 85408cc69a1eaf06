"""`plyground imitate`: a network that learns from the games of other agents."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import (
    ChosenGame,
    JsonOption,
    WorkersOption,
    check_can_replace,
    print_json,
    progress_bar,
)
from plyground.cli.option_groups import grouped
from plyground.errors import TrainingError
from plyground.verbs.result import describe_game

if TYPE_CHECKING:
    from plyground.game import Game
    from plyground.learn.dense_network import Epoch, Layer, Training
    from plyground.learn.imitation import Judgement, Teacher
    from plyground.tournaments import GameRecord, Plan

DEFAULT_TEACHERS = ["minimax(depth=2, pruning=1)*2", "mcts(iterations=500)*2", "casual"]
Advance = Callable[[object], None]


@grouped
def imitate(
    chosen: ChosenGame,
    specs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SPEC*WEIGHT",
            help="The agents to learn from; a move of one with weight 3 counts three times, of one "
            "with weight 0 not at all. Without any, and without --records: minimax, mcts and, if "
            "the game has it, casual.",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write the network there.")
    ] = Path("network.onnx"),
    games: Annotated[int, typer.Option(min=4, max=1_000_000, help="Games to learn from.")] = 300,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Random moves that a game begins with; nobody learns them.")
    ] = 4,
    symmetries: Annotated[
        bool, typer.Option("--symmetries", help="Learn mirror images and rotations, too.")
    ] = False,
    epochs: Annotated[int, typer.Option(min=1, max=10_000, help="Passes over all moves.")] = 20,
    batch: Annotated[int, typer.Option(min=1, help="Samples per training step.")] = 64,
    rate: Annotated[float, typer.Option(min=1e-7, max=1.0, help="Learning rate of Adam.")] = 0.001,
    test: Annotated[
        float, typer.Option(min=0.01, max=0.9, help="Share of the games to test with.")
    ] = 0.1,
    seed: Annotated[
        int, typer.Option(min=0, max=2**61, help="Equal seeds give equal games and weights.")
    ] = 1,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Learn the moves of the games in this file, too: people's games that the page "
            "saved, exported records, or a store. Each counts once.",
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the games there; they need not be played again."),
    ] = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """
    Train a network to play the moves that other agents would, as the Bamboo report did.

    The agents play each other, and games that people played are read from files. Each board, as
    the player to move sees it, and the move that was made are learnt by a fully connected network:
    three hidden layers of twice as many units as the board has cells, ReLU, and a softmax over the
    moves. It is tied to this size of the board. Some games are kept to test it with. Then let it
    play: network(file="FILE").

    Examples:  plyground imitate tic_tac_toe "minimax(depth=9, pruning=1)*3" random -o ttt.onnx

    plyground imitate bamboo -p radius=3 --games 500 --symmetries --output bamboo3.onnx

    plyground imitate bamboo "minimax(depth=2, pruning=1)*2" --records my-games.json

    plyground arena bamboo -p radius=3 'network(file="bamboo3.onnx")' random --pairs 50
    """
    played = chosen.made()
    check_can_replace(output)
    from plyground.learn.dense_network import Training, onnx_module, torch_module
    from plyground.learn.imitation import parse_teacher, plan_games, read_games

    torch_module()  # what is missing is said before the games rather than after them
    onnx_module("onnx")
    known = [record for file in records or () for record in read_games(played, file)]
    usual = [] if known else DEFAULT_TEACHERS
    teachers = [parse_teacher(text) for text in specs or usual]
    plan = (
        plan_games(chosen.game, played, teachers, games, opening_plies=opening_plies, seed=seed)
        if teachers
        else None
    )
    settings = Training(epochs=epochs, batch=batch, rate=rate, seed=seed)
    lesson = Lesson(played, teachers, plan, known, settings, test, symmetries)
    learnt = _learn(lesson, store, workers)
    about = _about(lesson, learnt)
    judged = _finish(played, learnt, about, output)
    if json:
        judgements = {name: found._asdict() for name, found in judged.items()}
        data = {**describe_game(played), **about, "judgements": judgements}
        print_json({**data, "output": str(output)})
    else:
        _show(played, output, learnt, judged)


class Lesson(NamedTuple):
    """What is learnt from whom, and how."""

    game: Game[Any]
    teachers: list[Teacher]
    plan: Plan | None  # of games to be played
    known: list[GameRecord]  # games that were played before
    settings: Training
    test: float  # the share of the games that is kept for it
    symmetries: bool


class Learnt(NamedTuple):
    """A network, how it came about, and the games to test it with."""

    layers: list[Layer]
    history: list[Epoch]
    samples: int
    tested: list[GameRecord]


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str, int], Advance]]:
    """A function that begins a step of that many parts, and returns one to count them by."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn())
    with progress_bar(*columns, TimeElapsedColumn()) as shown:

        def step(name: str, total: int) -> Advance:
            task = shown.add_task(name, total=total)
            return lambda _done: shown.advance(task)

        yield step


def _learn(lesson: Lesson, store: Path | None, workers: int | None) -> Learnt:
    """The network that comes of the games, with a progress bar for each step."""
    from plyground.learn.dense_network import train
    from plyground.learn.imitation import samples_of, split_records, with_symmetries

    game, settings = lesson.game, lesson.settings
    with _progress() as step:
        records = _play(lesson.plan, store, workers, step) if lesson.plan else []
        first = 1 + max((record.pair for record in records), default=-1)
        records += [replace(record, pair=first + record.pair) for record in lesson.known]
        parts = split_records(records, lesson.test, settings.seed)
        advance = step("positions", len(records))
        samples, held_out = (samples_of(game, part, lesson.teachers, advance) for part in parts)
        if lesson.symmetries:
            samples = with_symmetries(game, samples, settings.seed)
        advance = step("epochs", settings.epochs)
        layers, history = train(samples, held_out, game.move_limit, settings, advance)
    return Learnt(layers, history, len(samples), parts[1])


def _play(
    plan: Plan, store: Path | None, workers: int | None, step: Callable[[str, int], Advance]
) -> list[GameRecord]:
    """The games of the plan; those that are in the store are taken from there."""
    from plyground.tournaments import Tournament, local_workplace

    tournament = Tournament(plan, store, workplace=local_workplace(workers))
    tournament.on_game = step("games", plan.game_count)
    records = tournament.run()
    for reason in tournament.unplayable.values():
        raise TrainingError(f"a game could not be played: {reason}")
    for record in records:
        if record.forfeit:
            raise TrainingError(f"{' against '.join(record.agents)}: {record.reason}")
    return records


def _about(lesson: Lesson, learnt: Learnt) -> dict[str, Any]:
    """How the network was made, for people and for its file."""
    return {
        "agents": {teacher.spec: teacher.weight for teacher in lesson.teachers},
        "games": (lesson.plan.game_count if lesson.plan else 0) + len(lesson.known),
        "games_read": len(lesson.known),
        "opening_plies": len(lesson.plan.openings[0]) if lesson.plan else 0,
        "samples": learnt.samples,
        "symmetries": lesson.symmetries,
        "training": lesson.settings._asdict(),
        "history": [[round(number, 4) for number in epoch] for epoch in learnt.history],
    }


def _finish(
    game: Game[Any], learnt: Learnt, about: dict[str, Any], output: Path
) -> dict[str, Judgement]:
    """Write the file, read it back as an agent would, and judge what was read."""
    from plyground.learn.dense_network import encode_dense, write_file
    from plyground.learn.imitation import judge
    from plyground.neural.dense import ENCODING, read_dense
    from plyground.neural.network_file import Metadata

    metadata = Metadata(game.name, ENCODING, game.parameter_values, about)
    write_file(encode_dense(learnt.layers, metadata), output)
    return judge(game, read_dense(game, output), learnt.tested)


def _show(game: Game[Any], output: Path, learnt: Learnt, judged: dict[str, Judgement]) -> None:
    print("epoch   loss  found   test loss  found")
    for number, epoch in _some(learnt.history):
        print(
            f"{number:>5} {epoch.training_loss:>6.3f} {epoch.training_accuracy:>6.1%} "
            f"{epoch.validation_loss:>11.3f} {epoch.validation_accuracy:>6.1%}"
        )
    print(
        f"\nLearnt from {learnt.samples} samples. In games kept for testing, how often its best "
        "legal move is\nthe one that was made (and a random one would be), and how often an "
        "illegal one is its\nvery best (and a random one would be):\n"
        "\npositions   found  random  illegal  random"
    )
    for name, found in judged.items():
        shares = (found.accuracy, found.guessing, found.illegal_best, found.illegal_share)
        numbers = "  ".join(f"{share:>6.1%}" for share in shares)
        print(f"{found.positions:>9}  {numbers}   {name}")
    print(f"\n{output} plays {game}:  'network(file=\"{output}\")'")


def _some(history: list[Epoch], rows: int = 20) -> list[tuple[int, Epoch]]:
    """A few epochs with their numbers, evenly spread, the last among them."""
    every = -(-len(history) // rows)
    numbered = list(enumerate(history, 1))
    return numbered[::-1][::every][::-1]
