"""Fuzzed text: specs, games, positions, moves, records, openings, configurations, reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import plyground as pg
from faults.asking import answers
from faults.mutation import mutated
from faults.rig import Figures, Trial, family
from plyground.agents.kinds import make_agent
from plyground.agents.spec import parse_spec
from plyground.cli.common import read_elo_bounds
from plyground.game.registry import built_in_names, class_in_data
from plyground.lab.sources import parse_report
from plyground.lab.tuning_evidence import Evidence
from plyground.learn.config import read_config
from plyground.search.number_tree import parse_number_tree
from plyground.tournaments.openings import read_openings
from plyground.tournaments.record_text import read_records, write_records

PACKAGE = Path(pg.__file__).parent
SPECS = (
    "random",
    "minimax(depth=2, evaluate=report, order=none, pruning=1, ends=flat)",
    "alphabeta(depth=4, evaluate=utility(ones=1, twos=3), order=centre, memory=64, threads=2)",
    "alphabeta(seconds=0.5, nodes=1000, game_seconds=60, drop=20, table=0, aspiration=40)",
    "mcts(iterations=100, c=0.4, solver=1, rave=0, guide=default, cut=4, memory=8, keep=1)",
    "humanlike(depth=2, temperature=1.5, evaluate=default)",
    "easy(depth=5)",
    "perfect(memory=8, threads=1, book=0)",
    r'engine(cmd="python bot.py --level \"very hard\"", seconds=0.5, patience=60, grace=1)',
    "random(prefer=evaluation(by=default))",
    "path/to/agents.py:FirstLegal(depth=3)",
    'network(file="net.onnx")',
    "hybrid(threshold=40, depth=2)",
)
GAMES = (
    "tic_tac_toe",
    "connect_four width=7 height=6 length=4",
    "konane size=6 jumps=multiple opening=adjacent",
    "bamboo radius=2",
    "cachex size=4",
    "othello size=6",
    "path/to/game.py:Snort size=3",
)
POSITIONS = {
    "tic_tac_toe": ("X.O/.X./... O", "a1 b2 c3", ".../.../... X"),
    "connect_four": (
        "7/7",
        "4 4 3 2 1",
        "443",
        "......./......./......./......./..R..../.YYR... Y",
    ),
    "konane": ("c3 d3", "d4-d6 a1-c1", "BWBW/WBWB/BW.W/WBWB W"),
    "bamboo": ("a1 b2 c3", "../.../.. X"),
    "cachex": ("a1 b2 steal", ".../.R./... B"),
    "othello": ("d3 c3 c4 pass", "..../.WB./.BW./.... B"),
}
RECORDS = (
    '[Game "tic_tac_toe"]\n[First "minimax(depth=2)"]\n[Second "random"]\n[Opening "2"]\n'
    '[Result "1-0"]\n[Reason "three in a line"]\n\n'
    "1. a1 b1 2. a2 {+1; nodes=12 seconds=0.0004} b2 {loss in 1} 3. a3 {win; depth=3}\n",
    '[Game "connect_four"]\n[Parameters "width=4 height=4 length=4"]\n[First "random"]\n'
    '[Second "easy"]\n[Pair "3"]\n[Seed "17"]\n[Result "0-1"]\n[Forfeit "yes"]\n'
    '[Reason "stall: no answer after 60 s"]\n[Start "..../..../..../R... Y"]\n\n1. 1 2 2. 3\n',
)
REPORTS = (
    'title = "A report"\nyear = 2020\n[[sources]]\nkey = "table-1"\nname = "Table I"\nsays = "x"\n'
    'conditions = "y"\nexperiment = "e"\neach = "level"\ngames = 10\n'
    'columns = [{name = "rate", rule = "share", unit = "%", decimals = 1, why = "w"}]\n'
    'rows = [["1", 0.5], ["2", "N/A"]]\n'
    '[[sources.claims]]\nname = "c"\nsays = "it holds"\n'
    '[[sources.exceptions]]\nrow = "1"\ncolumn = "rate"\nrule = "none"\nbecause = "machine"\n',
)
NUMBER_TREES = ("((3 12 8) (2 4 6) (14 5 2))", "[[1,2],[3,[4,-5]]]", "7")
OPENINGS = ("a1 b2 # a comment\n\nc3\n", "a1,b2;c3\n")


def _family(
    name: str, seeds: Sequence[str], at_once: int, share: float = 0.2
) -> Callable[[Callable[[str], object]], Callable[[str], object]]:
    """A family that asks about changed seeds."""

    def enter(ask: Callable[[str], object]) -> Callable[[str], object]:
        @family(f"inputs-{name}", share)
        def fuzzed(trial: Trial) -> Figures:
            return answers((mutated(trial.chance, seeds) for _ in range(at_once)), ask)

        return ask

    return enter


@_family("specs", SPECS, 2000, share=0.6)
def specs(text: str) -> None:
    """What was read is written such that it is read again."""
    found = parse_spec(text)
    assert parse_spec(str(found)) == found


BOARDS = tuple(pg.game(name) for name in built_in_names())


@_family("agents", tuple(text for text in SPECS if "/" not in text), 500, share=0.6)
def agents(text: str) -> None:
    """An agent is made, and closed."""
    make_agent(BOARDS[len(text) % len(BOARDS)], text, seed=1).close()


@_family("games", GAMES, 300)
def games(text: str) -> None:
    """As a record names them: a name, then parameters."""
    name, *words = text.split(" ")
    parameters = dict(word.partition("=")[::2] for word in words)
    class_in_data(name).from_text(parameters)


def _position(game: Any, text: str) -> None:
    """Text as a position, and what was read is written such that it is read again."""
    position = game.parse_position(text)
    again = game.parse_position(game.format_position(position))
    assert game.format_position(again) == game.format_position(position)
    game.legal(position)


def _position_seeds(game: Any) -> list[str]:
    written = [game.format_position(game.start())]
    position = game.start()
    while len(written) < 8 and (legal := game.legal(position)):
        position = position.play(legal[len(legal) // 2])
        written.append(game.format_position(position))
    return [*written, *POSITIONS.get(game.name, ())]


BOARD_SEEDS = {game: _position_seeds(game) for game in BOARDS}


def _each_board(trial: Trial, ask: Callable[[Any, str], object], at_once: int) -> Figures:
    """Changed positions and moves, of a board that is drawn for each."""

    def given() -> tuple[Any, str]:
        game = trial.chance.choice(BOARDS)
        return game, mutated(trial.chance, BOARD_SEEDS[game])

    return answers((given() for _ in range(at_once)), lambda given: ask(*given))


@family("inputs-positions", 0.4)
def positions(trial: Trial) -> Figures:
    """Positions of every game."""
    return _each_board(trial, _position, 500)


@family("inputs-moves", 0.4)
def moves(trial: Trial) -> Figures:
    """Moves of every game, from the start."""
    return _each_board(
        trial, lambda game, text: pg.Playthrough.read(game, None, text).position, 500
    )


@_family("openings", OPENINGS, 500)
def openings(text: str) -> None:
    """Lists of openings."""
    read_openings(pg.game("tic_tac_toe"), text)


@_family("records", RECORDS, 500, share=0.6)
def records(text: str) -> None:
    """What was read is written such that it is read again."""
    found = read_records(text)
    assert read_records(write_records(found)) == found


@_family("number-trees", NUMBER_TREES, 1000)
def number_trees(text: str) -> None:
    """Trees of numbers, as people type them on the page."""
    str(parse_number_tree(text))


CONFIGURATIONS = [
    (PACKAGE / "games" / game / "training.toml").read_text() for game in ("konane", "bamboo")
]


@_family("configurations", CONFIGURATIONS, 300)
def configurations(text: str) -> None:
    """Configurations of trainings."""
    read_config(text, wanted="konane").as_dict()


@_family("reports", REPORTS, 300)
def reports(text: str) -> None:
    """Data of reports."""
    parse_report("konane", text)


@_family("bounds", ("0..10", "-3.5..2e1"), 1000)
def bounds(text: str) -> None:
    """What --sprt names."""
    read_elo_bounds(text, "0..10")


EVIDENCE = (PACKAGE / "lab" / "data" / "tuning" / "konane-movers.json").read_text().splitlines()


@_family("evidence", ("\n".join([*EVIDENCE[:50], EVIDENCE[50].removesuffix(","), "]}"]),), 300)
def evidence(text: str) -> None:
    """Evidence of tunings."""
    Evidence.read(text)
