"""What one does with games, from Python: `pg.analyse`, `pg.solve`, `pg.arena` and so on.

Each takes a game by its name, by its file or as an object, has the options of its command, and
returns a `Result`. The commands call these functions and print what they return.
"""
