"""Every way to solve gives random games (`random_games`) their true values.

A hundred thousand games: `pytest -m slow tests/test_random_games.py`, whose parts may share cores.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
import zlib
from concurrent.futures import Future
from pathlib import Path
from weakref import WeakSet

import numpy as np
import pytest

import random_games
from plyground.claims import small_game_values
from plyground.cluster.machines import Threads
from plyground.conformance import CHECKS
from plyground.errors import InvalidCertificateError, NonconformingError
from plyground.game import registry, turns
from plyground.solvers import exact_store, layers, split_proof, split_work
from plyground.solvers.certificate import check_certificate
from plyground.solvers.exact_certificate import certify
from plyground.solvers.exact_search import AnySoon, KeepAll
from plyground.solvers.solver import Options, new_solver
from plyground.vocabulary import Limit
from random_games import (
    CHILD,
    COUNT,
    IMAGES,
    KEY,
    MOVES,
    RESULT,
    TURN,
    GraphPosition,
    GraphSieve,
    RandomGame,
    drawn,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import check_certificate as checker

MEGABYTES = 0.00001, 0.001, 1  # the first two forget
LARGEST_CERTIFICATE = 300  # positions; one that meets a node again counts it again
PART, PARTS = 1000, 100  # games of a slow test, and how many of these there are


class AtOnce(Threads):
    """Machines that have answered before anything else happens."""

    def call(self, function, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future


class Case:
    """A random game, with what checks of it draw from."""

    def __init__(self, seed, way, folder, machines):
        self.game, self.truth = RandomGame(seed), drawn(seed)
        self.chance = random.Random(f"{way.__name__} {seed}")
        self.folder, self.machines = folder, machines

    def solver(self, **options):
        return new_solver(self.game, Options(memory=self.chance.choice(MEGABYTES), **options))

    def position(self, node):
        """An image of the node, with either player to move."""
        return self.game.at(
            node, self.chance.randrange(2), self.chance.randrange(self.truth.images)
        )

    def positions(self, count):
        """The start, and so many nodes."""
        others = self.chance.choices(range(len(self.truth.rows)), k=count)
        return [self.game.start(), *map(self.position, others)]

    def check(self, solution, position):
        """Compare values, distances and the line of best play with the true ones."""
        values, plies = self.truth.values, self.truth.plies
        assert solution.low == solution.high == values[position.node]
        assert solution.distance in (None, plies[position.node])
        for move, value in solution.moves.items():
            child = position.play(move).node
            assert value.result == -values[child]
            assert value.distance in (None, plies[child] + 1)
        end = position
        for move in solution.line:
            value = values[end.node]
            end = end.play(move)
            assert values[end.node] == -value
        assert self.truth.rows[end.node, COUNT] == 0
        if solution.distance is not None:
            assert len(solution.line) == solution.distance


def solve(case):
    chance = case.chance
    solver = case.solver(distance=chance.choice([None, True, False]))
    for position in case.positions(2):
        everything = chance.random() < 0.5
        solution = solver.solve(position, moves=everything)
        case.check(solution, position)
        if everything:
            assert set(solution.moves) == set(case.game.legal(position))
        assert (solution.distance is not None) == bool(solver.distance and solution.low)


def analyse(case):
    position = case.positions(1)[1]
    for analysis in case.solver().analyse(position):
        last = analysis
    for report in last.moves:
        child = position.play(report.move).node
        assert report.score.result == -case.truth.values[child]
        assert report.score.distance in (None, case.truth.plies[child] + 1)


def bounded(case):
    solver, value = case.solver(), case.truth.values[0]
    for nodes in (case.chance.choice([1, 5, 20]), 10**6):
        for goal in (1, 0):
            reached, _ = solver.reaches_within(case.game.start(), goal, nodes)
            assert reached in ((None, value >= goal) if nodes < 10**6 else (value >= goal,))


def within(case):
    values, plies = case.truth.values, case.truth.plies
    most = case.chance.randint(1, case.game.max_plies)
    solver = case.solver(within=most)
    for position in case.positions(1):
        solution = solver.solve(position, moves=True)
        value, distance = values[position.node], plies[position.node]
        if value and distance <= most:
            case.check(solution, position)
            assert solution.distance == distance
            continue
        assert solution.low <= value <= solution.high
        assert solution.distance is None
        assert not value or solution.within < distance
        for move, proven in solution.moves.items():
            child = position.play(move).node
            assert proven.result == -values[child]
            assert proven.distance == (plies[child] + 1 if values[child] else proven.distance)


def keep(case):
    """Stopped by a limit, gone on from the file, and another position by all that was kept."""
    file, (start, other) = case.folder / "kept", case.positions(1)
    limit = Limit(nodes=case.chance.choice([1, 3, 10, 50]))
    solution = case.solver(keep=file).solve(start, limit)
    assert solution.low <= case.truth.values[0] <= solution.high
    for position in (start, other):
        solution = case.solver(keep=file).solve(position, moves=case.chance.random() < 0.5)
        case.check(solution, position)
    file.unlink()


def threads(case):
    solver = case.solver(threads=case.chance.choice([2, 3]))
    for position in case.positions(1):
        case.check(solver.solve(position, moves=True), position)


def cluster(case):
    solver = case.solver(cluster=case.machines, threads=case.chance.choice([1, 1, 2]))
    for position in case.positions(1):
        solution = solver.solve(position, moves=True)
        case.check(solution, position)
        assert set(solution.moves) == set(case.game.legal(position))


def certificate(case):
    """Written and accepted; changed, it is accepted only where it says something true."""
    case.folder.joinpath("certificates").mkdir(exist_ok=True)
    position = case.positions(1)[case.chance.randrange(2)]
    value = case.truth.values[position.node]
    try:
        written = certify(case.game, case.folder / "certificates", position, LARGEST_CERTIFICATE)
    except InvalidCertificateError as error:
        if "more than" in str(error):
            return
        raise
    assert len(written) == (1 if value else 2)
    for path, made in written:
        assert check_certificate(path) == made
        head, _, places = zlib.decompress(path.read_bytes()).partition(b"\n")
        claim = json.loads(head)
        assert claim["result"] == abs(value)
        for changes in (
            {"result": 1 - claim["result"]},
            {"player": 1 - claim["player"]},
            {"position": case.game.format_position(case.positions(1)[1])},
        ):
            changed = claim | changes
            path.write_bytes(zlib.compress(json.dumps(changed).encode() + b"\n" + places))
            if accepts(check_certificate, path, InvalidCertificateError):
                first = case.game.parse_position(changed["position"])
                sign = 1 if first.mover == changed["player"] else -1
                assert sign * case.truth.values[first.node] >= changed["result"]


class GraphRules:
    """Rules of random games for the program that checks, which knows positions by their keys."""

    def __init__(self, seed):
        truth = drawn(seed)
        self.rows, self.turns = truth.rows, truth.images
        keys = self.rows[:, KEY:].ravel()
        self.order = np.argsort(keys)
        self.keys, self.start = keys[self.order], int(self.rows[0, KEY + IMAGES * truth.mover])

    def of(self, numbers):
        """Node, player and image of each number."""
        found = self.order[np.searchsorted(self.keys, numbers)]
        return found // (2 * IMAGES), found // IMAGES % 2, found % IMAGES

    def moves(self, numbers, ply):
        nodes, players, images = self.of(numbers)
        counts = self.rows[nodes, COUNT]
        for move in range(counts.max(initial=0)):
            places = np.where(images % 2, counts - 1 - move, move).clip(0)
            children = self.rows[nodes, CHILD + places]
            turned = images + self.rows[nodes, TURN + places]
            columns = KEY + IMAGES * (1 - players) + turned % self.turns
            yield move < counts, self.rows[children, columns]

    def settled(self, numbers):
        nodes, _, _ = self.of(numbers)
        return self.rows[nodes, COUNT] == 0, self.rows[nodes, RESULT]

    def images(self):
        return []


def layered(case):
    """The same of certificates by layers, for the program in `tools`; of games that are won."""
    value, path = case.truth.values[0], case.folder / "layers"
    solver = case.solver()
    if not value or case.truth.mover or solver.features.symmetry_plies:
        return
    solver.memory = 1  # for the strategy
    layers.write_layers(solver, path)
    head, _, places = lzma.decompress(path.read_bytes()).partition(b"\n")
    claim = json.loads(head)
    assert claim["winner"] == (0 if value > 0 else 1)
    assert accepts(checker.check, path)
    after = [case.chance.randrange(2)]
    for changes in ({"winner": 1 - claim["winner"]}, {"after": after}):
        changed = claim | changes
        path.write_bytes(lzma.compress(json.dumps(changed).encode() + b"\n" + places))
        if accepts(checker.check, path):
            assert "winner" not in changes
            node = case.game.start().play(after[0]).node
            assert case.truth.values[node] == (1 if claim["winner"] else -1)


def accepts(check, path, refusal=ValueError):
    try:
        check(path)
    except refusal:
        return False
    return True


WAYS = (solve, analyse, bounded, within, keep, threads, cluster, certificate, layered)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """A proof is split at once, and workers tell all that they find.

    What takes long and is tested elsewhere is left out: fingerprints of the code, which is the same
    for all games, random games before the first question, and what is large for long proofs.
    """
    monkeypatch.setattr(split_proof, "FIRST_NODES", 3)
    monkeypatch.setattr(split_proof, "FIRST_SECONDS", 1e-9)
    monkeypatch.setattr(split_proof, "MOST_NODES", 30)
    monkeypatch.setattr(split_work, "WORTH_TELLING", (1, 1))
    monkeypatch.setattr(split_work, "_desks", WeakSet())
    monkeypatch.setattr(split_work, "fingerprint", lambda parts: "code")
    monkeypatch.setattr(exact_store, "code_fingerprints", lambda parts: ["code"])
    monkeypatch.setattr(turns, "PLIES", 10)
    monkeypatch.setattr(layers, "FIRST_SLOTS", 1 << 10)
    compress = lzma.compress
    monkeypatch.setattr(lzma, "compress", lambda plain, **_: compress(plain, preset=0))
    monkeypatch.setitem(checker.GAMES, RandomGame.name, GraphRules)
    monkeypatch.setitem(registry._registered, RandomGame.name, RandomGame)


def solved_rightly(seeds, folder, ways=WAYS):
    """How many games were solved in all these ways, each value the true one."""
    games = 0
    with Threads(2) as concurrent, AtOnce(2) as at_once:
        for seed in seeds:
            for way in ways:
                try:
                    way(Case(seed, way, folder, at_once if seed % 4 else concurrent))
                except Exception as error:
                    raise AssertionError(f"seed {seed}, {way.__name__}") from error
            games += 1
    return games


@pytest.fixture
def never_compiled(monkeypatch):
    """So few nodes are quicker searched in plain Python than compiled."""
    monkeypatch.setattr(GraphPosition, "interpreted", True, raising=False)


@pytest.mark.usefixtures("never_compiled")
@pytest.mark.parametrize("way", WAYS)
def test_values_are_true(way, tmp_path):
    assert solved_rightly(range(40, 80), tmp_path, [way]) == 40


@pytest.mark.usefixtures("never_compiled", "fewer_keys")
@pytest.mark.parametrize("check", CHECKS)
def test_random_games_conform(check):
    for seed in [seed for seed in range(90) if len(drawn(seed).rows) < 12][:2]:
        CHECKS[check](RandomGame(seed), 1)


def one_move_that_does_not_lose(chance, nodes, truth):
    """A sieve that leaves it out, and no other."""
    places = [
        (node, place)
        for node in nodes
        for place in range(truth.rows[node, COUNT])
        if truth.values[truth.rows[node, CHILD + place]] != 1
    ]
    left_out = np.zeros((len(truth.rows), MOVES), np.int64)
    left_out[chance.choice(places)] = 1
    return {"sieve": GraphSieve(left_out)}


def one_node_of_another_value(chance, nodes, truth):
    """Endings that know it, and no other."""
    node, values = chance.choice(nodes), truth.values.copy()
    values[node] = chance.choice([value for value in (-1, 0, 1) if value != values[node]])
    known = (np.arange(len(values)) == node).astype(np.int64)
    return {"endings": (known, values, 1)}


@pytest.mark.usefixtures("never_compiled")
@pytest.mark.parametrize("flaw", [one_move_that_does_not_lose, one_node_of_another_value])
def test_the_check_notices_what_is_wrong_of_one_position_of_a_small_game(flaw, monkeypatch):
    tried = 0
    for seed in range(30):
        game, truth, chance = RandomGame(seed), drawn(seed), random.Random(seed)
        reached = {position.node for position, _ in small_game_values(game).values()}
        nodes = [node for node in reached if truth.rows[node, COUNT]]
        if all(truth.values[node] == -1 for node in nodes):
            continue  # no move keeps anything, or the game is too large
        wrong = truth._replace(sieve=KeepAll(), endings=None, soonest=AnySoon())
        wrong = wrong._replace(**flaw(chance, nodes, truth))
        monkeypatch.setattr(random_games, "drawn", lambda seed, wrong=wrong: wrong)
        with pytest.raises(NonconformingError, match=r"leaves out|the endings say"):
            CHECKS["solving"](game, 1)
        monkeypatch.undo()
        tried += 1
    assert tried > 15


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_values_of_many_games_are_true(part, tmp_path):
    """Compiled."""
    assert solved_rightly(range(PART * part, PART * (part + 1)), tmp_path) == PART
