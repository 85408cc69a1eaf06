"""The atlas of solved boards: docs/solved.json, and what is drawn from it.

    python tools/atlas.py prove konane -p rows=4 -p columns=5 [--distance] [--all-moves]
    python tools/atlas.py add ANSWER.json --machine "16 cores" --threads 16
    python tools/atlas.py draw

`prove` solves a board here and adds the answer; `add` takes what `plyground solve --json` printed
on any machine. A board that is there already is replaced. `draw` writes docs/images/atlas.svg and
docs/atlas.md. Nothing in these files is written by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import plyground as pg
from plyground.cli.common import read_game

DOCS = Path(__file__).parents[1] / "docs"
ATLAS = DOCS / "solved.json"
CERTIFICATES = DOCS / "certificates"
EXAMPLES = DOCS / "examples"  # games that are no part of the package
HERE = "one core, with other work to do"
SHOWN_MOVES = 6  # of those that win
CELL, MARGIN = 38, 46
COLOURS = {"Black": "#2b2b2b", "White": "#f2efe6", "Vertical": "#3b6ea8", "Horizontal": "#d9a441"}
MAPS = {  # by title: the first and the last rows, and columns
    "Konane, multi jumps": ((2, 8), (2, 12)),
    "Konane, single jumps": ((2, 8), (2, 12)),
    "Domineering, Vertical begins": ((2, 7), (2, 7)),
    "Clobber, White begins": ((1, 5), (2, 12)),
}


def board_of(record: dict[str, Any]) -> pg.Game:
    """The game of a record or of an answer, with its parameters."""
    name = Path(record["game"]).stem
    file = EXAMPLES / f"{name}.py"
    return pg.game(str(file) if file.exists() else name, **record["parameters"])


def record_of(answer: dict[str, Any], machine: str, threads: int) -> dict[str, Any]:
    """What the atlas says of a board, from the answer of a solver about its start."""
    game = board_of(answer)
    if answer["low"] != answer["high"]:
        raise SystemExit(f"{game} is not solved: its value is still open")
    after = answer["after"]
    reached = pg.Playthrough(game, game.start()).play_all(after)
    if answer["position"] != game.format_position(reached.position):
        raise SystemExit(f"{answer['position']} is not the start of {game}, nor reached from it")
    first, second = game.players[:: -1 if len(after) % 2 else 1]
    value = {1: f"{first} wins", 0: "draw", -1: f"{second} wins"}[answer["low"]]
    best = max((text.split()[0] for text in answer["moves"].values()), key=RANK.index, default="")
    return {
        "game": game.name,
        "parameters": game.parameter_values,
        **({"after": after} if after else {}),
        "value": value,
        "plies": answer["distance"],
        "first_moves": [] if best == "loss" else moves_worth(answer, best),
        "nodes": answer["nodes"],
        "seconds": round(answer["seconds"], 2),
        "machine": machine,
        "threads": threads,
        "command": command_of(game, answer, threads),
        "certificate": certificate_of(answer),
    }


RANK = ("loss", "draw", "win")


def moves_worth(answer: dict[str, Any], best: str) -> list[str]:
    """The first moves of that value; a start that is lost has none that is better than another."""
    return [move for move, text in answer["moves"].items() if text.split()[0] == best]


def command_of(game: pg.Game, answer: dict[str, Any], threads: int) -> str:
    """How to prove it again."""
    usual = {known.name: known.default for known in game.parameters}
    given = [f"-p {n}={v}" for n, v in game.parameter_values.items() if v != usual[n]]
    extra = [f'--moves "{" ".join(answer["after"])}"'] if answer["after"] else []
    extra += ["--distance"] if answer["distance"] is not None else []
    extra += ["--all-moves"] if answer["moves"] else []
    extra += [f"--threads {threads}"] if threads > 1 else []
    if game.name == "connect_four" and not answer["after"]:
        extra.append("--no-book")  # which would answer without a proof
    file = EXAMPLES / f"{game.name}.py"
    name = str(file.relative_to(DOCS.parent)) if file.exists() else game.name
    return " ".join(["plyground solve", name, *given, *extra])


def certificate_of(answer: dict[str, Any]) -> dict[str, Any] | None:
    """The file that proves it, if it is among those of the documentation."""
    known = answer.get("certificate")
    if not known:
        return None
    content = (CERTIFICATES / known["file"]).read_bytes()
    if hashlib.sha256(content).hexdigest() != known["sha256"]:
        raise SystemExit(f"{known['file']} is not the file that was written")
    return dict(known)


def add(records: list[dict[str, Any]]) -> None:
    """Put records into the atlas, in the place of older ones of the same boards."""
    known = {key_of(record): record for record in [*read(), *records]}
    lines = [json.dumps(known[key], ensure_ascii=False) for key in sorted(known)]
    ATLAS.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def read() -> list[dict[str, Any]]:
    """The records of the atlas."""
    return json.loads(ATLAS.read_text()) if ATLAS.exists() else []


def key_of(record: dict[str, Any]) -> tuple[Any, ...]:
    """What tells boards apart, and orders them: smaller ones first."""
    game = board_of(record)
    names = json.dumps(record["parameters"], sort_keys=True)
    return record["game"], game.shape.cell_count, names, tuple(record.get("after", []))


def table(records: list[dict[str, Any]]) -> str:
    """All boards, one a line."""
    rows = [
        "| board | value | plies | first moves | nodes | seconds | certificate |",
        "|---" * 7 + "|",
    ]
    for record in records:
        board = board_of(record)
        proof, plies = record["certificate"], record["plies"]
        link = f"[{proof['bytes']:,} bytes](certificates/{proof['file']})" if proof else ""
        time = f"{record['seconds']:g}" + (
            f", {record['threads']} threads" * (record["threads"] > 1)
        )
        first = shown_moves(record["first_moves"]) if "wins" in record["value"] else ""
        won = first if record["value"].startswith(board.players[0]) else ""
        after = f" after {' '.join(record['after'])}" if "after" in record else ""
        cells = (
            f"`{board}`{after}",
            record["value"],
            plies or "",
            won,
            f"{record['nodes']:,}",
            time,
            link,
        )
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(rows)


def shown_moves(moves: list[str]) -> str:
    """The first few, and how many more there are."""
    more = len(moves) - SHOWN_MOVES
    return " ".join(moves[:SHOWN_MOVES]) + (f" and {more} more" if more > 0 else "")


def drawn_map(records: list[dict[str, Any]]) -> str:
    """Boards by rows and columns, coloured by who wins: Konane twice, Domineering and Clobber."""
    wins: dict[str, dict[tuple[int, int], str]] = {title: {} for title in MAPS}
    for record in records:
        game = board_of(record)
        if "wins" in record["value"] and "after" not in record and (title := title_of(game)):
            winner = record["value"].split()[0]
            rows, columns = len(game.shape.rows), len(game.shape.rows[0])
            wins[title][rows, columns] = winner
            if game.name != "domineering":  # where it matters which way the board lies
                wins[title].setdefault((columns, rows), winner)
    maps = [
        f'<g transform="translate({place % 2 * 540},{place // 2 * 345})">{one_map(title, won)}</g>'
        for place, (title, won) in enumerate(wins.items())
    ]
    size = 'viewBox="0 0 1060 705" width="1060" height="705"'
    title = "<title>Who wins, by rows and columns</title>"
    style = 'font-family="sans-serif" font-size="13" fill="#777"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{title}{"".join(maps)}</svg>\n'


def title_of(game: pg.Game) -> str | None:
    """The title of the map on which a board stands; None if on none."""
    if game.name == "konane":
        given = game.parameter_values
        return f"Konane, {given['jumps']} jumps" if given["opening"] == "standard" else None
    return next((title for title in MAPS if title.split(",")[0].lower() == game.name), None)


def one_map(title: str, won: dict[tuple[int, int], str]) -> str:
    """Rows downward, columns to the right; a board that is open has a dashed outline."""
    parts = [f'<text x="{MARGIN}" y="16">{title}: columns to the right, rows down</text>']
    (first_row, last_row), (first, last) = MAPS[title]
    for columns in range(first, last + 1):
        x = MARGIN + (columns - first) * CELL
        parts.append(f'<text x="{x + CELL / 2}" y="38" text-anchor="middle">{columns}</text>')
        for rows in range(first_row, last_row + 1):
            y = MARGIN + (rows - first_row) * CELL
            if columns == first:
                parts.append(f'<text x="32" y="{y + 23}" text-anchor="end">{rows}</text>')
            winner = won.get((rows, columns))
            box = f'x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="5"'
            look = f'fill="{COLOURS[winner]}"' if winner else 'fill="none" stroke-dasharray="3"'
            says = f"<title>{rows}x{columns}: {winner or 'open'}</title>"
            parts.append(f'<rect {box} {look} stroke="#999">{says}</rect>')
    return "".join(parts)


def page(records: list[dict[str, Any]]) -> str:
    """The page of the atlas."""
    return f"""# Atlas of solved boards

{len(records)} boards and openings, each proven by the solvers of this project. Written by
`tools/atlas.py` from their answers; the same as data: [solved.json](solved.json), with the command
that proves each board again and the checksums of the certificates. What the values mean and what is
new is in [solved games](solved.md).

![Who wins, by rows and columns](images/atlas.svg)

Dark: Black wins, who begins in Konane. Light: White wins, who begins in Clobber. Blue: Vertical,
who begins. Yellow: Horizontal. Dashed: open. A board of Konane or Clobber and that with rows and
columns exchanged are the same game. Plies are those of best play, where they were asked for, and
first moves those that win for who begins. Nodes and seconds are of all that the row says, which may
be more than the value alone takes.

{table(records)}
"""


def draw() -> None:
    """Write the page and the map."""
    records = read()
    (DOCS / "atlas.md").write_text(page(records))
    (DOCS / "images" / "atlas.svg").write_text(drawn_map(records))


def read_answer(path: Path) -> dict[str, Any]:
    """What `plyground solve --json` printed into a file."""
    try:
        answer: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} is no answer of `plyground solve --json`: {error}") from None
    return answer


def prove(asked: argparse.Namespace) -> dict[str, Any]:
    """Solve a board here; its record."""
    options: dict[str, Any] = {"all_moves": asked.all_moves, "memory": asked.memory}
    options |= {"distance": True} if asked.distance else {}
    options |= {"certificate": CERTIFICATES / asked.certificate} if asked.certificate else {}
    answer = pg.solve(read_game(asked.game, asked.parameter), **options).data()
    return record_of(answer, asked.machine, 1)


def main(words: list[str]) -> None:
    """One of the three commands above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    proving = commands.add_parser("prove", help="solve a board here")
    proving.add_argument("game")
    proving.add_argument("-p", "--parameter", action="append", default=[])
    proving.add_argument("--distance", action="store_true")
    proving.add_argument("--all-moves", action="store_true")
    proving.add_argument("--memory", type=float, default=None)
    proving.add_argument("--certificate", help="a name for a file in docs/certificates")
    adding = commands.add_parser("add", help="add answers that `plyground solve --json` printed")
    adding.add_argument("answers", nargs="+", type=Path)
    adding.add_argument("--threads", type=int, default=1)
    for each in (proving, adding):
        each.add_argument("--machine", default=HERE)
    commands.add_parser("draw", help="write the page and the map")
    asked = parser.parse_args(words)
    if asked.command == "prove":
        add([prove(asked)])
    elif asked.command == "add":
        answers = map(read_answer, asked.answers)
        add([record_of(answer, asked.machine, asked.threads) for answer in answers])
    draw()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except pg.PlygroundError as error:
        sys.exit(str(error))
