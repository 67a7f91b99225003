import type { AttemptResult } from './attempt-results.ts'
import type { EngineObservation } from './engines.ts'
import type { UnavailableReason } from './errors/storage-errors.ts'
import type { Environment } from './environments.ts'
import type { ErrorCode } from './errors/catalogue.ts'
import type { SubjectKind, Outcome } from './spending.ts'
import type { TraceContext } from './trace-context.ts'

/**
 * Everything that can be observed in the service. The emitter reports what happened; the log and the metrics each choose
 * what to show. Times are in milliseconds.
 */
export type Observation =
  | RequestObservation
  | { readonly kind: 'bad_request_bytes'; readonly code: ErrorCode; readonly reason: string }
  | {
      readonly kind: 'request_failed'
      readonly requestId: string
      readonly trace: TraceContext | undefined
      readonly error: unknown
    }
  | QuotaDecision
  | {
      readonly kind: 'ban_began'
      /** The owner of the key. */
      readonly keyId: string
      /** Whole seconds. */
      readonly seconds: number
    }
  | StorageObservation
  | {
      readonly kind: 'background_failed'
      readonly work: string
      readonly error: unknown
      /** Whether the previous run failed too, so that the log need not repeat it. */
      readonly again: boolean
    }
  /** One attempt to deliver a message to a webhook. */
  | {
      readonly kind: 'delivery_attempt'
      readonly result: AttemptResult
      readonly milliseconds: number
    }
  /** Observed once a second by the work that delivers. */
  | {
      readonly kind: 'deliveries_waiting'
      readonly count: number
      /** Age of the oldest in seconds; 0 if none waits. */
      readonly age: number
    }
  | { readonly kind: 'background_recovered'; readonly work: string }
  /** Requests missing from the history, because there were too many different kinds of them. */
  | { readonly kind: 'history_incomplete'; readonly requests: number }
  /** Lines of ordinary requests that the log left out, because there were too many in a second. */
  | { readonly kind: 'log_lines_suppressed'; readonly lines: number }
  | VitalSigns
  /** Observed every few seconds. */
  | ({ readonly kind: 'store_facts' } & StoreFacts)
  | { readonly kind: 'connection_dropped' }
  /** Observed once, until no more are refused, however many there were. */
  | { readonly kind: 'connections_refused'; readonly explanation: string }
  | { readonly kind: 'connections_accepted'; readonly refused: number }
  /** Whether this node reaches the engine that counts for all nodes. */
  | { readonly kind: 'counters_reached'; readonly isReached: boolean }
  /** Observed once, until the engine is reached again. */
  | {
      readonly kind: 'counters_unavailable'
      /** What it means and what to do, in plain words. */
      readonly explanation: string
      readonly error: unknown
    }
  | { readonly kind: 'counters_recovered'; readonly seconds: number }
  | EngineObservation
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'metrics_listening'; readonly url: string }
  | { readonly kind: 'metrics_unavailable'; readonly reason: string }
  | { readonly kind: 'stopping'; readonly reason: string }
  /** Connections that were closed because the time of the drain was over and their requests were still unanswered. */
  | { readonly kind: 'cut_off'; readonly connections: number }
  /** Observed once, until the trouble is over, however many requests meet it. */
  | {
      readonly kind: 'storage_unavailable'
      readonly reason: UnavailableReason
      /** What it means and what to do, in plain words. */
      readonly explanation: string
      readonly error: unknown
    }
  | {
      readonly kind: 'storage_recovered'
      readonly reasons: readonly UnavailableReason[]
      readonly seconds: number
    }
  /** A thread of an environment ended unexpectedly. */
  | { readonly kind: 'thread_failed'; readonly environment: Environment; readonly error: unknown }
  /** A new thread took the place of one that ended. */
  | { readonly kind: 'thread_replaced'; readonly environment: Environment }
  /** Variables that have no effect any more, with what does instead. */
  | { readonly kind: 'obsolete_variable'; readonly name: string; readonly explanation: string }
  /** SIGHUP put these variables in force; those that others name take a restart. */
  | {
      readonly kind: 'configuration_reloaded'
      readonly changed: readonly string[]
      readonly needRestart: readonly string[]
    }
  /** SIGHUP found a configuration that is not valid. The one before stays in force. */
  | { readonly kind: 'configuration_refused'; readonly explanation: string }
  /** A signal that changes nothing, and what the operator may have meant. */
  | { readonly kind: 'signal_ignored'; readonly signal: string; readonly explanation: string }
  /** The system's clock jumped ahead further than a clock drifts. The service does not follow it yet. */
  | { readonly kind: 'clock_jumped'; readonly seconds: number; readonly explanation: string }
  /** The service follows the system's clock again; its own time moved by this many seconds. */
  | { readonly kind: 'clock_settled'; readonly seconds: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unknown_variables'; readonly names: readonly string[] }

/**
 * A quota took one request, or refused it. A request that was routed has its decision in its own observation; others
 * are observed alone. Each pair of subject and outcome has one object, made once.
 */
export type QuotaDecision = {
  readonly kind: 'quota'
  readonly subject: SubjectKind
  readonly outcome: Outcome
}

/** A group of paths that belong to no operation of `/v1`. */
export type RequestGroup = 'health' | 'page' | 'none'

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
  readonly trace: TraceContext | undefined
}

/** What an operator should know of a store. */
export type StoreFacts = {
  /** When a command last made a backup, in milliseconds since the Unix epoch; undefined if none did. */
  readonly lastBackupAt: number | undefined
  /** How many keys expire within `expiryNotice`. */
  readonly keysExpiring: number
  /** How large it is, in bytes; undefined if nobody can tell. A file counts with its write-ahead log. */
  readonly bytes: number | undefined
}

/** One call of the store. */
export type StorageObservation = {
  readonly kind: 'storage'
  /** The part of the store and its method, like `data.apply`. */
  readonly operation: string
  readonly milliseconds: number
  readonly failed: boolean
}

/** How the thread of an environment is doing; observed once a second. */
export type VitalSigns = {
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

/** The same for requests alone. */
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
