import type { AttemptResult } from './attempt-results.ts'
import type { UnavailableReason } from './errors/storage-errors.ts'
import type { Environment } from './environments.ts'
import type { ErrorCode } from './errors/catalogue.ts'
import type { SubjectKind, Outcome } from './spending.ts'
import type { TraceContext } from './trace-context.ts'
import type { Span } from './tracing.ts'

type Versions = { before: string; after: string }

export type Observed<Kind extends string, Facts = unknown> = Readonly<{ kind: Kind } & Facts>

/** In plain words, what it means and what to do. */
type Explained = { explanation: string }

/** Everything that can be observed in the service; the log and the metrics choose what to show. Times are in milliseconds. */
export type Observation =
  | RequestObservation
  | Observed<'bad_request_bytes', { code: ErrorCode; reason: string }>
  | Observed<
      'request_failed',
      { requestId: string; trace: Span['trace'] | TraceContext | undefined; error: unknown }
    >
  | QuotaDecision
  /** `keyId` is the owner of the key, and the seconds are whole. */
  | Observed<'ban_began', { keyId: string; seconds: number }>
  /** One call of the store: the part and its method, like `data.apply`. */
  | Observed<'storage', { operation: string; milliseconds: number; failed: boolean }>
  /** `again` if the previous run failed too, so that the log need not repeat it. */
  | Observed<'background_failed', { work: string; error: unknown; again: boolean }>
  | Observed<'background_recovered', { work: string }>
  | Observed<'delivery_attempt', { result: AttemptResult; milliseconds: number }>
  /** Observed once a second; the age of the oldest in seconds, 0 if none waits. */
  | Observed<'deliveries_waiting', { count: number; age: number }>
  /** Requests missing from the history, because there were too many different kinds of them. */
  | Observed<'history_incomplete', { requests: number }>
  | Observed<'log_lines_suppressed', { lines: number }>
  | Observed<'spans_dropped', { reason: 'queue_full' | 'not_taken'; spans: number }>
  | VitalSigns
  /** Observed once a second: how many streams of events are open. */
  | Observed<'streams', { open: number }>
  | Observed<'store_facts', StoreFacts>
  | Observed<'connection_dropped'>
  /** Observed once, until no more are refused, however many there were. */
  | Observed<'connections_refused', Explained>
  | Observed<'connections_accepted', { refused: number }>
  | Observed<'counters_reached', { isReached: boolean }>
  /** Observed once, until the engine is reached again. */
  | Observed<'counters_unavailable', Explained & { error: unknown }>
  | Observed<'counters_recovered', { seconds: number }>
  | EngineObservation
  | Observed<'listening', { baseUrl: string }>
  | Observed<'metrics_listening', { url: string }>
  | Observed<'metrics_unavailable', { reason: string }>
  | Observed<'stopping', { reason: string }>
  /** Connections that were closed because the time of the drain was over and their requests were still unanswered. */
  | Observed<'cut_off', { connections: number }>
  /** Observed once, until the trouble is over, however many requests meet it. */
  | Observed<'storage_unavailable', Explained & { reason: UnavailableReason; error: unknown }>
  | Observed<'storage_recovered', { reasons: readonly UnavailableReason[]; seconds: number }>
  /** A thread of an environment ended unexpectedly, and then a new one took its place. */
  | Observed<'thread_failed', { environment: Environment; error: unknown }>
  | Observed<'thread_replaced', { environment: Environment }>
  /** `petstore restart` put a worker of one version in the place of another; nothing was accepted for so long. */
  | Observed<'restarted', { environment: Environment; milliseconds: number } & Versions>
  | Observed<'restart_failed', Explained>
  /** Somebody on this machine got a profile or a heap snapshot of an environment. */
  | Observed<'diagnosed', { environment: string; what: string }>
  /** A variable that has no effect any more, with what does instead. */
  | Observed<'obsolete_variable', Explained & { name: string }>
  /** SIGHUP put these variables in force; those that others name take a restart. */
  | Observed<
      'configuration_reloaded',
      { changed: readonly string[]; needRestart: readonly string[] }
    >
  /** SIGHUP found a configuration that is not valid. The one before stays in force. */
  | Observed<'configuration_refused', Explained>
  /** A signal that changes nothing, and what the operator may have meant. */
  | Observed<'signal_ignored', Explained & { signal: string }>
  /** The system's clock jumped ahead further than a clock drifts. The service does not follow it yet. */
  | Observed<'clock_jumped', Explained & { seconds: number }>
  /** The service follows the system's clock again; its own time moved by this many seconds. */
  | Observed<'clock_settled', { seconds: number }>
  | Observed<'stopped'>
  | Observed<'unknown_variables', { names: readonly string[] }>

/** A quota took or refused one request that no route observes. Each pair of subject and outcome has one object, made once. */
export type QuotaDecision = Observed<'quota', { subject: SubjectKind; outcome: Outcome }>

/** A group of paths that belong to no operation of `/v1`, or of requests that asked for their fault. */
export type RequestGroup = 'health' | 'page' | 'lab' | 'none'

/** A request that was routed, after its answer was sent or its client left. */
export type RequestObservation = {
  readonly kind: 'request'
  readonly requestId: string
  readonly method: string
  /** The path as sent, without the query string. */
  readonly path: string
  /** The id of the operation, or the group of the path. */
  readonly operation: string
  /** The status of the answer. If the client left first, the status that it would have got. */
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly keyId: string | undefined
  /** The owner of the key, to whom the request counts; undefined without a valid key. */
  readonly ownerId: string | undefined
  /** Minutes since the Unix epoch: the one of which the request spent its quota. */
  readonly minute: number
  /** The decision of the quota of which the request was spent; undefined if it was spent of none. */
  readonly decision: QuotaDecision | undefined
  /** What stopped the request: a window that was used up, or a ban. */
  readonly window: 'minute' | 'day' | 'ban' | undefined
  readonly milliseconds: number
  readonly deprecated: boolean
  /** Whether the client left before the answer was sent. */
  readonly aborted: boolean
  /** The caller's trace, or the request's own if it is traced. */
  readonly trace: Span['trace'] | TraceContext | undefined
  /** Ended by what observes it. */
  readonly span?: Span | undefined
}

export type StoreFacts = {
  /** When a command last made a backup, in milliseconds since the Unix epoch; undefined if none did. */
  readonly lastBackupAt: number | undefined
  readonly failedBackupAt: number | undefined
  readonly keysExpiring: number
  /** How large it is, in bytes; undefined if nobody can tell. A file counts with its write-ahead log. */
  readonly bytes: number | undefined
}

/** How the thread of an environment is doing; observed once a second. */
type VitalSigns = {
  readonly kind: 'vital_signs'
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly connections: number
  /** The lag of the event loop in the last minute: the 99th percentile and the maximum. */
  readonly lagP99: number
  readonly lagMax: number
  /** Milliseconds for which the event loop was busy since the start. */
  readonly loopActive: number
  readonly heapBytes: number
  readonly databaseUp: boolean
  /** Lines that the log has dropped since the start. */
  readonly logLinesDropped: number
}

/** Takes observations. It must not throw and must return at once. */
export type Observe = (observation: Observation) => void

export type ObserveRequest = (request: RequestObservation) => void

/** One observer that passes each observation to each of several, in their order. */
export const toAll =
  (observers: readonly Observe[]): Observe =>
  (observation) => {
    for (const observe of observers) observe(observation)
  }

/** Sends observations of these kinds to a summariser, which passes on what remains. All others pass unchanged. */
export const summedUp = (
  observe: Observe,
  by: Readonly<Partial<Record<Observation['kind'], Observe>>>,
): Observe => {
  const kinds = new Map(Object.entries(by))
  return (observation) => {
    const sum = kinds.get(observation.kind)
    if (sum === undefined) observe(observation)
    else sum(observation)
  }
}

// What follows is of the servers outside the process that store the data or count.

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

/** Times are in milliseconds. */
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
