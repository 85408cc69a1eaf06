"""An agent that leaves the opponent as few replies as possible."""

import random

import plyground as pg


class FewReplies:
    name = "few_replies"

    def __init__(self, game, seed=None):
        self.game = game
        self.chance = random.Random(seed)

    def choose(self, position, limit=None, monitor=None):
        moves = self.game.legal(position)
        self.chance.shuffle(moves)
        return pg.Decision(min(moves, key=lambda move: self.replies(position.play(move))))

    def replies(self, position):
        return len(self.game.legal(position))
