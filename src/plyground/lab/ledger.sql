-- What the laboratory keeps in a store of the arena, beside the games; see `ledger.py`.

CREATE TABLE IF NOT EXISTS lab_measurements (
    experiment TEXT NOT NULL,
    identity TEXT NOT NULL,       -- of function, arguments and seed
    step TEXT NOT NULL,
    value TEXT NOT NULL,          -- JSON
    measured TEXT NOT NULL,       -- when
    PRIMARY KEY (experiment, identity)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_results (
    experiment TEXT NOT NULL,
    size TEXT NOT NULL,
    seed INTEGER NOT NULL,
    findings TEXT NOT NULL,       -- JSON
    seconds REAL NOT NULL,        -- that the longest run of it took
    version TEXT NOT NULL,
    finished TEXT NOT NULL,
    machine TEXT NOT NULL,        -- JSON: what that run was measured on
    code TEXT NOT NULL,           -- fingerprint of what was measured
    PRIMARY KEY (experiment, size, seed)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_progress (
    experiment TEXT PRIMARY KEY,
    size TEXT NOT NULL,
    seed INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    step TEXT NOT NULL
) WITHOUT ROWID;
