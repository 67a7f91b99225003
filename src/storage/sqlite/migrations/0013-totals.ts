export const totals = `
  -- How many rows of a table have each value of a field: an inventory without counting. Every transaction that changes
  -- rows changes these too, once for all rows. A new animal that is alone in its transaction writes one page more.
  CREATE TABLE totals (
    table_name TEXT NOT NULL,
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (table_name, value)
  ) STRICT, WITHOUT ROWID;

  -- Rows that an import left hidden are not counted: nobody sees them, and the next import deletes them.
  INSERT INTO totals (table_name, value, count)
  SELECT 'pets', status, count(*) FROM pets
  WHERE id < (SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)
    OR id > (SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)
  GROUP BY status;
`
