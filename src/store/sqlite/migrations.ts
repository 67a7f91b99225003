import type { DatabaseSync } from 'node:sqlite'
import { sqliteSchema } from '../sql/schema.ts'
import { stepsFor } from '../sql/steps.ts'

const firstSchema = 20

const steps = stepsFor('sqlite')

export const newestSchema = firstSchema + steps.length

const ownTables = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO settings (name, value) VALUES ('secret', randomblob(32)), ('key_revision', 0);
`

/** At first, imports could fill only this table. */
export const onlyImported = 'pets'

const laterTables = `
  -- The ids that an import has taken, and whose rows nobody sees until it is done.
  CREATE TABLE import_under_way (
    one INTEGER PRIMARY KEY CHECK (one = 1), first INTEGER NOT NULL, last INTEGER NOT NULL,
    table_name TEXT NOT NULL DEFAULT '${onlyImported}'
  ) STRICT;
  -- Of each table whose ids may come back: the highest version that any row had that was removed.
  CREATE TABLE removed_versions (table_name TEXT PRIMARY KEY, highest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** What to change in schemas of the versions `from` to below `before`. Missing tables and all indexes are created later. */
const additions: ReadonlyArray<readonly [from: number, before: number, text: string]> = [
  [1, 8, 'ALTER TABLE pets ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1'],
  [7, 8, 'ALTER TABLE categories ADD COLUMN row_version INTEGER NOT NULL DEFAULT 1'],
  [
    1,
    10,
    `ALTER TABLE api_keys ADD COLUMN open_orders INTEGER NOT NULL DEFAULT 500;
    UPDATE api_keys SET open_orders = CASE plan WHEN 'free' THEN 5 WHEN 'pro' THEN 50 ELSE 500 END`,
  ],
  [1, 11, 'ALTER TABLE pets ADD COLUMN order_id INTEGER'],
  [1, 12, 'ALTER TABLE api_keys ADD COLUMN scopes TEXT'],
  [1, 14, "ALTER TABLE pets ADD COLUMN name_folded TEXT NOT NULL DEFAULT ''"],
  [1, 14, 'UPDATE pets SET name_folded = folded(name)'],
  [1, 19, 'ALTER TABLE counts ADD COLUMN day_limit INTEGER NOT NULL DEFAULT 0'],
  [1, 19, 'ALTER TABLE api_keys ADD COLUMN expiry_told INTEGER'],
  // A replay now stores the result of the change instead of the answer that was sent.
  [2, 5, 'ALTER TABLE idempotency RENAME COLUMN body TO result'],
  [2, 5, `UPDATE idempotency SET result = '{"outcome":"created","pet":' || result || '}'`],
  [2, 5, 'ALTER TABLE idempotency DROP COLUMN status'],
  [2, 5, 'ALTER TABLE idempotency DROP COLUMN location'],
  [
    3,
    6,
    `ALTER TABLE import_under_way ADD COLUMN table_name TEXT NOT NULL DEFAULT '${onlyImported}'`,
  ],
]

/** Excludes rows that an unfinished import left hidden. The next import deletes them. */
const firstTotals = `
  INSERT INTO totals (table_name, value, count)
  SELECT 'pets', status, count(*) FROM pets
  WHERE id < (SELECT coalesce(min(first), 9223372036854775807) FROM import_under_way)
    OR id > (SELECT coalesce(max(last), 9223372036854775807) FROM import_under_way)
  GROUP BY status`

/** Migrates a file from a version of the schema to this one, in the caller's transaction. Version 0 is an empty file. */
export const bringUpToDate = (database: DatabaseSync, version: number): void => {
  if (version === 0) database.exec(ownTables)
  if (version < firstSchema) {
    for (const [from, before, text] of additions) {
      if (version >= from && version < before) database.exec(text)
    }
    const indexes = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all()
    for (const { name } of indexes) database.exec(`DROP INDEX ${String(name)}`)
    const all = sqliteSchema + laterTables
    database.exec(all.replaceAll('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'))
    if (version > 0 && version < 13) database.exec(firstTotals)
  }
  for (const step of steps.slice(Math.max(0, version - firstSchema))) database.exec(step)
}
