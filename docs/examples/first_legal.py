"""An agent that plays the first legal move, unless another one wins at once."""

import plyground as pg


class FirstLegal:
    name = "first_legal"

    def __init__(self, game, seed=None):
        self.game = game

    def choose(self, position, limit=None, monitor=None):
        moves = self.game.legal(position)
        for move in moves:
            outcome = self.game.outcome(position.play(move))
            if outcome and outcome.winner == position.player():
                return pg.Decision(move, pg.Proven(1, position.player(), 1), (move,))
        return pg.Decision(moves[0])
