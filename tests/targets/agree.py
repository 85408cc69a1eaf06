"""What a built game answers: python agree.py FILE PLAN prints it as JSON. Imports no Numba."""

import json
import sys
from pathlib import Path

file, plan = Path(sys.argv[1]), json.loads(sys.argv[2])
sys.path.insert(0, str(file.parent))
from loader import load  # noqa: E402

kernels = load(file)
answers = {}
if "look" in kernels.names:
    look, play = kernels.block("look"), kernels.block("play")
    position, seen = look["position"], []
    for ply in range(plan["plies"]):
        facts = look.run(position=position)
        moves = look["moves"].tolist()[: facts["moves"]]
        seen.append([*facts.values(), *moves])
        if not moves:
            break
        position = play.run(position=position, move=moves[(7 * ply + 3) % len(moves)])
    answers["look"] = seen
if "perft" in kernels.names:
    perft = kernels.block("perft")
    answers["perft"] = [perft.run(depth=depth) for depth in range(1, plan["perft"] + 1)]
if "playouts" in kernels.names:
    playouts = kernels.block("playouts")
    plies = playouts.run(games=plan["games"], seed=plan["seed"])
    answers["playouts"] = [plies, *playouts["tally"].tolist()]
if "search" in kernels.names:
    search = kernels.block("search")
    answers["search"] = list(search.run(last_depth=plan["search"]).values())
if "simulate" in kernels.names:
    simulate = kernels.block("simulate")
    found = simulate.run(simulations=plan["simulations"], seed=plan["seed"])
    answers["simulate"] = [found["move"], found["value"], found["nodes"]]
if "solve" in kernels.names:
    answers["solve"] = list(kernels.block("solve").run(nodes=plan["solve"]).values())
assert "numba" not in sys.modules
print(json.dumps(answers))
