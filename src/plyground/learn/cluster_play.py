"""Self-play on the workers of a cluster: they get weights, and send back what their games taught.

A *turn* is a few seconds of play by one worker, on one board, with the network of one version. It
is answered once or, if the worker dies, given to another: so no sample counts twice. A thread of
a worker keeps its games from one turn to the next, and goes on with them by the newer network; what
dies with it are games that were not over. The learner, and everything that it keeps, stays here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from plyground.cluster.calls import Calls, call_all
from plyground.cluster.machines import Machines
from plyground.cluster.same_code import check_same_code
from plyground.game import Game
from plyground.game.registry import reference_of
from plyground.game.rules import parts_of_rules
from plyground.kernel.fingerprint import fingerprint
from plyground.learn.config import TrainingConfig
from plyground.learn.games_kernel import play_on
from plyground.learn.learner import architecture_of
from plyground.learn.lessons import LessonGroup, asked_by
from plyground.learn.model import BoardNetwork
from plyground.learn.samples import SAMPLES, SampleBuffer
from plyground.learn.self_play import HANDFUL, GameGroup, SampleSource, Tally
from plyground.tournaments.parcels import Parcels, open_parcel, parcels_for

TURN_SECONDS = 2.0  # at least
SENT_A_SECOND = 20e6  # bytes of weights to all workers together; turns are as long as that takes
MOST_SAMPLES = 50_000  # of a turn
LOOK_SECONDS = 0.2  # between looks at whether to stop
CPU = torch.device("cpu")


@dataclass(frozen=True)
class Weights:
    """A network by value; half as many bits are enough for play."""

    version: int  # steps that it had learnt
    arrays: Mapping[str, Any]

    @property
    def size(self) -> int:
        """How many bytes travel with a turn."""
        return sum(each.nbytes for each in self.arrays.values())

    @classmethod
    def of(cls, network: BoardNetwork, version: int) -> Weights:
        """Those of a network."""
        named = network.state_dict().items()
        return cls(version, {name: value.detach().half().cpu().numpy() for name, value in named})

    def load_into(self, network: BoardNetwork) -> None:
        """Have the network play by them."""
        network.load_state_dict(
            {name: torch.from_numpy(value.copy()).float() for name, value in self.arrays.items()}
        )


@dataclass(frozen=True)
class Turn:
    """What a worker is asked for."""

    config: TrainingConfig
    code: str  # what the rules and the play are known by; others are refused
    board: int
    judged: bool  # whether a solver teaches, instead of games
    seed: int  # of games that have not begun
    seconds: float
    weights: Weights
    parcels: Parcels = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """What a turn taught."""

    version: int  # of the weights
    samples: SampleBuffer  # as full as can be; policies in 16 bits

    def buffer(self) -> SampleBuffer:
        """As self-play in this process would have left it."""
        policies, counts = self.samples.policies.astype(np.float32), self.samples.counts.copy()
        return self.samples._replace(policies=policies, counts=counts)


def code_for(game: Game[Any]) -> str:
    """Equal where the same rules are played by the same code."""
    return fingerprint((*parts_of_rules(game), play_on))


# --- on a worker --------------------------------------------------------------------------------


class _Desk(threading.local):
    """What a thread keeps from one turn to the next."""

    owner: str = ""  # the configuration that it is for
    network: BoardNetwork
    groups: dict[tuple[int, bool], SampleSource]


_desk = _Desk()


def take_turn(turn: Turn) -> Played:
    """Play for the turn's seconds; what finished games taught, and nothing twice."""
    group = _group_for(turn)
    turn.weights.load_into(_desk.network)
    torch.set_num_threads(1)  # OpenMP wants to be told in every thread
    taken: list[SampleBuffer] = []
    counts, until = np.zeros(6, np.int64), time.monotonic() + turn.seconds
    while True:
        buffer = group.play_on()
        over = time.monotonic() >= until or counts[SAMPLES] >= MOST_SAMPLES
        if over or buffer.counts[SAMPLES] >= HANDFUL:
            counts += buffer.counts
            taken.append(_emptied(buffer))
        if over:
            break
    joined = SampleBuffer(*(np.concatenate(parts) for parts in zip(*taken, strict=True)))
    small = joined.policies.astype(np.float16)
    return Played(turn.weights.version, joined._replace(policies=small, counts=counts))


def _emptied(buffer: SampleBuffer) -> SampleBuffer:
    """A copy of what the buffer holds, which is empty then."""
    count = int(buffer.counts[SAMPLES])
    arrays = [each[:count].copy() for each in buffer[:-1]]
    buffer.counts[:] = 0
    return SampleBuffer._make([*arrays, np.array([count], np.int64)])


def _group_for(turn: Turn) -> SampleSource:
    """The games, or the solver, of this thread for the turn's board."""
    for parcel in turn.parcels.values():
        open_parcel(parcel)
    config, owner = turn.config, f"{turn.config} {turn.code}"
    if _desk.owner != owner:
        check_same_code(turn.code, code_for(config.games[0]), str(config.games[0]))
        network = BoardNetwork(architecture_of(config)).requires_grad_(False)
        _desk.network, _desk.groups, _desk.owner = network, {}, owner
    place = turn.board, turn.judged
    if place not in _desk.groups:
        game = config.games[turn.board]
        _desk.groups[place] = (
            LessonGroup(game, turn.seed, asked=asked_by(config))
            if turn.judged
            else GameGroup(game, config, _desk.network, CPU, turn.seed)
        )
    return _desk.groups[place]


# --- here ---------------------------------------------------------------------------------------


@dataclass
class RemoteSource:
    """A board, or the solver, that workers get turns for."""

    game: Game[Any]
    board: int
    judged: bool
    share: float  # of the turns
    given: int = 0
    interpreted: bool = False  # here
    patient: bool = False

    def play_on(self) -> SampleBuffer:
        """Not here."""
        raise AssertionError("its games are played by workers")


def sources_of(config: TrainingConfig) -> list[RemoteSource]:
    """Every board with its share of the turns, and the solver with that of lessons."""
    games, lessons = config.games, config.lessons
    shares = [(True, lessons * share) for share in config.taught]
    shares += [(False, (1 - lessons) * share) for share in config.shares]
    return [
        RemoteSource(games[place % len(games)], place % len(games), judged, share)
        for place, (judged, share) in enumerate(shares)
        if share
    ]


@dataclass(frozen=True)
class TurnMaker:
    """What all turns of a run have in common."""

    config: TrainingConfig
    code: str
    weights: Callable[[], Weights]  # the newest
    parcels: Parcels

    @classmethod
    def of(cls, config: TrainingConfig, weights: Callable[[], Weights]) -> TurnMaker:
        """For a run with this configuration, wherever its file is."""
        game = config.games[0]
        named = config.changed(game=reference_of(type(game)))
        return cls(named, code_for(game), weights, parcels_for(named.game, []))

    def turn(self, source: RemoteSource, seed: int, workers: int = 0) -> Turn:
        """For a source, by the newest weights, among so many workers; 0 for as short as can be."""
        where, weights = (self.config, self.code, source.board, source.judged), self.weights()
        seconds = turn_seconds(weights.size, workers) if workers else 0.0
        return Turn(*where, seed, seconds, weights, self.parcels)


def turn_seconds(weights: int, workers: int) -> float:
    """How long turns are, so that weights of so many bytes reach all workers meanwhile."""
    return max(TURN_SECONDS, weights * workers / SENT_A_SECOND)


def prepare_workers(machines: Machines, turns: TurnMaker, first_seed: int) -> None:
    """Have workers compile what they need, before the clock runs; nothing of it counts."""
    sources = sources_of(turns.config)
    asked = ((turns.turn(each, first_seed),) for _ in range(machines.size) for each in sources)
    call_all(machines, take_turn, asked)


class ClusterPlay:
    """Workers that play until they are stopped; as `self_play.SelfPlay`."""

    def __init__(
        self,
        machines: Machines,
        turns: TurnMaker,
        give: Callable[[SampleSource, SampleBuffer], int],
        first_seed: int,
    ) -> None:
        """`give` empties a buffer, and returns how much it held.

        Each turn has a seed of its own, from the first on.
        """
        self.tally = Tally()
        self.error: BaseException | None = None
        self.versions: list[int] = []  # of the network by which each turn was played
        self._turns, self._give, self._seed = turns, give, first_seed
        self._calls: Calls[RemoteSource] = Calls(machines)
        self._sources = sources_of(turns.config)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> ClusterPlay:
        """Start."""
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop; turns under way are no longer wanted."""
        self._stop.set()
        self._thread.join()

    def check(self) -> None:
        """Raise what playing raised."""
        if self.error is not None:
            raise self.error

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                for _ in range(self._calls.room):
                    self._give_turn()
                for source, played in self._calls.take(LOOK_SECONDS):
                    self._take(source, played)
        except BaseException as error:
            self.error = error

    def _give_turn(self) -> None:
        """Have a worker play where turns are missing most."""
        total = 1 + sum(each.given for each in self._sources)
        source = max(self._sources, key=lambda each: each.share * total - each.given)
        source.given += 1
        self._seed += 1
        turn = self._turns.turn(source, self._seed, self._calls.machines.size)
        self._calls.make(source, take_turn, turn)

    def _take(self, source: RemoteSource, played: Played) -> None:
        buffer = played.buffer()
        self.versions.append(played.version)
        self.tally.take(buffer)
        if buffer.counts[SAMPLES]:
            self.tally.note_samples(self._give(source, buffer))
