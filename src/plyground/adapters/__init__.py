"""Plyground for other programs."""
