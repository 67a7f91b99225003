export const requestHistory = `
  -- How many requests of each kind the keys of a chain made: in minutes, hours and days (span, in seconds). An empty code
  -- or window is none. The entries of one moment lie side by side, so writing and forgetting touch few pages.
  CREATE TABLE request_counts (
    span INTEGER NOT NULL,
    start INTEGER NOT NULL,
    chain_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT NOT NULL,
    "window" TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span, start, chain_id, operation, status, code, "window")
  ) STRICT, WITHOUT ROWID;

  -- How often a chain called deprecated operations on a day, so that nobody has to search all days for it.
  CREATE TABLE deprecated_counts (
    chain_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (chain_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deprecated_counts_by_day ON deprecated_counts (day);
`
