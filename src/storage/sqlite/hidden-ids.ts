import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The ids that an unfinished import has taken in a table, both included. Rows with these ids are invisible. */
export type HiddenIds = {
  readonly table: string
  readonly first: bigint
  readonly last: bigint
}

/** Reads the `HiddenIds`, or nothing if there is no import. */
export const hiddenIds = (database: DatabaseSync): StatementSync => {
  const statement = database.prepare(
    'SELECT table_name AS "table", first, last FROM import_under_way',
  )
  statement.setReadBigInts(true)
  return statement
}
