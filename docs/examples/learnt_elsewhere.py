"""
An agent that learns with a library of the Gymnasium ecosystem, and then plays in our arena.

    pip install 'plyground[gym]' stable-baselines3 sb3-contrib
    python learnt_elsewhere.py

trains about a minute against `random` with MaskablePPO of Stable-Baselines3, writes learnt.npz and
plays a tournament. Playing needs NumPy alone: "learnt_elsewhere.py(file=learnt.npz)" is an agent.
"""

from pathlib import Path
from time import monotonic

import numpy as np

import plyground as pg
from plyground.adapters.observing import Observer

GAME, OPPONENTS = "connect_four", ["random", "beginner"]
MOVES = 120_000  # of the learner's: about a minute


class Learnt:
    """Plays the legal move that the network in a file likes best."""

    def __init__(self, game, file="learnt.npz"):
        self.game = game
        self.observer = Observer(game)
        with np.load(file) as arrays:  # weights and offsets of each layer in turn
            *hidden, self.weights, self.offsets = arrays.values()
        self.hidden = list(zip(hidden[::2], hidden[1::2], strict=True))

    def choose(self, position, limit=None, monitor=None):
        seen = self.observer.observation(position, position.player()).ravel()
        for weights, offsets in self.hidden:
            seen = np.tanh(weights @ seen + offsets)
        liking = self.weights @ seen + self.offsets
        return pg.Decision(max(self.game.legal(position), key=lambda move: liking[move]))


def train(game, opponent, file, moves=MOVES, seed=1):
    """Learn to beat an opponent from both sides, and write the network that chooses."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from plyground.adapters.gymnasium import Versus

    torch.set_num_threads(1)  # so small a network learns no faster with more
    games = DummyVecEnv([lambda: Versus(game, opponent, side="random")] * 16)
    learner = MaskablePPO("MlpPolicy", games, n_steps=64, batch_size=256, gamma=1, seed=seed)
    learner.learn(moves)
    policy = learner.policy.cpu()
    layers = [*policy.mlp_extractor.policy_net.parameters(), *policy.action_net.parameters()]
    np.savez(file, *(layer.detach().numpy() for layer in layers))


if __name__ == "__main__":
    FILE = Path("learnt.npz").resolve()
    began = monotonic()
    train(GAME, "random", FILE)
    print(f"learnt from {MOVES:,} moves in {monotonic() - began:.0f} s")
    learnt = f'Learnt={Path(__file__).resolve()}(file="{FILE}")'
    print(pg.arena(GAME, [learnt, *OPPONENTS], pairs=100))
