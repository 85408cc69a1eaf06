"""
Many games of self-play at once, in machine code.

A *group* is the games that one thread plays, each with a tree of its own. `play_on` takes the
network's answers to the last leaves, plays every game on until it needs another leaf judged, and
leaves the planes of these leaves for the network: one call from Python for the whole group.

A move is searched either fully, with chance at the root (`root_choice`), and then recorded; or
fast, only to get on with the game (as in KataGo). A game ends as soon as its result is proven. It
is then replayed, and what was recorded is written into the buffer, each position under a random
symmetry.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import compiled, search_kernel
from plyground.kernel.bits import FULL_WORD, mix
from plyground.kernel.chance import next_seed, pick
from plyground.learn.noise import add_noise, draw
from plyground.learn.root_choice import (
    best_drawn,
    choose_at_root,
    draw_gumbels,
    halving_table,
    most_visits,
    prune,
    write_improved,
    write_visits,
)
from plyground.learn.samples import (
    DRAWS,
    FIRST_WINS,
    GAMES,
    NO_REPLY,
    PLIES,
    SAMPLES,
    SIMULATIONS,
    write_owners,
    write_planes,
)
from plyground.neural.encoding import Encoding
from plyground.neural.puct import find_priors, grow, note_slots, walk_down
from plyground.search.buffers import SPARE
from plyground.search.mcts import proof_of_end
from plyground.search.mcts_tree import (
    DRAWN,
    LOST,
    NODE,
    OPEN,
    Tree,
    add_node,
    back_up,
    best_child,
    value_of_proof,
)

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("ply", np.int32),
        ("begun", np.int32),  # plies of the random opening
        ("target", np.int32),  # simulations for this move
        ("full", np.int32),  # whether this move is recorded
        ("leaf_depth", np.int32),  # of the leaf that waits for the network, -1 for none
        ("leaf_count", np.int32),  # its moves
        ("thought", np.float64),  # what the network says of the root, 0 to 1 for the mover
    ]
)


@compiled
class Rules(NamedTuple):
    """How games are played."""

    puct: Any
    simulations: int = 128  # of a full search
    fast_simulations: int = 24
    full_share: float = 0.3
    noise: float = 0.25  # share of the root's priors
    concentration: float = 10.0  # of the noise, over all moves
    warm_plies: int = 20  # at first moves are drawn by their visits
    opening_plies: int = 4  # upper bound on the random moves that begin a game
    trust: float = 0.3  # weight of the search's own value against the game's result
    gumbel: int = 0  # moves that are considered at the root by chance; see `root_choice`
    forced: float = 0.0  # how often a move must be looked at for its prior; see `root_choice`


@compiled
class Task(NamedTuple):
    """What all games of a group have in common, beside their start."""

    encoder: Any
    rules: Any
    symmetries: int  # of the game
    owners: int = 0  # 1: it is noted whose stones lie where at the end


@compiled
class GroupArrays(NamedTuple):
    """The games of one thread."""

    states: Any  # [game] of STATE
    played: Any  # [game, ply]
    nodes: Any  # [game, node]
    sizes: Any  # [game, 1]
    paths: Any  # [game, ply]
    leaf_moves: Any  # [game, move]
    leaf_slots: Any  # [game, move]
    planes: Any  # [game, channel, row, column]
    visits: Any  # [game, ply, move]: of recorded plies, in the order of the moves
    values: Any  # [game, ply]: what the search thought, for the mover; 2 where not recorded
    moves: Any  # [move]: scratch
    priors: Any  # [move]: scratch
    noise: Any  # [move]: scratch
    picture: Any  # [channel, row, column]: scratch
    gumbels: Any  # [game, move]: chance at the root
    halving: Any  # see `root_choice.halving_table`


def new_group_arrays(
    game: Game[Any], encoding: Encoding, games: int, rules: Rules, seed: int
) -> GroupArrays:
    """Games that have not begun."""
    room, plies = game.max_moves + SPARE, game.max_plies + SPARE
    capacity = 1 + (max(rules.simulations, rules.fast_simulations) + 1) * game.max_moves
    group = GroupArrays(
        states=np.zeros(games, STATE),
        played=np.zeros((games, plies), np.int64),
        nodes=np.zeros((games, capacity), NODE),
        sizes=np.ones((games, 1), np.int64),
        paths=np.zeros((games, plies), np.int64),
        leaf_moves=np.zeros((games, room), np.int64),
        leaf_slots=np.zeros((games, room), np.int64),
        planes=np.ones((games, *encoding.shape), np.float32),
        visits=np.zeros((games, plies, room), np.uint16),
        values=np.zeros((games, plies), np.float32),
        moves=np.zeros(room, np.int64),
        priors=np.zeros(room, np.float64),
        noise=np.zeros(room, np.float64),
        picture=np.zeros(encoding.shape, np.float32),
        gumbels=np.zeros((games, room), np.float64),
        halving=halving_table(int(rules.gumbel), rules.simulations),
    )
    own = mix(seed & FULL_WORD, 0)  # neighbouring seeds must not give groups the same games
    group.states["seed"] = [mix(own, i + 1) for i in range(games)]
    group.states["leaf_depth"] = -1
    group.states["ply"] = -1
    return group


# --- one game ---------------------------------------------------------------------------------


@compiled
def begin_move(group: Any, index: int, rules: Any) -> None:
    """An empty tree, and how much this move may cost."""
    state = group.states[index]
    add_node(group.nodes[index], 0, -1, 0, 1.0)
    group.sizes[index, 0] = 1
    state["full"] = 1 if draw(state) <= rules.full_share else 0
    state["target"] = rules.simulations if state["full"] else rules.fast_simulations


@compiled
def begin_game(start: Any, group: Any, index: int, rules: Any) -> Any:
    """The position after a few random moves; the game is not over there.

    The first games of a group begin anywhere, so that they do not all end at the same time.
    """
    state, played = group.states[index], group.played[index]
    position, ply = start, 0
    longest = int(rules.opening_plies) if state["ply"] >= 0 else len(played) // 2
    state["seed"] = next_seed(int(state["seed"]))
    target = pick(int(state["seed"]), longest + 1)
    while ply < target:
        count = position.fill_moves(group.moves)
        if count == 0:
            break
        state["seed"] = next_seed(int(state["seed"]))
        played[ply] = group.moves[pick(int(state["seed"]), count)]
        position = position.play(int(played[ply]))
        ply += 1
    if position.fill_moves(group.moves) == 0:
        position, ply = start, 0
    state["ply"] = ply
    state["begun"] = ply
    begin_move(group, index, rules)
    return position


@compiled
def replay(start: Any, played: Any, plies: int) -> Any:
    """The position after the first `plies` moves."""
    position = start
    for ply in range(plies):
        position = position.play(int(played[ply]))
    return position


@compiled
def result_for_mover(proven: int) -> int:
    """What a proof at the root means for the player to move there, who did not move into it."""
    if proven == DRAWN:
        return 0
    return 1 if proven == LOST else -1


@compiled
def note_search(group: Any, index: int, rules: Any) -> None:
    """Record the target and the value of the root; moves that are proven to lose get nothing."""
    state, nodes = group.states[index], group.nodes[index]
    ply, root = int(state["ply"]), nodes[0]
    first, best = int(root["first_child"]), best_child(nodes, 0, 1)
    if root["proven"] == OPEN:
        group.values[index, ply] = 1.0 - 2.0 * float(root["value"]) / max(int(root["visits"]), 1)
    else:
        group.values[index, ply] = result_for_mover(int(root["proven"]))
    sure = root["proven"] != OPEN or nodes[best]["proven"] != OPEN or nodes[best]["visits"] == 0
    target = group.visits[index, ply]
    if sure:
        for i in range(int(root["child_count"])):
            target[i] = 1 if first + i == best else 0
    elif rules.gumbel > 0:
        write_improved(nodes, float(state["thought"]), target, group.priors)
    else:
        write_visits(nodes, target)
        if rules.forced > 0.0:
            prune(nodes, rules.puct, float(rules.forced), target)


@compiled
def draw_child(group: Any, index: int) -> int:
    """A child of the root, the likelier the more visits it has, and none that is proven to lose."""
    state, nodes = group.states[index], group.nodes[index]
    first, total = int(nodes[0]["first_child"]), 0
    last = first + int(nodes[0]["child_count"])
    for i in range(first, last):
        if nodes[i]["proven"] != LOST:
            total += int(nodes[i]["visits"])
    if total == 0:
        return best_child(nodes, 0, 1)
    place = int(draw(state) * total)
    for i in range(first, last):
        if nodes[i]["proven"] != LOST:
            place -= int(nodes[i]["visits"])
            if place < 0:
                return i
    return best_child(nodes, 0, 1)


@compiled
def write_sample(
    position: Any, end: Any, task: Any, group: Any, index: int, ply: int, buffer: Any
) -> None:
    """Write the position at a recorded ply and what is learnt of it, all under one symmetry."""
    state, sample = group.states[index], int(buffer.counts[SAMPLES])
    state["seed"] = next_seed(int(state["seed"]))
    symmetry = pick(int(state["seed"]), task.symmetries)
    turned = position.transform(symmetry)
    task.encoder.fill_planes(turned, group.picture)
    write_planes(group.picture, buffer.planes[sample])
    count, visits, total = position.fill_moves(group.moves), group.visits[index, ply], 0
    for i in range(count):
        total += int(visits[i])
    policy = buffer.policies[sample]
    for i in range(len(policy)):
        policy[i] = 0.0
    for i in range(count):
        move = position.transform_move(symmetry, int(group.moves[i]))
        policy[task.encoder.slot(turned, int(move))] = float(visits[i]) / total
    left = int(state["ply"]) - ply
    buffer.left[sample] = left
    buffer.replies[sample] = NO_REPLY
    if left > 1:
        after, reply = (
            position.play(int(group.played[index, ply])),
            int(group.played[index, ply + 1]),
        )
        move = after.transform_move(symmetry, reply)
        buffer.replies[sample] = task.encoder.slot(after.transform(symmetry), int(move))
    if task.owners:
        task.encoder.fill_planes(end.transform(symmetry), group.picture)
        write_owners(group.picture, 1 if left % 2 == 0 else -1, buffer.owners[sample])


@compiled
def write_game(start: Any, task: Any, group: Any, index: int, result: int, buffer: Any) -> None:
    """Write what was recorded of a finished game; `result` is for the player to move at its end."""
    state, played, counts = group.states[index], group.played[index], buffer.counts
    plies, position, trust = int(state["ply"]), start, float(task.rules.trust)
    end = replay(start, played, plies)
    for ply in range(plies + 1):
        thought = float(group.values[index, ply])
        if ply >= state["begun"] and thought < 1.5:
            write_sample(position, end, task, group, index, ply, buffer)
            seen = float(result) if (plies - ply) % 2 == 0 else -float(result)
            buffer.values[int(counts[SAMPLES])] = (1.0 - trust) * seen + trust * thought
            counts[SAMPLES] += 1
        if ply < plies:
            position = position.play(int(played[ply]))
    counts[GAMES] += 1
    counts[PLIES] += plies
    if result == 0:
        counts[DRAWS] += 1
    elif (result > 0) == (plies % 2 == 0):
        counts[FIRST_WINS] += 1


@compiled
def decide(position: Any, group: Any, index: int, rules: Any) -> tuple[Any, int]:
    """Play the move that was searched: the position after it, and whether the game is over.

    2 means that it goes on; otherwise the result for the player to move.
    """
    state, nodes = group.states[index], group.nodes[index]
    ply, proven = int(state["ply"]), int(nodes[0]["proven"])
    group.values[index, ply] = 2.0
    if (state["full"] or proven != OPEN) and nodes[0]["child_count"] > 0:
        note_search(group, index, rules)
    if proven != OPEN:
        return position, result_for_mover(proven)
    if state["full"] and rules.gumbel > 0:
        child = best_drawn(nodes, group.gumbels[index], most_visits(nodes), 1)
    elif ply - state["begun"] < rules.warm_plies:
        child = draw_child(group, index)
    else:
        child = best_child(nodes, 0, 1)
    group.played[index, ply] = nodes[child]["move"]
    position = position.play(int(nodes[child]["move"]))
    state["ply"] = ply + 1
    group.values[index, ply + 1] = 2.0
    if position.fill_moves(group.moves) == 0:
        return position, position.result()
    begin_move(group, index, rules)
    return position, 2


@compiled
def take_answer(group: Any, index: int, logits: Any, value: float, rules: Any) -> None:
    """Put the network's answer about the leaf that waited into the tree."""
    state, tree = group.states[index], Tree(group.nodes[index], group.sizes[index])
    depth, count = int(state["leaf_depth"]), int(state["leaf_count"])
    find_priors(logits, group.leaf_slots[index], count, group.priors)
    if depth == 0 and state["full"]:
        state["thought"] = 0.5 + 0.5 * value
        if rules.gumbel > 0:
            draw_gumbels(state, group.gumbels[index], count)
        else:
            add_noise(state, group.priors, count, rules, group.noise)
    grow(tree, group.paths[index], depth, group.leaf_moves[index], group.priors, count, value)
    state["leaf_depth"] = -1


@search_kernel
def play_on(start: Any, task: Any, group: Any, buffer: Any, logits: Any, values: Any) -> int:
    """Play every game until it waits for the network; how many wait.

    A finished game waits while the buffer has no room for it.
    """
    waiting, simulations, rules = 0, 0, task.rules
    for index in range(len(group.states)):
        state, nodes, path = group.states[index], group.nodes[index], group.paths[index]
        moves = group.leaf_moves[index]
        if state["leaf_depth"] >= 0:
            take_answer(group, index, logits[index], float(values[index]), rules)
            simulations += 1
        if state["ply"] < 0:
            position = begin_game(start, group, index, rules)
        else:
            position = replay(start, group.played[index], int(state["ply"]))
        while True:
            if nodes[0]["proven"] != OPEN or nodes[0]["visits"] >= state["target"]:
                room = len(buffer.values) - int(buffer.counts[SAMPLES])
                if room < group.played.shape[1]:
                    break
                position, result = decide(position, group, index, rules)
                if result != 2:
                    write_game(start, task, group, index, result, buffer)
                    position = begin_game(start, group, index, rules)
                continue
            leaf, depth = walk_down(
                position, nodes, path, choose_at_root(group, index, rules), rules.puct
            )
            count = leaf.fill_moves(moves)
            if count > 0:
                task.encoder.fill_planes(leaf, group.planes[index])
                note_slots(leaf, task.encoder, moves, count, group.leaf_slots[index])
                state["leaf_depth"] = depth
                state["leaf_count"] = count
                waiting += 1
                break
            node = nodes[int(path[depth])]
            node["proven"] = proof_of_end(leaf)
            back_up(nodes, path, depth, value_of_proof(int(node["proven"])), 1)
            simulations += 1
    buffer.counts[SIMULATIONS] += simulations
    return waiting
