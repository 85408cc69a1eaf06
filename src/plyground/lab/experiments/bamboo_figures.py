"""Bamboo: the report's figures of coordinates, heuristics and network, drawn from our code."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from plyground.game.knowledge import REPORT
from plyground.game.registry import game
from plyground.games.bamboo.rules import BIT, LARGEST, TILE, group_and_rim
from plyground.kernel.words import bits_of, common
from plyground.lab.drawings import board_drawing, network_drawing
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import Drawing, Finding, Findings, claim
from plyground.neural.onnx_reader import read_graph
from plyground.shapes import Hexagon

SHOWN = 2  # radius of the boards that are drawn
POSITION = ".B./B.../.R..B/..R./R.. R"  # a few stones of both sides
HEURISTICS = {
    "Outer weighting": "outer",
    "Maximise group count": "groups",
    "Maximise sparsity": "sparsity",
    "Maximise sparsity, ties by outer weighting": "sparsity_outer",
}


def coordinates(largest: int) -> dict[str, int]:
    """Return how many tiles and pairs of tiles there are, and how many break equations 1 and 3."""
    found = {"tiles": 0, "off the plane": 0, "pairs": 0, "not as equation 3": 0}
    for radius in range(1, largest + 1):
        shape, bamboo = Hexagon(radius), game("bamboo", radius=radius)
        cubes = [shape.cube(tile) for tile in range(shape.cell_count)]
        found["tiles"] += len(cubes)
        found["off the plane"] += sum(sum(cube) != 0 for cube in cubes)
        for one, cube in enumerate(cubes):
            beside = _neighbours(bamboo, one)
            for two in range(one + 1, len(cubes)):
                squares = sum((a - b) ** 2 for a, b in zip(cube, cubes[two], strict=True))
                found["pairs"] += 1
                found["not as equation 3"] += (squares == 2) != (two in beside)
    return found


def _neighbours(bamboo: Any, tile: int) -> set[int]:
    """Return the tiles with which a stone on `tile` forms a group, by the rules of the game."""
    start = bamboo.start()
    _, rim = group_and_rim(int(BIT[bamboo.radius, tile]), start.play(tile).theirs, bamboo.radius)
    return {int(TILE[bamboo.radius, bit]) for bit in bits_of(common(rim, start.free))}


def layers_of_network() -> list[int]:
    """Return the sizes of the layers of the network that comes with the package, input first."""
    bamboo = game("bamboo")
    path = bamboo.knowledge.network(REPORT, bamboo.parameter_values)
    assert path is not None
    graph = read_graph(Path(path).read_bytes())
    weights = [
        graph.constants[node.inputs[1]].shape for node in graph.nodes if len(node.inputs) > 2
    ]
    assert all(two[1] == one[0] for one, two in pairwise(weights))
    return [int(size) for size in (weights[0][1], *(shape[0] for shape in weights))]


def figures_steps(_scale: Scale) -> list[Step]:
    """Every tile of every board, and the network's layers."""
    return [
        Measurement("coordinates", coordinates, {"largest": LARGEST}),
        Measurement("layers", layers_of_network),
    ]


def figures_conclude(results: Results) -> Findings:
    """The three figures, and what they say of coordinates and layers."""
    found, layers = results.measured("coordinates"), results.measured("layers")
    tiles = layers[0]
    return Findings(
        {
            "figure-2/coordinates add up to 0": claim(
                found["off the plane"] == 0,
                f"{found['tiles']} tiles of boards of radius 1 to {LARGEST}.",
            ),
            "figure-2/neighbours differ by 2": claim(
                found["not as equation 3"] == 0,
                f"{found['pairs']} pairs of tiles, {found['not as equation 3']} otherwise.",
            ),
            "figure-6/hidden layers/layers": Finding(len(layers) - 2),
            "figure-6/hidden layers/units for each tile": Finding(layers[1] / tiles),
            "figure-6/output/layers": Finding(1),
            "figure-6/output/units for each tile": Finding(layers[-1] / tiles),
        },
        drawings=(_figure_2(), *map(_figure_5, HEURISTICS), _figure_6(layers)),
        notes=(
            "The values that the report's Figure 5 gives are not in its text; ours are those by "
            "which `random(prefer=...)` chooses, for Red to move.",
        ),
    )


def _figure_2() -> Drawing:
    bamboo = game("bamboo", radius=SHOWN)
    shape = Hexagon(SHOWN)
    words = {tile: "\n".join(map(str, shape.cube(tile))) for tile in range(shape.cell_count)}
    picture = bamboo.picture(bamboo.start())
    return board_drawing("Figure 2: cube coordinates", picture, words, "x, y and z, from the top.")


def _figure_5(name: str) -> Drawing:
    bamboo = game("bamboo", radius=SHOWN)
    position = bamboo.parse_position(POSITION)
    rater = bamboo.knowledge.rater(HEURISTICS[name])
    words = {move: str(rater.rate(position, move)) for move in bamboo.legal(position)}
    picture = bamboo.picture(position)
    return board_drawing(f"Figure 5: {name}", picture, words, "The value of each legal move.")


def _figure_6(layers: list[int]) -> Drawing:
    names = ("tiles", *(f"hidden {number + 1}" for number in range(len(layers) - 2)), "moves")
    note = "Every unit is connected with every unit of the next layer; most are left out here."
    return network_drawing("Figure 6: the network", layers, names, note)


EXPERIMENTS = {
    "bamboo-figures-2-5-6": (figures_steps, figures_conclude),
}
