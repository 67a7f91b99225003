import type { UnavailableReason } from './errors/storage-errors.ts'
import type { Environment } from './environments.ts'
import type { ErrorCode } from './errors/catalogue.ts'
import type { SubjectKind } from './spending.ts'
import type { Outcome } from './spending.ts'
import type { TraceContext } from './trace-context.ts'

/**
 * Everything of the service that can be observed. Who emits one says what happened; the log and the
 * metrics each choose what of it to show. Times are milliseconds.
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
  /** One request was spent, or refused. There is one object for each pair; none is made for a request. */
  | {
      readonly kind: 'quota'
      readonly subject: SubjectKind
      readonly outcome: Outcome
    }
  | {
      readonly kind: 'ban_began'
      /** The id of the first key of the rotation chain. */
      readonly keyId: string
      /** Whole seconds. */
      readonly seconds: number
    }
  | StorageObservation
  | {
      readonly kind: 'background_failed'
      readonly work: string
      readonly error: unknown
      /** Whether the run before failed too: the log has said it then. */
      readonly again: boolean
    }
  | { readonly kind: 'background_recovered'; readonly work: string }
  | VitalSigns
  | { readonly kind: 'connection_dropped' }
  /** Observed once until it is over, however many are dropped. */
  | { readonly kind: 'connections_refused'; readonly explanation: string }
  | { readonly kind: 'connections_accepted'; readonly refused: number }
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'metrics_listening'; readonly url: string }
  | { readonly kind: 'metrics_unavailable'; readonly reason: string }
  | { readonly kind: 'stopping'; readonly reason: string }
  /** Connections whose requests were still not answered when the time for that was over. */
  | { readonly kind: 'cut_off'; readonly connections: number }
  /** Observed once until it is over, however many requests meet it. */
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
  /** Every thread of an environment serves; the first one has for a while. */
  | {
      readonly kind: 'threads_listening'
      readonly environment: Environment
      readonly threads: number
    }
  /** A thread of an environment ended unasked. */
  | {
      readonly kind: 'thread_failed'
      readonly environment: Environment
      readonly thread: number
      readonly error: unknown
    }
  /** Another thread serves in its place. */
  | { readonly kind: 'thread_replaced'; readonly environment: Environment; readonly thread: number }
  /** Only one thread serves each environment, where more were asked for. */
  | { readonly kind: 'threads_unavailable'; readonly explanation: string }
  /** The system's clock is ahead of where it should be by more than can be, and is not believed yet. */
  | { readonly kind: 'clock_jumped'; readonly seconds: number; readonly explanation: string }
  /** That is over: the service follows the clock again, and its time has moved by so much at that. */
  | { readonly kind: 'clock_settled'; readonly seconds: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unknown_variables'; readonly names: readonly string[] }

/** What a request was for: an operation of `/v1`, or one of the groups of all other paths. */
export type RequestGroup = 'health' | 'page' | 'none'

/** A request that was routed, once its answer is out or its client is gone. */
export type RequestObservation = {
  readonly kind: 'request'
  readonly requestId: string
  readonly method: string
  /** The path as sent, without the query string. */
  readonly path: string
  /** The id of the operation, or the group that the path belongs to. */
  readonly operation: string
  /** Of the answer; where the client went before it, the one that it would have had. */
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly keyId: string | undefined
  readonly milliseconds: number
  readonly deprecated: boolean
  /** Whether the client was gone before the answer was out. */
  readonly aborted: boolean
  readonly trace: TraceContext | undefined
}

/** One call of the store. */
export type StorageObservation = {
  readonly kind: 'storage'
  /** The part of the store and its method, like `data.apply`. */
  readonly operation: string
  readonly milliseconds: number
  readonly failed: boolean
}

/** How the thread of an environment fares; observed once a second. */
export type VitalSigns = {
  readonly kind: 'vital_signs'
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly connections: number
  /** How late the event loop was within the last minute: but for 1 in 100 samples, and at most. */
  readonly lagP99: number
  readonly lagMost: number
  /** Milliseconds for which the event loop was busy, since the start. */
  readonly loopActive: number
  readonly heapBytes: number
  readonly databaseUp: boolean
  /** Lines that the log could not take, since the start. */
  readonly logLinesDropped: number
}

/** Takes observations. Must not throw and must return at once. */
export type Observe = (observation: Observation) => void

/** One observer that hands all that it is given to each of several, in their order. */
export const toAll =
  (observers: readonly Observe[]): Observe =>
  (observation) => {
    for (const observe of observers) observe(observation)
  }

/** Observations of these kinds go to what sums them up, which passes on what is left; all others go on as they are. */
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
