"""The page and its API: games, positions, agents, searches and tournaments over HTTP."""
