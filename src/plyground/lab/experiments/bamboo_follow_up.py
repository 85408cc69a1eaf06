"""Bamboo: the follow-up that the report proposes, a convolutional network beside its own.

Both networks learn the moves of the same games of minimax, MCTS and `beginner`. The convolution
looks at a tile and its six neighbours, layer after layer, with the same weights everywhere; so it
rates the moves of any size of the board.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from plyground.agents import agent
from plyground.game import Game
from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import LEVEL, DataTable, Finding, Findings, Row, claim
from plyground.lab.verdicts import shares_p_value
from plyground.learn.dense_network import Training, torch_module, train
from plyground.learn.imitation import Samples
from plyground.neural.dense import encode_cells
from plyground.tournaments.statistics import Tally, binomial_p_value

RADIUS = 5
TEACHERS = {  # by how often their moves are repeated, as section IV.D.2 weights them
    "minimax(depth=2, evaluate=groups_moves, order=squares, pruning=1)": 2,
    "mcts(iterations=200, c=0.4, solver=0, memory=4)": 2,
    "beginner": 1,
}
OPENING = 4  # random plies, which give no samples
KEPT = 5  # one game in so many is kept to test with
CHANNELS, LAYERS = 16, 6
EPOCHS = (10, 12)
GAMES = 60  # to learn from
SEEDS = (1, 2)
MATCHES = (200, 400)  # games of each two
OTHER_SIZES = (2, 4)

Rate = Callable[[Any], Any]  # boards [position, cell] to ratings [position, move]


# --- what is learnt ---------------------------------------------------------------------------


def taught_games(played: Game[Any], games: int, seed: int) -> tuple[Samples, Samples]:
    """Return the samples to learn from, repeated by weight, and those of games that are kept."""
    chance, specs = random.Random(seed), list(TEACHERS)
    parts: tuple[list[Any], list[Any]] = ([], [])
    for number in range(games):
        specs_met = chance.sample(specs, 2)
        met = [agent(played, spec, seed=chance.getrandbits(31)) for spec in specs_met]
        position, ply = played.start(), 0
        while legal := played.legal(position):
            if ply < OPENING:
                move = chance.choice(legal)
            else:
                move = met[ply % 2].choose(position).move
                kept = number % KEPT == 0
                repeats = 1 if kept else TEACHERS[specs_met[ply % 2]]
                parts[kept].extend([(encode_cells(played, position), move)] * repeats)
            position, ply = position.play(move), ply + 1
    learnt, kept_samples = (_samples(part) for part in parts)
    return learnt, kept_samples


def _samples(found: Sequence[tuple[Any, int]]) -> Samples:
    boards, moves = zip(*found, strict=True)
    return Samples(np.stack(boards), np.array(moves, np.int64))


def dense(samples: Samples, kept: Samples, moves: int, epochs: int, seed: int) -> Rate:
    """Return what the report's network rates after training."""
    layers, _ = train(samples, kept, moves, Training(epochs=epochs, seed=seed))

    def rate(boards: Any) -> Any:
        values = boards.astype(np.float32)
        for weights, biases in layers[:-1]:
            values = np.maximum(values @ weights.T + biases, 0)
        weights, biases = layers[-1]
        return values @ weights.T + biases

    return rate


def neighbours_of(played: Game[Any]) -> Any:
    """Return each tile and its six neighbours by direction, [tile, 7]; one past the last for
    none.
    """
    shape: Any = played.shape
    cubes = [shape.cube(tile) for tile in range(shape.cell_count)]
    places = {cube: tile for tile, cube in enumerate(cubes)}
    steps = [(0, 0, 0), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
    return np.array(
        [
            [places.get((x + dx, y + dy, z + dz), len(cubes)) for dx, dy, dz in steps]
            for x, y, z in cubes
        ],
        np.int64,
    )


def _convolve(torch: Any, layers: Sequence[Any], boards: Any, around: Any) -> Any:
    """Return the rating of every tile, [position, tile], of boards [position, tile]."""
    shown = [boards == 1, boards == -1, boards == 0]
    values = torch.from_numpy(np.stack(shown, axis=2).astype(np.float32))
    for number, (weights, biases) in enumerate(layers):
        padded = torch.nn.functional.pad(values, (0, 0, 0, 1))
        values = torch.nn.functional.linear(padded[:, around].flatten(2), weights, biases)
        if number + 1 < len(layers):
            values = torch.relu(values)
    return values[:, :, 0]


def convolutional(
    played: Game[Any], samples: Samples, epochs: int, seed: int
) -> Callable[[Game[Any]], Rate]:
    """Return what the convolutional network rates after training, for a board of any size."""
    torch = torch_module()
    torch.set_num_threads(1)
    chance = torch.Generator().manual_seed(seed)
    around = torch.from_numpy(neighbours_of(played))
    sizes = [3, *[CHANNELS] * (LAYERS - 1), 1]
    layers = []
    for one, two in pairwise(sizes):
        bound = (6 / (7 * one)) ** 0.5
        weights = torch.empty(two, 7 * one).uniform_(-bound, bound, generator=chance)
        layers.append((weights.requires_grad_(), torch.zeros(two).requires_grad_()))
    settings = Training(epochs=epochs)
    optimizer = torch.optim.Adam([part for layer in layers for part in layer], settings.rate)
    for _ in range(epochs):
        order = torch.randperm(len(samples), generator=chance).numpy()
        for start in range(0, len(order), settings.batch):
            chosen = order[start : start + settings.batch]
            optimizer.zero_grad()
            rated = _convolve(torch, layers, samples.boards[chosen], around)
            made = torch.from_numpy(samples.moves[chosen])
            torch.nn.functional.cross_entropy(rated, made).backward()
            optimizer.step()

    def rate_on(board: Game[Any]) -> Rate:
        beside = torch.from_numpy(neighbours_of(board))

        def rate(boards: Any) -> Any:
            with torch.no_grad():
                return _convolve(torch, layers, boards, beside).numpy()

        return rate

    return rate_on


# --- how they play ----------------------------------------------------------------------------


def wins_against(played: Game[Any], one: Rate, two: Rate | None, games: int, seed: int) -> int:
    """Return how many games the first network wins; None plays at random. All go on at once."""
    chance = random.Random(seed)
    positions, openings = [played.start()] * games, list[list[int]]()
    wins, ply = 0, 0
    going = list(range(games))
    while going:
        movers = {number: one if (ply + number) % 2 == 0 else two for number in going}
        legal = {number: played.legal(positions[number]) for number in going}
        wins += sum(not legal[number] and movers[number] is two for number in going)
        going = [number for number in going if legal[number]]
        if ply < OPENING:  # both games of a pair begin alike
            openings.append([chance.randrange(1 << 30) for _ in range(games)])
        for rate in (one, two):
            mine = [number for number in going if movers[number] is rate]
            by_chance = ply < OPENING or rate is None
            if by_chance or not mine:
                for number in mine:
                    drawn = (
                        openings[ply][number // 2] if ply < OPENING else chance.randrange(1 << 30)
                    )
                    move = legal[number][drawn % len(legal[number])]
                    positions[number] = positions[number].play(move)
                continue
            assert rate is not None
            boards = np.stack([encode_cells(played, positions[number]) for number in mine])
            for number, rated in zip(mine, rate(boards), strict=True):
                best = legal[number][int(np.argmax(rated[legal[number]]))]
                positions[number] = positions[number].play(best)
        ply += 1
    return wins


def learn_both(games: int, epochs: int, matches: int, seed: int) -> dict[str, int]:
    """Return how both networks do after learning the same games."""
    played = game("bamboo", radius=RADIUS)
    torch_module()  # what is missing is said before the games rather than after them
    samples, kept = taught_games(played, games, seed)
    flat = dense(samples, kept, played.move_limit, epochs, seed)
    conv_on = convolutional(played, samples, epochs, seed)
    conv = conv_on(played)
    found = {"positions": len(kept), "games": matches, "other sizes": 0}
    for name, rate in (("dense", flat), ("conv", conv)):
        found[f"{name}: found"] = int((rate(kept.boards).argmax(axis=1) == kept.moves).sum())
        found[f"{name}: wins"] = wins_against(played, rate, None, matches, seed)
    found["conv against dense"] = wins_against(played, conv, flat, matches, seed + 1)
    for radius in OTHER_SIZES:
        board = game("bamboo", radius=radius)
        rated = conv_on(board)(encode_cells(board, board.start())[np.newaxis])
        found["other sizes"] += rated.shape == (1, board.move_limit)
    return found


def follow_up_steps(scale: Scale) -> list[Step]:
    """Learn from as many games with several seeds."""
    return [
        Measurement(
            f"{GAMES} games, {number}",
            learn_both,
            {
                "games": GAMES,
                "epochs": scale.choose(*EPOCHS),
                "matches": scale.choose(*MATCHES),
                "seed": 100 * scale.seed + number,
            },
        )
        for number in range(scale.choose(*SEEDS))
    ]


def follow_up_conclude(results: Results) -> Findings:
    """Compare both networks."""
    scale = results.scale
    most = _sum([results.measured(f"{GAMES} games, {n}") for n in range(scale.choose(*SEEDS))])
    rows: list[Row] = [
        (
            f"{title}, {GAMES} games",
            f"{100 * most[f'{name}: found'] / most['positions']:.1f}%",
            f"{100 * most[f'{name}: wins'] / most['games']:.1f}% of {most['games']}",
        )
        for name, title in (("dense", "fully connected"), ("conv", "convolutional"))
    ]
    lost = most["games"] - most["conv against dense"]
    against = Tally(most["conv against dense"], 0, lost)
    p_found = shares_p_value(
        most["conv: found"] / most["positions"],
        most["positions"],
        most["dense: found"] / most["positions"],
        most["positions"],
    )
    p_wins = binomial_p_value(against.wins, against.losses)
    better = most["conv: found"] > most["dense: found"] and against.wins > against.losses
    shares = [100 * most[f"{name}: found"] / most["positions"] for name in ("conv", "dense")]
    return Findings(
        {
            "section-6/convolution helps": claim(
                None if max(p_found, p_wins) >= LEVEL else better,
                f"It finds {shares[0]:.1f}% of the moves, the other {shares[1]:.1f}%, and wins "
                f"{against.wins} of {against.games} games against it (p = {p_found:.2g} and "
                f"{p_wins:.2g}).",
            ),
            "section-6/one network for every size": Finding(
                most["other sizes"] == len(OTHER_SIZES) * scale.choose(*SEEDS),
                note=f"The same weights rate every move at radius {OTHER_SIZES[0]} and "
                f"{OTHER_SIZES[1]}.",
            ),
        },
        (
            DataTable(
                "Two networks that learn the same games",
                ("", "moves found in kept games", "games won against random"),
                tuple(rows),
                f"Radius {RADIUS}; {scale.choose(*SEEDS)} trainings each. From {OPENING} random "
                "plies.",
            ),
        ),
    )


def _sum(found: Sequence[dict[str, int]]) -> dict[str, int]:
    return {key: sum(each[key] for each in found) for key in found[0]}


EXPERIMENTS = {
    "bamboo-section-6": (follow_up_steps, follow_up_conclude),
}
