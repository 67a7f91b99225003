import { DatabaseSync, StatementSync } from 'node:sqlite'

/** What the taps counted at the database. */
export type Seen = { statements: number; commits: number }

type Method = (this: unknown, ...args: unknown[]) => unknown
type Wrapped = (this: never, ...args: unknown[]) => unknown

/**
 * Counts the calls of the application to the database, from outside. Each function of `node:sqlite` that runs a statement is
 * replaced by one that counts and then does the same. Call it before a database is opened.
 */
export const tapDatabase = (seen: Seen): void => {
  const databases = new WeakMap<object, DatabaseSync>()
  tap(DatabaseSync.prototype, 'prepare', (original) => {
    return function prepare(this: DatabaseSync, ...args) {
      const statement = original.apply(this, args)
      if (statement instanceof StatementSync) databases.set(statement, this)
      return statement
    }
  })
  tap(DatabaseSync.prototype, 'exec', (original) => {
    return function exec(this: DatabaseSync, ...args) {
      const result = counted(seen, this, String(args[0]), () => original.apply(this, args))
      // No checkpoint empties the log, so its length is all that was written.
      if (/journal_mode/i.test(String(args[0]))) {
        original.call(this, 'PRAGMA wal_autocheckpoint = 0')
      }
      return result
    }
  })
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    tap(StatementSync.prototype, name, (original) => {
      return function run(this: StatementSync, ...args) {
        const database = databases.get(this)
        return counted(seen, database, this.sourceSQL, () => original.apply(this, args))
      }
    })
  }
}

/** Connections with an open transaction that has written. */
const writing = new WeakSet<DatabaseSync>()

/** A commit ends a transaction that has written, or is a write outside of one. */
const counted = (
  seen: Seen,
  database: DatabaseSync | undefined,
  sql: string,
  run: () => unknown,
): unknown => {
  seen.statements += 1
  const result = run()
  if (database === undefined) return result
  if (/^\s*(?:INSERT|UPDATE|DELETE|REPLACE)/i.test(sql)) writing.add(database)
  if (writing.has(database) && !database.isTransaction) {
    writing.delete(database)
    if (!/^\s*ROLLBACK/i.test(sql)) seen.commits += 1
  }
  return result
}

const tap = (owner: object, name: string, wrap: (original: Method) => Wrapped): void => {
  const original: Method = Reflect.get(owner, name)
  Reflect.defineProperty(owner, name, { value: wrap(original), writable: true, configurable: true })
}
