/**
 * Observations of the engines outside the process: the PostgreSQL servers that store the data, and the Valkey or Redis
 * that counts. Times are in milliseconds.
 */

/**
 * What a call of the database was for:
 *
 * - `read`: a statement that reads
 * - `lock`: the lock of the store, which one node has at a time
 * - `write`: the statements and rules of a transaction that has the lock
 * - `commit`: what is sent with the commit, until a standby has it too
 * - `upkeep`: a lease, or a check of the standbys
 */
export const databaseWorks = ['read', 'lock', 'write', 'commit', 'upkeep'] as const
export type DatabaseWork = (typeof databaseWorks)[number]

/**
 * Why a call of the database failed:
 *
 * - `connection`: no server that takes writes was reached, or the connection was lost
 * - `timeout`: there was no answer, or no lock, in time
 * - `conflict`: a deadlock, or a serialization failure
 * - `unknown_outcome`: whether a commit took effect is unknown
 * - `other`: the server refused it: a full disk, or a wrong statement
 */
export const databaseFailures = [
  'connection',
  'timeout',
  'conflict',
  'unknown_outcome',
  'other',
] as const
export type DatabaseFailure = (typeof databaseFailures)[number]

/** The purpose of a call to the counters: to count, to exchange changes, or upkeep. */
export const counterWorks = ['count', 'news', 'upkeep'] as const
export type CounterWork = (typeof counterWorks)[number]

/** Why a call to the counters failed: the connection, a timeout, or a refusal. */
export const counterFailures = ['connection', 'timeout', 'refused'] as const
export type CounterFailure = (typeof counterFailures)[number]

/** The role of a database server, as this node sees it. */
export type ServerRole = 'primary' | 'standby' | 'unreachable'

/** A replica and its lag; null if unknown. */
export type Follower = {
  readonly name: string
  readonly lagBytes: number | null
  readonly lagSeconds: number | null
}

/** A thread's connections to the database, without those that only check servers. */
export type DatabasePool = {
  /** With statements under way, and without. */
  readonly busy: number
  readonly idle: number
  /** How many there may be. */
  readonly max: number
  /** Changes and other work that wait for the connection that writes. */
  readonly waiting: number
}

/** The standbys of the database, as the primary tells. */
export type DatabaseStandbys = {
  readonly followers: readonly Follower[]
  /** How many of them a commit can wait for; undefined if this user may not know. */
  readonly synchronous: number | undefined
  /** Whether a commit is meant to wait for one. */
  readonly isSynchronousWanted: boolean
}

export type EngineObservation =
  | { readonly kind: 'database_call'; readonly work: DatabaseWork; readonly milliseconds: number }
  /** A transaction got its turn on the connection that writes, after it waited for so long. */
  | { readonly kind: 'database_turn'; readonly milliseconds: number }
  | { readonly kind: 'database_failed'; readonly reason: DatabaseFailure }
  /** A connection was opened in the place of one that was lost. */
  | { readonly kind: 'database_reconnected' }
  /** Observed once a second. */
  | ({ readonly kind: 'database_pool' } & DatabasePool)
  /** Observed once a second by the writer: each configured server. */
  | {
      readonly kind: 'database_servers'
      readonly servers: ReadonlyArray<{ readonly name: string; readonly role: ServerRole }>
    }
  /** Observed every few seconds by the writer; undefined if no server answered. */
  | { readonly kind: 'database_standbys'; readonly standbys: DatabaseStandbys | undefined }
  /** A thread began to count in an engine. */
  | {
      readonly kind: 'counters_opened'
      /** How long it waits for an answer. */
      readonly deadline: number
    }
  | { readonly kind: 'counters_call'; readonly work: CounterWork; readonly milliseconds: number }
  | { readonly kind: 'counters_failed'; readonly reason: CounterFailure }
  /** A request was counted, or refused, without the engine. Each has one object, made once. */
  | { readonly kind: 'counters_alone'; readonly isRefused: boolean }
  /** Observed every few seconds by the writer; undefined if the engine did not answer. */
  | {
      readonly kind: 'counters_replicas'
      readonly replicas: readonly Follower[] | undefined
      /** How many nodes count in the engine. */
      readonly nodes: number
    }
