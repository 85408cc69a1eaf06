"""Bamboo as a game: sizes, notation, checks, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import InvalidPositionError
from plyground.game import Game, parameter
from plyground.game.knowledge import (
    CHAMPION,
    FROM_REPORT,
    REPORT,
    RESIDUAL,
    Knowledge,
    Preset,
    Solving,
)
from plyground.games.bamboo.characters import CHARACTERS
from plyground.games.bamboo.rules import (
    BIT,
    LARGEST,
    SYMMETRIES,
    TILE,
    BambooPosition,
    bits_needed,
    group_and_rim,
)
from plyground.kernel.words import (
    Words,
    bits_of,
    common,
    count_bits,
    first_bit,
    has_bit,
    is_empty,
    shift_down,
    with_bit,
    without,
    words_for,
    words_of,
)
from plyground.shapes import Hexagon
from plyground.vocabulary import Move, Player


def _groups(count: int) -> str:
    return f"{count} group{'' if count == 1 else 's'}"


@dataclass(frozen=True)
class Bamboo(Game[BambooPosition]):
    """No group of yours may be larger than the number of your groups; who cannot move loses."""

    name: ClassVar = "bamboo"
    title: ClassVar = "Bamboo"
    summary: ClassVar = "Place stones; no group of yours may outgrow the number of your groups."
    position_class: ClassVar = BambooPosition
    players: ClassVar = ("Red", "Blue")
    symbols: ClassVar = "RB"
    pieces: ClassVar = ("red", "blue")
    symmetries: ClassVar = SYMMETRIES
    knowledge: ClassVar = Knowledge(
        evaluators={"spread": "judges:Spread", "groups_moves": "judges:GroupsAndMoves"},
        raters={
            "outer": "judges:Outer",
            "groups": "judges:MostGroups",
            "sparsity": "judges:Sparsity",
            "sparsity_outer": "judges:SparsityThenOuter",
            "sparsity_average": "judges:AverageSparsity",
            "squares": "judges:SumOfSquares",
            "groups_large": "readings:LargeGroups",
            "groups_fewest": "readings:FewestGroups",
            "groups_any_colour": "readings:GroupsOfAnyColour",
            "groups_opponent": "readings:GroupsOfOpponent",
            "sparsity_plus_outer": "readings:SparsityPlusOuter",
            "outer_sparsity": "readings:OuterThenSparsity",
        },
        report_evaluator="groups_moves",
        clear_advantage=300,
        temperatures=(60.0, 20.0),
        presets={
            "best": CHAMPION,
            "report_mcts": Preset(
                "mcts(iterations=1000, c=0.4, solver=0)",
                "plays a thousand games to the end by chance",
                FROM_REPORT,
            ),
            "report": Preset(
                "bamboo_report",
                "counts groups and moves of both sides, deeper as the board fills",
                FROM_REPORT,
            ),
            "plain_minimax": Preset(
                "minimax(depth=2, evaluate=groups_moves)",
                "counts groups and moves two moves ahead, without pruning",
                FROM_REPORT,
            ),
            "network": Preset(
                "network", "plays as its network has seen others play", FROM_REPORT, {"radius": 5}
            ),
            "hybrid": Preset(
                "hybrid",
                "plays by its network until few tiles are left, then searches",
                FROM_REPORT,
                {"radius": 5},
            ),
            "uniform": Preset("random", "any move", FROM_REPORT),
            "prefer_outer": Preset("random(prefer=outer)", "any of the outermost", FROM_REPORT),
            "prefer_groups": Preset(
                "random(prefer=groups)", "any that leaves it the most groups", FROM_REPORT
            ),
            "prefer_sparsity": Preset(
                "random(prefer=sparsity)",
                "any that is farthest from the closest own stone",
                FROM_REPORT,
            ),
            "prefer_sparsity_outer": Preset(
                "random(prefer=sparsity_outer)",
                "any that is farthest from its own stones, the outermost of them",
                FROM_REPORT,
            ),
        },
        agents={
            "bamboo_report": "report:bamboo_report",
            "bamboo_minimax": "report_program:bamboo_minimax",
            "bamboo_hybrid": "report_program:bamboo_hybrid",
            "bamboo_mcts": "report_tree:bamboo_mcts",
            "bamboo_stack": "report_program:bamboo_stack",
            "bamboo_queue": "report_program:bamboo_queue",
        },
        arguments={"mcts": {"c": 0.25}, "hybrid": {"order": "squares"}},
        encoding="planes:encoding",
        board_arguments={"alphazero": ({"radius": 2}, {"proof": 200})},
        networks={RESIDUAL: "data/residual.onnx", REPORT: "data/report.onnx"},
        training="training.toml",
        puzzles="puzzles.json",
        tour="tour.json",
        characters=CHARACTERS,
        ratings="ratings.json",
        openings="openings.json",
        playouts="playouts:playouts",
        solving=Solving(
            order="squares",
            symmetry_plies=12,
            keys="solving:exact_keys",
            endings="endings:endings",
        ),
    )
    examples: ClassVar = tuple({"radius": radius} for radius in (5, 1, 2, 3, 4, 6, 8))

    radius: int = parameter(5, "tiles from the centre to the edge", low=1, high=LARGEST)

    @property
    def shape(self) -> Hexagon:
        """A hexagon of hexagons."""
        return Hexagon(self.radius)

    def _words(self, tiles: Iterable[int]) -> Words:
        bits = [int(BIT[self.radius, tile]) for tile in tiles]
        return words_of(bits, words_for(bits_needed(self.radius)))

    def _tiles(self, words: Words) -> list[int]:
        return [int(TILE[self.radius, bit]) for bit in bits_of(words)]

    def start(self) -> BambooPosition:
        """The empty board."""
        nothing = self._words(())
        everything = self._words(range(self.shape.cell_count))
        return BambooPosition(nothing, nothing, everything, self.radius)

    def cells(self, position: BambooPosition) -> Sequence[int]:
        """Red is the side that moved first."""
        mover = position.player()
        cells = [0] * self.shape.cell_count
        for tile in self._tiles(position.mine):
            cells[tile] = 1 + mover
        for tile in self._tiles(position.theirs):
            cells[tile] = 2 - mover
        return cells

    def build(self, cells: Sequence[int], player: Player | None) -> BambooPosition:
        """Refuses sides out of turn and groups that are too large."""
        sides = [self._words(t for t, c in enumerate(cells) if c == side) for side in (1, 2)]
        red, blue = map(count_bits, sides)
        if red - blue not in (0, 1):
            raise InvalidPositionError(
                f"Red has {red} stones and Blue has {blue}; "
                "Red moves first, so Red must have as many as Blue or one more"
            )
        mover = red - blue
        if player not in (None, mover):
            raise InvalidPositionError(f"with these stones it is {self.players[mover]}'s turn")
        for side, name in zip(sides, self.players, strict=True):
            self._check_groups(side, name)
        free = self._words(t for t, content in enumerate(cells) if not content)
        return BambooPosition(sides[mover], sides[1 - mover], free, self.radius)

    def _check_groups(self, stones: Words, owner: str) -> None:
        groups = self.groups_of(stones)
        for group in groups:
            if len(group) > len(groups):
                raise InvalidPositionError(
                    f"{owner} has a group of {len(group)} stones at {self.shape.name(group[0])}, "
                    f"but only {_groups(len(groups))}"
                )

    def groups_of(self, stones: Words) -> list[list[int]]:
        """The tiles of each group that the stones form."""
        found = []
        while not is_empty(stones):
            group, _ = group_and_rim(first_bit(stones), stones, self.radius)
            stones = without(stones, group)
            found.append(self._tiles(group))
        return found

    def links(self, position: BambooPosition) -> Iterable[tuple[int, int]]:
        """Every stone and those neighbours of its colour that come after it."""
        row = 2 * self.radius + 2
        for stones in (position.mine, position.theirs):
            for step in (1, row - 1, row):
                for bit in bits_of(common(stones, shift_down(stones, step))):
                    one, two = TILE[self.radius, bit], TILE[self.radius, bit + step]
                    yield int(one), int(two)

    def why_illegal(self, position: BambooPosition, move: Move) -> str:
        """The largest group there would be, and the number of groups."""
        bit = int(BIT[self.radius, move])
        if not has_bit(position.free, bit):
            return "the tile is taken"
        groups = self.groups_of(with_bit(position.mine, bit))
        largest = max(map(len, groups))
        return f"there would be a group of {largest}, but only {_groups(len(groups))}"

    def reason(self, position: BambooPosition) -> str:
        """The only way a game ends."""
        return f"{self.players[position.player()]} has no legal move"
