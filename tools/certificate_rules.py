"""Rules of games for tools/check_certificate.py, which share no code with the package.

A position is a number, and `start` the first. `moves` yields, for each move that there may be,
where it is legal and what the numbers are after it, in the order of the game's moves. `images`
yields, for each symmetry, what each bit is worth then, or each digit where a `base` is named.
Player 0 moves at even plies. Where a game ends otherwise than by who cannot move, `settled` says
where it is over, and by how much who is to move is ahead.
"""

import numpy as np


def require(fact, otherwise):
    if not fact:
        raise ValueError(otherwise)


class Bamboo:
    """Place a stone so that no group of yours is larger than the number of your groups."""

    def __init__(self, radius):
        require(radius in (1, 2), "no such board")
        span = range(-radius, radius + 1)
        self.tiles = [(x, y) for y in span for x in span if abs(x + y) <= radius]
        self.cells, self.start = len(self.tiles), 0
        steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
        self.beside = [
            sum(1 << self.tiles.index(to) for x, y in steps if (to := (a + x, b + y)) in self.tiles)
            for a, b in self.tiles
        ]

    def moves(self, numbers, ply):
        mine, theirs = numbers & ((1 << self.cells) - 1), numbers >> self.cells
        for tile in range(self.cells):
            free = (numbers >> tile | theirs >> tile) & 1 == 0
            after = mine | 1 << tile
            yield free & self.is_fine(after), theirs | after << self.cells

    def is_fine(self, stones):
        groups, largest, left = 0, 0, stones
        while left.any():
            group, grown = left & -left, 0
            while (grown != group).any():
                grown = group
                for tile, around in enumerate(self.beside):
                    group = group | stones & np.where(grown >> tile & 1, around, 0)
            groups = groups + (group != 0)
            largest = np.maximum(largest, np.bitwise_count(group))
            left = left & ~group
        return largest <= groups

    def images(self):
        for turn in range(12):
            cubes = [(x, -x - y, y) for x, y in self.tiles]
            if turn >= 6:
                cubes = [(c, b, a) for a, b, c in cubes]
            for _ in range(turn % 6):
                cubes = [(-b, -c, -a) for a, b, c in cubes]
            there = [1 << self.tiles.index((a, c)) for a, _, c in cubes]
            yield there + [mask << self.cells for mask in there]


class Domineering:
    """Cover two squares, upright or flat: bits are squares that are covered."""

    def __init__(self, rows, columns):
        require(min(rows, columns) > 1 and rows * columns < 63, "no such board")
        self.columns, self.cells, self.start = columns, rows * columns, 0

    def moves(self, numbers, ply):  # by the lower or left square; player 0 lays upright
        for cell in range(self.cells):
            to = cell + 1 if ply % 2 else cell + self.columns
            same_row = cell // self.columns == to // self.columns
            if to < self.cells and (ply % 2 == 0 or same_row):
                domino = 1 << cell | 1 << to
                yield numbers & domino == 0, numbers | domino

    def images(self):
        yield [1 << cell for cell in range(self.cells)]


class Clobber:
    """Step onto a neighbour of the other's: White's stones, then Black's; White is player 0."""

    def __init__(self, rows, columns):
        require(rows > 0 and columns > 1 and rows * columns < 32, "no such board")
        self.columns, self.cells, self.start = columns, rows * columns, 0
        for cell in range(self.cells):
            side = (cell // columns + cell % columns) % 2
            self.start |= 1 << cell + side * self.cells

    def moves(self, numbers, ply):
        own, other = (self.cells, 0) if ply % 2 else (0, self.cells)
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                to = (row + down) * self.columns + column + right
                if 0 <= column + right < self.columns and 0 <= to < self.cells:
                    fine = numbers >> cell + own & numbers >> to + other & 1 == 1
                    yield fine, numbers ^ ((1 << cell | 1 << to) << own | 1 << to + other)

    def images(self):
        yield [1 << bit for bit in range(2 * self.cells)]


class Hex:
    """Red joins bottom and top, and begins; Blue left and right: digits 1 and 2 to the base 3."""

    base = 3

    def __init__(self, size):
        require(1 < size < 7, "no such board")
        self.size, self.cells, self.start = size, size * size, 0
        self.beside = [self.around(*divmod(cell, size)) for cell in range(self.cells)]
        self.ends = [
            [sum(1 << n * along + far * across for n in range(size)) for far in (0, size - 1)]
            for along, across in ((1, size), (size, 1))
        ]

    def around(self, row, column):
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        near = [(row + up, column + right) for up, right in steps]
        return sum(
            1 << r * self.size + c for r, c in near if 0 <= min(r, c) <= max(r, c) < self.size
        )

    def stones(self, numbers, player):  # as bits
        return sum((numbers // 3**cell % 3 == player + 1) * 2**cell for cell in range(self.cells))

    def is_joined(self, stones, player):
        first, last = self.ends[player]
        chain, grown = stones & first, -1
        while np.any(grown != chain):
            grown = chain
            for cell, near in enumerate(self.beside):
                chain = chain | stones & np.where(grown >> cell & 1, near, 0)
        return chain & last != 0

    def moves(self, numbers, ply):
        mover, other = ply % 2, 1 - ply % 2
        going_on = ~self.is_joined(self.stones(numbers, other), other)
        for cell in range(self.cells):
            yield going_on & (numbers // 3**cell % 3 == 0), numbers + (mover + 1) * 3**cell

    def images(self):  # as it is, and by half a turn
        yield [3**cell for cell in range(self.cells)]
        yield [3**cell for cell in range(self.cells - 1, -1, -1)]


class Othello:
    """Enclose and turn over: discs of who moves, then the other's, from the top left."""

    def __init__(self, size):
        require(size == 4, "no such board")
        self.start = 1 << 6 | 1 << 9 | (1 << 5 | 1 << 10) << 16  # Black begins, at c2 and b3

    def turned(self, mine, theirs, cell):  # what a disc there turns over; nothing if it is taken
        found = np.zeros_like(mine)
        for down, right in ((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r):
            row, column = cell // 4 + down, cell % 4 + right
            way, between = np.zeros_like(mine), np.ones(len(mine), bool)
            while 0 <= row < 4 and 0 <= column < 4:
                bit = 1 << 4 * row + column
                found = np.where(between & (mine & bit != 0), found | way, found)
                between = between & (theirs & bit != 0)
                way, row, column = way | bit, row + down, column + right
        return np.where((mine | theirs) >> cell & 1, 0, found)

    def sides(self, numbers):
        return numbers & 0xFFFF, numbers >> 16

    def can_place(self, mine, theirs):
        return np.any([self.turned(mine, theirs, cell) != 0 for cell in range(16)], axis=0)

    def moves(self, numbers, ply):
        mine, theirs = self.sides(numbers)
        for cell in range(16):
            turned = self.turned(mine, theirs, cell)
            yield turned != 0, theirs ^ turned | (mine | turned | 1 << cell) << 16
        must_pass = ~self.can_place(mine, theirs) & self.can_place(theirs, mine)
        yield must_pass, theirs | mine << 16

    def settled(self, numbers):
        mine, theirs = self.sides(numbers)
        over = ~self.can_place(mine, theirs) & ~self.can_place(theirs, mine)
        ahead = np.bitwise_count(mine).astype(int) - np.bitwise_count(theirs)
        return over, ahead

    def images(self):  # as it is, half a turn, and mirrored at each diagonal
        for row, column in ((4, 1), (-4, -1), (1, 4), (-1, -4)):
            corner = 0 if row > 0 else 15
            there = [corner + row * (cell // 4) + column * (cell % 4) for cell in range(16)]
            yield [1 << cell + side for side in (0, 16) for cell in there]


class ConnectFour:
    """Drop discs, four in a line wins: in each column a 1 above its discs, those of who moves 1."""

    def __init__(self, width=7, height=6):
        self.columns, self.rows = range(0, width * (height + 1), height + 1), height + 1
        fine = width > 0 and 0 < height < 50 and width * (height + 1) < 63  # columns as floats
        require(fine, "no such board")
        self.start = sum(1 << column for column in self.columns)

    def tops(self, numbers):  # the 1 above the discs of each column
        for column in self.columns:
            discs = numbers >> column & ((1 << self.rows) - 1)
            yield (1 << column) << np.log2(discs).astype(int)

    def moves(self, numbers, ply):  # by column; discs of who moves next become 1, the others 0
        tops = list(self.tops(numbers))
        turned = 3 * sum(tops) - self.start - numbers
        for column, top in zip(self.columns, tops, strict=True):
            yield top < 1 << column + self.rows - 1, turned + top

    def settled(self, numbers):  # who is to move has lost if there is a four, which is the other's
        tops = sum(self.tops(numbers))
        theirs, four = 2 * tops - self.start - numbers, 0
        for step in (1, self.rows - 1, self.rows, self.rows + 1):
            pairs = theirs & theirs >> step
            four = four | pairs & pairs >> 2 * step
        full = tops == self.start << self.rows - 1
        return full | (four != 0), -1 * (four != 0)

    def images(self):
        yield [1 << bit for bit in range(len(self.columns) * self.rows)]
