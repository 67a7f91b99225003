import { type PostgresAddress, shownAddress } from '../../base/config/store-address.ts'
import type { AuditEntry } from '../../base/audit.ts'
import type { Environment } from '../../base/environments.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import { auditStatement } from '../audit.ts'
import { type MovedTable, quotedName, type Rows } from '../moved-table.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { connect, type Connection } from './connection.ts'
import { pagesBy } from './bulk.ts'
import { columnsOfRows } from './text.ts'
import { identityOf, makeSchema, setting } from './schema.ts'
import { locks } from './transaction.ts'

/** Timeouts in milliseconds: of opening a connection, of a page, and of the work at the end. */
const patience = { open: 10_000, page: 60_000, end: 3_600_000 } as const

/** Rows that the target has already, as every new store does. */
const own = `name IN ('schema_version', 'secret', 'environment')`

/**
 * Opens an empty database for a move, in one transaction, so that nothing is visible before the end. Throws
 * UnusableDatabase, or StorageUnavailable.
 */
export const openMoveTarget = async (
  address: PostgresAddress,
  environment: Environment,
  secret: Uint8Array,
  audit: AuditEntry,
): Promise<MoveTarget> => {
  const lock_timeout = String(patience.open / 2)
  const session = { lock_timeout, idle_in_transaction_session_timeout: '0' }
  await using opened = new AsyncDisposableStack()
  const connection = opened.use(await connect(address, { patience: patience.open, session }))
  await prepare(connection, shownAddress(address), environment, secret)
  const target = targetOf(connection, await tablesOf(connection), audit)
  opened.move()
  return target
}

const prepare = async (
  connection: Connection,
  name: string,
  environment: Environment,
  secret: Uint8Array,
): Promise<void> => {
  // The server may still be ending the transaction of a killed move.
  const begin = `BEGIN; SELECT pg_advisory_xact_lock(${locks.schema})`
  await connection.run(begin).catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable && error.reason === 'locked')) throw error
    const reason = `Another move into ${name} is under way; wait for it.`
    throw new UnusableDatabase(reason, { cause: error })
  })
  const there = await tablesOf(connection)
  if (there.some((table) => table.name === 'settings')) {
    const { secret: stored, owner } = await identityOf(connection)
    throw new UnusableDatabase(
      Buffer.compare(stored, secret) === 0
        ? `${name} has the data of this store already: the move has ended. Set PETSTORE_${environment.toUpperCase()}_STORE to it and start the service.`
        : `${name} holds the data of another store, of ${owner}. It was not changed; name an empty database.`,
    )
  }
  if (there.length > 0) {
    throw new UnusableDatabase(
      `${name} has tables of another program, like ${there[0]?.name}. It was not changed; name an empty database.`,
    )
  }
  await makeSchema(connection, 0)
  // The initial rows of a new store are replaced by the moved rows.
  await connection.run(`DELETE FROM settings WHERE NOT (${own})`)
  await setting(connection, 'secret', 'bytes', secret, true)
  await setting(connection, 'environment', 'text', environment, true)
}

export type MoveTarget = ReturnType<typeof targetOf>

const targetOf = (connection: Connection, tables: readonly MovedTable[], audit: AuditEntry) => ({
  tables,
  add: async (table: MovedTable, rows: Rows) =>
    void (await connection.within(patience.page, () =>
      connection.query(moveSql(table).insert, columnsOfRows(rows)),
    )),
  pages: (table: MovedTable) => pagesBy(connection, moveSql(table).all, patience.page),
  /** Commits the move. */
  finish: async () =>
    await connection.within(patience.end, async () => {
      // Otherwise the planner would have no statistics until the next autovacuum.
      await connection.run('ANALYZE')
      await connection.query(...auditStatement(audit))
      await connection.run('COMMIT')
    }),
  close: async () => await connection.end(),
})

/** All columns of all tables in order, and their positions in the primary key; -1 if not part of it. */
const catalogue = `
  SELECT made.relname::text, attname::text, format_type(atttypid, NULL),
    coalesce(array_position(indkey::int2[], attnum), -1)
  FROM pg_class AS made
  JOIN pg_attribute ON attrelid = made.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_index ON indrelid = made.oid AND indisprimary
  WHERE made.relkind IN ('r', 'p')
    AND made.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ORDER BY made.relname COLLATE "C", attnum`

/** All tables of the database, read from its catalogue so that a move omits none. */
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

const moveSql = ({ name, columns, key }: MovedTable) => {
  const table = quotedName(name)
  const list = columns.map((column) => quotedName(column.name)).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')
  const where = name === 'settings' ? `WHERE NOT (${own})` : ''
  // By bytes, like the source, whatever the locale of the database.
  const order = key.map((column) => {
    const isText = columns.some((each) => each.name === column && each.type === 'text')
    return isText ? `${quotedName(column)} COLLATE "C"` : quotedName(column)
  })
  return {
    insert: `INSERT INTO ${table} (${list}) SELECT * FROM unnest(${arrays})`,
    all: `SELECT ${list} FROM ${table} ${where} ORDER BY ${order.join(', ')}`,
  }
}
