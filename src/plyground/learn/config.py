"""The configuration of a training run: a TOML file, checked."""

from __future__ import annotations

import math
import os.path
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from plyground.errors import InvalidParameterError, did_you_mean
from plyground.game import Game
from plyground.game.registry import game as make_game
from plyground.game.registry import game_class
from plyground.neural.encoding import encoding_of
from plyground.reading import excerpt, read_text, read_toml


@dataclass(frozen=True)
class Board:
    """A size to train on."""

    parameters: Mapping[str, Any]
    share: float = 1.0  # of the games and of the batches; 0 if only lessons are on it
    lessons: float = 0.0  # share of the lessons; the first board has all where none has any


@dataclass(frozen=True)
class TrainingConfig:
    """Everything that decides a run, but the machine."""

    game: str
    boards: tuple[Board, ...] = (Board({}),)
    minutes: float = 10.0
    seed: int = 1
    start: str = ""  # a network's file whose weights it begins with; empty: untrained
    # the network
    width: int = 32
    blocks: int = 6
    head: int = 32  # units of the heads
    outcomes: int = 0  # 1: the value comes from the chances of a win, a draw and a loss
    bits: int = 16  # of a weight in the file: 16 or 8
    whole_numbers: int = 0  # 1: in the file, blocks compute with whole numbers of 8 bits
    # the games
    games_at_once: int = 64  # for each thread
    simulations: int = 128
    fast_simulations: int = 24
    full_share: float = 0.3
    exploration: float = 0.8
    reduction: float = 0.1
    noise: float = 0.25
    concentration: float = 10.0
    warm_plies: int = 20
    opening_plies: int = 4
    trust: float = 0.3
    gumbel: int = 0  # moves considered at the root of a full search, by chance, in place of noise
    forced: float = 0.0  # how often a move must be looked at for its prior; 2 is usual
    # the training
    batch: int = 512
    rate: float = 0.002  # of learning
    rate_flat: float = 0.0  # share of the time before the rate begins to fall
    rate_end: float = 0.1  # what it falls to, as a share of the first
    decay: float = 0.0001  # of weights
    clip: float = 4.0  # gradients are cut to this length
    beta: float = 0.999  # how much the optimiser keeps of the squares of past gradients
    compile: int = 0  # 1: PyTorch compiles the step, which takes a minute; on a GPU alone
    reuse: float = 6.0  # how often a sample is learnt from; of a mixed run, those of games
    first_samples: int = 10_000  # before learning begins
    capacity: int = 300_000  # samples that are kept of each size
    averaging: float = 0.995  # of weights, for play and for the file
    left_weight: float = 0.0  # of saying how many plies are left
    reply_weight: float = 0.0  # of saying what the opponent replies
    owner_weight: float = 0.0  # of saying whose stones lie where at the end
    lessons: float = 0.0  # share of the steps that a solver teaches
    lesson_threads: int = 0  # that draw lessons beside games; 0: by their share of the steps
    best_weight: float = 0.1  # of playing the best move, beside 1 for any that keeps the result
    keeping_weight: float = 0.0  # of saying of each move whether it keeps the result
    lesson_plies: tuple[int, ...] = ()  # where the phases of lessons begin, after the first
    lesson_shares: tuple[float, ...] = (0.9,)  # of the lessons, for each phase
    result_share: float = 0.1  # of the lessons of which only the result is known
    lesson_nodes: int = 2_000_000  # that a solver may look at for a lesson, where it is asked
    teacher: str = ""  # the file of a network whose policy and value are learnt, in place of games
    exam: int = 1000  # positions never taught on which the network is tested meanwhile
    notes: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be trained with."""
        for name, low, high in RANGES:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise InvalidParameterError(f"{name} = {value!r} is not a number")
            if not low <= value <= high:
                raise InvalidParameterError(f"{name} = {value} must be from {low:g} to {high:g}")
            if isinstance(value, float) and name in WHOLE:
                raise InvalidParameterError(f"{name} = {value} must be a whole number")
        if not isinstance(self.start, str):
            raise InvalidParameterError(f"start = {self.start!r} is not the path of a network")
        if self.bits not in (8, 16):
            raise InvalidParameterError(f"bits = {self.bits} must be 8 or 16")
        if self.capacity < self.batch:
            raise InvalidParameterError(
                f"capacity = {self.capacity} is below batch = {self.batch}: a step would learn "
                f"the same few samples many times; set capacity to at least {self.batch}, or batch "
                f"to at most {self.capacity}"
            )
        self._check_teacher()
        self._check_phases()
        self._check_boards()

    def _check_teacher(self) -> None:
        """A network teaches what it says of a position, and nothing of how its games went."""
        if not isinstance(self.teacher, str):
            raise InvalidParameterError(f"teacher = {self.teacher!r} is not the name of a file")
        if self.teacher and self.lessons == 1:
            raise InvalidParameterError(
                "lessons = 1 leaves nothing to a teacher: a solver teaches all; set lessons below 1"
            )
        if self.teacher and self.auxiliary:
            raise InvalidParameterError(
                "a teacher says nothing of plies left, replies and owners: leave out left_weight, "
                "reply_weight and owner_weight"
            )

    def _check_phases(self) -> None:
        """Lists come from TOML, and tuples are kept, which compare as they should."""
        for name, kind in (("lesson_plies", int), ("lesson_shares", (int, float))):
            found = getattr(self, name)
            listed = isinstance(found, (list, tuple))
            if not listed or any(isinstance(e, bool) or not isinstance(e, kind) for e in found):
                raise InvalidParameterError(f"{name} = {found!r} is not a list of numbers")
            object.__setattr__(self, name, tuple(found))
        plies, shares = self.lesson_plies, self.lesson_shares
        if list(plies) != sorted(set(plies)) or (plies and plies[0] < 1):
            raise InvalidParameterError(f"lesson_plies = {list(plies)} must rise, from 1 or more")
        if len(shares) != len(plies) + 1 or not all(0 <= each < math.inf for each in shares):
            raise InvalidParameterError(
                f"lesson_shares = {list(shares)} must have {len(plies) + 1} entries of at least "
                "0, one more than lesson_plies"
            )
        if not sum(shares) > 0:
            raise InvalidParameterError("lesson_shares must not all be 0")

    def _check_boards(self) -> None:
        for board in self.boards:
            given = board.share, board.lessons
            if any(isinstance(each, bool) or not isinstance(each, (int, float)) for each in given):
                raise InvalidParameterError(f"[[boards]]: {board} must have numbers as its shares")
            if not all(0 <= each < math.inf for each in given) or not any(given):
                raise InvalidParameterError(
                    "[[boards]] must name a size, each with a share above 0, or with lessons"
                )
        if not self.boards or (self.lessons < 1 and not any(b.share for b in self.boards)):
            raise InvalidParameterError("[[boards]] must name a size with a share above 0")
        if not self.lessons and any(board.lessons for board in self.boards):
            raise InvalidParameterError(
                "[[boards]] have lessons, but a solver teaches none of the steps; say how many, "
                "as in lessons = 0.2"
            )
        games = self.games
        for game in games:
            if games.count(game) > 1:
                raise InvalidParameterError(f"[[boards]] name {game} twice; give it one share")
            encoding_of(game)

    @property
    def games(self) -> tuple[Game[Any], ...]:
        """The game at each size."""
        return tuple(make_game(self.game, **board.parameters) for board in self.boards)

    @property
    def shares(self) -> list[float]:
        """The boards' shares of the games, adding up to 1."""
        total = sum(board.share for board in self.boards) or 1.0
        return [board.share / total for board in self.boards]

    @property
    def taught(self) -> list[float]:
        """The boards' shares of the lessons, adding up to 1; all 0 where there are none."""
        total = sum(board.lessons for board in self.boards)
        if not self.lessons or not total:
            return [float(bool(self.lessons and not n)) for n in range(len(self.boards))]
        return [board.lessons / total for board in self.boards]

    @property
    def auxiliary(self) -> bool:
        """Whether networks learn more from games than policy and value."""
        return self.lessons < 1 and self.left_weight + self.reply_weight + self.owner_weight > 0

    @property
    def kinds(self) -> tuple[float, ...]:
        """The share of each kind of lesson: its phases, then those with a result alone."""
        return (*self.lesson_shares, self.result_share)

    def as_dict(self) -> dict[str, Any]:
        """For files."""
        return asdict(self)

    def changed(self, **given: Any) -> TrainingConfig:
        """Another config with some values replaced; those that are None stay."""
        return replace(self, **{name: v for name, v in given.items() if v is not None})


WHOLE = {each.name for each in fields(TrainingConfig) if each.type == "int"}
RANGES = (
    ("minutes", 0.001, 100_000),
    ("seed", 0, 2**31),
    ("width", 1, 1024),
    ("blocks", 0, 100),
    ("head", 1, 1024),
    ("outcomes", 0, 1),
    ("bits", 8, 16),
    ("whole_numbers", 0, 1),
    ("games_at_once", 1, 65_536),
    ("simulations", 2, 30_000),
    ("fast_simulations", 2, 30_000),
    ("full_share", 0.01, 1),
    ("exploration", 0, 100),
    ("reduction", 0, 1),
    ("noise", 0, 1),
    ("concentration", 0.01, 1000),
    ("warm_plies", 0, 10_000),
    ("opening_plies", 0, 1000),
    ("trust", 0, 1),
    ("gumbel", 0, 1000),
    ("forced", 0, 100),
    ("batch", 1, 65_536),
    ("rate", 1e-7, 1),
    ("rate_flat", 0, 0.99),
    ("rate_end", 0, 1),
    ("decay", 0, 1),
    ("clip", 1e-6, 1e6),
    ("beta", 0, 0.999999),
    ("compile", 0, 1),
    ("reuse", 0.1, 1000),
    ("first_samples", 1, 10**8),
    ("capacity", 1, 10**8),
    ("averaging", 0, 0.99999),
    ("left_weight", 0, 100),
    ("reply_weight", 0, 100),
    ("owner_weight", 0, 100),
    ("lessons", 0, 1),
    ("lesson_threads", 0, 1024),
    ("best_weight", 0, 100),
    ("keeping_weight", 0, 100),
    ("result_share", 0, 100),
    ("lesson_nodes", 1, 10**9),
    ("exam", 0, 100_000),
)


def read_config(
    text: str, name: str = "the configuration", wanted: str | None = None
) -> TrainingConfig:
    """The config that a TOML text describes; `InvalidParameterError` says what is wrong in it.

    If a game is `wanted`, it must be for that one; so no file is run but the user's own.
    """
    try:
        found = read_toml(text)
    except ValueError as error:
        raise InvalidParameterError(f"{name} is not TOML: {error}") from error
    known = {each.name for each in fields(TrainingConfig)}
    unknown = sorted(set(found) - known)
    if unknown or "game" not in found:
        wrong = f"has no {unknown[0]!r}" if unknown else "must say which game"
        raise InvalidParameterError(
            f"{name}: a training {wrong}; it has {', '.join(sorted(known))}"
        )
    if not isinstance(found["game"], str):
        raise InvalidParameterError(f"{name}: game = {found['game']!r} is not the name of a game")
    if wanted is not None and found["game"] != wanted:
        raise InvalidParameterError(f"{name} trains {found['game']}, not {wanted}")
    boards = found.pop("boards", [{}])
    try:
        sizes = tuple(Board(each.pop("parameters", {}), **each) for each in boards)
        return TrainingConfig(boards=sizes, **found)
    except (TypeError, AttributeError) as error:
        raise InvalidParameterError(
            f"{name}: a board is written as [[boards]] with `parameters`, `share` and `lessons`"
        ) from error


def unknown_setting(name: Any) -> str:
    """What to say of a name that no setting has which may be changed; empty if one has it."""
    if name in ("game", "boards"):
        return "the game and its boards are not settings: they are given before all of them"
    known = sorted({each.name for each in fields(TrainingConfig)} - {"game", "boards"})
    alike = did_you_mean(str(name), known)
    if name in known:
        return ""
    return f"no setting is called {name!r}{alike}" if alike else f"it has {', '.join(known)}"


def read_changes(assignments: Iterable[str]) -> dict[str, Any]:
    """Settings written as `gumbel=8`; `InvalidParameterError` for what is none."""
    found: dict[str, Any] = {}
    for text in assignments:
        name, equals, value = (part.strip() for part in text.partition("="))
        wrong = unknown_setting(name)
        if wrong:
            raise InvalidParameterError(f"--set {text}: write NAME=VALUE; {wrong}")
        if not equals:
            raise InvalidParameterError(f"--set {text}: no value is given; write {name}=VALUE")
        try:
            found |= read_toml(f"{name} = {value}".replace("\n", " "))
        except ValueError as error:
            raise InvalidParameterError(
                f'--set {text}: {value!r} is no value; write a number, or text as "..."'
            ) from error
    return found


def shipped_config(game: str) -> TrainingConfig:
    """The config that comes with the game; the usual settings if none does."""
    known = game_class(game).knowledge
    if not known.training:
        return TrainingConfig(game)
    file = known.folder / known.training
    return replace(read_config(file.read_text("utf-8"), str(file)), game=game)


def config_of(game: str, path: Path | None) -> TrainingConfig:
    """The config in that file, which must be for `game`, or the shipped one."""
    if path is None:
        return shipped_config(game)
    if not os.path.exists(path):  # noqa: PTH110 -- no error, whatever the path is
        raise InvalidParameterError(f"there is no configuration {excerpt(str(path))}")
    return read_config(read_text(path), str(path), game)
