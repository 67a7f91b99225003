import type { Socket } from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'

/** What the taps counted at the database and the sockets since `reset`. */
export type Seen = { statements: number; commits: number; writes: number }

type Method = (this: unknown, ...args: unknown[]) => unknown

/**
 * Counts the calls of the application to the database and to sockets, from outside. Each function of `node:sqlite` that
 * runs a statement is replaced by one that counts and then does the same. Call it before a
 * database is opened.
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
  if (isWrite.test(sql)) writing.add(database)
  if (writing.has(database) && !database.isTransaction) {
    writing.delete(database)
    if (!/^\s*ROLLBACK/i.test(sql)) seen.commits += 1
  }
  return result
}

const isWrite = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE)/i

let isTapped = false

/** Counts the writes to sockets at the system call, below all buffers. */
export const tapSockets = (seen: Seen, one: Socket): void => {
  // All sockets share the prototype that is tapped.
  if (isTapped) return
  isTapped = true
  // The handle of a socket; no documented name leads to it.
  const handle: object = Reflect.get(one, '_handle')
  for (const name of writers) {
    const prototype = ownerOf(handle, name)
    if (prototype === undefined) continue
    tap(prototype, name, (original) => {
      return function write(this: unknown, ...args) {
        seen.writes += 1
        return original.apply(this, args)
      }
    })
  }
}

const writers = [
  'writev',
  'writeBuffer',
  'writeLatin1String',
  'writeUtf8String',
  'writeAsciiString',
  'writeUcs2String',
]

const ownerOf = (from: object, name: string): object | undefined => {
  let object: object | null = from
  while (object !== null && !Object.hasOwn(object, name)) object = Object.getPrototypeOf(object)
  return object ?? undefined
}

type Wrapped = (this: never, ...args: unknown[]) => unknown

const tap = (owner: object, name: string, wrap: (original: Method) => Wrapped): void => {
  const original: Method = Reflect.get(owner, name)
  Reflect.defineProperty(owner, name, { value: wrap(original), writable: true, configurable: true })
}
