"""The games that come with Plyground, one folder each.

A folder holds everything about its game: `rules` (the position), `game` (the board, its text and
what the game offers), `judges` (evaluators and raters), `planes` (how networks see it), and what
else the game declares in its `knowledge`. Adding a folder adds a game; nothing lists them.
"""
