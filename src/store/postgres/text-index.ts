import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import { searchedFieldsOf, type Table } from '../../base/data/table.ts'
import {
  cellsOf,
  columnNamed,
  names,
  rowOf,
  searchColumn,
  searchColumnsOf,
  versionColumn,
} from '../sql/columns.ts'
import { searchDefinition, searchSetting } from '../text-search.ts'
import type { Connection } from './connection.ts'
import { titleInText } from './dialect.ts'
import { setting } from './schema.ts'
import { columnsOfRows } from './text.ts'
import { locks } from './transaction.ts'

const batchSize = 1_000

/** Fills missing searched texts and creates missing text indexes, on one node at a time, without blocking reads or writes. */
export const indexTexts = async (
  connection: Connection,
  tables: readonly Table[],
): Promise<void> => {
  const searched = tables.filter(({ search }) => search !== undefined)
  const lock = `SELECT pg_try_advisory_lock(${locks.texts})::int`
  if ((await connection.query(lock)).rows[0]?.[0] !== 1) return
  for (const table of searched) await fillTexts(connection, table)
  const schema = await trigramSchema(connection)
  for (const { name, search = {} } of searched) {
    if ('title' in search) await makeIndex(connection, name, 'title', `(${titleInText})`)
    if (schema === undefined) continue
    // A search scans the pending list.
    const trigrams = `USING gin (${searchColumn} ${schema}.gin_trgm_ops) WITH (gin_pending_list_limit = 256)`
    await makeIndex(connection, name, 'search', trigrams)
  }
}

const fillTexts = async (connection: Connection, table: Table): Promise<void> => {
  const { name } = table
  const wanted = searchDefinition(table) ?? ''
  const stored = 'SELECT text FROM settings WHERE name = $1'
  const [before] = (await connection.query(stored, [searchSetting(table)])).rows
  await connection.run(
    `CREATE INDEX IF NOT EXISTS ${name}_without_text ON ${name} (id) WHERE ${searchColumn} IS NULL`,
  )
  // The texts were derived from other fields.
  if (before !== undefined && before[0] !== wanted)
    await connection.run(`UPDATE ${name} SET ${searchColumn} = NULL`)
  const columns = searchedFieldsOf(table).map((field) => columnNamed(table, field))
  const missing = `
    SELECT id, ${versionColumn}, ${names(columns)} FROM ${name}
    WHERE ${searchColumn} IS NULL ORDER BY id LIMIT ${batchSize}`
  // Rows changed by other nodes in the meantime already have their text, or another version.
  const fill = `
    UPDATE ${name} SET ${searchColumn} = filled.text
    FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS filled (id, version, text)
    WHERE ${name}.id = filled.id AND ${versionColumn} = filled.version AND ${searchColumn} IS NULL`
  let filledRows = 0
  for (let last = batchSize; last === batchSize;) {
    const { rows } = await connection.query(missing)
    last = rows.length
    filledRows += last
    const filled = rows.map(([id = null, version = null, ...cells]) => {
      const [text = null] = cellsOf(searchColumnsOf(table), rowOf(columns, cells))
      return [id, version, text]
    })
    if (last > 0) await connection.query(fill, columnsOfRows(filled))
  }
  // Otherwise pages would look up each row that their index has, until the next autovacuum.
  if (filledRows > 0) await succeeds(connection, `VACUUM (ANALYZE) ${name}`)
  if (before?.[0] !== wanted) await setting(connection, searchSetting(table), 'text', wanted, true)
}

/** The schema with the trigram operators; undefined if the server lacks them, or the service may not create them. */
const trigramSchema = async (connection: Connection): Promise<string | undefined> => {
  const find = `
    SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace AS schema ON schema.oid = extnamespace
    WHERE extname = 'pg_trgm'`
  await succeeds(connection, 'CREATE EXTENSION IF NOT EXISTS pg_trgm')
  const [found] = (await connection.query(find)).rows
  return found && String(found[0])
}

/** Searches also work without an index, but take longer. */
const makeIndex = async (
  connection: Connection,
  name: string,
  what: string,
  definition: string,
): Promise<void> => {
  const index = `${name}_${what}`
  const valid = 'SELECT indisvalid::int FROM pg_index WHERE indexrelid = to_regclass($1)'
  const [found] = (await connection.query(valid, [index])).rows
  if (found?.[0] === 1) return
  const { count } = await connection.query(`SELECT 1 FROM ${name} LIMIT 1`)
  if (found !== undefined) await connection.run(`DROP INDEX ${index}`)
  const how = count === 0 ? '' : 'CONCURRENTLY'
  await succeeds(connection, `CREATE INDEX ${how} ${index} ON ${name} ${definition}`)
}

const succeeds = async (connection: Connection, statement: string): Promise<boolean> => {
  try {
    await connection.run(statement)
    return true
  } catch (error) {
    if (error instanceof StorageUnavailable && !connection.isOpen) throw error
    return false
  }
}
