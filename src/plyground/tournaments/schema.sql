-- The tables of a store, written to be queried.
--
--     runs       a tournament: game, parameters, plan; what the same command resumes
--     sessions   a process that worked on a run: version, host, when
--     agents     specs by number
--     games      one row a game: who, from which opening, who won and why
--     moves      one row a move: what it was, how it was judged, what it cost
--     checksums  one row a game: by which damage shows; none for games of earlier versions
--     sides      a view: one row a game and player, with sums over its moves
--     results    a view: games with the agents' specs and the winner's
--
-- Scores are for the player who moves: `estimate`, or `proven` (1 win, 0 draw, -1 loss) with the
-- `distance` in plies. Times are UTC in ISO form, `seconds` were measured by the arena.

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    parameters TEXT NOT NULL,     -- JSON
    planned INTEGER NOT NULL,     -- games
    seed INTEGER NOT NULL,
    plan TEXT NOT NULL,           -- JSON, everything
    begun TEXT NOT NULL
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    begun TEXT NOT NULL,
    version TEXT NOT NULL,        -- of Plyground
    python TEXT NOT NULL,
    platform TEXT NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL
);
CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    spec TEXT NOT NULL UNIQUE
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    number INTEGER NOT NULL,      -- in the plan
    pair INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    first INTEGER NOT NULL REFERENCES agents,
    second INTEGER NOT NULL REFERENCES agents,
    start TEXT,                   -- NULL for the game's own
    opening TEXT NOT NULL,        -- moves, separated by spaces
    plies INTEGER NOT NULL,       -- after the opening
    winner INTEGER,               -- 0 first, 1 second, NULL draw
    reason TEXT NOT NULL,
    forfeit INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    ended TEXT NOT NULL,
    UNIQUE (run, number)
);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,         -- from 0, after the opening
    player INTEGER NOT NULL,
    move TEXT NOT NULL,
    estimate REAL,
    proven INTEGER,
    distance INTEGER,
    nodes INTEGER NOT NULL,
    evaluations INTEGER NOT NULL,
    expanded INTEGER NOT NULL,
    legal_moves INTEGER NOT NULL,
    cutoffs INTEGER NOT NULL,
    table_hits INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    selective_depth INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE VIEW results AS
    SELECT games.id, run, number, pair, one.spec AS first, two.spec AS second, opening, plies,
        CASE winner WHEN 0 THEN one.spec WHEN 1 THEN two.spec END AS winner,
        reason, forfeit, ended
    FROM games JOIN agents AS one ON one.id = first JOIN agents AS two ON two.id = second;
CREATE VIEW sides AS
    SELECT games.run, games.number, moves.player, agents.spec AS agent,
        CASE WHEN winner IS NULL THEN 0 WHEN winner = moves.player THEN 1 ELSE -1 END AS result,
        count(*) AS moves, sum(nodes) AS nodes, sum(evaluations) AS evaluations,
        sum(cutoffs) AS cutoffs, max(depth) AS depth, sum(seconds) AS seconds
    FROM games JOIN moves ON moves.game = games.id
    JOIN agents ON agents.id = CASE moves.player WHEN 0 THEN first ELSE second END
    GROUP BY games.id, moves.player;
