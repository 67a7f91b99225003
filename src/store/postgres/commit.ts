import { OutcomeUnknown, StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { Answer, Connection, Parameter } from './connection.ts'
import { isAnswer, isFatal } from './failures.ts'
import { locks } from './locks.ts'

/** The last number of each kind that was given, by its name. Only who holds the lock of the store can give the next. */
export type Positions = Map<string, bigint>

/** A statement that is sent together with the commit. */
export type LastStatement = readonly [text: string, values: readonly Parameter[] | undefined]

/** A position that moves with each transaction that changes what pages or events show, so that others see it. */
export const versionPosition = 'version'

/** Inside a transaction: takes the lock of the store until its end, then reads the positions (`positionsIn`). */
export const takeLock = `SELECT pg_advisory_xact_lock(${locks.store}); SELECT name, value FROM positions`

/** The positions in the answers to `takeLock`. */
export const positionsIn = (answers: readonly Answer[]): Positions =>
  new Map((answers.at(-1)?.rows ?? []) as ReadonlyArray<readonly [string, bigint]>)

/** The positions for a transaction that changes what is shown. */
export const nextOf = (before: Positions): Positions =>
  new Map(before).set(versionPosition, versionIn(before) + 1n)

/** The version of the store among its positions. */
export const versionIn = (positions: Positions): bigint => positions.get(versionPosition) ?? 0n

const savePositions = `
  INSERT INTO positions (name, value) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

/**
 * Sends the end of a transaction that holds the lock, all at once: its last statements, the positions that moved, and
 * the commit. If a statement fails, the commit undoes all of them.
 *
 * @param before the positions as they were when the lock was taken
 * @returns the version of the store afterwards
 * @throws what a statement throws; OutcomeUnknown if the answer to the commit is missing, or came with a warning: a
 *   standby may not have what was written
 */
export const commit = async (
  connection: Connection,
  last: readonly LastStatement[],
  positions: Positions,
  before: Positions,
): Promise<bigint> => {
  const moved = [...positions].filter(([name, value]) => before.get(name) !== value)
  const saved = [moved.map(([name]) => name), moved.map(([, value]) => value)]
  await sendAll(connection, moved.length === 0 ? last : [...last, [savePositions, saved]])
  return versionIn(positions)
}

const sendAll = async (connection: Connection, last: readonly LastStatement[]): Promise<void> => {
  const { warnings } = connection
  const [writes, committing] = connection.atOnce(() => [
    Promise.allSettled(last.map(([text, values]) => connection.query(text, values))),
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

/** Whether a server that goes on has refused a statement, so that its transaction is undone. */
const isRefusal = (error: unknown): boolean => {
  const answer = error instanceof StorageUnavailable ? error.cause : error
  return isAnswer(answer) && !isFatal(answer)
}
