// What a built game answers, in Node and in a browser: as JSON, integers as text.
export function answersOf(kernels, plan) {
  const has = (name) => kernels.names.includes(name);
  const answers = {};
  if (has("look")) {
    const look = kernels.block("look");
    const play = kernels.block("play");
    let position = look.get("position");
    answers.look = [];
    for (let ply = 0; ply < plan.plies; ply++) {
      const facts = look.run({ position });
      const moves = Array.from(look.get("moves")).slice(0, Number(facts.moves));
      answers.look.push([...Object.values(facts), ...moves]);
      if (!moves.length) break;
      position = play.run({ position, move: moves[(7 * ply + 3) % moves.length] });
    }
  }
  if (has("perft")) {
    const perft = kernels.block("perft");
    answers.perft = Array.from({ length: plan.perft }, (_, i) => perft.run({ depth: i + 1 }));
  }
  if (has("playouts")) {
    const playouts = kernels.block("playouts");
    const plies = playouts.run({ games: plan.games, seed: plan.seed });
    answers.playouts = [plies, ...playouts.get("tally")];
  }
  if (has("search")) {
    answers.search = Object.values(kernels.block("search").run({ last_depth: plan.search }));
  }
  if (has("simulate")) {
    const { simulations, seed } = plan;
    const found = kernels.block("simulate").run({ simulations, seed });
    answers.simulate = [found.move, found.value, found.nodes];
  }
  if (has("solve")) answers.solve = Object.values(kernels.block("solve").run({ nodes: plan.solve }));
  return JSON.stringify(answers, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

// The seconds that the search takes in memory of its own, and its nodes.
export function timeOf(kernels, depth) {
  const search = kernels.block("search");
  const begun = performance.now();
  const { nodes } = search.run({ last_depth: depth });
  return [(performance.now() - begun) / 1000, Number(nodes)];
}
