"""`python -m plyground` is the same as `plyground`."""

from plyground.cli import main

main()
