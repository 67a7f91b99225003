import type { UnavailableReason } from '../../core/errors/storage-errors.ts'
import type { Change } from '../../data/change.ts'
import type { Once } from '../../idempotency/idempotency-store.ts'

/** What a thread hands to the one that writes. All of it passes by structured clone. */
export type ForwardedCall = { readonly id: number } & ForwardedWork

export type ForwardedWork =
  | { readonly kind: 'apply'; readonly change: Change; readonly once: Once | undefined }
  | { readonly kind: 'touch_keys'; readonly uses: ReadonlyMap<string, number> }

/** What became of a call, once it is durable. */
export type ForwardedAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ForwardedFailure }

/** An error in parts: a clone keeps neither its class nor the fields that it has of its own. */
export type ForwardedFailure = {
  /** Undefined for an error that is no `StorageUnavailable`. */
  readonly reason: UnavailableReason | undefined
  /** The error, or, of a `StorageUnavailable`, its cause. */
  readonly error: unknown
  /** The code of that error, as Node's errors have one. */
  readonly code: unknown
}
