"""Searches: written once over "a position with these verbs"; none names a game."""
