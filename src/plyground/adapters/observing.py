"""What learning libraries see of a game: arrays, masks of legal moves, and pictures of pixels."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.neural.encoding import Encoding, encoding_of
from plyground.render import Picture
from plyground.render.svg import MARGIN, PIECES
from plyground.render.themes import theme_named
from plyground.shapes import Shape
from plyground.vocabulary import Player

RENDER_MODES = ["human", "ansi", "rgb_array"]
PIXELS = 40  # a cell is so wide
PIECE_RADIUS, CELL_RADIUS = 0.36, 0.6  # in cells


class Observer:
    """How one game is seen: as the planes of its encoding, or else as the pieces on its cells."""

    def __init__(self, game: Game[Any]) -> None:
        """For one game, with its parameters fixed."""
        self.game = game
        self._encoding: Encoding | None = None
        if game.knowledge.encoding is None:
            cells = len(game.picture(game.start()).cells)
            self.shape: tuple[int, ...] = (len(game.symbols), cells)
        else:
            self._encoding = encoding_of(game)
            self.shape = self._encoding.shape

    def observation(self, position: Any, player: Player) -> np.ndarray:
        """The position for one of the players: own pieces come first where there are no planes.

        Planes are always those of the player to move, who is the one to act on them.
        """
        if self._encoding is not None:
            return self._encoding.planes_of(position)
        cells = np.array(self.game.picture(position).cells)
        kinds = (player, 1 - player, *range(2, len(self.game.symbols)))
        return np.stack([cells == 1 + kind for kind in kinds]).astype(np.float32)

    def mask(self, position: Any) -> np.ndarray:
        """1 for each legal move, 0 for all others."""
        mask = np.zeros(self.game.move_limit, np.int8)
        mask[self.game.legal(position)] = 1
        return mask


def check_render_mode(mode: str | None) -> None:
    """Raise `InvalidParameterError` if boards cannot be shown so; None is not at all."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise InvalidParameterError(f"no render mode {mode!r}; there are {known}")


def rendered(picture: Picture, mode: str | None) -> Any:
    """The board as text (ansi) or as pixels (rgb_array); nothing, and it is printed (human)."""
    if mode == "rgb_array":
        return pixels(picture)
    if mode == "human":
        print(picture.text())
    return picture.text() if mode == "ansi" else None


def pixels(picture: Picture) -> np.ndarray:
    """The board as an image [row, column, colour] of bytes."""
    theme = theme_named("light")
    nearest, distance, edge = _ground(picture.shape)
    image = np.full((*distance.shape, 3), _colour(theme.paper), np.uint8)
    image[distance < CELL_RADIUS] = _colour(theme.cell)
    image[edge] = _colour(theme.grid)
    for cell, content in enumerate(picture.cells):
        if content:
            name, sign = PIECES[picture.pieces[content - 1]]
            disc = (nearest == cell) & (distance < PIECE_RADIUS)
            image[disc] = _colour(getattr(theme, name or "label"))
            if sign in ("ring", "circle"):
                image[disc & (distance < PIECE_RADIUS / 2)] = _colour(theme.cell)
    return image


@functools.lru_cache(maxsize=8)
def _ground(shape: Shape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every pixel: the nearest cell, how far its centre is, and whether it is between two."""
    width, height = (round((extent + 2 * MARGIN) * PIXELS) for extent in shape.extent)
    rows, columns = np.mgrid[0:height, 0:width]
    y, x = rows / PIXELS - MARGIN, columns / PIXELS - MARGIN
    centres = [shape.centre(cell) for cell in range(shape.cell_count)]
    distances = np.stack([np.hypot(x - across, y - down) for across, down in centres])
    distance = distances.min(0)
    second = np.partition(distances, 1, axis=0)[1] if len(centres) > 1 else distance + 1
    return distances.argmin(0), distance, (second - distance < 0.04) & (distance < CELL_RADIUS)


def _colour(text: str) -> tuple[int, ...]:
    """The numbers in `#rrggbb`."""
    return tuple(bytes.fromhex(text.removeprefix("#")))
