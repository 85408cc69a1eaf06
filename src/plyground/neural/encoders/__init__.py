"""Positions as planes, one module for each game."""
