import { DatabaseError } from 'pg'
import type { DatabaseFailure } from '../../base/observation.ts'
import { LateAnswer } from '../../base/in-time.ts'
import {
  OutcomeUnknown,
  StorageUnavailable,
  type UnavailableReason,
} from '../../base/errors/storage-errors.ts'

/** Codes of PostgreSQL that mean "not now", because of the server and not of the statement; some are classes of codes. */
const reasons: ReadonlyMap<string, UnavailableReason> = new Map([
  ['08', 'unreachable'], // connection exceptions
  ['25006', 'unreachable'], // read-only: this server is no primary any more
  ['25P03', 'unreachable'], // idle for too long in a transaction
  ['28', 'unreachable'], // it refuses the user
  ['3D', 'unreachable'], // it has no such database
  ['40', 'locked'], // a deadlock, or a transaction that cannot be put in order
  ['53100', 'full'],
  ['53', 'unreachable'], // too many connections, no memory
  ['55P03', 'locked'], // lock_timeout
  ['57014', 'locked'], // statement_timeout
  ['57P', 'unreachable'], // it stops, or starts
  ['58', 'failing'], // its disk
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
])

/** Why a server could not do what it was asked; undefined if the statement is to blame. */
const reasonOf = ({ code = '' }: DatabaseError): UnavailableReason | undefined =>
  reasons.get(code) ?? reasons.get(code.slice(0, 3)) ?? reasons.get(code.slice(0, 2))

/** Whether a server said what is wrong. Else the connection to it failed. */
export const isAnswer = (error: unknown): error is DatabaseError => error instanceof DatabaseError

/** Whether the server ends the connection with this answer, so that it says nothing of what was asked. */
export const isFatal = ({ severity }: DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC'

export const failureOf = (error: unknown): unknown => {
  if (!isAnswer(error)) return new StorageUnavailable('unreachable', error)
  const reason = reasonOf(error)
  return reason === undefined ? error : new StorageUnavailable(reason, error)
}

/** What took too long: `lock_timeout`, `statement_timeout`, and a transaction that stood still. */
const timeouts: ReadonlySet<string> = new Set(['55P03', '57014', '25P03'])

/** The reason by which a failure is counted; undefined if the database is not to blame. */
export const countedReason = (error: unknown): DatabaseFailure | undefined => {
  if (error instanceof OutcomeUnknown) return 'unknown_outcome'
  const cause = error instanceof StorageUnavailable ? error.cause : error
  if (cause instanceof LateAnswer) return 'timeout'
  if (!isAnswer(cause)) return error instanceof StorageUnavailable ? 'connection' : undefined
  const { code = '' } = cause
  if (timeouts.has(code)) return 'timeout'
  if (code.startsWith('40')) return 'conflict'
  return reasonOf(cause) === 'unreachable' ? 'connection' : 'other'
}
