export const categories = `
  -- The client chooses the id, which may be any, and which a deletion frees again.
  CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`
