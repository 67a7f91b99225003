import type { DatabaseSync } from 'node:sqlite'
import { searchedFieldsOf, type Table } from '../../base/data/table.ts'
import { columnNamed, names, rowOf, searchColumn, searchColumnsOf } from '../sql/columns.ts'
import { searchDefinition, searchSetting } from '../text-search.ts'
import { transaction } from './transaction.ts'

export const textIndexOf = ({ name }: Pick<Table, 'name'>): string => `${name}_search`

/** Adds new rows to their text index after the insertion. With a trigger, FTS5 would write a segment for each row. */
export const indexNew = ({ name }: Pick<Table, 'name'>, which: string): string =>
  `INSERT INTO ${textIndexOf({ name })} (rowid, ${searchColumn}) SELECT id, ${searchColumn} FROM main.${name} WHERE id ${which}`

/** The text index, without rows that have no text, and its triggers. `isOlder` adds the triggers of earlier versions. */
export const textIndexObjects = (table: Table, isOlder = false): readonly string[] => {
  if (table.search === undefined) return []
  const { name } = table
  const index = textIndexOf(table)
  const add = `INSERT INTO ${index} (rowid, ${searchColumn}) VALUES (new.id, new.${searchColumn});`
  const take = `INSERT INTO ${index} (${index}, rowid, ${searchColumn})`
  const old = `'delete', old.id, old.${searchColumn}`
  const triggers = (taking: string): readonly string[] => [
    `CREATE TRIGGER ${index}_delete AFTER DELETE ON ${name} BEGIN ${taking} END`,
    `CREATE TRIGGER ${index}_update AFTER UPDATE OF ${searchColumn} ON ${name} BEGIN ${taking} ${add} END`,
  ]
  const former = `CREATE TRIGGER ${index}_insert AFTER INSERT ON ${name} BEGIN ${add} END`
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5(${searchColumn}, content='${name}', content_rowid='id', columnsize=0, tokenize='trigram case_sensitive 1')`,
    ...triggers(`${take} SELECT ${old} WHERE old.${searchColumn} IS NOT NULL;`),
    ...(isOlder ? [former, ...triggers(`${take} VALUES (${old});`)] : []),
  ]
}

/** Builds the text index of each table that lacks it or searched other fields before. Takes some seconds per million rows. */
export const indexTexts = (database: DatabaseSync, tables: readonly Table[]): void => {
  const stored = database.prepare('SELECT value FROM settings WHERE name = ?')
  for (const table of tables) {
    const wanted = searchDefinition(table)
    if (wanted === undefined || stored.get(searchSetting(table))?.['value'] === wanted) continue
    transaction(database, () => makeIndex(database, table, wanted))
  }
}

const makeIndex = (database: DatabaseSync, table: Table, definition: string): void => {
  const index = textIndexOf(table)
  for (const what of ['delete', 'update']) database.exec(`DROP TRIGGER IF EXISTS ${index}_${what}`)
  database.exec(`DROP TABLE IF EXISTS ${index}`)
  fillTexts(database, table)
  for (const statement of textIndexObjects(table)) database.exec(statement)
  // Deleted text leaves no trace in the index. Fewer merges make creation cheaper and searches no slower.
  database.exec(`
    INSERT INTO ${index} (${index}, rank) VALUES ('secure-delete', 1), ('automerge', 8);
    INSERT INTO ${index} (${index}) VALUES ('rebuild');
  `)
  database
    .prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
    .run(searchSetting(table), definition)
}

const fillTexts = (database: DatabaseSync, table: Table): void => {
  const columns = searchedFieldsOf(table).map((field) => columnNamed(table, field))
  const [textColumn] = searchColumnsOf(table)
  const options = { deterministic: true, directOnly: true, varargs: true, useBigIntArguments: true }
  database.function('searched', options, (...cells) =>
    String(textColumn?.derived?.textOf(rowOf(columns, cells))),
  )
  database.exec(`UPDATE ${table.name} SET ${searchColumn} = searched(${names(columns)})`)
}
