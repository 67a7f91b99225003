import type { ErrorCode } from '../errors/catalogue.ts'

/**
 * Everything of the service that can be observed. Who emits one says what happened; the log (and
 * whatever else listens) chooses what of it to show.
 */
export type Observation =
  | {
      readonly kind: 'request'
      readonly requestId: string
      readonly method: string
      /** The path as sent, without the query string. */
      readonly path: string
      readonly operation: string | undefined
      readonly status: number
      readonly code: ErrorCode | undefined
      readonly keyId: string | undefined
      readonly milliseconds: number
      readonly deprecated: boolean
    }
  | { readonly kind: 'bad_request_bytes'; readonly code: ErrorCode; readonly reason: string }
  | { readonly kind: 'request_failed'; readonly requestId: string; readonly error: unknown }
  | { readonly kind: 'background_failed'; readonly work: string; readonly error: unknown }
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'stopping'; readonly reason: string }
  /** Connections whose requests were still not answered when the time for that was over. */
  | { readonly kind: 'cut_off'; readonly connections: number }
  | { readonly kind: 'thread_failed'; readonly error: unknown }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unknown_variables'; readonly names: readonly string[] }

/** Takes observations. Must not throw and must return at once. */
export type Observe = (observation: Observation) => void
