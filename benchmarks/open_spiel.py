"""The peer: random rollouts of OpenSpiel's C++ core, driven by its own MCTS bot."""

from __future__ import annotations


def rollouts(name: str, count: int) -> int:
    """Run `count` rollouts in C++ from the start of OpenSpiel's game; returns `count`.

    One simulation of the bot evaluates one position, with as many rollouts as asked for.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
    bot.mcts_search(game.new_initial_state())
    return count
