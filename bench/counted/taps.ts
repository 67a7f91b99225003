import { DatabaseSync, StatementSync } from 'node:sqlite'

/** What the taps have counted at the database. */
export type Seen = { statements: number; commits: number }

type Method = (this: unknown, ...args: unknown[]) => unknown
type Wrapped = (this: never, ...args: unknown[]) => unknown

/**
 * Counts the application's database calls from outside: wraps each function of `node:sqlite` that runs a
 * statement in one that counts. Call it before a database is opened.
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
      // Without checkpoints, the length of the write-ahead log is all that was written.
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

/** Runs a statement and counts it. A commit is the end of a transaction that has written, or a write outside of one. */
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
