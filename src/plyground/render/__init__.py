"""Boards as SVG and as text. Draws cells on a shape; never names a game."""

from plyground.render.picture import EMPTY, FIRST_PIECE, SECOND_PIECE, Picture
from plyground.render.themes import THEMES, Theme

__all__ = ["EMPTY", "FIRST_PIECE", "SECOND_PIECE", "THEMES", "Picture", "Theme"]
