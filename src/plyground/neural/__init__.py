"""Networks at play: positions as planes, network files, search guided by a network."""
