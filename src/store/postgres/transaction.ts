import { OutcomeUnknown, StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Answer, Insertion, Statement, Transaction } from '../engine.ts'
import type { Connection } from './connection.ts'
import { isAnswer, isFatal } from './failures.ts'
import { columnsOfRows } from './text.ts'

/** Keys of PostgreSQL's advisory locks. Each database has its own. */
export const locks = {
  store: 7_365_001, // held by a writer until its commit
  schema: 7_365_002, // held while the schema is created or migrated
  importing: 7_365_003, // held by an import
  texts: 7_365_004, // held while searched texts are filled
} as const

/** A sequence that each transaction advances if it changes pages or events, so that other nodes notice. */
export const versionPosition = 'version'

/** Takes the lock of the store until the end of the transaction, then reads the sequences (`lockedTransaction`). */
export const takeLock = `SELECT pg_advisory_xact_lock(${locks.store}); SELECT name, value FROM positions`

const savePositions = `
  INSERT INTO positions (name, value) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

/** Makes a transaction from the answers to `takeLock`. It holds the lock of the store, so it alone assigns numbers. */
export const lockedTransaction = (connection: Connection, answers: readonly Answer[]) => {
  // The last assigned number of each kind, by name.
  const before = new Map((answers.at(-1)?.rows ?? []) as ReadonlyArray<readonly [string, bigint]>)
  const version = before.get(versionPosition) ?? 0n
  const positions = new Map(before).set(versionPosition, version + 1n)
  const statements: Statement[] = []
  const last: Transaction['last'] = (kind) => positions.get(kind) ?? 0n
  const raise: Transaction['raise'] = (kind, number) => {
    if (number > last(kind)) positions.set(kind, number)
  }
  const transaction: Transaction = {
    atCommit: (text, values) => void statements.push([text, values]),
    insert: (insertion, rows) => {
      if (rows.length > 0)
        statements.push([
          insertions.getOrInsertComputed(insertion, insertText),
          columnsOfRows(rows),
        ])
    },
    unsent: () => statements.splice(0),
    next: (kind) => {
      raise(kind, last(kind) + 1n)
      return last(kind)
    },
    last,
    raise,
    showsNothing: () => void positions.set(versionPosition, version),
  }
  return {
    transaction,
    version,
    /**
     * Commits and returns the store's version. Throws what a statement throws, with all undone; OutcomeUnknown if the answer of the
     * commit is missing or came with a warning, because a standby may lack the transaction.
     */
    commit: async (): Promise<bigint> => {
      const moved = [...positions].filter(([name, value]) => before.get(name) !== value)
      if (moved.length > 0) statements.push([savePositions, columnsOfRows(moved)])
      await commit(connection, statements)
      return positions.get(versionPosition) ?? 0n
    },
  }
}

const commit = async (connection: Connection, statements: readonly Statement[]): Promise<void> => {
  const { warnings } = connection
  const [writes, committing] = connection.atOnce(() => [
    Promise.allSettled(statements.map(([text, values]) => connection.query(text, values))),
    Promise.allSettled([connection.run('COMMIT')]),
  ])
  const [committed] = await committing
  const failed = (await writes).find(({ status }) => status === 'rejected')
  const error: unknown = failed?.status === 'rejected' ? failed.reason : undefined
  if (error !== undefined && isRefusal(error)) {
    if (committed.status === 'rejected') connection.cut()
    throw error
  }
  if (committed.status === 'rejected') {
    const { reason }: { readonly reason: unknown } = committed
    connection.cut()
    if (isRefusal(reason)) throw reason
    throw new OutcomeUnknown('The database did not say whether it kept the change.')
  }
  if (committed.value[0]?.command !== 'COMMIT') throw new Error('The transaction was undone.')
  if (connection.warnings > warnings) {
    throw new OutcomeUnknown('The database kept the change, but perhaps on one machine alone.')
  }
}

/** Whether the server refused a statement without closing the connection, so that the transaction was rolled back. */
const isRefusal = (error: unknown): boolean => {
  const answer = error instanceof StorageUnavailable ? error.cause : error
  return isAnswer(answer) && !isFatal(answer)
}

const insertions = new WeakMap<Insertion, string>()

/** Inserts rows. Each parameter is an array with one column. */
export const insertText = ({ table, columns, onConflict = '' }: Insertion): string => {
  const names = Object.keys(columns).join(', ')
  const arrays = Object.values(columns).map((type, at) => `$${at + 1}::${type}[]`)
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays.join(', ')}) ${onConflict}`
}
