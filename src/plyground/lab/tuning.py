"""Tuning: which numbers in a spec play best, found by playing, and proven on other openings.

Every trial plays the same openings against the same opponent, in pairs with the sides swapped. A
trial that loses to the best one so far, opening by opening, is given up early. The best of many
trials is usually the luckiest. So it proves nothing until a sequential test has let the winner play
the untuned spec from openings that no trial has seen.

Trials and all of their games are in one file, a store of the arena, from which the same tuning goes
on where it was stopped. Optuna chooses what to try; it comes with the extra `tune`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING, Any

from plyground.errors import (
    InvalidParameterError,
    InvalidStoreError,
    WorkerError,
)
from plyground.extras import require
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.game.registry import game
from plyground.lab.tuning_evidence import Evidence, FinalResult, Trial
from plyground.lab.tuning_space import (
    Dimension,
    check_dimensions,
    default_values,
    whole_spec,
    with_values,
)
from plyground.tournaments import GameRecord, Plan, Store, Tournament, make_plan
from plyground.tournaments.executors import KeptWorkplace, Workplace, chosen_workplace
from plyground.tournaments.identity import identity_of
from plyground.tournaments.openings import (
    MOST_USUAL_PLIES,
    Opening,
    distinct_openings,
    key_after,
    random_openings,
    warn_of_few,
)
from plyground.tournaments.parcels import parcels_for
from plyground.tournaments.plan import checked_code, derived_seed, repeat_games
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.sprt import Sprt

if TYPE_CHECKING:
    import optuna

EVEN = 0.5
HOPELESS = 0.05  # a trial is given up if chance alone would make it look so bad less often
SOONEST = 8  # pairs before a trial may be given up
RANDOM_TRIALS = 10  # before what was learnt guides the choice
MOST_TRIALS = 100_000

OnTrial = Callable[[Trial, float], None]  # a trial that ended, and the best score so far
OnGames = Callable[[str, int, int], None]  # what is being played, games played and planned


@dataclass(frozen=True)
class TuningPlan:
    """What is tuned, and how; equal plans are one tuning of the same code."""

    game: str
    spec: str
    dimensions: tuple[Dimension, ...]
    parameters: Mapping[str, Value]
    opponent: str = ""  # of the trials; the untuned spec if empty
    pairs: int = 40  # of each trial
    opening_plies: int = MOST_USUAL_PLIES
    seed: int = 1


@dataclass(frozen=True)
class FinalTest:
    """The test of the winner; `pairs` is the upper bound on its length."""

    sprt: Sprt = field(default_factory=lambda: Sprt(0.0, 30.0))
    pairs: int = 500


class Tuner:
    """A tuning under way; `run` can be called once."""

    def __init__(
        self,
        plan: TuningPlan,
        store: Path,
        workers: int | None = None,
        cluster: str | None = None,
        on_trial: OnTrial | None = None,
        on_games: OnGames | None = None,
    ) -> None:
        """Everything in the plan is checked; the store is opened by `run`."""
        _require_optuna()
        self.plan = plan
        self.store = store
        self.workers = workers
        self.cluster = cluster  # the address of its scheduler; None for this machine
        self.on_trial = on_trial
        self.on_games = on_games
        self.game: Game[Any] = game(plan.game, **plan.parameters)
        self.base = whole_spec(self.game, plan.spec)
        self._code = check_dimensions(plan.game, self.game, self.base, plan.dimensions)
        if plan.pairs < 1:
            raise InvalidParameterError(f"pairs={plan.pairs} must be 1 or more")
        self.defaults = default_values(self.game, self.base, plan.dimensions)
        known = self.defaults or {}
        self.default_spec = str(with_values(self.base, known))
        self.opponent = plan.opponent or self.default_spec
        parcels = parcels_for(plan.game, [self.opponent])
        self._code.append(checked_code(plan.game, self.game, self.opponent, parcels))
        self.openings = self._openings()

    def _openings(self) -> tuple[Opening, ...]:
        """Those of every trial; none twice where agents would repeat games."""
        plan = self.plan
        how = (self.game, plan.pairs, plan.opening_plies, derived_seed(plan.seed, "openings"))
        if not repeat_games(self.game, self.default_spec, self.opponent):
            return random_openings(*how)
        found = distinct_openings(*how)
        if len(found) < plan.pairs:
            warn_of_few(len(found), plan.pairs)
        return found

    def identity(self) -> str:
        """Equal for equal tunings of equal code, however many trials they have."""
        plan = self.plan
        asked = [plan.game, plan.spec, [*map(str, plan.dimensions)], dict(plan.parameters)]
        how = [plan.opponent, plan.pairs, plan.opening_plies, plan.seed]
        return identity_of(*asked, self._code, *how, self.openings)

    def run(self, trials: int, final: FinalTest | None = None) -> Evidence:
        """Try until there are `trials` in all; with `final`, test the winner."""
        if not 1 <= trials <= MOST_TRIALS:
            raise InvalidParameterError(f"trials={trials} must be from 1 to {MOST_TRIALS}")
        with _kept_workplace(self.workers, self.cluster) as workplace, _study(self) as study:
            while (number := len(self._trials(study))) < trials:
                self._try(study, number, workplace)
            found = self._trials(study)
            winner = max(found, key=lambda each: (each.complete, each.score))
            test = self._test(winner, final, workplace) if final else None
        return Evidence.of(self, found, winner, test)

    # --- trials -------------------------------------------------------------------------------

    def _try(self, study: optuna.Study, number: int, workplace: Workplace) -> None:
        """One trial, from what to try to how well it went."""
        import optuna

        study.sampler = _sampler(derived_seed(self.plan.seed, number) % 2**32)
        trial = study.ask()
        values = {each.name: _suggest(trial, each) for each in self.plan.dimensions}
        spec = self.spec_of(values)
        if spec == self.opponent:
            for pair in range(len(self.openings)):
                trial.report(EVEN, pair)
            study.tell(trial, EVEN)
        else:
            score, complete = self._play(trial, spec, number, workplace)
            state = optuna.trial.TrialState
            trial.set_user_attr("score", score)
            if complete:
                study.tell(trial, score)
            else:
                study.tell(trial, state=state.PRUNED)
        if self.on_trial is not None:
            found = self._trials(study)
            best = max((each.score for each in found if each.complete), default=EVEN)
            self.on_trial(found[-1], best)

    def spec_of(self, values: Mapping[str, int | float]) -> str:
        """The spec with these numbers in it."""
        return str(with_values(self.base, values))

    def _play(
        self, trial: optuna.Trial, spec: str, number: int, workplace: Workplace
    ) -> tuple[float, bool]:
        """The score, and whether the trial was played to its end."""
        plan = self._games(spec, self.opponent, self.openings)
        best = _best_shares(trial.study)

        def look(_record: GameRecord) -> None:
            self._tell(f"trial {number + 1}", tournament)
            if given_up_after(pair_shares(tournament.records, spec), best) is not None:
                tournament.stop()

        tournament = Tournament(plan, self.store, workplace=workplace, on_game=look)
        shares = pair_shares(tournament.run(), spec)
        _check(tournament)
        last = given_up_after(shares, best)
        counted = {pair: shares[pair] for pair in sorted(shares)[:last]}
        for pair, share in counted.items():
            trial.report(share, pair)
        return fmean(counted.values()), last is None

    def _games(
        self, one: str, two: str, openings: tuple[Opening, ...], sprt: Sprt | None = None
    ) -> Plan:
        plan = self.plan
        return make_plan(
            plan.game,
            [one, two],
            parameters=plan.parameters,
            openings=openings,
            seed=plan.seed,
            sprt=sprt,
        )

    def _trials(self, study: optuna.Study) -> list[Trial]:
        """The trials that ended, in order."""
        import optuna

        states = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
        return [
            Trial(
                {each.name: each.value(ended.params[each.name]) for each in self.plan.dimensions},
                ended.user_attrs.get("score", EVEN),
                len(ended.intermediate_values),
                ended.state == optuna.trial.TrialState.COMPLETE,
            )
            for ended in study.get_trials(deepcopy=False, states=states)
        ]

    def _tell(self, what: str, tournament: Tournament) -> None:
        if self.on_games is not None:
            progress = tournament.progress
            self.on_games(what, progress.played, progress.planned)

    # --- the test -----------------------------------------------------------------------------

    def _test(self, winner: Trial, final: FinalTest, workplace: Workplace) -> FinalResult | None:
        """What the winner proves against the untuned spec; None if it is the untuned spec."""
        spec = self.spec_of(winner.values)
        if spec == self.default_spec:
            return None
        openings = self.fresh_openings(final.pairs)
        tournament = Tournament(
            self._games(spec, self.default_spec, openings, final.sprt),
            self.store,
            workplace=workplace,
            on_game=lambda _record: self._tell("test of the winner", tournament),
        )
        tournament.run()
        _check(tournament)
        assert tournament.contest is not None
        return FinalResult.of(final.sprt, tournament.contest.result, len(openings))

    def fresh_openings(self, count: int) -> tuple[Opening, ...]:
        """Openings whose positions no trial began with, each once; as many as there are."""
        plies, seed = self.plan.opening_plies, derived_seed(self.plan.seed, "fresh openings")
        drawn = distinct_openings(self.game, count + len(self.openings), plies, seed)
        seen = {key_after(self.game, opening) for opening in self.openings}
        found = [opening for opening in drawn if key_after(self.game, opening) not in seen]
        if not found:
            raise InvalidParameterError(
                f"no opening of {plies} plies is left that no trial has played; "
                "take more opening plies or fewer pairs"
            )
        return tuple(found[:count])


@contextmanager
def _kept_workplace(workers: int | None, cluster: str | None) -> Iterator[Workplace]:
    """A place for one tournament after the other, which is closed at the end."""
    place = chosen_workplace(workers, cluster)
    try:
        yield KeptWorkplace(place)
    finally:
        place.close()


def is_hopeless(ours: Mapping[int, float], best: Mapping[int, float]) -> bool:
    """Whether a trial does worse than the best one on the openings that both have played.

    Both are points by pair, as shares. It is the test of a mean difference, one-sided, with never
    less spread than if another pair differed by a whole point.
    """
    gaps = [share - best[pair] for pair, share in ours.items() if pair in best]
    if len(gaps) < SOONEST:
        return False
    spread = (stdev(gaps) ** 2 + 1 / len(gaps) ** 2) ** 0.5
    return bool(fmean(gaps) / (spread / len(gaps) ** 0.5) < NormalDist().inv_cdf(HOPELESS))


def given_up_after(ours: Mapping[int, float], best: Mapping[int, float]) -> int | None:
    """After how many pairs a trial was hopeless; None if it was not."""
    seen: dict[int, float] = {}
    for pair in sorted(ours):
        seen[pair] = ours[pair]
        if is_hopeless(seen, best):
            return len(seen)
    return None


def pair_shares(records: Sequence[GameRecord], spec: str) -> dict[int, float]:
    """The share of the two points that the spec won, for each pair that counts.

    Pairs count in their own order, not in that in which processes end them, and only as far as all
    before them have ended: so equal seeds give up alike. Repeats of others do not count.
    """
    ended = Counter(record.pair for record in records)
    first = next(pair for pair in itertools.count() if ended[pair] < 2)  # that has not ended
    points: dict[int, list[float]] = {}
    for record in counted_games(record for record in records if record.pair < first):
        player = record.agents.index(spec)
        won = EVEN if record.winner is None else float(record.winner == player)
        points.setdefault(record.pair, []).append(won)
    return {pair: sum(both) / 2 for pair, both in points.items() if len(both) == 2}


def _check(tournament: Tournament) -> None:
    if tournament.unplayable:
        error = next(iter(tournament.unplayable.values()))
        raise WorkerError(f"{len(tournament.unplayable)} games could not be played: {error}")


# --- Optuna -----------------------------------------------------------------------------------


def _require_optuna() -> None:
    require("optuna", "tune", "tuning needs Optuna")


@contextmanager
def _study(tuner: Tuner) -> Iterator[optuna.Study]:
    """The study of this tuning in the store, new or resumed."""
    import optuna
    from sqlalchemy.exc import SQLAlchemyError

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    Store(tuner.store).close()  # refuses what is no store of ours
    try:
        storage = optuna.storages.RDBStorage(f"sqlite:///{tuner.store}")
        study = optuna.create_study(
            storage=storage,
            study_name=f"tune {tuner.plan.game} {tuner.identity()}",
            direction="maximize",
            load_if_exists=True,
        )
    except (SQLAlchemyError, optuna.exceptions.StorageInternalError) as error:
        raise InvalidStoreError(f"{tuner.store}: {error}") from error
    try:
        _begin(study, tuner)
        yield study
    finally:
        storage.remove_session()
        storage.engine.dispose()


def _begin(study: optuna.Study, tuner: Tuner) -> None:
    """The untuned values are tried first, what was under way when a process died next."""
    import optuna

    running = study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.RUNNING,))
    for lost in running:
        with suppress(ValueError):
            study.tell(lost.number, state=optuna.trial.TrialState.FAIL)
        study.enqueue_trial(lost.params)
    if not study.get_trials(deepcopy=False) and tuner.defaults is not None:
        study.enqueue_trial(tuner.defaults)


def _best_shares(study: optuna.Study) -> dict[int, float]:
    """What the best trial so far scored, pair by pair; empty if there is none."""
    try:
        return dict(study.best_trial.intermediate_values)
    except ValueError:
        return {}


def _sampler(seed: int) -> Any:
    """A sampler of its own for each trial: what is tried does not depend on interruptions."""
    import optuna

    return optuna.samplers.TPESampler(seed=seed, n_startup_trials=RANDOM_TRIALS)


def _suggest(trial: optuna.Trial, each: Dimension) -> int | float:
    if each.whole:
        return trial.suggest_int(each.name, int(each.low), int(each.high), log=each.log)
    return each.value(trial.suggest_float(each.name, each.low, each.high, log=each.log))
