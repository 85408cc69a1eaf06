"""Training: self-play, networks in PyTorch, and the report's imitation of agents."""
