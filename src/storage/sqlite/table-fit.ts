import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../data/table.ts'
import { columnsOf, foldedColumnsOf } from '../sql/columns.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { declarationOf, versionDeclaration } from './declarations.ts'
import { filterIndexes, filtersOf } from './filter-index.ts'

/**
 * Compares the tables of a file with their schemas.
 *
 * @throws UnusableDatabase if a table has another column than its schema has fields, or no index for a filter; if its
 *   ids are chosen and each is the number of its row
 */
export const refuseOtherColumns = (database: DatabaseSync, tables: readonly Table[]): void => {
  for (const table of tables) {
    const columns = [...columnsOf(table), ...foldedColumnsOf(table)]
    const wanted = [...columns.map(declarationOf), versionDeclaration]
    const found = database
      // An INTEGER PRIMARY KEY is never NULL, though `table_info` does not say so.
      .prepare(
        `SELECT name || ' ' || type || iif("notnull" OR pk = 1, ' NOT NULL', '') AS declaration
        FROM pragma_table_info(?)`,
      )
      .all(table.name)
      .map(({ declaration }) => String(declaration))
    if (wanted.toSorted().join() !== found.toSorted().join()) {
      const has = found.length === 0 ? 'It has no such table.' : `It has ${found.join(', ')}.`
      throw new UnusableDatabase(
        `The database does not fit the table ${table.name}, whose schema wants the columns ${wanted.join(', ')}. ${has}`,
      )
    }
    refuseChosenRowids(database, table)
    const indexOf = filterIndexes(database, table)
    for (const filter of filtersOf(table)) {
      if (indexOf(filter) !== undefined) continue
      throw new UnusableDatabase(
        `The table ${table.name} has no index for pages by ${filter.join(' and ')}.`,
      )
    }
  }
}

/**
 * A connection remembers the number of the row that it inserted last, and every later statement brings it along. Node
 * throws for a number that is no safe integer, whatever the statement was. So a chosen id must be no row's number.
 */
const refuseChosenRowids = (database: DatabaseSync, { name, id }: Table): void => {
  if (id !== 'chosen') return
  const found = database
    .prepare("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .get(name)
  if (found?.['wr'] !== 1) {
    throw new UnusableDatabase(`The table ${name}, whose ids are chosen, is not WITHOUT ROWID.`)
  }
}
