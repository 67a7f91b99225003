import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The ids that an import under way has taken in a table, both included. Nobody sees a row with one of them. */
export type HiddenIds = {
  readonly table: string
  readonly first: bigint
  readonly last: bigint
}

/** Reads the `HiddenIds`, or nothing if no import is under way. */
export const hiddenIds = (database: DatabaseSync): StatementSync => {
  const statement = database.prepare(
    'SELECT table_name AS "table", first, last FROM import_under_way',
  )
  statement.setReadBigInts(true)
  return statement
}
