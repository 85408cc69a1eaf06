"""Self-play: what it records, whose result that is, chance, symmetries, and threads."""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from typing import Any, NamedTuple

import numpy as np
import pytest

import plyground as pg
from plyground.kernel import interpreted
from plyground.learn import games_kernel, self_play
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.games_kernel import (
    STATE,
    Rules,
    Task,
    draw_child,
    new_group_arrays,
    play_on,
)
from plyground.learn.noise import add_noise, draw, draw_gamma
from plyground.learn.samples import (
    DRAWS,
    FIRST_WINS,
    GAMES,
    PLIES,
    SAMPLES,
    SIMULATIONS,
    STEPS,
    new_sample_buffer,
)
from plyground.learn.self_play import HANDFUL, SelfPlay, Tally, rules_of
from plyground.neural.encoding import encoding_of
from plyground.neural.puct import Puct
from plyground.search.mcts_tree import LOST, add_children
from tiers import usual_games
from waiting import PATIENCE

TIC_TAC_TOE = pg.game("tic_tac_toe")
THREAT = TIC_TAC_TOE.parse_position("XX./OO./... X")  # c3 wins
SMALL = (
    TIC_TAC_TOE,
    pg.game("connect_four", width=4, height=4),
    pg.game("konane", size=4),
    pg.game("bamboo", radius=1),
    pg.game("bamboo", radius=2),
    pg.game("cachex", size=3),
)


def rules(**changes: Any) -> Rules:
    usual = {"simulations": 16, "fast_simulations": 4, "full_share": 0.5, "opening_plies": 2}
    return Rules(Puct(), **usual | changes)


def judged(planes: np.ndarray, slots: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits and values without meaning, which depend on nothing but the planes."""
    flat = planes.reshape(len(planes), -1).astype(np.float64)
    sums = np.round(flat @ np.cos(np.arange(flat.shape[1]) * 1.7), 6)
    logits = np.cos(np.arange(1, slots + 1) * (1 + sums[:, None])).astype(np.float32)
    return logits, np.sin(5 * sums).astype(np.float32) / 2


class Sample(NamedTuple):
    planes: bytes
    policy: tuple[float, ...]
    value: float


class Play:
    """A group of games that is played step by step."""

    def __init__(
        self, game, settings=None, count=4, seed=1, symmetries=None, room=2000, start=None
    ):
        self.game, self.encoding = game, encoding_of(game)
        settings = settings or rules()
        owners = int(self.encoding.owners)
        self.task = Task(self.encoding.encoder, settings, symmetries or game.symmetries, owners)
        self.group = new_group_arrays(game, self.encoding, count, settings, seed)
        self.buffer = new_sample_buffer(self.encoding, room)
        self.start = game.start() if start is None else start
        self.answers = judged(self.group.planes, self.encoding.slots)

    def step(self) -> int:
        """How many games wait for the network, which then answers."""
        waiting = play_on(self.start, self.task, self.group, self.buffer, *self.answers)
        self.answers = judged(self.group.planes, self.encoding.slots)
        return waiting

    def take(self) -> list[Sample]:
        count = int(self.buffer.counts[SAMPLES])
        self.buffer.counts[SAMPLES] = 0
        planes, policies, values = (each[:count] for each in self.buffer[:3])
        return [
            Sample(p.tobytes(), tuple(q.tolist()), float(v))
            for p, q, v in zip(planes, policies, values, strict=True)
        ]

    def run(self, steps: int) -> list[Sample]:
        for _ in range(steps):
            assert self.step() == len(self.group.states)
        return self.take()


def planes_in(sample: Sample, game: pg.Game) -> np.ndarray:
    return np.frombuffer(sample.planes, np.int8).reshape(encoding_of(game).shape)


def position_of(sample: Sample) -> Any:
    """The tic-tac-toe position that the planes show."""
    planes = planes_in(sample, TIC_TAC_TOE)
    assert set(np.unique(planes)) <= {0, STEPS}
    mine, theirs = (sum(1 << i for i in np.flatnonzero(planes[c].ravel())) for c in (1, 2))
    return TIC_TAC_TOE.position_class(mine, theirs)


@functools.cache
def result(position: Any) -> int:
    """The result for the player to move, by plain minimax."""
    moves = TIC_TAC_TOE.legal(position)
    if not moves:
        return position.result()
    return max(-result(position.play(move)) for move in moves)


# --- what is recorded -------------------------------------------------------------------------


def test_policies_are_distributions_of_legal_moves_and_values_results():
    samples = Play(TIC_TAC_TOE).run(400)
    assert len(samples) > 50
    for sample in samples:
        legal = TIC_TAC_TOE.legal(position_of(sample))
        assert legal
        assert min(sample.policy) >= 0
        assert sum(sample.policy) == pytest.approx(1)
        assert sum(sample.policy[move] for move in legal) == pytest.approx(1)
        assert -1 <= sample.value <= 1


def test_it_is_compiled_once():
    """What needs counts of references is compiled without them first, in vain."""
    Play(TIC_TAC_TOE).step()
    assert play_on.uncounted_dispatcher.overloads


@pytest.mark.parametrize("trust", [0.0, 0.3, 1.0])
def test_a_position_before_a_win_is_worth_1_to_its_mover(trust):
    enough = {"simulations": 100, "fast_simulations": 100}
    play = Play(TIC_TAC_TOE, rules(trust=trust, opening_plies=0, **enough), start=THREAT)
    play.group.states["ply"] = 0  # the first games begin at the start as well
    for index in range(len(play.group.states)):
        games_kernel.begin_game(play.start, play.group, index, play.task.rules)
    samples = play.run(60)
    found = [sample for sample in samples if len(TIC_TAC_TOE.legal(position_of(sample))) == 5]
    assert len(found) > 3
    for sample in found:
        position = position_of(sample)
        (best,) = np.flatnonzero(sample.policy)
        assert sample.value == 1
        assert position.play(int(best)).result() == -1


def test_proven_ends_are_recorded_as_they_are():
    """The last recorded position of a game is proven, so all its search says is true."""
    samples = Play(TIC_TAC_TOE, rules(trust=0.0, simulations=60, full_share=0.01), count=8).run(900)
    assert len(samples) > 30
    right = [sample.value == result(position_of(sample)) for sample in samples]
    assert np.mean(right) > 0.8  # a few were recorded before the game was decided
    for sample in samples:
        position = position_of(sample)
        if sample.value == result(position) == 1 and max(sample.policy) == 1:
            assert -result(position.play(int(np.argmax(sample.policy)))) == 1


def written_games(monkeypatch, game, **changes):
    """The finished games of a short run, and its samples; interpreted, to see every game."""
    games = []

    def write_game(start, task, group, index, found, buffer):
        state, before = group.states[index], int(buffer.counts[SAMPLES])
        plies, begun = int(state["ply"]), int(state["begun"])
        moves = [int(move) for move in group.played[index, :plies]]
        thoughts = [float(value) for value in group.values[index, : plies + 1]]
        real(start, task, group, index, found, buffer)
        games.append((moves, begun, thoughts, found, before, int(buffer.counts[SAMPLES])))

    real = games_kernel.write_game
    monkeypatch.setattr(games_kernel, "write_game", write_game)
    play = Play(game, rules(**changes), symmetries=1)
    with interpreted():
        return games, play.run(40), play.buffer


@pytest.mark.parametrize("game", usual_games(SMALL), ids=str)
def test_results_are_those_of_the_moves(game, monkeypatch):
    """Every recorded position of every game, as its moves say."""
    trust = 0.25
    games, samples, buffer = written_games(monkeypatch, game, trust=trust, simulations=8)
    assert games
    wins, draws = 0, 0
    for moves, begun, thoughts, found, first, last in games:
        line = [game.start()]
        for move in moves:
            assert move in game.legal(line[-1])
            line.append(line[-1].play(move))
        if not game.legal(line[-1]):
            assert found == line[-1].result()
        winner = {0: None}.get(found, line[-1].player() if found > 0 else 1 - line[-1].player())
        wins, draws = wins + (winner == 0), draws + (winner is None)
        recorded = [ply for ply in range(begun, len(line)) if thoughts[ply] < 1.5]
        assert len(recorded) == last - first
        for number, ply in enumerate(recorded, first):
            sample = samples[number]
            check_sample(game, line[ply], sample)
            check_extras(game, line, moves, ply, buffer, number)
            seen = 0 if winner is None else 1 if winner == line[ply].player() else -1
            expected = (1 - trust) * seen + trust * thoughts[ply]
            assert sample.value == pytest.approx(expected, abs=1e-6)
    counts = buffer.counts
    assert counts[GAMES] == len(games)
    assert counts[PLIES] == sum(len(each[0]) for each in games)
    assert (counts[FIRST_WINS], counts[DRAWS]) == (wins, draws)
    assert counts[SIMULATIONS] >= 4 * 39


def check_extras(game, line, moves, ply, buffer, number) -> None:
    """How the game went on, for auxiliary targets."""
    encoding, left = encoding_of(game), len(moves) - ply
    assert buffer.left[number] == left
    replied = encoding.encoder.slot(line[ply + 1], moves[ply + 1]) if left > 1 else -1
    assert buffer.replies[number] == replied
    if encoding.owners:
        _, mine, theirs, *_ = encoding.planes_of(line[-1])
        sign = 1 if line[-1].player() == line[ply].player() else -1
        assert (buffer.owners[number] == sign * (mine - theirs)).all()


def check_sample(game: pg.Game, position: Any, sample: Sample) -> None:
    encoding = encoding_of(game)
    planes = np.clip(np.round(STEPS * encoding.planes_of(position)), -127, 127)
    assert (planes_in(sample, game) == planes).all()
    slots = [encoding.encoder.slot(position, move) for move in game.legal(position)]
    assert sum(sample.policy[slot] for slot in slots) == pytest.approx(1)
    assert np.count_nonzero(sample.policy) <= len(slots)


@pytest.mark.parametrize("game", usual_games(SMALL), ids=str)
def test_planes_and_policies_are_turned_alike(game, monkeypatch):
    seen = []

    def write_sample(position, end, task, group, index, ply, buffer):
        real(position, end, task, group, index, ply, buffer)
        seen.append((position, group.visits[index, ply].astype(float)))

    real = games_kernel.write_sample
    monkeypatch.setattr(games_kernel, "write_sample", write_sample)
    quick = rules(simulations=4, fast_simulations=2, full_share=1.0)
    with interpreted():
        samples = Play(game, quick).run(50)
    assert len(samples) > 10
    ways = [
        {k for k in range(game.symmetries) if is_turned(game, *each, sample, k)}
        for each, sample in zip(seen, samples, strict=True)
    ]
    assert all(ways)
    assert not set.intersection(*ways)  # they are not all turned in one way


def is_turned(game, position, visits, sample, symmetry) -> bool:
    """Whether the sample is the position, and where its moves were visited, under a symmetry."""
    encoder, turned, policy = encoding_of(game).encoder, position.transform(symmetry), {}
    for move, visited in zip(game.legal(position), visits, strict=False):
        slot = encoder.slot(turned, position.transform_move(symmetry, move))
        policy[slot] = pytest.approx(visited / visits[: len(game.legal(position))].sum())
    planes = np.clip(np.round(STEPS * encoding_of(game).planes_of(turned)), -127, 127)
    alike = all(sample.policy[slot] == share for slot, share in policy.items())
    return alike and bool((planes_in(sample, game) == planes).all())


def test_symmetries_do_not_change_the_games():
    plain, turned = (Play(TIC_TAC_TOE, symmetries=count).run(60) for count in (1, None))
    assert [each.value for each in plain] == [each.value for each in turned]
    assert plain != turned


def test_fast_searches_are_not_recorded_unless_proven():
    few, many = (Play(TIC_TAC_TOE, rules(full_share=share)) for share in (0.01, 1.0))
    assert len(few.run(200)) / few.buffer.counts[PLIES] < 0.5
    assert len(many.run(200)) > 0.5 * many.buffer.counts[PLIES]


def test_a_fast_search_may_be_the_longer_one():
    assert Play(TIC_TAC_TOE, rules(simulations=4, fast_simulations=60)).run(300)


# --- chance -----------------------------------------------------------------------------------


def test_equal_seeds_equal_samples():
    one, two, other = (Play(TIC_TAC_TOE, seed=seed).run(150) for seed in (7, 7, 8))
    assert one == two
    assert one != other


def test_compiled_is_interpreted():
    compiled = Play(TIC_TAC_TOE).run(80)
    with interpreted():
        plain = Play(TIC_TAC_TOE).run(80)
    assert [(each.planes, each.policy) for each in compiled] == [
        (each.planes, each.policy) for each in plain
    ]
    assert [each.value for each in compiled] == pytest.approx([each.value for each in plain])


def test_halls_with_neighbouring_seeds_share_no_game():
    seeds = [
        int(seed)
        for number in range(16)
        for seed in new_group_arrays(
            TIC_TAC_TOE, encoding_of(TIC_TAC_TOE), 64, rules(simulations=2), number
        ).states["seed"]
    ]
    assert len(set(seeds)) == len(seeds)


def chance(seed: int = 1) -> np.ndarray:
    state = np.zeros(1, STATE)
    state["seed"] = seed
    return state[0]


def test_draws_lie_between_0_and_1():
    state = chance()
    drawn = [draw(state) for _ in range(4000)]
    assert 0 < min(drawn) < 0.01 < 0.99 < max(drawn) < 1
    assert np.mean(drawn) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("shape", [0.05, 0.3, 1.0])
def test_gamma_has_its_mean_and_spread(shape):
    state = chance()
    drawn = [draw_gamma(state, shape) for _ in range(6000)]
    assert np.mean(drawn) == pytest.approx(shape, rel=0.15)
    assert np.var(drawn) == pytest.approx(shape, rel=0.3)


@pytest.mark.parametrize("count", [1, 2, 9, 200])
@pytest.mark.parametrize("concentration", [0.01, 1.0, 10.0, 1000.0])
def test_noise_keeps_a_distribution(count, concentration):
    settings = rules(concentration=concentration, noise=0.25)
    state, before = chance(count), np.full(count, 1 / count)
    for _ in range(20):
        priors = before.copy()
        add_noise(state, priors, count, settings, np.zeros(count))
        assert priors.sum() == pytest.approx(1)
        assert (priors >= 0.75 * before - 1e-12).all()


def test_noise_is_spread_evenly():
    settings, state, total = rules(concentration=3.0, noise=1.0), chance(), np.zeros(5)
    for _ in range(1500):
        priors = np.array([1.0, 0, 0, 0, 0])
        add_noise(state, priors, 5, settings, np.zeros(5))
        total += priors
    assert total / 1500 == pytest.approx(np.full(5, 0.2), abs=0.02)


def test_moves_are_drawn_by_their_visits():
    group = new_group_arrays(TIC_TAC_TOE, encoding_of(TIC_TAC_TOE), 1, rules(), 1)
    nodes, tree = group.nodes[0], games_kernel.Tree(group.nodes[0], group.sizes[0])
    add_children(tree, 0, [0, 1, 2, 3], 4)
    nodes["visits"][1:5] = 3, 0, 5, 1
    nodes["proven"][3] = LOST
    drawn = np.bincount([draw_child(group, 0) for _ in range(4000)], minlength=5)
    assert drawn[[0, 2, 3]].tolist() == [0, 0, 0]
    assert drawn[1] / 4000 == pytest.approx(0.75, abs=0.03)
    assert drawn[4] / 4000 == pytest.approx(0.25, abs=0.03)
    nodes["proven"][[1, 4]] = LOST
    assert draw_child(group, 0) == 2  # nobody has looked at it, but all others lose


def test_games_begin_anywhere_at_first_and_near_the_start_later():
    play = Play(TIC_TAC_TOE, rules(opening_plies=2), count=60)
    play.step()
    assert int(play.group.states["begun"].max()) > 3
    begun = set()
    for _ in range(100):
        play.step()
        play.take()
        late = play.group.states["begun"][:20]
        begun |= set(map(int, late))
    assert {0, 1, 2} <= begun
    play = Play(TIC_TAC_TOE, rules(opening_plies=2), count=20)
    play.group.states["ply"] = 0
    for index in range(20):
        games_kernel.begin_game(play.start, play.group, index, play.task.rules)
    assert set(map(int, play.group.states["begun"])) == {0, 1, 2}


# --- the buffer ------------------------------------------------------------------------------


def test_games_that_wait_for_room_lose_nothing():
    whole = Play(TIC_TAC_TOE, count=1).run(300)
    play = Play(TIC_TAC_TOE, count=1, room=len(Play(TIC_TAC_TOE, count=1).group.played[0]))
    found, stalls = [], 0
    for _ in range(1000):
        if play.step() == 0:
            assert play.buffer.counts[SAMPLES] > 0
            stalls += 1
            found += play.take()
    assert stalls > 5
    assert found[: len(whole)] == whole[: len(found)]
    assert len(found) > len(whole) / 2


def test_a_full_harvest_stops_all_games():
    play = Play(TIC_TAC_TOE, room=40)
    waiting = [play.step() for _ in range(200)]
    assert waiting[0] == 4
    assert waiting[-20:] == [0] * 20
    assert 0 < play.buffer.counts[SAMPLES] <= 40
    play.take()
    assert play.step() == 4


# --- threads ----------------------------------------------------------------------------------


def config(**changes: Any) -> TrainingConfig:
    small = {"width": 2, "blocks": 0, "games_at_once": 4, "simulations": 8, "fast_simulations": 4}
    return TrainingConfig("tic_tac_toe", (Board({}),), **small | changes)


def test_rules_are_those_of_the_config():
    settings = rules_of(config(exploration=2, noise=0, warm_plies=3, trust=1))
    assert settings.puct == Puct(2.0, 0.1)
    assert (settings.simulations, settings.fast_simulations, settings.warm_plies) == (8, 4, 3)
    assert [type(each) for each in settings[1:]] == [
        *(int, int, float, float, float, int, int, float, int, float)
    ]


def test_threads_hand_over_what_they_harvest():
    import torch

    from plyground.learn.learner import Learner

    device, settings, given = torch.device("cpu"), config(), []
    network = Learner(settings, device).player
    groups = [self_play.GameGroup(TIC_TAC_TOE, settings, network, device, seed) for seed in (1, 2)]

    def give(group, buffer):
        given.append((group, int(buffer.counts[SAMPLES])))
        buffer.counts[SAMPLES] = 0
        return given[-1][1]

    with SelfPlay(groups, give) as play:
        while len(given) < 4:
            play.check()
            time.sleep(0.01)
    assert {group.game for group, _ in given} == {TIC_TAC_TOE}
    assert min(count for _, count in given) >= HANDFUL
    assert play.tally.samples == sum(count for _, count in given)
    assert play.tally.games > 0
    assert play.tally.plies >= play.tally.games
    assert play.tally.simulations > play.tally.samples


def test_who_is_patient_waits_while_there_is_enough():
    class Eager:
        game, calls = TIC_TAC_TOE, 0

        def play_on(self):
            self.calls += 1
            return new_sample_buffer(encoding_of(TIC_TAC_TOE), 1)

    eager, enough = Eager(), threading.Event()
    enough.set()
    with SelfPlay([eager], lambda group, buffer: 0, lambda group: enough.is_set()) as play:
        time.sleep(0.02)
        assert eager.calls == 0
        enough.clear()
        begun = time.monotonic()
        while eager.calls == 0 and time.monotonic() - begun < PATIENCE:
            time.sleep(0.01)
    assert eager.calls > 0
    play.check()


def test_an_error_in_a_thread_is_raised():
    class Broken:
        game, interpreted = TIC_TAC_TOE, False

        def play_on(self):
            raise ValueError("no more")

    with SelfPlay([Broken()], lambda game, buffer: 0) as play:
        while play.error is None:
            time.sleep(0.01)
        with pytest.raises(ValueError, match="no more"):
            play.check()


def test_a_thread_uses_as_many_cores_as_pytorch_was_told(one_torch_thread):
    """PyTorch tells OpenMP in the thread that asks; in others its default would hold."""
    ask = getattr(ctypes.CDLL(None), "omp_get_max_threads", None)
    if ask is None:
        pytest.skip("this PyTorch does not use OpenMP")
    seen, asked = [], threading.Event()

    class Asking:
        interpreted = False

        def play_on(self):
            seen.append(ask())
            asked.set()
            raise ValueError("that is all")

    with SelfPlay([Asking()], give=None):
        assert asked.wait(PATIENCE)
    assert seen == [1]


def test_tally_takes_counts_but_leaves_samples():
    tally, buffer = Tally(), new_sample_buffer(encoding_of(TIC_TAC_TOE), 5)
    buffer.counts[:] = 3, 2, 14, 1, 1, 500
    for _ in range(2):
        tally.take(buffer)
    assert (tally.games, tally.plies, tally.first_wins, tally.draws) == (2, 14, 1, 1)
    assert tally.simulations == 500
    assert buffer.counts.tolist() == [3, 0, 0, 0, 0, 0]
