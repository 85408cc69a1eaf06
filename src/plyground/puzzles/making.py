"""Making puzzles: positions out of games of weak agents, solved, and graded by weak agents.

The same game, count and seed give the same puzzles: the solver is bounded by nodes, not by time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from plyground.agents import Agent, agent
from plyground.game import Game
from plyground.puzzles.files import PuzzleSet
from plyground.puzzles.puzzle import (
    KINDS,
    Grade,
    Kind,
    Puzzle,
    moves_that_answer,
    proven_values,
    written,
)
from plyground.solvers.solver import solver_for
from plyground.vocabulary import Limit, Move

PLAYER = "beginner"  # whose games are looked through
STRAYS = 0.15  # how often a move of theirs is made by chance
WEAK = ("beginner", "casual", "alphabeta(depth=2)", "alphabeta(depth=4)", "alphabeta(depth=6)")
TRIES = 8  # answers of every agent
MOST_NODES = 300_000  # of the solver, a position
LOOKED_AT = 4  # positions of each game, of which one may become a puzzle
GAMES_EACH = 15  # for every puzzle that is wanted; then there seem to be no more


def make_puzzles(
    game: Game[Any], count: int, seed: int, on_found: Callable[[int], object] | None = None
) -> PuzzleSet:
    """Up to `count` puzzles, the easiest first; fewer if no more are found.

    No more than half of `count` are of one grade, unless there are too few of the others.
    `on_found` is told after each how many there are.
    """
    graders = {spec: agent(game, spec, seed) for spec in WEAK}
    kinds: Counter[Kind] = Counter()
    grades: Counter[Grade] = Counter()
    found: list[Puzzle] = []
    spare: list[Puzzle] = []
    for position, values, answers in _candidates(game, count, seed):
        kind = min(answers, key=lambda each: (kinds[each], KINDS.index(each)))
        answer = answers[kind]
        failed = {
            spec: _failures(grader, position, kind, answer) for spec, grader in graders.items()
        }
        puzzle = Puzzle(
            kind, game.format_position(position), game.format_move(answer), values, failed
        )
        if grades[puzzle.grade] >= (count + 1) // 2:
            spare.append(puzzle)
            continue
        kinds[kind] += 1
        grades[puzzle.grade] += 1
        found.append(puzzle)
        if on_found:
            on_found(len(found))
        if len(found) == count:
            break
    found += spare[: count - len(found)]
    found.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.position))
    return PuzzleSet(game.name, game.parameter_values, seed, tuple(found))


def _candidates(
    game: Game[Any], count: int, seed: int
) -> Iterator[tuple[Any, dict[str, str], dict[Kind, Move]]]:
    """Positions that something can be asked about, the values of their moves, and the answers.

    No two positions are alike, or images of each other.
    """
    chance, player, solver = random.Random(seed), agent(game, PLAYER, seed), solver_for(game)
    seen: set[int] = set()
    for _ in range(GAMES_EACH * count):
        positions = _played(game, player, chance)
        for position in chance.sample(positions, min(LOOKED_AT, len(positions))):
            look = min(position.transform(n).key() for n in range(game.symmetries))
            if look in seen:
                continue
            seen.add(look)
            values = proven_values(solver, position, Limit(nodes=MOST_NODES))
            answers = moves_that_answer(values or {})
            if values is not None and answers:
                yield position, written(game, values), answers
                break


def _played(game: Game[Any], player: Agent, chance: random.Random) -> list[Any]:
    """The positions of a game that are not over."""
    position, passed = game.start(), []
    player.new_game()
    while legal := game.legal(position):
        passed.append(position)
        strays = chance.random() < STRAYS
        move = chance.choice(legal) if strays else player.choose(position).move
        position = position.play(move)
    return passed


def _failures(grader: Agent, position: Any, kind: Kind, answer: Move) -> float:
    """The share of an agent's answers that are wrong."""
    if kind == "loses":
        return float(_worst(grader, position) != answer)
    wrong = 0
    for _ in range(TRIES):
        grader.new_game()
        wrong += grader.choose(position).move != answer
    return wrong / TRIES


def _worst(grader: Agent, position: Any) -> Move | None:
    """The move that an agent judges to be worse than all others; None if it cannot tell."""
    *_, known = grader.analyse(position)
    before, last = known.moves[-2:]
    return None if before.score == last.score else last.move
