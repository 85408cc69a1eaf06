"""A bot for every game: it knows no rules and plays any legal move."""

import random
import sys


def say(line):
    print(line, flush=True)


legal = []
chance = random.Random()

for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "plyground":
        say("id name any legal move")
        say("ok")
    elif word == "seed":
        chance.seed(rest[0])
    elif word == "game":
        say("ok")
    elif word == "legal":
        legal = rest
    elif word == "go":
        say(f"bestmove {chance.choice(legal)}")
    elif word == "quit":
        break
