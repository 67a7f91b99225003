import type { UnavailableReason } from '../../core/errors/storage-errors.ts'
import type { Act } from '../../data/act.ts'
import type { Change } from '../../data/change.ts'
import type { RequestSum } from '../../quotas/history/request-history.ts'

/** What a worker sends to the writer. All of it passes by structured clone. */
export type ForwardedCall = { readonly id: number } & ForwardedWork

export type ForwardedWork =
  | { readonly kind: 'apply'; readonly change: Change; readonly act: Act }
  | { readonly kind: 'touch_keys'; readonly uses: ReadonlyMap<string, number> }
  | { readonly kind: 'add_requests'; readonly sums: readonly RequestSum[] }

/** The outcome of a call, once it is durable. */
export type ForwardedAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ForwardedFailure }

/** An error in parts: a clone loses its class and its own fields. */
export type ForwardedFailure = {
  /** Whether the error is an `OutcomeUnknown`. */
  readonly isUnknown: boolean
  /** Undefined if the error is no `StorageUnavailable`. */
  readonly reason: UnavailableReason | undefined
  /** The error, or the cause of a `StorageUnavailable`. */
  readonly error: unknown
  /** The `code` of that error, which Node's errors have. */
  readonly code: unknown
}
