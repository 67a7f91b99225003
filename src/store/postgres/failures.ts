import { DatabaseError } from 'pg'
import type { DatabaseFailure } from '../../base/observation.ts'
import { LateAnswer } from '../../base/in-time.ts'
import {
  OutcomeUnknown,
  StorageUnavailable,
  type UnavailableReason,
} from '../../base/errors/storage-errors.ts'

/** Error codes of PostgreSQL, or classes of codes, for faults of the server rather than of the statement. */
const reasons: ReadonlyMap<string, UnavailableReason> = new Map([
  ['08', 'unreachable'], // connection exceptions
  ['25006', 'unreachable'], // read-only: this server is no longer a primary
  ['25P03', 'unreachable'], // idle in a transaction for too long
  ['28', 'unreachable'], // the user is refused
  ['3D', 'unreachable'], // the database does not exist
  ['40', 'locked'], // a deadlock or a serialization failure
  ['53100', 'full'],
  ['53', 'unreachable'], // too many connections, no memory
  ['55P03', 'locked'], // lock_timeout
  ['57014', 'locked'], // statement_timeout
  ['57P', 'unreachable'], // the server is stopping or starting
  ['58', 'failing'], // the server's disk
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
])

/** Why the server could not run a statement; undefined if the statement is to blame. */
const reasonOf = ({ code = '' }: DatabaseError): UnavailableReason | undefined =>
  reasons.get(code) ?? reasons.get(code.slice(0, 3)) ?? reasons.get(code.slice(0, 2))

/** Whether the server reported the error. Otherwise the connection failed. */
export const isAnswer = (error: unknown): error is DatabaseError => error instanceof DatabaseError

/** Whether the server closes the connection with this error, which then says nothing about the statement. */
export const isFatal = ({ severity }: DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC'

export const failureOf = (error: unknown): unknown => {
  if (!isAnswer(error)) return new StorageUnavailable('unreachable', error)
  const reason = reasonOf(error)
  return reason === undefined ? error : new StorageUnavailable(reason, error)
}

/** Timeouts: `lock_timeout`, `statement_timeout`, and an idle transaction. */
const timeouts: ReadonlySet<string> = new Set(['55P03', '57014', '25P03'])

/** The reason under which a failure is counted; undefined if the database is not to blame. */
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
