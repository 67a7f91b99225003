import { type PostgresAddress, shownAddress } from '../../base/config/store-address.ts'
import type { Environment } from '../../base/environments.ts'
import type { MovedTable, MoveTarget } from '../moving.ts'
import { pageBounds, sizeOfRow } from '../moving.ts'
import type { Cell } from '../sql/columns.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { connect, type Connection, type Parameter } from './connection.ts'
import { columnsOfRows } from './engine.ts'
import { locks } from './locks.ts'
import { migrations } from './migrations.ts'
import { makeSchema, moveSetting, setting, versionOf } from './schema.ts'

/** Milliseconds that the opening of a connection, a page, and the work at the end may take. */
const patience = { open: 10_000, page: 60_000, end: 3_600_000 } as const

/** Settings that the move itself writes. */
const own = `name IN ('schema_version', 'secret', 'environment', '${moveSetting}')`

/** The last key of each table that is here, by the name of the table. Integers are told from texts by their kind. */
type Reached = Readonly<Record<string, readonly string[]>>

/**
 * Opens a database for the move of a store. If it is empty, it gets the tables, and a mark: the service keeps away until
 * the move has ended.
 *
 * @param secret the secret of the store that is moved
 * @throws UnusableDatabase if the database holds anything else than a part of this move; StorageUnavailable
 */
export const openMoveTarget = async (
  address: PostgresAddress,
  environment: Environment,
  secret: Uint8Array,
): Promise<MoveTarget> => {
  const connection = await connect(address, { patience: patience.open, session: {} })
  try {
    const noted = await prepare(connection, shownAddress(address), environment, secret)
    const tables = await tablesOf(connection)
    return targetOf(connection, tables, noted)
  } catch (error) {
    await connection.end()
    throw error
  }
}

/** @returns the note of how far the move came */
const prepare = async (
  connection: Connection,
  name: string,
  environment: Environment,
  secret: Uint8Array,
): Promise<string> => {
  await connection.run(`BEGIN; SELECT pg_advisory_xact_lock(${locks.schema})`)
  const there = await tablesOf(connection)
  if (!there.some((table) => table.name === 'settings')) {
    if (there.length > 0) {
      throw new UnusableDatabase(
        `${name} has tables of another program, like ${there[0]?.name}. It was left as it is; name an empty database.`,
      )
    }
    await makeSchema(connection, 0)
    // What a new store has of its own gives way to what is moved.
    await connection.run(`DELETE FROM settings WHERE NOT (${own})`)
    await setting(connection, 'secret', 'bytes', secret, true)
    await setting(connection, 'environment', 'text', environment, true)
    await setting(connection, moveSetting, 'text', '{}', true)
  }
  const version = await versionOf(connection)
  const { rows } = await connection.query(
    `SELECT (SELECT bytes FROM settings WHERE name = 'secret'), (SELECT text FROM settings WHERE name = 'environment'),
      (SELECT text FROM settings WHERE name = '${moveSetting}')`,
  )
  const [kept, owner, note] = rows[0] as unknown as readonly (Uint8Array | string | null)[]
  const isSame = kept instanceof Uint8Array && Buffer.compare(kept, secret) === 0
  if (typeof note !== 'string') {
    throw new UnusableDatabase(
      isSame
        ? `${name} has the data of this store already: the move has ended. Set PETSTORE_${environment.toUpperCase()}_STORE to it and start the service.`
        : `${name} holds the data of another store, of ${String(owner ?? 'no environment')}. It was left as it is; name an empty database.`,
    )
  }
  if (!isSame || owner !== environment) {
    throw new UnusableDatabase(
      `${name} has a part of another store, whose move has not ended. It was left as it is; name an empty database.`,
    )
  }
  if (version !== migrations.length) {
    throw new UnusableDatabase(
      `Another version of petstore began this move (schema ${version}, and this one has ${migrations.length}). End it with that version, or begin anew with an empty database.`,
    )
  }
  await connection.run('COMMIT')
  return note
}

const targetOf = (
  connection: Connection,
  tables: readonly MovedTable[],
  noted: string,
): MoveTarget => {
  let note = noted
  const statements = new Map(
    tables.map((table) => [
      table.name,
      moveSql(table, table.name === 'settings' ? own : undefined),
    ]),
  )
  const sqlOf = ({ name }: MovedTable): MoveSql => {
    const sql = statements.get(name)
    if (sql === undefined) throw new Error(`The target has no table ${name}.`)
    return sql
  }
  const reached = (): Reached => JSON.parse(note)

  /** Runs a statement together with the note of how far the move came. */
  const noting = async (
    next: Reached,
    text: string,
    values: readonly Parameter[],
    milliseconds: number,
  ): Promise<void> => {
    const written = JSON.stringify(next)
    await connection.within(milliseconds, async () => {
      const [, moved] = await Promise.all([
        connection.run('BEGIN'),
        connection.query(
          `UPDATE settings SET text = $1 WHERE name = '${moveSetting}' AND text = $2`,
          [written, note],
        ),
        connection.query(text, values),
      ])
      if (moved.count !== 1) {
        await connection.run('ROLLBACK')
        throw new UnusableDatabase('Another move into this database is under way; wait for it.')
      }
      await connection.run('COMMIT')
    })
    note = written
  }

  return {
    tables,
    reached: ({ name }) => reached()[name]?.map(cellOf),
    add: async (table, rows) => {
      const { name, columns, key } = table
      const last = rows.at(-1)
      if (last === undefined) return
      const places = key.map((each) => columns.findIndex((column) => column.name === each))
      const keyCells = places.map((place) => noteOf(last[place] ?? null))
      const next = { ...reached(), [name]: keyCells }
      await noting(next, sqlOf(table).insert, columnsOfRows(rows), patience.page)
    },
    empty: async (table) => {
      const { [table.name]: _, ...rest } = reached()
      await noting(rest, sqlOf(table).empty, [], patience.end)
    },
    async *pages(table) {
      await connection.run(`BEGIN READ ONLY; DECLARE rows NO SCROLL CURSOR FOR ${sqlOf(table).all}`)
      // Rows may be large: the first pages tell how many are a page.
      let count = 10
      const fetch = async () =>
        await connection.within(patience.page, async () => {
          const [answer] = await connection.run(`FETCH ${count} FROM rows`)
          return answer ?? { rows: [] }
        })
      // The server reads the next page while the one before is looked at.
      for (let next = fetch(); ;) {
        const { rows } = await next
        if (rows.length === 0) break
        const size = rows.reduce((sum, row) => sum + sizeOfRow(row), 0) / rows.length
        count = Math.min(pageBounds.rows, Math.ceil(pageBounds.characters / size))
        next = fetch()
        next.catch(() => {})
        yield rows
      }
      await connection.run('COMMIT')
    },
    finish: async () =>
      await connection.within(patience.end, async () => {
        // Else the planner would know nothing of the tables until the server looks by itself.
        await connection.run('ANALYZE')
        await connection.run(`DELETE FROM settings WHERE name = '${moveSetting}'`)
      }),
    close: async () => await connection.end(),
  }
}

const noteOf = (cell: Cell): string => (typeof cell === 'string' ? `t${cell}` : `i${String(cell)}`)

const cellOf = (note: string): Cell =>
  note.startsWith('t') ? note.slice(1) : BigInt(note.slice(1))

/** Every column of every table, in their order, and its place in the primary key; -1 if it is not in it. */
const catalogue = `
  SELECT made.relname::text, attname::text, format_type(atttypid, NULL),
    coalesce(array_position(indkey::int2[], attnum), -1)
  FROM pg_class AS made
  JOIN pg_attribute ON attrelid = made.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_index ON indrelid = made.oid AND indisprimary
  WHERE made.relkind IN ('r', 'p')
    AND made.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ORDER BY made.relname COLLATE "C", attnum`

/** All tables of the database, from its catalogue: so a move forgets none. */
const tablesOf = async (connection: Connection): Promise<readonly MovedTable[]> => {
  const { rows } = await connection.query(catalogue)
  const cells = rows as unknown as ReadonlyArray<readonly [string, string, string, number]>
  return [...Map.groupBy(cells, ([name]) => name)].map(([name, columns]) => ({
    name,
    columns: columns.map(([, column, type]) => ({ name: column, type })),
    key: columns
      .filter(([, , , place]) => place >= 0)
      .toSorted(([, , , a], [, , , b]) => a - b)
      .map(([, column]) => column),
  }))
}

/** The statements of one table, all derived from its columns. */
type MoveSql = {
  /** Takes an array for each column. */
  readonly insert: string
  /** All rows in the order of the key, as a cursor. */
  readonly all: string
  readonly empty: string
}

/** @param stays a condition for rows that are the target's own */
const moveSql = ({ name, columns, key }: MovedTable, stays: string | undefined): MoveSql => {
  const table = quoted(name)
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
  const where = stays === undefined ? '' : `WHERE NOT (${stays})`
  // Like the source, by bytes, whatever the database's locale.
  const order = key.map((column) => {
    const isText = columns.some((each) => each.name === column && each.type === 'text')
    return isText ? `${quoted(column)} COLLATE "C"` : quoted(column)
  })
  return {
    insert: `INSERT INTO ${table} (${list}) SELECT * FROM unnest(${arrays})`,
    all: `SELECT ${list} FROM ${table} ${where} ORDER BY ${order.join(', ')}`,
    empty: stays === undefined ? `TRUNCATE ${table}` : `DELETE FROM ${table} ${where}`,
  }
}

const quoted = (name: string): string => `"${name}"`
