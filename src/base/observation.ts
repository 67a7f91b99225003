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
  /** `keyId` is the id of the key's owner; `seconds` is an integer. */
  | Observed<'ban_began', { keyId: string; seconds: number }>
  /** One call of the store. `operation` is the part and its method, like `data.apply`. */
  | Observed<'storage', { operation: string; milliseconds: number; failed: boolean }>
  /** `again` if the previous run failed too, so that the log need not repeat it. */
  | Observed<'background_failed', { work: string; error: unknown; again: boolean }>
  | Observed<'background_recovered', { work: string }>
  | Observed<'delivery_attempt', { result: AttemptResult; milliseconds: number }>
  /** Observed once a second. `age` is that of the oldest in seconds, 0 if none waits. */
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
  /** Observed once per overload, however many connections are refused. */
  | Observed<'connections_refused', Explained>
  | Observed<'connections_accepted', { refused: number }>
  | Observed<'counters_reached', { isReached: boolean }>
  /** Observed once per outage of the engine. */
  | Observed<'counters_unavailable', Explained & { error: unknown }>
  | Observed<'counters_recovered', { seconds: number }>
  | EngineObservation
  | Observed<'listening', { baseUrl: string }>
  | Observed<'metrics_listening', { url: string }>
  | Observed<'metrics_unavailable', { reason: string }>
  | Observed<'stopping', { reason: string }>
  /** Connections closed at the end of the drain time, with requests still unanswered. */
  | Observed<'cut_off', { connections: number }>
  /** Observed once per outage, however many requests it affects. */
  | Observed<'storage_unavailable', Explained & { reason: UnavailableReason; error: unknown }>
  | Observed<'storage_recovered', { reasons: readonly UnavailableReason[]; seconds: number }>
  /** A thread of an environment ended unexpectedly, and then a new one took its place. */
  | Observed<'thread_failed', { environment: Environment; error: unknown }>
  | Observed<'thread_replaced', { environment: Environment }>
  /** `petstore restart` replaced a worker of the version `before`. For `milliseconds` no connection was accepted. */
  | Observed<'restarted', { environment: Environment; milliseconds: number } & Versions>
  | Observed<'restart_failed', Explained>
  /** Somebody on this machine got a profile or a heap snapshot of an environment. */
  | Observed<'diagnosed', { environment: string; what: string }>
  /** A variable is set that no longer has an effect. The explanation says what replaces it. */
  | Observed<'obsolete_variable', Explained & { name: string }>
  /** SIGHUP applied the variables in `changed`. Those in `needRestart` take effect only after a restart. */
  | Observed<
      'configuration_reloaded',
      { changed: readonly string[]; needRestart: readonly string[] }
    >
  /** SIGHUP found an invalid configuration. The previous one stays in force. */
  | Observed<'configuration_refused', Explained>
  /** A signal that changes nothing, and what the operator may have meant. */
  | Observed<'signal_ignored', Explained & { signal: string }>
  /** The system clock jumped ahead by more than a clock drifts. The service does not follow it yet. */
  | Observed<'clock_jumped', Explained & { seconds: number }>
  /** The service follows the system clock again. Its own time moved by this many seconds. */
  | Observed<'clock_settled', { seconds: number }>
  | Observed<'stopped'>
  | Observed<'unknown_variables', { names: readonly string[] }>

/** A decision of a quota, observed by itself if no route observes the request. Each subject and outcome share one object. */
export type QuotaDecision = Observed<'quota', { subject: SubjectKind; outcome: Outcome }>

/** A group of requests: by a path outside the operations of `/v1`, or `lab` for those that asked for a fault. */
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
  /** The id of the key's owner, to whom the request is attributed; undefined without a valid key. */
  readonly ownerId: string | undefined
  /** The minute whose quota the request spent, counted from the Unix epoch. */
  readonly minute: number
  /** The decision of the quota that the request spent; undefined if it spent none. */
  readonly decision: QuotaDecision | undefined
  /** What stopped the request: a window that was used up, or a ban. */
  readonly window: 'minute' | 'day' | 'ban' | undefined
  readonly milliseconds: number
  readonly deprecated: boolean
  /** Whether the client left before the answer was sent. */
  readonly aborted: boolean
  /** The caller's trace, or the request's own if it is traced. */
  readonly trace: Span['trace'] | TraceContext | undefined
  /** The observer ends it. */
  readonly span?: Span | undefined
}

export type StoreFacts = {
  /** When a command last made a backup, in milliseconds since the Unix epoch; undefined if none did. */
  readonly lastBackupAt: number | undefined
  readonly failedBackupAt: number | undefined
  readonly keysExpiring: number
  /** The size of the database in bytes; undefined if unknown. For a file it includes the write-ahead log. */
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

/** Returns an observer that passes each observation to all of these, in order. */
export const toAll =
  (observers: readonly Observe[]): Observe =>
  (observation) => {
    for (const observe of observers) observe(observation)
  }

/** Sends observations of the kinds in `by` to their summarisers, which emit fewer. All others pass unchanged. */
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

// Observations of external servers: the database, and the engine that counts.

/** The purpose of a database call. `lock` takes the store's lock, `commit` waits for a standby, `upkeep` leases or checks. */
export const databaseWorks = ['read', 'lock', 'write', 'commit', 'upkeep'] as const
export type DatabaseWork = (typeof databaseWorks)[number]

/** Why a database call failed. `connection` means that no server accepts writes; `conflict` is for example a deadlock. */
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

/** The standbys of the database, as the primary reports them. */
export type DatabaseStandbys = {
  readonly followers: readonly Follower[]
  /** How many of them a commit can wait for; undefined if this user lacks the permission to know. */
  readonly synchronous: number | undefined
  /** Whether commits are configured to wait for one. */
  readonly isSynchronousWanted: boolean
}

/** Times are in milliseconds. */
export type EngineObservation =
  | Observed<'database_call', { work: DatabaseWork; milliseconds: number }>
  /** A transaction got the writing connection after waiting for `milliseconds`. */
  | Observed<'database_turn', { milliseconds: number }>
  | Observed<'database_failed', { reason: DatabaseFailure }>
  /** A lost connection was replaced. */
  | Observed<'database_reconnected'>
  /** Observed once a second: a thread's connections, without those that only check servers. `waiting` counts waiting changes. */
  | Observed<'database_pool', { busy: number; idle: number; max: number; waiting: number }>
  /** Observed once a second by the writer: each configured server. */
  | Observed<
      'database_servers',
      { servers: ReadonlyArray<{ readonly name: string; readonly role: ServerRole }> }
    >
  /** Observed every few seconds by the writer; undefined if no server answered. */
  | Observed<'database_standbys', { standbys: DatabaseStandbys | undefined }>
  /** A thread began to count in an engine. `deadline` is how long it waits for an answer. */
  | Observed<'counters_opened', { deadline: number }>
  | Observed<'counters_call', { work: CounterWork; milliseconds: number }>
  | Observed<'counters_failed', { reason: CounterFailure }>
  /** A request was counted, or refused, without the engine. */
  | Observed<'counters_alone', { isRefused: boolean }>
  /** Observed every few seconds by the writer. `nodes` count in the engine; `replicas` is undefined if it did not answer. */
  | Observed<'counters_replicas', { replicas: readonly Follower[] | undefined; nodes: number }>
