export const versions = `
  -- A row's version moves with each change of it. Rows that were there before are in their first.
  ALTER TABLE pets ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE categories ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1;

  -- Of each table whose ids may come back: the highest version that any row had that was removed.
  CREATE TABLE removed_versions (
    table_name TEXT PRIMARY KEY,
    highest INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
