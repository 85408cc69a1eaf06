"""Check certificates: python tools/check_certificate.py FILE ...

A certificate claims that one player wins a game from the start, or after some moves: it holds a
move for every position of the winner's. This program has rules of its own, plays all moves of the
loser, ply by ply, and accepts the claim if the loser is the first who cannot move, or where a
game is `settled` the winner is ahead. Of a draw, it holds moves for each player by which the other
is never ahead. Format: docs/algorithms/solving.md; rules of other games: certificate_rules.py.
"""

import json
import lzma
import sys
from pathlib import Path

import numpy as np
from certificate_rules import Bamboo, Clobber, ConnectFour, Domineering, Hex, Othello, require

MOST_BYTES = 64_000_000  # of a file, packed and unpacked; Konane 6x7 takes less than 10 million
LONGEST_CLAIM = 10_000  # bytes of the first line


class Konane:
    """Jump over enemy stones; the first two moves remove a stone each."""

    def __init__(self, size=0, jumps="multi", opening="standard", rows=0, columns=0):
        self.rows, self.columns, self.free = rows or size, columns or size, opening == "free"
        self.longest, self.cells = (1 if jumps == "single" else 8), self.rows * self.columns
        fine = jumps in ("multi", "single") and opening in ("standard", "free")
        fine = fine and (rows > 0) == (columns > 0) != (size > 0)
        require(fine and min(self.rows, self.columns) > 1 and self.cells < 63, "no such board")
        self.start = (1 << self.cells) - 1

    def at(self, row, column):
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return 1 << row * self.columns + column if inside else 0

    def squares(self, player):  # black is at the top left, and player 0
        every = ((r, c) for r in range(self.rows) for c in range(self.columns))
        return [(r, c) for r, c in every if (self.rows - 1 - r + c) % 2 == player]

    def moves(self, numbers, ply):
        if ply < 2:
            for row, column in self.squares(ply):
                corner = row in (0, self.rows - 1) and column in (0, self.columns - 1)
                far = max(abs(2 * row - self.rows + 1), abs(2 * column - self.columns + 1))
                around = sum(self.at(row + i, column) + self.at(row, column + i) for i in (-1, 1))
                fine = (self.free or corner or far < 2) if ply == 0 else numbers & around != around
                yield np.full(len(numbers), True) & fine, numbers ^ self.at(row, column)
            return
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            for end in range(2, 2 * self.longest + 1, 2):
                for row, column in self.squares(ply % 2):
                    way = [self.at(row + down * i, column + right * i) for i in range(end + 1)]
                    if way[-1]:
                        taken = sum(way[:-1:2]) - sum(way[2:-1:2]) + sum(way[1::2])
                        yield numbers & sum(way) == taken, numbers ^ (taken | way[-1])

    def images(self):
        rows, columns, black = self.rows, self.columns, sorted(self.squares(0))
        for flip in range(8):
            where = {}
            for row, column in self.squares(0) + self.squares(1):
                up = abs((rows - 1) * (flip & 1) - row)
                right = abs((columns - 1) * (flip >> 1 & 1) - column)
                where[row, column] = (right, up) if flip & 4 else (up, right)
            if sorted(where[square] for square in black) == black:
                yield [self.at(*where[divmod(cell, columns)]) for cell in range(self.cells)]


GAMES = {
    each.__name__.lower(): each for each in (Konane, Bamboo, Domineering, Clobber, Hex, Othello)
}
GAMES["connect_four"] = ConnectFour


def permuted(numbers, places, base):  # digit i of each is worth the place i
    return sum(numbers // base**i % base * place for i, place in enumerate(places))


def unpacked(path):
    require(Path(path).is_file(), "there is no such file, or it is no plain one")
    with Path(path).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    packed = lzma.LZMADecompressor(memlimit=1 << 27)  # twice what the largest preset asks for
    data = packed.decompress(content, MOST_BYTES + 1)
    fine = max(len(content), len(data)) <= MOST_BYTES
    require(fine, f"it is larger than {MOST_BYTES:,} bytes, or would be if it were unpacked")
    require(packed.eof, "the file is cut short")
    require(not packed.unused_data, "there are bytes after its end")
    return data


def after_moves(game, places):  # each move by its place among the legal ones
    numbers = np.array([game.start])
    for ply, place in enumerate(places):
        over = hasattr(game, "settled") and game.settled(numbers)[0].any()
        require(not over, f"ply {ply}: the game is over, and a move is given to begin with")
        following = [after for legal, after in game.moves(numbers, ply) if legal[0]]
        require(place in range(len(following)), f"ply {ply}: no such move is given to begin with")
        numbers = following[place]
    return numbers


def check(path):
    """The claim of a certificate, which is true; an error says where it is not made good."""
    head, _, places = unpacked(path).partition(b"\n")
    require(len(head) <= LONGEST_CLAIM, f"its first line is longer than {LONGEST_CLAIM:,} bytes")
    claim, places = json.loads(head), np.frombuffer(places, np.uint8)
    require(claim["game"] in GAMES, f"no rules of {claim['game']}; there are {', '.join(GAMES)}")
    game = GAMES[claim["game"]](**claim["parameters"])
    wanted = {"game", "parameters", "images", "draw" if claim.get("draw") is True else "winner"}
    require({*claim} - {"after"} == wanted, f"it must say {', '.join(sorted(wanted))} and no more")
    players = [0, 1] if "draw" in claim else [claim["winner"]]
    require(players[-1] in (0, 1), "there is no such player")
    require(len(players) == 1 or hasattr(game, "settled"), "this game has no draws")
    positions = plies = 0
    for player in players:
        met, ply, places = followed(game, claim, player, places)
        positions, plies = positions + met, max(plies, ply)
    require(not len(places), "there are moves that no line uses")
    return claim | {"positions": positions, "plies": plies}


def followed(game, claim, player, places):
    """How many positions the player's strategy leads to, the last ply, and the moves not used."""
    given, least = claim.get("after", []), 0 if claim.get("draw") is True else 1
    layer, ply, positions = after_moves(game, given), len(given), 0
    images, base = list(game.images()), getattr(game, "base", 2)
    while len(layer):
        if ply < claim["images"]:
            layer = np.unique(np.max([permuted(layer, image, base) for image in images], axis=0))
        positions += len(layer)
        winning = ply % 2 == player
        if hasattr(game, "settled"):
            over, ahead = game.settled(layer)
            fine = ((ahead if winning else -ahead)[over] >= least).all()
            require(fine, f"ply {ply}: it is not won, or not drawn")
            layer = layer[~over]
        wanted, places = (places[: len(layer)], places[len(layer) :]) if winning else (0, places)
        require(not winning or len(wanted) == len(layer), f"ply {ply}: moves are missing")
        seen, following = np.zeros(len(layer), np.uint8), [layer[:0]]
        for legal, after in game.moves(layer, ply):
            following.append(after[legal & (seen == wanted)] if winning else after[legal])
            seen += legal
        require(not winning or (wanted < seen).all(), f"ply {ply}: no such move for the winner")
        layer, ply = np.unique(np.concatenate(following)), ply + 1
    return positions, ply - 1, places


if __name__ == "__main__":
    if {"-h", "--help"}.intersection(sys.argv):
        print(__doc__)
        sys.exit()
    code = 0
    for name in sys.argv[1:]:
        try:
            print(name, "holds:", json.dumps(check(name)))
        except Exception as error:  # whatever is wrong with it, it proves nothing
            code = print(f"{name} does not hold: {error}", file=sys.stderr) or 1
    sys.exit(code if sys.argv[1:] else __doc__)
