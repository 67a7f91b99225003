import type { Observed } from './observation.ts'

/** Observations of the servers outside the process that store the data or count. Times are in milliseconds. */

/** What a call of the database was for; `lock` takes the store's, `commit` waits for a standby, `upkeep` is a lease or a check of the standbys. */
export const databaseWorks = ['read', 'lock', 'write', 'commit', 'upkeep'] as const
export type DatabaseWork = (typeof databaseWorks)[number]

/** Why a call of the database failed: `connection` means no server that takes writes, `conflict` for example a deadlock. */
export const databaseFailures = [
  'connection',
  'timeout',
  'conflict',
  'unknown_outcome',
  'other',
] as const
export type DatabaseFailure = (typeof databaseFailures)[number]

export const counterWorks = ['count', 'news', 'upkeep'] as const
export type CounterWork = (typeof counterWorks)[number]

export const counterFailures = ['connection', 'timeout', 'refused'] as const
export type CounterFailure = (typeof counterFailures)[number]

export type ServerRole = 'primary' | 'standby' | 'unreachable'

/** A replica and its lag; null if unknown. */
export type Follower = {
  readonly name: string
  readonly lagBytes: number | null
  readonly lagSeconds: number | null
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
  | Observed<'database_call', { work: DatabaseWork; milliseconds: number }>
  /** A transaction got its turn on the connection that writes, after it waited for so long. */
  | Observed<'database_turn', { milliseconds: number }>
  | Observed<'database_failed', { reason: DatabaseFailure }>
  /** A connection was opened in the place of one that was lost. */
  | Observed<'database_reconnected'>
  /** A thread's connections, once a second, without those that only check servers; `waiting` is for the one that writes. */
  | Observed<'database_pool', { busy: number; idle: number; max: number; waiting: number }>
  /** Observed once a second by the writer: each configured server. */
  | Observed<
      'database_servers',
      { servers: ReadonlyArray<{ readonly name: string; readonly role: ServerRole }> }
    >
  /** Observed every few seconds by the writer; undefined if no server answered. */
  | Observed<'database_standbys', { standbys: DatabaseStandbys | undefined }>
  /** A thread began to count in an engine, for whose answers it waits so long. */
  | Observed<'counters_opened', { deadline: number }>
  | Observed<'counters_call', { work: CounterWork; milliseconds: number }>
  | Observed<'counters_failed', { reason: CounterFailure }>
  /** A request was counted, or refused, without the engine. Each has one object, made once. */
  | Observed<'counters_alone', { isRefused: boolean }>
  /** Observed every few seconds by the writer: how many nodes count in the engine; no replicas if it did not answer. */
  | Observed<'counters_replicas', { replicas: readonly Follower[] | undefined; nodes: number }>
