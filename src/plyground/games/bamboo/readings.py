"""Other readings of the heuristics of the Bamboo report, beside those of `judges`.

Table I and section III.A leave open whose groups are counted, and how sparsity and distance from
the centre go together. Each reading is a rater: `random(prefer=NAME)` plays by it. Those that
explain the report's Table III are `groups_any_colour` and `sparsity_plus_outer`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.bamboo.judges import (
    AverageSparsity,
    MostGroups,
    Outer,
    Sparsity,
    SparsityThenOuter,
)
from plyground.games.bamboo.rules import BIT, count_groups, group_and_rim
from plyground.kernel import compiled
from plyground.kernel.words import count_bits, first_bit, is_empty, union, with_bit, without
from plyground.vocabulary import Move

STEPS = 64  # by which `Sparsity` and its like multiply a distance, to leave room for ties


@compiled
def count_large_groups(stones: Any, radius: int) -> int:
    """Return the number of groups of two stones or more."""
    count = 0
    while not is_empty(stones):
        group, _ = group_and_rim(first_bit(stones), stones, radius)
        stones = without(stones, group)
        count += count_bits(group) > 1
    return count


@compiled
class LargeGroups(NamedTuple):
    """Moves that leave the mover with most groups of two or more stones first, as section II.A."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the number of own groups of two or more stones after the move."""
        stones = with_bit(position.mine, int(BIT[position.radius, move]))
        return self.weight * count_large_groups(stones, position.radius)


@compiled
class FewestGroups(NamedTuple):
    """Moves that leave the mover with fewest groups first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the number of own groups after the move, negated."""
        return -int(MostGroups(self.weight).rate(position, move))


@compiled
class GroupsOfAnyColour(NamedTuple):
    """Moves after which the stones of both sides, taken as one colour, form most groups first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the number of groups of stones, whatever their colour, after the move."""
        stones = union(position.mine, position.theirs)
        stones = with_bit(stones, int(BIT[position.radius, move]))
        return self.weight * count_groups(stones, position.radius)


@compiled
class GroupsOfOpponent(NamedTuple):
    """Moves first that would give the opponent most groups, were the stone theirs."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the number of the opponent's groups with a stone of theirs on the tile."""
        stones = with_bit(position.theirs, int(BIT[position.radius, move]))
        return self.weight * count_groups(stones, position.radius)


@compiled
class SparsityPlusOuter(NamedTuple):
    """Moves farthest from the closest own stone and from the centre first, both added up."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the sum of the two distances."""
        closest = int(Sparsity(1).rate(position, move)) // STEPS
        return self.weight * (closest + int(Outer(1).rate(position, move)))


@compiled
class OuterThenSparsity(NamedTuple):
    """Outermost tiles first, and among these the farthest from the closest own stone."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """Return the distance from the centre, then the distance to the closest own stone."""
        closest = int(Sparsity(1).rate(position, move)) // STEPS
        return self.weight * (STEPS * int(Outer(1).rate(position, move)) + closest)


BY_NUMBER = (  # what `rate_by_reading` tells apart; 0 rates every move alike
    "uniform",
    "outer",
    "groups",
    "groups_large",
    "groups_fewest",
    "groups_any_colour",
    "groups_opponent",
    "sparsity",
    "sparsity_average",
    "sparsity_outer",
    "sparsity_plus_outer",
    "outer_sparsity",
)


@compiled
def rate_by_reading(position: Any, move: int, reading: int) -> int:
    """Return the rating by one of `BY_NUMBER`: one kernel then plays all of them."""
    if reading == 0:
        return 0
    if reading == 1:
        return int(Outer(1).rate(position, move))
    if reading == 2:
        return int(MostGroups(1).rate(position, move))
    if reading == 3:
        return int(LargeGroups(1).rate(position, move))
    if reading == 4:
        return int(FewestGroups(1).rate(position, move))
    if reading == 5:
        return int(GroupsOfAnyColour(1).rate(position, move))
    if reading == 6:
        return int(GroupsOfOpponent(1).rate(position, move))
    if reading == 7:
        return int(Sparsity(1).rate(position, move))
    if reading == 8:
        return int(AverageSparsity(1).rate(position, move))
    if reading == 9:
        return int(SparsityThenOuter(1).rate(position, move))
    if reading == 10:
        return int(SparsityPlusOuter(1).rate(position, move))
    return int(OuterThenSparsity(1).rate(position, move))
