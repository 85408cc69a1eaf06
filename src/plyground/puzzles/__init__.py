"""Puzzles: positions with one right answer, proven by a solver and graded by weak agents.

`puzzle` says what a puzzle is and how its proof is checked, `files` reads and writes them, `making`
finds new ones. A game declares its own with `Knowledge(puzzles="puzzles.json")`.
"""
