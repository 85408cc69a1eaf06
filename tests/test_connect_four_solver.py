"""The Connect Four solver against plain minimax, its book, its data set and its agents."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.agents.perfect import LookupAgent
from plyground.errors import BookWarning, InvalidBookError, InvalidLimitError, PlygroundError
from plyground.games.connect_four import ConnectFour, ConnectFourPosition, has_four
from plyground.kernel import Monitor, interpreted, popcount
from plyground.search.busy import is_taken, new_busy, release, take
from plyground.solvers.connect_four import book as books
from plyground.solvers.connect_four.beyond import bounds_beyond
from plyground.solvers.connect_four.board import board_of, mirrored
from plyground.solvers.connect_four.book import Book, decode_book, encode_book, read_book
from plyground.solvers.connect_four.build import Partial, build
from plyground.solvers.connect_four.dataset import (
    make_data_set,
    quiet_positions,
    values_by_key,
    write_data_set,
)
from plyground.solvers.connect_four.search import OPEN, Features
from plyground.solvers.connect_four.solver import ConnectFourSolver
from plyground.solvers.connect_four.table import keep, look_up, lower_of, new_table, upper_of
from plyground.solvers.path import forget_path, go_down, go_up, new_path, take_answer
from plyground.vocabulary import Limit, Proven


def after(game, moves):
    position = game.start()
    for move in moves:
        position = position.play(int(move) - 1)
    return position


def oracle(width, height):
    """Plain minimax over every position of a board, by (mine, theirs)."""
    cells = width * height

    @cache
    def score(position):
        played = popcount(position.mine | position.theirs)
        if has_four(position.theirs, height):
            return -((cells + 2 - played) // 2)
        moves = np.zeros(width, np.int64)
        count = position.fill_moves(moves)
        if count == 0:
            return 0
        return max(-score(position.play(int(move))) for move in moves[:count])

    return score


def reachable(game):
    """Every position of the game."""
    seen, stack = {game.start()}, [game.start()]
    while stack:
        position = stack.pop()
        for move in game.legal(position):
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                stack.append(child)
    return seen


@pytest.fixture(scope="module")
def solver():
    return ConnectFourSolver(ConnectFour(), megabytes=32)


@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4), (1, 5), (2, 4), (5, 2)])
def test_every_position_of_small_boards(width, height):
    game = ConnectFour(width=width, height=height)
    solver, naive = ConnectFourSolver(game, megabytes=8), oracle(width, height)
    for position in reachable(game):
        assert solver.score(position) == naive(position), game.format_position(position)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 5), (5, 5), (6, 4), (9, 3)])
def test_random_positions_of_medium_boards(width, height):
    game, chance = ConnectFour(width=width, height=height), random.Random(5)
    solver, naive = ConnectFourSolver(game, megabytes=8), oracle(width, height)
    for _ in range(40):
        position = game.start()
        while popcount(position.mine | position.theirs) < width * height - 10:
            legal = game.legal(position)
            if not legal:
                break
            position = position.play(chance.choice(legal))
        assert solver.score(position) == naive(position), game.format_position(position)


@pytest.mark.parametrize("part", Features._fields)
def test_parts_change_no_score(part):
    game, chance = ConnectFour(width=5, height=5), random.Random(3)
    whole = ConnectFourSolver(game, megabytes=8)
    without = ConnectFourSolver(game, megabytes=8, features=Features()._replace(**{part: 0}))
    for _ in range(40):
        position = game.start()
        for _ in range(chance.randrange(4, 16)):
            if game.legal(position):
                position = position.play(chance.choice(game.legal(position)))
        assert without.score(position) == whole.score(position)


# Draws and wins of the first (1) or second (-1) player: John Tromp's table of small boards.
SMALL_BOARDS = {
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): -1,
    (7, 4): 0,
    (4, 5): 0,
    (5, 5): 0,
    (6, 5): 0,
    (4, 6): 0,
    (5, 6): 0,
}


@pytest.mark.parametrize(("size", "value"), SMALL_BOARDS.items())
def test_known_values_of_small_boards(size, value):
    game = ConnectFour(width=size[0], height=size[1])
    solution = ConnectFourSolver(game, megabytes=64).solve(game.start(), weak=True)
    assert solution.score == value


@pytest.mark.slow
def test_empty_board_and_its_moves():
    game = ConnectFour()
    solver = ConnectFourSolver(game, megabytes=512)
    assert solver.solve(game.start()).score == 1
    assert list(solver.scores(game.start()).values()) == [-2, -1, 0, 1, 0, -1, -2]
    assert len(solver.line(game.start(), 1)) == 41


def test_scores_distance_and_line(solver):
    game = solver.game
    position = after(game, "4444442")
    solution = solver.solve(position)
    assert solution.score == 0
    assert solver.proven(position, 0).distance == 35
    assert solver.scores(position) == {0: -1, 1: -16, 2: 0, 4: -3, 5: -16, 6: -16}
    line = solver.line(position, 0)
    end = position
    for move in line:
        assert move in game.legal(end)
        end = end.play(move)
    assert game.outcome(end).winner is None
    assert len(line) == 35


def test_distance_counts_to_the_last_disc(solver):
    game = solver.game
    position = after(game, "4444442222")
    assert solver.score(position) == 15
    value = solver.proven(position, 15)
    assert str(value) == "win in 3"
    assert len(solver.line(position, 15)) == 3
    child = position.play(solver.best_move(position, 15))
    assert str(solver.proven(child, solver.score(child))) == "loss in 2"


def test_weak_scores_are_signs(solver):
    position = after(solver.game, "44444422")
    strong = solver.score(position)
    assert solver.solve(position, weak=True).score == (strong > 0) - (strong < 0)


def test_finished_games_have_scores(solver):
    position = after(solver.game, "1212121")
    assert solver.score(position) == -18
    assert solver.solve(position).score == -18


def test_largest_boards():
    for width, height in ((12, 4), (2, 30), (5, 9), (1, 61), (31, 1)):
        game = ConnectFour(width=width, height=height)
        chance, position = random.Random(1), game.start()
        while popcount(position.mine | position.theirs) < width * height - 8:
            legal = game.legal(position)
            if not legal:
                break
            position = position.play(chance.choice(legal))
        assert ConnectFourSolver(game, megabytes=1).score(position) == oracle(width, height)(
            position
        )


def test_interpreted_is_the_same(solver):
    position = after(solver.game, "44444432223333311122")
    wanted = solver.score(position)
    with interpreted():
        assert ConnectFourSolver(solver.game, megabytes=1).score(position) == wanted


def test_threads_agree(solver):
    position = after(solver.game, "4433")
    both = ConnectFourSolver(solver.game, megabytes=64, threads=2)
    assert both.solve(position, weak=True).score == solver.solve(position, weak=True).score


def test_thread_takes_the_answer_of_another(solver):
    """A helper's answer to a question on the path is taken, and nothing below it is stored."""
    table = new_table(1, 49)
    path = new_path(42)
    go_down(path, 3, 77, 1)
    go_down(path, 5, 78, 0)
    assert not go_up(path, table, 9, 10_000)
    keep(table, 77, -4, 0, 3)
    assert not go_up(path, table, 9, 10)  # too cheap to be worth a look
    assert go_up(path, table, 9, 10_000)
    assert go_up(path, table, 5, 0)
    take_answer(path, 5)
    assert go_up(path, table, 3, 0)
    assert take_answer(path, 3) == 0
    assert not go_up(path, table, 2, 0)
    forget_path(path)
    assert not go_up(path, table, 5, 10_000)


def test_busy_list():
    none, some = new_busy(1), new_busy(2)
    for busy in (none, some):
        assert not is_taken(busy, 12)
        take(busy, 12)
        assert is_taken(busy, 12) == (busy is some)
        assert not is_taken(busy, 0)
        release(busy, 12)
        assert not is_taken(busy, 12)


def test_node_limit_ends_the_search_with_bounds():
    game = ConnectFour()
    solver = ConnectFourSolver(game, megabytes=8)
    for nodes in (1000, 100_000):
        found = solver.solve(game.start(), limit=Limit(nodes=nodes))
        assert found.score is None
        assert nodes <= found.statistics.nodes < nodes + 10
        assert found.low <= 1 <= found.high


def test_time_limit_and_stop():
    game = ConnectFour()
    solver = ConnectFourSolver(game, megabytes=8)
    assert solver.solve(game.start(), limit=Limit(seconds=0.2)).score is None
    watch = Monitor()
    watch.stop()
    assert solver.solve(game.start(), monitor=watch).score is None
    assert solver.scores(game.start(), monitor=watch) == {}
    assert solver.best_move(game.start(), 1, watch) is None


@pytest.mark.parametrize(
    ("wish", "error"),
    [({"megabytes": 0}, InvalidLimitError), ({"threads": 0}, InvalidLimitError)],
)
def test_solver_refuses(wish, error):
    with pytest.raises(error, match="must be"):
        ConnectFourSolver(ConnectFour(), **wish)


def test_solver_refuses_other_games(solver):
    with pytest.raises(PlygroundError, match="knows connect_four, not tic_tac_toe"):
        ConnectFourSolver(pg.game("tic_tac_toe"))
    with pytest.raises(PlygroundError):
        solver.score(ConnectFour(width=5, height=5).start())


def test_table_tells_keys_apart():
    for bits in (20, 49, 62):
        table, chance = new_table(1, bits), random.Random(bits)
        truth = {}
        for _ in range(30_000):
            key = chance.randrange(1, 1 << bits)
            truth[key] = (-(key % 20), key % 17)
            with interpreted():
                keep(table, key, *truth[key], 3)
        found = 0
        for key, bounds in truth.items():
            entry = look_up(table, key)
            found += entry != 0
            assert entry == 0 or (lower_of(entry), upper_of(entry)) == bounds
        assert found > 10_000
        assert all(look_up(table, key + 1) == 0 for key in truth if key + 1 not in truth)


def test_mirror_is_its_own_inverse():
    for width, height in ((7, 6), (5, 4), (12, 4)):
        board, chance = board_of(width, height), random.Random(2)
        for _ in range(50):
            mask = chance.getrandbits(width * (height + 1))
            assert mirrored(mirrored(mask, board), board) == mask


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "small.book"
    made = build(path, board_of(5, 4), 5, threads=2, megabytes=8)
    assert made is not None
    return path


def test_book_is_complete_and_right(small_book):
    game = ConnectFour(width=5, height=4)
    book, solver = read_book(small_book), ConnectFourSolver(game, megabytes=8)
    assert list(book.keys) == sorted(set(book.keys.tolist()))
    frontier = {game.start()}
    for _ in range(6):
        for position in frontier:
            known = book.score(position)
            wins = any(has_four(position.play(m).theirs, 4) for m in game.legal(position))
            assert (known is None) == wins
            assert known is None or known == solver.score(position)
        frontier = {p.play(m) for p in frontier for m in game.legal(p)}
        frontier = {p for p in frontier if game.legal(p)}
    assert all(book.score(position) is None for position in frontier)


def test_book_answers_without_a_search(small_book):
    game = ConnectFour(width=5, height=4)
    solver = ConnectFourSolver(game, megabytes=8, book=read_book(small_book))
    solution = solver.solve(game.start())
    assert (solution.score, solution.statistics.nodes) == (0, 0)
    assert solver.score(game.start()) == 0
    assert len(solver.line(game.start(), 0)) == 20


def test_book_bounds_positions_one_ply_beyond(small_book):
    game, book = ConnectFour(width=5, height=4), read_book(small_book)
    alone, helped = (ConnectFourSolver(game, 8, book=known) for known in (None, book))
    chance, exact = random.Random(8), 0
    for _ in range(300):
        position = game.start()
        while game.legal(position) and popcount(position.mine | position.theirs) < 6:
            position = position.play(chance.choice(game.legal(position)))
        if not game.legal(position):
            continue
        score = alone.score(position)
        least, most = bounds_beyond(book, position)
        assert least <= score <= most
        exact += least == most
        for weak in (False, True):
            helped.low, helped.high = (-1, 1) if weak else (-OPEN, OPEN)
            helped._use_book(position)
            assert helped.low <= (max(-1, min(1, score)) if weak else score) <= helped.high
        assert helped.solve(position).score == score
    assert exact > 20
    assert bounds_beyond(book, game.start()) is None


def test_scores_beyond_the_book_of_the_package():
    """Positions that take more than a look, with and without the book."""
    game, book = ConnectFour(), books.shipped_book(7, 6)
    alone, helped = (ConnectFourSolver(game, 32, book=known) for known in (None, book))
    for moves in ("44444323377", "12345671234", "44556677112"):
        position = after(game, moves)
        assert helped.solve(position).score == alone.solve(position).score


def test_build_continues_where_it_stopped(tmp_path):
    board, path = board_of(6, 5), tmp_path / "b.book"
    assert build(path, board, 3, threads=1, megabytes=8, seconds=0) is None or path.exists()
    partial = Partial(tmp_path / "b.book.partial", board, 3)
    before = partial.read()
    with partial.path.open("ab") as file:
        file.write(b"half")  # a crash while writing
    assert partial.read() == before
    seen = []
    made = build(path, board, 3, 2, 8, report=lambda *numbers: seen.append(numbers))
    assert made is not None
    assert read_book(path).plies == 3
    with pytest.raises(PlygroundError, match="another book"):
        build(path, board, 2, threads=1, megabytes=8)


def test_damaged_books_are_refused(small_book, tmp_path, monkeypatch):
    content = small_book.read_bytes()
    assert encode_book(decode_book(content)) == content
    with pytest.raises(InvalidBookError, match="checksum"):
        decode_book(content[:-1] + b"?")
    with pytest.raises(InvalidBookError, match="does not begin"):
        decode_book(b"PLYBOOK0" + content[8:])
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(content[:50])
    monkeypatch.setattr(books, "shipped_path", lambda *_size: damaged)
    books.shipped_book.cache_clear()
    with pytest.warns(BookWarning, match="is no book"):
        assert books.shipped_book(7, 6) is None
    books.shipped_book.cache_clear()
    monkeypatch.setattr(books, "shipped_path", lambda *_size: tmp_path / "none.book")
    with pytest.warns(BookWarning, match="no book can be read"):
        assert books.shipped_book(7, 6) is None
    assert books.shipped_book(5, 5) is None
    books.shipped_book.cache_clear()


def test_data_set_has_the_known_number_of_positions():
    assert len(quiet_positions(ConnectFour())) == 67_557


def test_data_set_of_a_small_board(tmp_path):
    solver = ConnectFourSolver(ConnectFour(width=5, height=4), megabytes=8)
    data = make_data_set(solver, plies=4)
    assert data.columns[:5] == ["a1", "a2", "a3", "a4", "b1"]
    assert sum(data.counts().values()) == len(data.values) == len(data.cells)
    for cells, score in zip(data.cells, data.scores, strict=True):
        by_rows = cells.reshape(5, 4).T.ravel().tolist()
        assert solver.score(solver.game.build(by_rows, None)) == score
    write_data_set(data, tmp_path / "d.csv")
    lines = (tmp_path / "d.csv").read_text().splitlines()
    assert len(lines) == len(data.values) + 1
    assert lines[0].endswith("e4,class,score")
    write_data_set(data, tmp_path / "d.npz")
    with np.load(tmp_path / "d.npz") as read:
        assert (read["values"] == data.values).all()
    with pytest.raises(PlygroundError, match="must end in"):
        write_data_set(data, tmp_path / "d.txt")


def test_perfect_agents_play_to_the_predicted_end():
    game = ConnectFour(width=6, height=5)
    player = agent(game, "perfect(memory=32)")
    position = game.start()
    first = player.choose(position)
    assert str(first.score) == "draw"
    played = 0
    while game.legal(position):
        position = position.play(player.choose(position).move)
        played += 1
    assert game.outcome(position).winner is None
    assert played == first.score.distance


def test_perfect_agent_keeps_limits():
    game = ConnectFour()
    player = agent(game, "perfect(memory=8, book=0)")
    decision = player.choose(game.start(), Limit(nodes=1000))
    assert decision.move == 3
    assert decision.score is None


def test_perfect_agent_refuses_large_games_that_go_in_circles():
    with pytest.raises(PlygroundError, match=r"cachex.* only up to size=4"):
        agent(pg.game("cachex"), "perfect")


def test_book_is_of_its_own_size_only(small_book):
    book = read_book(small_book)
    assert isinstance(book, Book)
    assert book.score(ConnectFourPosition(0, 0, 7, 6)) is None


def test_lookup_agent_plays_by_the_table():
    game = ConnectFour(width=5, height=4)
    solver = ConnectFourSolver(game, megabytes=8)
    values = values_by_key(solver, plies=4)
    data = make_data_set(solver, plies=4)
    assert sorted(values.values()) == sorted(data.values.tolist())
    player = LookupAgent("lookup", solver, values, 4, agent(game, "random", seed=1))
    position = game.start()
    first = player.choose(position)
    assert first.move == 2
    assert first.score.value == 0
    while game.legal(position):
        position = position.play(player.choose(position).move)
    player.new_game()


def test_lookup_agent_needs_the_book():
    with pytest.raises(InvalidBookError, match="no book can be read"):
        agent(ConnectFour(width=5, height=5), "lookup")


def plyground(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments], capture_output=True, text=True, check=False
    )


SMALL = ("connect_four", "-p", "width=5", "-p", "height=4")


def test_solve_command():
    done = plyground("solve", *SMALL, "--moves", "3 3", "--all-moves", "--memory", "8")
    assert done.returncode == 0, done.stderr
    assert "score    +0: draw for Yellow (X)" in done.stdout
    assert "moves    1: -1  2: -1  3: +0  4: -1  5: -1" in done.stdout
    data = json.loads(plyground("solve", *SMALL, "--weak", "--memory", "8", "--json").stdout)
    assert (data["low"], data["high"], data["words"]) == (0, 0, "draw for Yellow (X)")
    stopped = plyground("solve", "connect_four", "--no-book", "--nodes", "1000", "--memory", "8")
    assert "not finished" in stopped.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("solve", "connect_four", "--moves", "1 2 1 2 1 2 1"), "the game is over"),
        (("dataset", "bamboo"), "there is a data set of connect_four, not of bamboo"),
        (("dataset", "connect_four", "x.txt"), "must end in"),
        (("dataset", "connect_four", "nowhere/x.csv"), "there is no folder nowhere"),
        (("book", "build", "--width", "2", "--height", "2"), "has only 4 cells"),
        (("book", "build", "nowhere/b.book"), "there is no folder nowhere"),
        (("book", "check", "nowhere.book"), "no book can be read"),
    ],
)
def test_mistakes_end_in_one_line(arguments, complaint):
    done = plyground(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_book_and_dataset_commands(tmp_path):
    path = tmp_path / "small.book"
    size = ("--width", "5", "--height", "4")
    done = plyground("book", "build", str(path), *size, "--plies", "3", "--memory", "8")
    assert done.returncode == 0, done.stderr
    assert "positions up to ply 3" in done.stdout
    assert "5x4" in plyground("book", "check", str(path)).stdout
    rows = tmp_path / "rows.csv"
    done = plyground("dataset", *SMALL[:1], str(rows), *SMALL[1:], "--plies", "3")
    assert "for the first player" in done.stdout
    assert rows.exists()


# --- the book of the package ------------------------------------------------------------------


def test_the_data_set_has_the_values_of_the_report():
    solver = ConnectFourSolver(ConnectFour(), megabytes=8, book=books.shipped_book(7, 6))
    counts = Counter(values_by_key(solver).values())
    assert counts == {1: 44_473, -1: 16_635, 0: 6_449}


def test_two_perfect_players_play_41_plies():
    game = pg.game("connect_four")
    players = [agent(game, "perfect(memory=64)") for _ in range(2)]
    position, plies = game.start(), 0
    while game.legal(position):
        found = players[plies % 2].choose(position)
        assert found.score == Proven(1 if plies % 2 == 0 else -1, plies % 2, 41 - plies)
        position, plies = position.play(found.move), plies + 1
    assert plies == 41
    assert game.outcome(position).winner == 0


def test_a_perfect_agent_proves_every_move():
    game = pg.game("connect_four")
    *_, last = agent(game, "perfect(memory=64)").analyse(game.start())
    assert last.finished
    shown = {game.format_move(report.move): str(report.score) for report in last.moves}
    assert shown["4"] == "win in 41"
    assert [shown[move] for move in "35"] == ["draw", "draw"]
    assert [shown[move] for move in "1267"] == [
        "loss in 40",
        "loss in 42",
        "loss in 42",
        "loss in 40",
    ]
    assert game.format_move(last.moves[0].move) == "4"


def test_analysis_by_a_perfect_agent_can_be_stopped():
    game, watch = pg.game("connect_four"), Monitor()
    watch.stop()
    position = pg.Playthrough.read(game, moves="4 4 4 4 4 2 2 2 2 2 3 3").position
    assert not list(agent(game, "perfect(memory=64)").analyse(position, monitor=watch))
